/**
 * Placeholders (`{name}`) in inputs. They are ordinary text to XML; a value given for one at generation time replaces it
 * in namespaces and addresses, and nowhere else: never in names, types or documentation.
 */

const placeholderPattern = /\{([A-Za-z_][A-Za-z0-9_.-]*)\}/g;

/** Attributes whose value is a namespace or an address, in XML Schema, WSDL 1.1 and its extensions. */
const attributes: ReadonlySet<string> = new Set([
  'targetNamespace',
  'namespace',
  'location',
  'schemaLocation',
  'soapAction',
  'Action',
  'address',
]);

/** True if the attribute contains a namespace or an address. */
export function isPlaceholderAttribute(local: string): boolean {
  return attributes.has(local);
}

/** The text with each placeholder that has a value replaced; the others stay open. Values are not searched again. */
export function substitutePlaceholders(text: string, define: Readonly<Record<string, string>>): string {
  if (!text.includes('{')) {
    return text;
  }
  return text.replace(placeholderPattern, (whole, name: string) =>
    Object.hasOwn(define, name) ? `${define[name]}` : whole,
  );
}

/** Values for placeholders in namespaces that a user has left open, so that samples can be sent to mocks as they are. */
export function assumedNamespaces(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `urn:${name}`]));
}

/** Names of the placeholders in a text, in order. */
export function placeholdersIn(text: string): readonly string[] {
  return text.includes('{') ? [...text.matchAll(placeholderPattern)].map((match) => match[1] as string) : [];
}
