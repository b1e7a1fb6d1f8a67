import { unescapeFormText } from '../http/form.js';
import type { MediaType } from '../http/media-type.js';
import { nextChild, skipElement } from '../soap/cursor.js';
import { enterBody, enterEnvelope } from '../soap/envelope.js';
import { XmlReader, type XmlReaderOptions } from '../xml/index.js';
import { type OwnFault, unknownActionFault } from './own-fault.js';
import type { Profile } from './profile.js';
import type { Endpoint } from './routes.js';
import type { SoapRoute } from './soap-routes.js';
import { anyElement, chooseByChildren, elementKey, type SoapRoutes } from './soap-routes.js';
import { headerValue, type WireRequest } from './wire.js';

/** The operation that a SOAP request means, or why it means none. */
export type SoapSelection = { readonly route: SoapRoute } | { readonly problem: OwnFault };

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
    const found = profile.actionRequired ? undefined : byElement(routes, text, readerOptions);
    return found ?? { problem: unknownActionFault(profile, undefined, 'SOAPAction') };
  }
  const action = unquote(header.trim());
  const known = findAction(routes, action);
  if (known !== undefined) {
    return { route: known };
  }
  const shared = routes.actions.has(action);
  if (shared || !profile.unknownActionFails) {
    const found = byElement(routes, text, readerOptions);
    if (found !== undefined) {
      return found;
    }
  }
  return { problem: unknownActionFault(profile, action, 'SOAPAction') };
}

/** The operation of an `application/soap+xml` request: by its action parameter, else by the element of the Body. Throws what `peekBodyElement` throws. */
export function selectSoap12(
  profile: Profile,
  routes: SoapRoutes,
  mediaType: MediaType,
  text: string,
  readerOptions: XmlReaderOptions,
): SoapSelection {
  const action = mediaType.parameters.get('action') ?? '';
  const known = action === '' ? undefined : findAction(routes, action);
  if (known !== undefined) {
    return { route: known };
  }
  return (
    byElement(routes, text, readerOptions) ?? {
      problem: unknownActionFault(profile, action === '' ? undefined : action, 'action'),
    }
  );
}

function findAction(routes: SoapRoutes, action: string): SoapRoute | undefined {
  const route = routes.actions.get(action);
  // ASP.NET undoes percent-encoding in the header; names outside ASCII arrive so.
  return route ?? (action.includes('%') ? routes.actions.get(unescapeFormText(action)) : undefined);
}

function unquote(action: string): string {
  return action.length >= 2 && action.startsWith('"') && action.endsWith('"') ? action.slice(1, -1) : action;
}

function byElement(routes: SoapRoutes, text: string, readerOptions: XmlReaderOptions): SoapSelection | undefined {
  const reader = new XmlReader(text, readerOptions);
  const candidates = routes.elements.get(peekBodyElement(reader)) ?? routes.elements.get(anyElement) ?? [];
  const route = candidates.length > 1 ? chooseByChildren(candidates, childNames(reader)) : candidates[0];
  return route === undefined ? undefined : { route };
}

/**
 * `{namespace}name` of the first element in the Body, on which it leaves the reader; `''` when there is none. Reads no further: header blocks
 * can be decoded only after the operation is known. Throws `SoapFormatError` when there is no envelope or Body, `XmlSyntaxError` when the text up to there is not XML.
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
