import { xmlNamespace, xmlnsNamespace } from './namespaces.js';

/** The namespaces of the prefixes that nobody has to declare. */
export const noDeclarations: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', xmlNamespace],
]);

/** Adds an expanded name to those of an element. False if it is there already. A combined name would cost the length of the namespace each time. */
export function isNewName(seen: Map<string, Set<string>>, namespace: string, name: string): boolean {
  const names = seen.get(namespace) ?? new Set();
  seen.set(namespace, names);
  return names.size < names.add(name).size;
}

/** Is a declaration allowed (Namespaces in XML 1.0, section 3)? `namespace` is the one on the wire. */
export function mayDeclare(prefix: string, namespace: string): boolean {
  return (
    prefix !== 'xmlns' &&
    namespace !== xmlnsNamespace &&
    (prefix === 'xml') === (namespace === xmlNamespace) &&
    (prefix === '' || namespace !== '')
  );
}
