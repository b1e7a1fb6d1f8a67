import { parseMediaType } from '../../http/media-type.js';
import { XmlDecodeError } from '../../schema/descriptor/errors.js';
import { type SoapVersion, soapVersion } from '../../service/soap-version.js';
import { enterEnvelope, SoapFormatError, type SoapHeaderBlock } from '../../soap/envelope.js';
import { ExtensionStates } from '../../soap/extension.js';
import { type HeaderExtensions, readBeginning } from '../../soap/header-extensions.js';
import { SoapFault } from '../../soap/soap-fault.js';
import { XmlSyntaxError } from '../../xml/index.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import { withoutMark } from '../../xml/text/position.js';
import { excerpt, wording } from '../base/wording.js';
import { clientMessage, noteError } from '../call/invoke.js';
import { insteadOf, passedOn } from '../handlers/fallback.js';
import { decodeReason } from '../profile/decode-reason.js';
import type { Endpoint } from '../routes/endpoint.js';
import type { KnownCall } from '../routes/known-headers.js';
import { type SoapRoute, sameOperation } from '../routes/soap-routes.js';
import type { ServerSettings } from '../settings/options.js';
import { decodeXmlBody, unknownCharset } from '../wire/charset.js';
import {
  emptyResponse,
  headerValue,
  ownHeader,
  textAnswer,
  type WireRequest,
  type WireResponse,
} from '../wire/wire.js';
import {
  bodyElementReason,
  internalFault,
  notUnderstoodFault,
  otherActionFault,
  type ServerFault,
  unreadableFault,
} from './server-fault.js';
import { type FaultHeaders, faultAnswer, faultContent, simpleFault } from './soap-answer.js';
import { BodyElementError } from './soap-body.js';
import { callOperation, type SoapCall } from './soap-invocation.js';
import { readSoapMessage } from './soap-message.js';
import { openRequest } from './soap-package.js';
import {
  otherAction,
  type SoapSelection,
  selectSoap11,
  selectSoap12,
  soapRoutes,
  soapVersionOf,
} from './soap-routing.js';
import { contextOf, openedRequest, sealedAnswer } from './whole-envelopes.js';

/** A fault for a request of which nothing is called. */
interface Refusal {
  readonly version: SoapVersion;
  readonly fault: ServerFault;
  readonly headers?: FaultHeaders;
  /** In the place of `fault`: one that an extension threw. */
  readonly given?: SoapFault;
}

/** Answers a POST to a service's address. */
export function answerSoap(
  endpoint: Endpoint,
  received: WireRequest,
  settings: ServerSettings,
): WireResponse | Promise<WireResponse> {
  const { extensions } = endpoint;
  if (extensions?.opens === true) {
    return answerSealed(endpoint, openRequest(endpoint, received), settings, extensions);
  }
  const known = knownCall(endpoint, received);
  const instead = known && insteadOf(known.route, received);
  if (instead !== undefined) {
    return instead;
  }
  const request = known === undefined ? openRequest(endpoint, received) : received;
  return answerOpen(endpoint, request, settings, known);
}

/**
 * Opens the envelope of a request before anything else of it is read. A request without one goes on as it is: it has the wrong type or encoding, or is a broken package, and calls
 * nothing.
 */
async function answerSealed(
  endpoint: Endpoint,
  received: WireRequest,
  settings: ServerSettings,
  extensions: HeaderExtensions,
): Promise<WireResponse> {
  // What extensions keep is for the fault of a request that they refuse, too.
  const request = { ...received, opened: { extensions: new ExtensionStates(), principal: undefined } };
  const mediaType = parseMediaType(headerValue(request.headers, 'content-type'));
  const sentAs = soapVersionOf(mediaType?.type);
  const text =
    mediaType === undefined || sentAs === undefined || request.packageError !== undefined
      ? undefined
      : readText(endpoint, request, settings, { mediaType, version: sentAs });
  if (typeof text !== 'string' || sentAs === undefined) {
    return answerOpen(endpoint, request, settings);
  }
  let version = sentAs;
  let opened: WireRequest | undefined;
  try {
    version = enterEnvelope(new XmlReader(text, endpoint.readerOptions)).version;
    opened = await openedRequest(extensions, request, { text, version }, settings);
  } catch (error) {
    return endpoint.passesOn && isUnreadable(error)
      ? passedOn
      : answerRead(endpoint, request, settings, unopened(endpoint, request, settings, { version, error, text }));
  }
  return opened === undefined
    ? emptyResponse(413)
    : settings.turns.run(request.cost, () => answerOpen(endpoint, opened, settings));
}

