import type { SourceElement } from '../source/document.js';
import type { BindingProtocol } from './components.js';
import { httpProtocol } from './http-extensions.js';
import { soap11BindingNamespace, soap12BindingNamespace } from './namespaces.js';
import type { ProtocolReader } from './protocol.js';
import { soapProtocol } from './soap-extensions.js';

const protocols: Readonly<Record<BindingProtocol['kind'], ProtocolReader>> = {
  soap11: soapProtocol('soap11', soap11BindingNamespace),
  soap12: soapProtocol('soap12', soap12BindingNamespace),
  http: httpProtocol,
};

const byNamespace: ReadonlyMap<string, ProtocolReader> = new Map(
  Object.values(protocols).map((protocol) => [protocol.namespace, protocol]),
);

/** The namespaces of all protocols that are read. */
export const protocolNamespaces: ReadonlySet<string> = new Set(byNamespace.keys());

/** The reader of an extension element, when it is of a protocol that is read. */
export function protocolOf({ namespace }: SourceElement): ProtocolReader | undefined {
  return byNamespace.get(namespace);
}
