import { type FormField, FormLimitError, parseForm } from '../../http/form.js';
import { type MediaType, parseMediaType } from '../../http/media-type.js';
import { parseMultipartForm } from '../../http/multipart-form.js';
import { plainSpelling } from '../../http/paths.js';
import { joinPaths, splitTarget } from '../../http/urls.js';
import { decodeElement } from '../../schema/decode/decode.js';
import type { ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import { XmlDecodeError } from '../../schema/descriptor/errors.js';
import { encodeElement } from '../../schema/encode/encode.js';
import { documentOfResult } from '../../service/any-document.js';
import { kindsByVerb } from '../../service/binding-kinds.js';
import type { HttpBindingDescriptor } from '../../service/descriptor.js';
import { SoapFault } from '../../soap/soap-fault.js';
import { writeTree, type XmlElement, XmlSyntaxError } from '../../xml/index.js';
import { drain } from '../../xml/interfaces/reader.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import { escapeMarkup, excerpt, wording } from '../base/wording.js';
import { answerWriter, answerWriterOptions, writeAnswer } from '../call/answer-writer.js';
import type { EndpointTarget } from '../call/binding.js';
import {
  answerCall,
  clientMessage,
  errorInfo,
  noteError,
  reportError,
  streamedCall,
  withHeaders,
} from '../call/invoke.js';
import { ServiceContext } from '../handlers/context.js';
import { insteadOf, passedOn } from '../handlers/fallback.js';
import {
  isStreamedResult,
  type StreamedCall,
  type StreamedResult,
  streamedResponse,
} from '../handlers/streamed-result.js';
import { type Profile, profiles } from '../profile/profile.js';
import type { Endpoint } from '../routes/endpoint.js';
import { type HttpRoute, matchUrlPattern, routesOfQuery } from '../routes/http-routes.js';
import type { ServerSettings } from '../settings/options.js';
import { errorAnswer } from '../settings/pages.js';
import { internalFault } from '../soap/server-fault.js';
import { decodeFormBody, decodeXmlBody, unknownCharset } from '../wire/charset.js';
import { answerHeaders, emptyResponse, headerValue, type WireRequest, type WireResponse } from '../wire/wire.js';
import { chooseByParameters, formInput, ParameterError, requireHarmless } from './form-input.js';

/** Answers a request below a service's address (`/X.asmx/Op`). */
export function answerHttp(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  { rest, query }: EndpointTarget,
): WireResponse | Promise<WireResponse> {
  const { profile } = endpoint;
  const found = findRoute(endpoint, request.method, rest, query);
  if (found === undefined) {
    // In another spelling, an operation of ours must not be called at an older service.
    const isOther = endpoint.passesOn && findRoute(endpoint, request.method, plainSpelling(rest), query) === undefined;
    return isOther ? passedOn : noRoute(endpoint, request, rest, settings);
  }
  const mediaType = parseMediaType(headerValue(request.headers, 'content-type'));
  let route: HttpRoute;
  let input: unknown;
  try {
    route = chosenRoute(found.routes, profile, mediaType, (each) =>
      parseFields(request, each, query, mediaType, settings.limits.maxFormFields),
    );
    const instead = insteadOf(route, request);
    if (instead !== undefined) {
      return instead;
    }
    const expected = bodyTypes[route.binding.input];
    if (expected !== undefined && mediaType?.type !== expected) {
      const contentType = headerValue(request.headers, 'content-type') ?? '';
      return textError(endpoint, profile.status.wrongContentType, wording.badRequestFormat(contentType));
    }
    const hasCharset = mediaType !== undefined && withCharset.has(route.binding.input);
    const charset = hasCharset ? unknownCharset(mediaType) : undefined;
    if (charset !== undefined && profile.unknownCharset === 'refuse') {
      return textError(endpoint, profile.status.wrongContentType, wording.unknownCharset(excerpt(charset)));
    }
    input =
      route.binding.input === 'xml' && mediaType !== undefined
        ? xmlInput(endpoint, route, decodeXmlBody(request.body, mediaType, settings.textXmlCharset))
        : formInput(
            route.operation.input,
            route.binding.parameters,
            [...found.fields, ...readFields(request, route, query, mediaType, settings)],
            profile,
          );
    const { element, content } = route.operation.input;
    if (element === undefined && content === undefined) {
      input = undefined;
    }
    endpoint.validate?.requireReadable(route.operation, endpoint.validate.request(route.operation, input));
  } catch (error) {
    if (isRequestError(error)) {
      return textError(endpoint, profile.status.badParameter, error.message);
    }
    throw error;
  }
  return callOperation(endpoint, request, settings, route, input);
}

/** Inputs whose bodies are texts. */
const withCharset: ReadonlySet<HttpBindingDescriptor['input']> = new Set(['form', 'xml']);

/** Media type that a body must have, by the form of the input; none if the body is not read. */
const bodyTypes: Readonly<Record<HttpBindingDescriptor['input'], string | undefined>> = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  xml: 'text/xml',
  urlEncoded: undefined,
  urlReplacement: undefined,
};

