import { parseMediaType } from '../http/media-type.js';
import { XmlDecodeError } from '../schema/index.js';
import { enterEnvelope, SoapFormatError } from '../soap/envelope.js';
import type { FaultCode, FaultContent } from '../soap/fault.js';
import type { SoapVersion } from '../soap/version.js';
import { XmlReader, XmlSyntaxError } from '../xml/index.js';
import { decodeXmlBody } from './charset.js';
import { ServiceContext } from './context.js';
import { decodeReason } from './decode-reason.js';
import { clientMessage, errorInfo, invokeHandler, isThenable, reportError, withHeaders } from './invoke.js';
import type { ServerSettings } from './options.js';
import type { Endpoint, SoapRoute } from './routes.js';
import { type FaultHeaders, faultAnswer, faultContent, resultAnswer } from './soap-answer.js';
import { SoapFault } from './soap-fault.js';
import { BodyElementError, readSoapMessage, type SoapMessage } from './soap-message.js';
import { type SoapSelection, selectSoap11, selectSoap12 } from './soap-routing.js';
import { emptyResponse, headerValue, type WireRequest, type WireResponse } from './wire.js';
import { wording } from './wording.js';

/** A request that was read: whom to call, with what, and in which version to answer. */
interface SoapCall {
  readonly version: SoapVersion;
  readonly route: SoapRoute;
  readonly message: SoapMessage;
}

/** Answers a POST to a service's address. */
export function answerSoap(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
): WireResponse | Promise<WireResponse> {
  const read = readCall(endpoint, request, settings);
  if ('status' in read) {
    return read;
  }
  const { message, version } = read;
  const [first] = message.notUnderstood;
  if (first !== undefined) {
    const blocks = version === '1.2' && endpoint.profile.notUnderstoodBlocks;
    return simpleFault(endpoint, version, 'MustUnderstand', wording.headerNotUnderstood(first.name), {
      ...(blocks && { notUnderstood: message.notUnderstood }),
    });
  }
  return callOperation(endpoint, request, settings, read);
}

function readCall(endpoint: Endpoint, request: WireRequest, settings: ServerSettings): SoapCall | WireResponse {
  const mediaType = parseMediaType(headerValue(request.headers, 'content-type'));
  const version: SoapVersion | undefined =
    mediaType?.type === 'text/xml' ? '1.1' : mediaType?.type === 'application/soap+xml' ? '1.2' : undefined;
  const routes = version === '1.1' ? endpoint.soap11 : endpoint.soap12;
  if (mediaType === undefined || version === undefined || routes === undefined) {
    return emptyResponse(415);
  }
  const text = decodeXmlBody(request.body, mediaType, settings.textXmlCharset);
  const { readerOptions } = endpoint;
  let selection: SoapSelection;
  try {
    selection =
      version === '1.1'
        ? selectSoap11(endpoint, routes, request, text, readerOptions)
        : selectSoap12(routes, mediaType, text, readerOptions);
  } catch (error) {
    return unreadable(endpoint, version, error, version === '1.2' ? 'routing' : 'reading');
  }
  if ('problem' in selection) {
    return simpleFault(endpoint, version, 'Client', selection.problem);
  }
  return readSelected(endpoint, version, selection.route, new XmlReader(text, readerOptions));
}

/** Reads the message of a request whose operation is known. `sentAs` is the version that the content type stands for. */
function readSelected(
  endpoint: Endpoint,
  sentAs: SoapVersion,
  selected: SoapRoute,
  reader: XmlReader,
): SoapCall | WireResponse {
  let version = sentAs;
  try {
    const facts = enterEnvelope(reader);
    if (facts.version !== sentAs && sentAs === '1.2') {
      return emptyResponse(415);
    }
    let route = selected;
    if (facts.version !== sentAs) {
      // A SOAP 1.2 envelope as text/xml is served where SOAP 1.2 is.
      const other = routeOf(endpoint, selected);
      if (other === undefined) {
        throw new SoapFormatError('version', wording.wrongEnvelope);
      }
      route = other;
      version = facts.version;
    }
    const message = readSoapMessage(reader, facts, route, endpoint.profile);
    return { version, route, message };
  } catch (error) {
    return unreadable(endpoint, version, error, 'reading', reader);
  }
}

