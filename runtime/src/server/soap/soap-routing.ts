import { unescapeFormText } from '../../http/form.js';
import { type MediaType, parseMediaType } from '../../http/media-type.js';
import type { SoapVersion } from '../../service/soap-version.js';
import { enterBody, enterEnvelope } from '../../soap/envelope.js';
import { XmlEvent, type XmlReaderOptions } from '../../xml/index.js';
import { nextChild, skipElement } from '../../xml/interfaces/reader.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import type { Endpoint } from '../routes/endpoint.js';
import {
  anyElement,
  chooseByAction,
  chooseByChildren,
  elementKey,
  type SoapRoute,
  type SoapRoutes,
  sameOperation,
} from '../routes/soap-routes.js';
import { headerValue, ownHeader, type WireHeaders, type WireRequest } from '../wire/wire.js';
import { type ServerFault, unknownActionFault } from './server-fault.js';

/** The version of SOAP that a media type stands for. */
export function soapVersionOf(mediaType: string | undefined): SoapVersion | undefined {
  return mediaType === 'text/xml' ? '1.1' : mediaType === 'application/soap+xml' ? '1.2' : undefined;
}

/** The routes of the version of SOAP that a media type stands for; undefined where the endpoint does not serve it. */
export function soapRoutes(endpoint: Endpoint, mediaType: string | undefined): SoapRoutes | undefined {
  const version = soapVersionOf(mediaType);
  return version === '1.1' ? endpoint.soap11 : version === '1.2' ? endpoint.soap12 : undefined;
}

/** The operation that a SOAP request calls, and whether its headers alone say so; or the reason why it calls none. */
export type SoapSelection =
  | { readonly route: SoapRoute; readonly byHeaders: boolean }
  | { readonly problem: ServerFault };

/**
 * The operation of a `text/xml` request: by SOAPAction, and by the element of the Body when there is no such header (or the profile asks on after an
 * unknown one). Throws what `peekBodyElement` throws.
 */
export function selectSoap11(
  endpoint: Endpoint,
  routes: SoapRoutes,
  request: WireRequest,
  text: string,
  readerOptions: XmlReaderOptions,
): SoapSelection {
  const header = headerValue(request.headers, 'soapaction');
  const { profile } = endpoint;
  if (header === undefined) {
    const found = profile.actionRequired ? undefined : byElement(endpoint, routes, text, readerOptions, '');
    return found ?? { problem: unknownActionFault(profile, undefined, 'SOAPAction') };
  }
  const action = unquote(header.trim());
  const known = findAction(routes, action);
  if (known !== undefined) {
    return { route: known, byHeaders: true };
  }
  const shared = routes.actions.has(action);
  if (shared || !profile.unknownActionFails) {
    const found = byElement(endpoint, routes, text, readerOptions, action);
    if (found !== undefined) {
      return found;
    }
  }
  return { problem: unknownActionFault(profile, action, 'SOAPAction') };
}

/** The operation of an `application/soap+xml` request: by its action parameter, else by the element of the Body. Throws what `peekBodyElement` throws. */
export function selectSoap12(
  endpoint: Endpoint,
  routes: SoapRoutes,
  mediaType: MediaType,
  text: string,
  readerOptions: XmlReaderOptions,
): SoapSelection {
  const action = mediaType.parameters.get('action') ?? '';
  const known = action === '' ? undefined : findAction(routes, action);
  if (known !== undefined) {
    return { route: known, byHeaders: true };
  }
  return (
    byElement(endpoint, routes, text, readerOptions, action) ?? {
      problem: unknownActionFault(endpoint.profile, action === '' ? undefined : action, 'action'),
    }
  );
}

/**
 * The action that the HTTP headers of a request say: SOAPAction (SOAP 1.1, 6.1.1), else the parameter of the content type (SOAP 1.2 Part 2, appendix A).
 * Undefined or empty if neither does.
 */
export function sentAction(headers: WireHeaders): string | undefined {
  const header = unquote((ownHeader(headers, 'soapaction') ?? '').trim());
  const action =
    header === '' ? parseMediaType(headerValue(headers, 'content-type'))?.parameters.get('action') : header;
  return action && unescapeAction(action);
}

/**
 * The first action of a request that names another operation of the endpoint than `route`. A request may state its action at several places:
 * in SOAPAction, in its content type, in the content types of a package. Actions that name nothing here are ignored.
 */
export function otherAction(
  endpoint: Endpoint,
  route: SoapRoute,
  mediaType: MediaType,
  request: WireRequest,
): string | undefined {
  const header = headerValue(request.headers, 'soapaction');
  const action = header === undefined ? undefined : unquote(header.trim());
  if (action !== undefined && namesOther(endpoint, route, action)) {
    return action;
  }
  const parameter = mediaType.parameters.get('action');
  if (parameter !== undefined && namesOther(endpoint, route, parameter)) {
    return parameter;
  }
  return request.packageActions?.find((each) => namesOther(endpoint, route, each));
}

