import { type FormField, FormLimitError, parseForm } from '../http/form.js';
import { parseMediaType } from '../http/media-type.js';
import { encodeElement } from '../schema/index.js';
import { decodeFormBody } from './charset.js';
import { ServiceContext } from './context.js';
import { formInput, ParameterError } from './form-input.js';
import { clientMessage, errorInfo, invokeHandler, isThenable, reportError, withHeaders } from './invoke.js';
import type { ServerSettings } from './options.js';
import type { Profile } from './profile.js';
import { answerWriter, type Endpoint, type HttpRoute, matchUrlPattern } from './routes.js';
import { emptyResponse, headerValue, type WireRequest, type WireResponse } from './wire.js';
import { escapeMarkup, wording } from './wording.js';

/** Answers a request below a service's address (`/X.asmx/Op`). `rest` is that part of the path. */
export function answerHttp(
  endpoint: Endpoint,
  request: WireRequest,
  rest: string,
  query: string,
  settings: ServerSettings,
): WireResponse | Promise<WireResponse> {
  const { profile } = endpoint;
  const found = findRoute(endpoint, request.method, rest);
  if (found === undefined) {
    return noRoute(endpoint, request.method, rest);
  }
  const { route } = found;
  let input: unknown;
  try {
    if (route.binding.input === 'form' && !isForm(request)) {
      const contentType = headerValue(request.headers, 'content-type') ?? '';
      return textError(profile.status.wrongContentType, wording.badRequestFormat(contentType));
    }
    const fields = [...found.fields, ...readFields(request, route, query, settings)];
    input = formInput(route.binding.parameters, fields, profile);
  } catch (error) {
    if (error instanceof ParameterError || error instanceof FormLimitError) {
      return textError(profile.status.badParameter, error.message);
    }
    throw error;
  }
  return callOperation(endpoint, request, settings, route, input);
}

/** A route, with the parameters that stand in the path. */
interface FoundRoute {
  readonly route: HttpRoute;
  readonly fields: readonly FormField[];
}

function findRoute(endpoint: Endpoint, method: string, rest: string): FoundRoute | undefined {
  const routes = method === 'GET' ? endpoint.httpGet : method === 'POST' ? endpoint.httpPost : undefined;
  const route = routes?.get(rest);
  if (routes === undefined || route !== undefined) {
    return route && { route, fields: [] };
  }
  for (const pattern of endpoint.patterns) {
    const values = pattern.route.kind === 'httpGet' && method === 'GET' ? matchUrlPattern(pattern, rest) : undefined;
    if (values !== undefined) {
      return { route: pattern.route, fields: pattern.names.map((name, index) => [name, values[index]]) };
    }
  }
  return undefined;
}

function noRoute(endpoint: Endpoint, method: string, rest: string): WireResponse {
  const { profile } = endpoint;
  const allowed = [...(endpoint.httpGet.has(rest) ? ['GET'] : []), ...(endpoint.httpPost.has(rest) ? ['POST'] : [])];
  if (allowed.length > 0 || (method !== 'GET' && method !== 'POST')) {
    const headers: Record<string, string> = allowed.length > 0 ? { Allow: allowed.join(', ') } : {};
    return htmlError(profile.status.wrongMethod, wording.unrecognizedFormat(rest), headers);
  }
  return textError(profile.status.unknownOperation, wording.unknownMethod(rest.slice(1)));
}

function isForm(request: WireRequest): boolean {
  const type = parseMediaType(headerValue(request.headers, 'content-type'))?.type;
  return type === 'application/x-www-form-urlencoded';
}

function readFields(
  request: WireRequest,
  route: HttpRoute,
  query: string,
  settings: ServerSettings,
): readonly FormField[] {
  const maxFields = settings.limits.maxFormFields;
  if (route.binding.input !== 'form') {
    return parseForm(query, { maxFields });
  }
  const charset = parseMediaType(headerValue(request.headers, 'content-type'))?.parameters.get('charset');
  return parseForm(decodeFormBody(request.body, charset), { maxFields, ...(charset !== undefined && { charset }) });
}

function callOperation(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  route: HttpRoute,
  input: unknown,
): WireResponse | Promise<WireResponse> {
  const context = new ServiceContext(route.service, route.operation, route.kind, request, {});
  const succeed = (result: unknown): WireResponse => withHeaders(resultAnswer(endpoint, route, result), context);
  const fail = (error: unknown): WireResponse => {
    reportError(settings, error, errorInfo(route, context));
    return withHeaders(textError(500, clientMessage(error, settings)), context);
  };
  try {
    const result = invokeHandler(route.handler, input, context, settings.limits.handlerTimeoutMs);
    return isThenable(result) ? Promise.resolve(result).then(succeed).catch(fail) : succeed(result);
  } catch (error) {
    return fail(error);
  }
}

const declaration = '<?xml version="1.0" encoding="utf-8"?>\r\n';
const succeeded = 'private, max-age=0';

function resultAnswer(endpoint: Endpoint, route: HttpRoute, result: unknown): WireResponse {
  const { output, outputContentType } = route.binding;
  if (output === undefined) {
    return outputContentType === undefined
      ? emptyResponse(200, { 'Cache-Control': succeeded })
      : {
          status: 200,
          headers: { 'Content-Type': outputContentType, 'Cache-Control': succeeded },
          body: result instanceof Uint8Array ? result : String(result ?? ''),
        };
  }
  const writer = answerWriter(endpoint, output.namespace);
  encodeElement(output, result === undefined && output.nillable === true ? null : result, writer);
  return {
    status: 200,
    headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': succeeded },
    body: declaration + writer.toString(),
  };
}

/** A failure of GET or POST: plain text, HTML-escaped all the same as ASP.NET does (old browsers sniff). */
function textError(status: number, message: string): WireResponse {
  return {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'private',
      'X-Content-Type-Options': 'nosniff',
    },
    body: escapeMarkup(message),
  };
}

function htmlError(
  status: Profile['status']['wrongMethod'],
  message: string,
  headers: Record<string, string>,
): WireResponse {
  const text = escapeMarkup(message);
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private', ...headers },
    body: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${text}</title></head><body><h1>${text}</h1></body></html>\n`,
  };
}
