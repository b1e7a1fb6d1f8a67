import type { WireHeaders, WireRequest, XmlElement } from '@wsdl-codegen/runtime';
import { parseTree } from '@wsdl-codegen/runtime';

/** Namespaces of the envelopes of SOAP 1.1 and 1.2. */
const envelopeNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/soap/envelope/',
  'http://www.w3.org/2003/05/soap-envelope',
]);

/** The elements of a SOAP Body; `undefined` for a text that is not an envelope. Throws `XmlSyntaxError`. */
export function bodyElements(text: string): readonly XmlElement[] | undefined {
  const root = parseTree(text);
  if (root.name !== 'Envelope' || !envelopeNamespaces.has(root.namespace)) {
    return undefined;
  }
  const body = elementsOf(root).find(({ name, namespace }) => name === 'Body' && namespace === root.namespace);
  return body && elementsOf(body);
}

function elementsOf({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== 'string');
}

/** Value of a header by its lower-case name. */
export function headerOf(headers: WireHeaders, name: string): string {
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : (value ?? []).join(', ');
}

/** All headers by lower-case name, repeated ones joined. */
export function plainHeaders(headers: WireHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name.toLowerCase(), headerOf(headers, name.toLowerCase())]),
  );
}

/**
 * A request whose header blocks may be left unread, for servers that stand in for another one: it is the other one that has to understand them, such as
 * the blocks of WS-Security.
 */
export function withoutMustUnderstand(request: WireRequest): WireRequest {
  const type = headerOf(request.headers, 'content-type');
  if (!/xml/i.test(type) || /multipart/i.test(type) || headerOf(request.headers, 'content-encoding') !== '') {
    return request;
  }
  const text = Buffer.from(request.body).toString('latin1');
  return text.includes('mustUnderstand')
    ? { ...request, body: Buffer.from(text.replace(/(mustUnderstand\s*=\s*["'])(?:1|true)(["'])/g, '$10$2'), 'latin1') }
    : request;
}