/** True for the error of a text that is no envelope. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof XmlSyntaxError ||
    (error instanceof SoapFormatError && (error.problem === 'not-envelope' || error.problem === 'version'))
  );
}

/** The answer to a request whose envelope extensions did not open. */
function unopened(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  { version, error, text }: { readonly version: SoapVersion; readonly error: unknown; readonly text: string },
): WireResponse | Refusal {
  if (isUnreadable(error)) {
    return unroutable(endpoint, version, error, text);
  }
  noteError(request, settings, error);
  const fault = internalFault(endpoint.profile, clientMessage(error, settings));
  return error instanceof SoapFault && error.fault === undefined
    ? { version, fault, given: error }
    : { version, fault };
}

/** Answers a request whose envelope is as operations have it. */
function answerOpen(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  known?: KnownCall,
): WireResponse | Promise<WireResponse> {
  let read: SoapCall | WireResponse | Refusal;
  try {
    read = known === undefined ? readCall(endpoint, request, settings) : readKnown(endpoint, request, settings, known);
  } catch (error) {
    return refuse(endpoint, request, settings, unexpected(endpoint, request, settings, error));
  }
  return answerRead(endpoint, request, settings, read);
}

/** Calls the operation of a request that was read, or refuses it. */
function answerRead(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  read: SoapCall | WireResponse | Refusal,
): WireResponse | Promise<WireResponse> {
  if ('status' in read) {
    return read;
  }
  if ('fault' in read) {
    return refuse(endpoint, request, settings, read);
  }
  const { message, version } = read;
  const [first] = message.notUnderstood;
  if (first !== undefined) {
    const blocks = version === '1.2' && endpoint.profile.notUnderstoodBlocks;
    const headers = blocks ? { notUnderstood: message.notUnderstood } : {};
    const fault = notUnderstoodFault(endpoint.profile, first);
    return refuse(endpoint, request, settings, { version, fault, headers });
  }
  return callOperation(endpoint, request, settings, read);
}

/** An unforeseen error in reading, such as in a user's scalar mapping: SOAP is answered in SOAP all the same. */
function unexpected(endpoint: Endpoint, request: WireRequest, settings: ServerSettings, error: unknown): Refusal {
  noteError(request, settings, error);
  const sent = parseMediaType(headerValue(request.headers, 'content-type'))?.type;
  const version = sent === 'application/soap+xml' ? '1.2' : '1.1';
  return { version, fault: internalFault(endpoint.profile, clientMessage(error, settings)) };
}

/** The answer to a request that calls nothing, with the header blocks of extensions as far as the header of the request can be read. */
function refuse(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  refusal: Refusal,
): WireResponse | Promise<WireResponse> {
  const { extensions } = endpoint;
  const { version } = refusal;
  const added = extensions === undefined ? noBlocks : refusalBlocks(endpoint, request, settings, extensions);
  const answer = refusalAnswer(endpoint, request, settings, refusal, added);
  if (extensions?.seals !== true) {
    return answer;
  }
  const context = { ...contextOf(request, version), message: 'fault', error: refusal.given } as const;
  const written = { parts: [], mtom: false };
  return sealedAnswer(extensions, answer, written, context, { request, settings }).catch((error) => {
    // Nobody is known for whom to seal it, and it tells nothing of the service.
    noteError(request, settings, error);
    return answer;
  });
}

function refusalAnswer(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  { version, fault, headers, given }: Refusal,
  added: readonly SoapHeaderBlock[],
): WireResponse {
  if (given !== undefined) {
    try {
      const answer = faultAnswer(endpoint, version, faultContent(given, undefined, endpoint), { added });
      return given.status === undefined ? answer : { ...answer, status: given.status };
    } catch (error) {
      // It has a detail that cannot be written.
      noteError(request, settings, error);
    }
  }
  return simpleFault(endpoint, version, fault, { ...headers, added });
}

function refusalBlocks(
  { readerOptions }: Endpoint,
  { headers, body }: WireRequest,
  { textXmlCharset }: ServerSettings,
  extensions: HeaderExtensions,
): readonly SoapHeaderBlock[] {
  const mediaType = parseMediaType(headerValue(headers, 'content-type'));
  try {
    const text = mediaType && decodeXmlBody(body, mediaType, textXmlCharset);
    const beginning = text === undefined ? undefined : readBeginning(text, readerOptions, extensions);
    return beginning === undefined ? noBlocks : extensions.writeRefusal(beginning.received);
  } catch {
    // The fault says more than an error about its header blocks.
    return noBlocks;
  }
}

/** The call that the headers of a request name, if an earlier request had the same ones. */
function knownCall({ knownHeaders }: Endpoint, { headers }: WireRequest): KnownCall | undefined {
  const contentType = headerValue(headers, 'content-type');
  return contentType === undefined ? undefined : knownHeaders.get(contentType, ownHeader(headers, 'soapaction'));
}

