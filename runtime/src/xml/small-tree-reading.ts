import { startElement, textEvent, type XmlCursor } from './reader.js';
import type { XmlElement, XmlNode } from './tree.js';
import type { TreeNames } from './tree-reading.js';

type Declared = Pick<XmlElement, 'declarations'>;
/** The namespaces in a place of a document, with the declarations for trees in it: thousands of siblings share one object. */
type Known = ReadonlyMap<string, string> & { [Names in TreeNames]?: Declared };
type Unfinished = XmlElement & { readonly children: XmlNode[] };

/** As `readTree` of `tree-reading.ts`. */
export function readTree(cursor: XmlCursor, names: TreeNames = 'program'): XmlElement {
  const known = (namespace: string): string =>
    names === 'wire' && namespace ? cursor.wireNamespace(namespace) : namespace;
  // `fromEntries` defines properties, so that a prefix `__proto__` is one like any other.
  const listed = (declared: readonly (readonly [prefix: string, namespace: string])[]): Declared =>
    declared.length > 0
      ? { declarations: Object.fromEntries(declared.map(([prefix, namespace]) => [prefix, known(namespace)])) }
      : {};
  const named = <T>(namespace: string, name: string, prefix: string, others: T) => ({
    namespace: known(namespace),
    name,
    ...(prefix && { prefix }),
    ...others,
  });
  const started = (declared: Declared): Unfinished =>
    named(cursor.namespace, cursor.localName, cursor.prefix, {
      attributes: Array.from({ length: cursor.attributeCount }, (_, i) =>
        named(cursor.attributeNamespace(i), cursor.attributeName(i), cursor.attributePrefix(i), {
          value: cursor.attributeValue(i),
        }),
      ),
      children: [],
      ...declared,
    });
  const scope: Known = cursor.namespacesInScope();
  scope[names] ??= listed([...scope]);
  const root = started(scope[names]);
  // A loop, not a recursion: the depth of documents is the reader's responsibility.
  const open = [root];
  for (let inner: Unfinished | undefined = root; inner !== undefined; inner = open.at(-1)) {
    const event = cursor.next();
    if (event === textEvent) {
      inner.children.push(cursor.text);
    } else if (event === startElement) {
      const element = started(listed(cursor.declarations()));
      inner.children.push(element);
      open.push(element);
    } else {
      open.pop();
    }
  }
  return root;
}