function namesOther({ soap11, soap12 }: Endpoint, route: SoapRoute, action: string): boolean {
  const in11 = soap11 && findAction(soap11, action);
  if (in11 !== undefined && sameOperation(in11, route)) {
    return false;
  }
  const in12 = soap12 && findAction(soap12, action);
  if (in12 !== undefined && sameOperation(in12, route)) {
    return false;
  }
  return in11 !== undefined || in12 !== undefined;
}

function findAction(routes: SoapRoutes, action: string): SoapRoute | undefined {
  const route = routes.actions.get(action);
  return route ?? (action.includes('%') ? routes.actions.get(unescapeAction(action)) : undefined);
}

/**
 * Escapes of characters outside ASCII, in UTF-8 or as .NET writes UTF-16, and of characters that a URI cannot contain
 * directly.
 */
const neededEscapes =
  /(?:%[89A-Fa-f][0-9A-Fa-f]|%(?:2[025]|3[CEce]|5[CEce]|60|7[B-Db-d])|%u(?!00[0-7])[0-9A-Fa-f]{4})+/g;

/**
 * Undoes the percent-encoding without which an action cannot be sent. Other escapes stay: who reads the header in front of this server
 * would see another action than the server (`%41dmin`, `a%2Fb`).
 */
function unescapeAction(action: string): string {
  return action.replace(neededEscapes, (escapes) => unescapeFormText(escapes));
}

function unquote(action: string): string {
  return action.length >= 2 && action.startsWith('"') && action.endsWith('"') ? action.slice(1, -1) : action;
}

/**
 * The operation that the Body names, with the header and the action of the request where the Body fits several; undefined where they name none. An operation that has no
 * action itself is the one that a request without an action means.
 */
function byElement(
  endpoint: Endpoint,
  routes: SoapRoutes,
  text: string,
  readerOptions: XmlReaderOptions,
  action: string,
): SoapSelection | undefined {
  const reader = new XmlReader(text, readerOptions);
  const exact = routes.elements.get(peekBodyElement(reader)) ?? routes.elements.get(anyElement);
  const candidates = exact ?? (endpoint.profile.nearMisses === 'read' ? byLocalName(routes, reader) : []);
  const named = candidates.length > 1 ? byHeader(endpoint, candidates, text, readerOptions) : undefined;
  if (named !== undefined) {
    return { route: named, byHeaders: false };
  }
  const fitting = candidates.length > 1 ? chooseByChildren(candidates, childNames(reader)) : candidates[0];
  const route = fitting && chooseByAction(fitting, candidates, unescapeAction(action));
  return route && { route, byHeaders: false };
}

/** The one of several operations that header extensions know, such as by the Action of WS-Addressing. */
function byHeader(
  { extensions }: Endpoint,
  routes: readonly SoapRoute[],
  text: string,
  readerOptions: XmlReaderOptions,
): SoapRoute | undefined {
  const candidates = routes.map(({ kind, binding, service, operation, action, placeholders }) => ({
    binding: kind,
    service,
    operation,
    action,
    facts: binding,
    placeholders,
  }));
  const selected = extensions?.select(text, readerOptions, candidates);
  return routes.find((_, index) => candidates[index] === selected);
}

/** The operations of the only element that has the local name of the one at the reader. */
function byLocalName({ elements }: SoapRoutes, { event, localName }: XmlReader): readonly SoapRoute[] {
  const same =
    event === XmlEvent.StartElement
      ? [...elements].filter(([key]) => key.startsWith('{') && key.slice(key.lastIndexOf('}') + 1) === localName)
      : [];
  return same.length === 1 ? (same[0]?.[1] ?? []) : [];
}

/**
 * `{namespace}name` of the first element in the Body, where it leaves the reader; `''` if there is none. Reads no further:
 * header blocks can be decoded only after the operation is known. Throws `SoapFormatError` if there is no envelope or Body,
 * `XmlSyntaxError` if the text up to there is not XML.
 */
function peekBodyElement(reader: XmlReader): string {
  enterBody(reader, enterEnvelope(reader));
  return nextChild(reader) ? elementKey({ namespace: reader.namespace, name: reader.localName }) : '';
}

/** Local names of the children of the element that the reader is on. */
function childNames(reader: XmlReader): ReadonlySet<string> {
  const names = new Set<string>();
  while (nextChild(reader)) {
    names.add(reader.localName);
    skipElement(reader);
  }
  return names;
}