/** Reads a request whose headers are known. */
function readKnown(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  { mediaType, version, route }: KnownCall,
): SoapCall | WireResponse | Refusal {
  const text = readText(endpoint, request, settings, { mediaType, version });
  return typeof text === 'string'
    ? readSelected(endpoint, version, route, () => new XmlReader(text, endpoint.readerOptions))
    : text;
}

/** The text of a request, or the answer to one in an encoding that is not known. */
function readText(
  endpoint: Endpoint,
  { body }: WireRequest,
  { textXmlCharset }: ServerSettings,
  { mediaType, version }: Pick<KnownCall, 'mediaType' | 'version'>,
): string | WireResponse | Refusal {
  const charset = unknownCharset(mediaType);
  if (charset !== undefined && endpoint.profile.unknownCharset === 'refuse') {
    return unsupported(endpoint, () => wording.unknownCharset(excerpt(charset)));
  }
  try {
    return decodeXmlBody(body, mediaType, textXmlCharset);
  } catch (error) {
    return unreadable(endpoint, version, error, undefined);
  }
}

/** Keeps what the headers of a request name, unless the operation depends on more than they say. */
function keepHeaders({ knownHeaders }: Endpoint, { headers, attachments }: WireRequest, call: KnownCall): void {
  const contentType = headerValue(headers, 'content-type');
  if (contentType !== undefined && attachments === undefined) {
    knownHeaders.set(contentType, ownHeader(headers, 'soapaction'), call);
  }
}

function readCall(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
): SoapCall | WireResponse | Refusal {
  const contentType = headerValue(request.headers, 'content-type');
  const mediaType = parseMediaType(contentType);
  if (request.packageError !== undefined && !endpoint.passesOn) {
    noteError(request, settings, request.packageError);
    // Packages say in their headers what is in them.
    const isLater = endpoint.soap11 === undefined || (endpoint.soap12 && /soap\+xml/i.test(contentType ?? ''));
    const fault = unreadableFault(endpoint.profile, undefined, request.packageError.message);
    return { version: isLater ? '1.2' : '1.1', fault };
  }
  const version = soapVersionOf(mediaType?.type);
  const routes = soapRoutes(endpoint, mediaType?.type);
  if (mediaType === undefined || version === undefined || routes === undefined) {
    return endpoint.passesOn ? passedOn : unsupported(endpoint, wording.otherContentType);
  }
  const text = readText(endpoint, request, settings, { mediaType, version });
  if (typeof text !== 'string') {
    return endpoint.passesOn ? passedOn : text;
  }
  const { readerOptions } = endpoint;
  let selection: SoapSelection;
  try {
    selection =
      version === '1.1'
        ? selectSoap11(endpoint, routes, request, text, readerOptions)
        : selectSoap12(endpoint, routes, mediaType, text, readerOptions);
  } catch (error) {
    return endpoint.passesOn ? passedOn : unroutable(endpoint, version, error, text);
  }
  if ('problem' in selection) {
    return endpoint.passesOn ? passedOn : { version, fault: selection.problem };
  }
  const { route } = selection;
  const instead = insteadOf(route, request);
  if (instead !== undefined) {
    if (selection.byHeaders) {
      keepHeaders(endpoint, request, { mediaType, version, route });
    }
    return instead;
  }
  const other = otherAction(endpoint, route, mediaType, request);
  if (other !== undefined) {
    return { version, fault: otherActionFault(endpoint.profile, other, route.operation.name) };
  }
  if (selection.byHeaders) {
    keepHeaders(endpoint, request, { mediaType, version, route });
  }
  return readSelected(endpoint, version, route, () => endpoint.open?.(text) ?? new XmlReader(text, readerOptions));
}

/** Reads the message of a request whose operation is known; `open` begins its document. `sentAs` is the version that the content type stands for. */
function readSelected(
  endpoint: Endpoint,
  sentAs: SoapVersion,
  selected: SoapRoute,
  open: () => XmlReader,
): SoapCall | WireResponse | Refusal {
  const reader = open();
  let version = sentAs;
  try {
    const facts = endpoint.envelopeStarts.enter(reader);
    if (facts.version !== sentAs && sentAs === '1.2') {
      return unsupported(endpoint, wording.otherEnvelope);
    }
    let route = selected;
    if (facts.version !== sentAs) {
      // A SOAP 1.2 envelope as text/xml is served where SOAP 1.2 is.
      const other = routeOf(endpoint, selected);
      if (other === undefined) {
        throw new SoapFormatError('version', '', soapVersion(facts.version).namespace);
      }
      route = other;
      version = facts.version;
    }
    const message = readSoapMessage(reader, facts, route, endpoint, open);
    return { version, route, message };
  } catch (error) {
    return unreadable(endpoint, version, error, selected.operation.name, reader);
  }
}