/** True for errors that tell the client what is wrong with its request. */
function isRequestError(error: unknown): error is Error {
  return (
    error instanceof ParameterError ||
    error instanceof FormLimitError ||
    error instanceof XmlSyntaxError ||
    error instanceof XmlDecodeError
  );
}

/** The HTTP methods by which an operation can be called at a path below a service's address. */
export function operationMethods(endpoint: Endpoint, rest: string, query: string): readonly string[] {
  return ['GET', 'POST'].filter((method) => isOperation(endpoint, method, rest, query));
}

/** True if an operation can be called by a method at a path below a service's address. */
export function isOperation(endpoint: Endpoint, method: string, rest: string, query: string): boolean {
  return findRoute(endpoint, method, rest, query) !== undefined;
}

/** The routes at a location, one at least, with the parameters in the path. */
interface FoundRoutes {
  readonly routes: readonly [HttpRoute, ...HttpRoute[]];
  readonly fields: readonly FormField[];
}

/**
 * The one of several operations at a location that a request calls: by its content type, and by the names of its fields; the first one where these tell nothing. Throws
 * `FormLimitError`.
 */
function chosenRoute(
  routes: FoundRoutes['routes'],
  profile: Profile,
  mediaType: MediaType | undefined,
  fieldsOf: (route: HttpRoute) => readonly FormField[],
): HttpRoute {
  const typed = routes.filter(({ binding }) => bodyTypes[binding.input] === mediaType?.type);
  const [first = routes[0], ...others] =
    typed.length > 0 ? typed : routes.filter(({ binding }) => bodyTypes[binding.input] === undefined);
  return others.length === 0 ? first : chooseByParameters([first, ...others], fieldsOf(first), profile);
}

function findRoute(endpoint: Endpoint, method: string, rest: string, query: string): FoundRoutes | undefined {
  const kind = kindsByVerb.get(method);
  if (kind === undefined) {
    return undefined;
  }
  const [first, ...others] = routesOfQuery(endpoint[kind].get(rest) ?? [], query);
  if (first !== undefined) {
    return { routes: [first, ...others], fields: [] };
  }
  for (const pattern of endpoint.patterns) {
    const values = pattern.route.kind === kind ? matchUrlPattern(pattern, rest, query) : undefined;
    if (values !== undefined) {
      // A name that the location has twice has one value.
      const fields = new Map(pattern.names.map((name, index) => [name, values[index]]));
      return { routes: [pattern.route], fields: [...fields] };
    }
  }
  return undefined;
}

