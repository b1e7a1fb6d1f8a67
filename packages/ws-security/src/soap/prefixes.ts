/** Prefixes that only values use, such as those in `xsi:type`: exclusive canonical forms leave out their declarations unless a list names them. */
import { XmlEvent, XmlReader } from '@wsdl-codegen/runtime/xml';
import { SignatureError } from '../signature-error.js';
import { type PlacedElement, scopeAround } from '../xml/document.js';
import { allElements } from '../xml/elements.js';

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

/** What cannot be part of a prefix. */
const noName = /[\s:'"<>()[\]{}=,;/|&?#+*]/;

/** The prefixes in force in an element that its values may use, sorted; `#default` stands for the default namespace. The time grows with the length of the element. */
export function prefixesInValues(element: PlacedElement): readonly string[] {
  const declared = declaredPrefixes(element);
  const mentioned = new Set<string>();
  let unprefixed = false;
  const longest = [...declared].reduce((most, { length }) => Math.max(most, length), 0);
  const look = (value: string): void => {
    for (let colon = value.indexOf(':'); colon >= 0; colon = value.indexOf(':', colon + 1)) {
      const before = value.slice(Math.max(0, colon - longest), colon);
      mentioned.add(before.split(noName).at(-1)!);
    }
  };
  for (const { attributes, children } of allElements(element)) {
    for (const { name, namespace, value } of attributes) {
      look(value);
      if (name === 'type' && namespace === instance && !value.includes(':')) {
        unprefixed = true;
        mentioned.add('');
      }
    }
    for (const child of children) {
      if (child.kind === 'text') {
        look(child.text);
      }
    }
  }
  return [...mentioned]
    .filter((prefix) => declared.has(prefix) && (prefix !== '' || unprefixed))
    .map((prefix) => (prefix === '' ? '#default' : prefix))
    .sort();
}

/** All prefixes that are declared around an element or in it. */
export function declaredPrefixes(element: PlacedElement): ReadonlySet<string> {
  const declared = new Set(scopeAround(element).keys());
  for (const { declarations } of allElements(element)) {
    for (const [prefix] of declarations) {
      declared.add(prefix);
    }
  }
  return declared;
}

/**
 * Throws a `SignatureError` for a type in `xsi:type` whose prefix is not declared in a canonical text: what it means was not signed. Other values with prefixes cannot be told
 * from texts; their prefixes are not known to whoever decodes them.
 */
export function requireSignedTypes(text: string, prefixes: ReadonlyMap<string, string>): void {
  if (!text.includes(instance)) {
    return;
  }
  const reader = new XmlReader(text);
  while (reader.next() !== XmlEvent.EndDocument) {
    const type = reader.event === XmlEvent.StartElement ? reader.attribute(instance, 'type')?.trim() : undefined;
    const [prefix = ''] = type?.includes(':') === true ? type.split(':') : [];
    if (prefix !== '' && reader.resolvePrefix(prefix) === undefined && !prefixes.has(prefix)) {
      throw new SignatureError(
        'not-covered',
        `The signature does not cover what the prefix of the type "${type}" stands for. The sender can list it (InclusiveNamespaces), or the option \`prefixes\` says it.`,
      );
    }
  }
}
