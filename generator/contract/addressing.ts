import type { ExpandedName } from './model.js';
import { splitExpandedName } from './names.js';

/** Beginning of the default actions of a port type: its namespace and name, each with the delimiter of the namespace (WS-Addressing 1.0 Metadata, 4.4.4). */
export function defaultActionBase(portType: ExpandedName): string {
  const { namespace, local } = splitExpandedName(portType);
  const delimiter = /^urn:/i.test(namespace) ? ':' : '/';
  return `${namespace}${namespace.endsWith(delimiter) ? '' : delimiter}${local}${delimiter}`;
}

/** True for a message as WCF names those of requests (`IShop_Buy_InputMessage`), which tells that its services are meant. */
export function isWcfMessage(name: string): boolean {
  return /._InputMessage$/.test(splitExpandedName(name).local);
}
