import { instanceNamespace, lookedUp, schemaNamespace } from '../schema/descriptor/resolve.js';
import type { XmlAttribute, XmlElement, XmlNode } from '../xml/interfaces/tree.js';
import { xmlNamespace } from '../xml/names/namespaces.js';

/** Names that the format of DataSets uses. */
export const diffgramNamespace = 'urn:schemas-microsoft-com:xml-diffgram-v1';
export const msdataNamespace = 'urn:schemas-microsoft-com:xml-msdata';
export { instanceNamespace, schemaNamespace as XSD, xmlNamespace };

/** Key of a table or column, from its element. A namespace that is longer than any schema's counts by its beginning. */
export function nameKey(namespace: string, name: string): string {
  return `{${lookedUp(namespace)}}${name}`;
}

const escapePattern = /_x([0-9A-Fa-f]{4}(?:[0-9A-Fa-f]{4})?)_/g;

/** The name of a table or column from that of its element: `First_x0020_Name` is `First Name`. */
export function decodeName(name: string): string {
  return name.replace(escapePattern, (text, digits: string) => {
    const code = Number.parseInt(digits, 16);
    return code > 0x10ffff ? text : String.fromCodePoint(code);
  });
}

/** The name of an element for a table or column. */
export function encodeName(name: string): string {
  let text = '';
  const characters = [...name];
  characters.forEach((character, at) => {
    const valid = at === 0 ? /[\p{L}_]/u : /[\p{L}\p{N}\p{M}_.-]/u;
    // An underscore that would read as the start of an escape is escaped itself.
    const misread = character === '_' && /^_x[0-9A-Fa-f]{4}/.test(characters.slice(at, at + 6).join(''));
    text += valid.test(character) && !misread ? character : escaped(character);
  });
  return text;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `_x${code
    .toString(16)
    .toUpperCase()
    .padStart(code > 0xffff ? 8 : 4, '0')}_`;
}

/** A record for keys that come from the wire: it has no prototype. */
export function record<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** All text in an element, that of its children included. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** Value of an attribute. */
export function attributeOf(element: XmlElement, name: string, namespace = ''): string | undefined {
  return element.attributes.find((attribute) => attribute.name === name && attribute.namespace === namespace)?.value;
}

/** An element of a tree. */
export function elementOf(
  namespace: string,
  name: string,
  attributes: readonly (XmlAttribute | undefined)[],
  children: readonly XmlNode[],
  declarations?: Readonly<Record<string, string>>,
): XmlElement {
  const present = attributes.filter((attribute) => attribute !== undefined);
  return { namespace, name, attributes: present, children, ...(declarations && { declarations }) };
}

/** An attribute, when there is a value. */
export function attributeFor(namespace: string, name: string, value: string | undefined): XmlAttribute | undefined {
  return value === undefined ? undefined : { namespace, name, value };
}