/** The answer to a request in another format than those that are served, which it names (RFC 9110, 15.5.16). .NET gives no words. */
function unsupported(endpoint: Endpoint, words: (accepted: string) => string): WireResponse {
  const accepted = versionsOf(endpoint).map((version) => ({
    version,
    type: version === '1.1' ? 'text/xml' : 'application/soap+xml',
  }));
  const Accept = accepted.map(({ type }) => type).join(', ');
  if (endpoint.profile.malformedXml === 'empty400') {
    return emptyResponse(415, { Accept, 'Cache-Control': 'private' });
  }
  const answer = textAnswer(415, words(accepted.map(({ version, type }) => `SOAP ${version} (${type})`).join(' and ')));
  return { ...answer, headers: { ...answer.headers, Accept } };
}

/** The same operation over SOAP 1.2. */
function routeOf(endpoint: Endpoint, route: SoapRoute): SoapRoute | undefined {
  for (const routes of endpoint.soap12?.elements.values() ?? []) {
    const found = routes.find((candidate) => sameOperation(candidate, route));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/**
 * The answer if the search for the Body's element met broken XML, which ASP.NET reports as a fault of its own, and in SOAP
 * 1.2 where it can.
 */
function unroutable(endpoint: Endpoint, version: SoapVersion, error: unknown, text: string): WireResponse | Refusal {
  const { profile } = endpoint;
  if (error instanceof XmlSyntaxError && profile.malformedXml === 'empty400') {
    const answered = profile.brokenRoutingIsSoap12 && endpoint.soap12 !== undefined ? '1.2' : version;
    return { version: answered, fault: internalFault(profile, readerMessage(error, text)) };
  }
  if (error instanceof SoapFormatError && error.problem === 'no-body' && profile.malformedXml === 'empty400') {
    return { version, fault: internalFault(profile, wording.noBody) };
  }
  return unreadable(endpoint, version, error, undefined);
}

/** The message of .NET's XML reader for a document that it cannot read. */
function readerMessage(error: XmlSyntaxError, text: string): string {
  return /^[\s\ufeff]*$/.test(text)
    ? wording.noRoot
    : withoutMark(text).startsWith('<!DOCTYPE', error.offset)
      ? wording.noDtd
      : wording.notAtRoot(error.line, error.column);
}

/**
 * The answer to a request that could not be read, for `operation` where it is known. Errors of no known kind are thrown on.
 */
function unreadable(
  endpoint: Endpoint,
  version: SoapVersion,
  error: unknown,
  operation: string | undefined,
  reader?: XmlReader,
): WireResponse | Refusal {
  const { profile } = endpoint;
  if (error instanceof XmlSyntaxError) {
    return profile.malformedXml === 'fault'
      ? { version, fault: unreadableFault(profile, operation, error.message) }
      : emptyResponse(400, { 'Cache-Control': 'private' });
  }
  if (error instanceof XmlDecodeError && profile.malformedXml === 'empty400' && notText.has(error.code)) {
    return emptyResponse(400, { 'Cache-Control': 'private' });
  }
  if (error instanceof SoapFormatError && error.problem !== 'no-body') {
    const fault: ServerFault = {
      code: 'VersionMismatch',
      reason: wording.wrongEnvelope(excerpt(error.found), soapVersion('1.1').namespace),
    };
    return { version: '1.1', fault, headers: { upgrade: versionsOf(endpoint) } };
  }
  if (error instanceof SoapFormatError) {
    return { version, fault: unreadableFault(profile, operation, wording.noBody) };
  }
  if (error instanceof XmlDecodeError || error instanceof BodyElementError) {
    const reason =
      error instanceof BodyElementError
        ? bodyElementReason(profile, error, endpoint.namespaces.write)
        : decodeReason(error, profile, reader);
    return { version, fault: unreadableFault(profile, operation, reason) };
  }
  throw error;
}

/** Codes of errors about elements and comments where only text is allowed: for .NET such a document is not well-formed. */
const notText: ReadonlySet<string> = new Set(['unexpected-element', 'unexpected-markup']);

function versionsOf(endpoint: Endpoint): readonly SoapVersion[] {
  const versions: SoapVersion[] = [];
  if (endpoint.soap11 !== undefined) {
    versions.push('1.1');
  }
  if (endpoint.soap12 !== undefined) {
    versions.push('1.2');
  }
  return versions;
}

const noBlocks: readonly SoapHeaderBlock[] = [];