function noRoute(endpoint: Endpoint, request: WireRequest, rest: string, settings: ServerSettings): WireResponse {
  const { profile } = endpoint;
  const { method } = request;
  const { pages } = settings;
  const withheld = endpoint.withheld.get(rest);
  if (withheld !== undefined) {
    // Callers get the answer to an operation that does not exist; this is for the owner.
    noteError(request, settings, new Error(wording.soapOnly(withheld)));
  }
  const allowed = [...(endpoint.httpGet.has(rest) ? ['GET'] : []), ...(endpoint.httpPost.has(rest) ? ['POST'] : [])];
  if (allowed.length > 0 || (method !== 'GET' && method !== 'POST')) {
    const headers: Record<string, string> = allowed.length > 0 ? { Allow: allowed.join(', ') } : {};
    return htmlError(pages, profile.status.wrongMethod, wording.unrecognizedFormat(rest), headers);
  }
  if (rest === '/') {
    return htmlError(pages, profile.status.wrongMethod, wording.unrecognizedFormat(rest), {});
  }
  const known = profile.form.anyCaseNames ? otherCase(endpoint, rest) : undefined;
  const message =
    known === undefined ? wording.unknownMethod(rest.slice(1)) : wording.otherCaseMethod(rest.slice(1), known.slice(1));
  return textError(endpoint, profile.status.unknownOperation, message);
}

/** The location that differs from the requested one only in letter case. */
function otherCase(endpoint: Endpoint, rest: string): string | undefined {
  const wanted = rest.toLowerCase();
  return [...endpoint.httpGet.keys(), ...endpoint.httpPost.keys()].find(
    (location) => location.toLowerCase() === wanted,
  );
}

function readFields(
  request: WireRequest,
  route: HttpRoute,
  query: string,
  mediaType: MediaType | undefined,
  settings: ServerSettings,
): readonly FormField[] {
  const fields = parseFields(request, route, query, mediaType, settings.limits.maxFormFields);
  if (settings.requestValidation) {
    requireHarmless(fields, route.binding.input === 'urlEncoded' ? 'QueryString' : 'Form');
  }
  return fields;
}

function parseFields(
  request: WireRequest,
  route: HttpRoute,
  query: string,
  mediaType: MediaType | undefined,
  maxFields: number,
): readonly FormField[] {
  switch (route.binding.input) {
    case 'form': {
      const charset = mediaType?.parameters.get('charset');
      return parseForm(decodeFormBody(request.body, charset), { maxFields, ...(charset !== undefined && { charset }) });
    }
    case 'multipart':
      return parseMultipartForm(request.body, mediaType?.parameters.get('boundary') ?? '', maxFields);
    case 'urlEncoded':
      return parseForm(query, { maxFields });
    case 'urlReplacement':
    case 'xml':
      return [];
  }
}

/** A body that is the operation's input element itself. Throws `XmlSyntaxError`, `XmlDecodeError`. */
function xmlInput(endpoint: Endpoint, route: HttpRoute, text: string): unknown {
  const { element } = route.operation.input;
  if (element === undefined && text.trim() === '') {
    return undefined;
  }
  const reader = new XmlReader(text, endpoint.readerOptions);
  reader.next();
  const input = element === undefined ? undefined : decodeElement(element, reader, endpoint.decode);
  drain(reader);
  return input;
}

function callOperation(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  route: HttpRoute,
  input: unknown,
): WireResponse | Promise<WireResponse> {
  const context = new ServiceContext(route.service, route.operation, route.kind, request, {});
  const succeed = (result: unknown): WireResponse | Promise<WireResponse> =>
    isStreamedResult(result)
      ? streamedAnswer(endpoint, route, result, streamedCall(settings, errorInfo(route, context), request)).then(
          (answer) => withHeaders(answer, context),
        )
      : withHeaders(resultAnswer(endpoint, route, result), context);
  const fail = (error: unknown): WireResponse => {
    request.exchange?.failed(error);
    reportError(settings, error, { ...errorInfo(route, context), ...shownPath(endpoint, route, settings) });
    const { reason } = internalFault(profiles.aspnet, clientMessage(error, settings));
    return withHeaders(
      error instanceof SoapFault
        ? textError(endpoint, error.status ?? 500, error.message)
        : textError(endpoint, 500, reason),
      context,
    );
  };
  return answerCall(route.handler, { request, settings, input, context }, succeed, fail);
}

/** The path to report if the request's own contains parameters. */
function shownPath(endpoint: Endpoint, { binding }: HttpRoute, settings: ServerSettings): { readonly path?: string } {
  return binding.input === 'urlReplacement'
    ? { path: joinPaths(settings.basePath, endpoint.path, splitTarget(binding.location).path) }
    : {};
}

