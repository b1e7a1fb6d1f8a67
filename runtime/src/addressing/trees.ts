import type { XmlElement, XmlNode } from '../xml/tree.js';

/** An element to write. */
export function elementOf(namespace: string, name: string, children: readonly XmlNode[]): XmlElement {
  return { namespace, name, prefix: 'wsa', attributes: [], children };
}