/** The same operation over SOAP 1.2. */
function routeOf(endpoint: Endpoint, route: SoapRoute): SoapRoute | undefined {
  const binding = route.operation.soap12;
  return endpoint.soap12 === undefined || binding === undefined ? undefined : { ...route, kind: 'soap12', binding };
}

/**
 * The answer to a request that could not be read. `routing` is the search for the Body's element, at which ASP.NET takes broken XML for
 * its own fault. Errors of no known kind are thrown on.
 */
function unreadable(
  endpoint: Endpoint,
  version: SoapVersion,
  error: unknown,
  phase: 'routing' | 'reading',
  reader?: XmlReader,
): WireResponse {
  const { profile } = endpoint;
  if (error instanceof XmlSyntaxError) {
    if (profile.malformedXml === 'fault') {
      return simpleFault(endpoint, version, 'Client', `${wording.unreadableRequest} ---> ${error.message}`);
    }
    if (phase === 'routing') {
      const place = wording.xmlError(error.line, error.column);
      return simpleFault(endpoint, version, 'Server', `${wording.unprocessableRequest} ---> ${place}`);
    }
    return emptyResponse(400, { 'Cache-Control': 'private' });
  }
  if (error instanceof XmlDecodeError && error.code === 'unexpected-element' && profile.malformedXml === 'empty400') {
    return emptyResponse(400, { 'Cache-Control': 'private' });
  }
  if (error instanceof SoapFormatError && error.problem !== 'no-body') {
    const reason = error.problem === 'version' ? wording.wrongEnvelope : wording.notAnEnvelope;
    return simpleFault(endpoint, '1.1', 'VersionMismatch', reason, { upgrade: versionsOf(endpoint) });
  }
  if (error instanceof SoapFormatError || error instanceof XmlDecodeError || error instanceof BodyElementError) {
    const reason = decodeReason(error, profile, reader);
    return simpleFault(endpoint, version, 'Client', `${wording.unreadableRequest} ---> ${reason}`);
  }
  throw error;
}

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

/** A fault in the server's own words. Faults about header blocks have no detail (SOAP 1.1, 4.4). */
function simpleFault(
  endpoint: Endpoint,
  version: SoapVersion,
  code: FaultCode,
  reason: string,
  headers: FaultHeaders = {},
): WireResponse {
  const aboutBody = code === 'Client' || code === 'Server';
  const fault: FaultContent = { code, reason, ...(aboutBody && endpoint.profile.emptyDetail && { detail: [] }) };
  return faultAnswer(endpoint, version, fault, headers);
}

function callOperation(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  call: SoapCall,
): WireResponse | Promise<WireResponse> {
  const { route, message, version } = call;
  const context = new ServiceContext(route.service, route.operation, route.kind, request, message.soapHeaders);
  const fail = (error: unknown): WireResponse => failure(endpoint, settings, call, context, error);
  const succeed = (result: unknown): WireResponse =>
    withHeaders(resultAnswer(endpoint, version, route, result, context.responseSoapHeaders), context);
  try {
    const result = invokeHandler(route.handler, message.input, context, settings.limits.handlerTimeoutMs);
    if (route.operation.oneWay === true || route.operation.output === undefined) {
      if (isThenable(result)) {
        // Nobody waits for the outcome of a one-way operation.
        result.then(undefined, fail);
      }
      return withHeaders(emptyResponse(202), context);
    }
    return isThenable(result) ? Promise.resolve(result).then(succeed).catch(fail) : succeed(result);
  } catch (error) {
    return fail(error);
  }
}

/** The answer to an error of a handler, or of encoding its result. */
function failure(
  endpoint: Endpoint,
  settings: ServerSettings,
  { route, version }: SoapCall,
  context: ServiceContext,
  error: unknown,
): WireResponse {
  reportError(settings, error, errorInfo(route, context));
  if (error instanceof SoapFault) {
    try {
      return withHeaders(faultAnswer(endpoint, version, faultContent(error, route, endpoint)), context);
    } catch (broken) {
      // The fault itself cannot be written: to the client that is an error like any other.
      return failure(endpoint, settings, { route, version, message: noMessage }, context, broken);
    }
  }
  return simpleFault(endpoint, version, 'Server', clientMessage(error, settings));
}

const noMessage: SoapMessage = { input: undefined, soapHeaders: {}, notUnderstood: [] };