const declaration = '<?xml version="1.0" encoding="utf-8"?>\r\n';
const xmlType = 'text/xml; charset=utf-8';
const succeeded = 'private, max-age=0';

function resultAnswer(endpoint: Endpoint, route: HttpRoute, result: unknown): WireResponse {
  endpoint.validate?.requireWritable(route.operation, endpoint.validate.answer(route.operation, result));
  const { output, outputContentType, outputDocument } = route.binding;
  if (outputDocument === true) {
    return documentAnswer(endpoint, documentOfResult(route.operation.output, result));
  }
  if (output === undefined) {
    return outputContentType === undefined
      ? emptyResponse(200, { 'Cache-Control': succeeded })
      : {
          status: 200,
          headers: answerHeaders(outputContentType, succeeded),
          body: result instanceof Uint8Array ? result : String(result ?? ''),
        };
  }
  const value = answerValue(route, output, result);
  const text = writeAnswer(endpoint, { namespace: output.namespace }, (options) => {
    const writer = answerWriter(options);
    encodeElement(output, value, writer, endpoint.encode);
    return writer.toString();
  });
  return xmlAnswer(text);
}

function xmlAnswer(text: string): WireResponse {
  return { status: 200, headers: answerHeaders(xmlType, succeeded), body: declaration + text };
}

/** The answer whose result is written while it is sent. Rejects with an error before the first chunk, and for a document of any kind. */
async function streamedAnswer(
  endpoint: Endpoint,
  route: HttpRoute,
  result: StreamedResult,
  call: StreamedCall,
): Promise<WireResponse> {
  const { output, outputContentType } = route.binding;
  if (output === undefined) {
    const type = outputContentType ?? 'application/octet-stream';
    return streamedResponse(await result.octets(type, call), answerHeaders(type, succeeded));
  }
  const body = await result.begin(
    {
      contentType: xmlType,
      before: declaration,
      after: '',
      writer: answerWriterOptions(endpoint, { namespace: output.namespace }),
      mtom: false,
      attachments: [],
      write: (writer) => encodeElement(output, answerValue(route, output, result.value), writer, endpoint.encode),
    },
    call,
  );
  return streamedResponse(body, answerHeaders(xmlType, succeeded));
}

/** An answer that is a document of any kind; nothing where the result has none. */
function documentAnswer(endpoint: Endpoint, root: XmlElement | undefined): WireResponse {
  if (root === undefined) {
    return emptyResponse(200, { 'Cache-Control': succeeded });
  }
  const writer = answerWriter(answerWriterOptions(endpoint, { namespace: '' }));
  writeTree(root, writer);
  return xmlAnswer(writer.toString());
}

/** The value of the root element: the result, or the whole message where the answer is that of SOAP (as Axis2 sends it). */
function answerValue({ operation }: HttpRoute, output: ElementDescriptor, result: unknown): unknown {
  const { element, unwrap } = operation.output ?? {};
  if (unwrap !== undefined && element?.name === output.name && element.namespace === output.namespace) {
    return result === undefined ? {} : { [unwrap]: result };
  }
  return result === undefined && output.nillable === true ? null : result;
}

/** A failure of GET or POST: plain text, HTML-escaped all the same as ASP.NET does (old browsers sniff). */
function textError(endpoint: Endpoint, status: number, message: string): WireResponse {
  return {
    status,
    headers: answerHeaders('text/plain; charset=utf-8', 'private'),
    body: escapeMarkup(message) + (endpoint.profile.form.dotNetForms ? '\r\n' : ''),
  };
}

/** ASP.NET answers every request in an unknown format with this; the page adds which formats there are. */
function htmlError(
  pages: ServerSettings['pages'],
  status: Profile['status']['wrongMethod'],
  message: string,
  headers: Record<string, string>,
): WireResponse {
  const advice =
    headers.Allow === undefined
      ? 'Call operations with SOAP at the address of the service, or with GET or POST at addresses below it.'
      : `This address accepts ${headers.Allow.replace(', ', ' and ')}.`;
  return errorAnswer(pages, { status, message, advice, headers });
}
