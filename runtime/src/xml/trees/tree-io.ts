import { type XmlCursor, XmlEvent, type XmlReaderOptions } from '../interfaces/reader.js';
import type { XmlAttribute, XmlElement, XmlNode } from '../interfaces/tree.js';
import type { XmlWriterOptions } from '../interfaces/writer.js';
import { XmlReader } from '../read/xml-reader.js';
import type { XmlLimitError, XmlSyntaxError } from '../text/errors.js';
import { XmlWriter } from '../write/xml-writer.js';
import type { TreeOffsets } from './tree-offsets.js';
import { writeTree } from './tree-writing.js';

/** The root element of a document. Throws {@link XmlSyntaxError} when it is not well-formed, {@link XmlLimitError} past a limit. */
export function parseTree(text: string, options?: XmlReaderOptions): XmlElement {
  const reader = new XmlReader(text, options);
  reader.next();
  const root = readTree(reader);
  reader.next();
  return root;
}

/** An element as a document, without an XML declaration. Throws as `writeTree` does. */
export function formatTree(element: XmlElement, options?: XmlWriterOptions): string {
  const writer = new XmlWriter(options);
  writeTree(element, writer);
  return writer.toString();
}

/**
 * Whose namespaces a tree holds: the program's, with placeholders where the reader translates, or those on the wire, which
 * are what a tree that leaves the engine holds.
 */
export type TreeNames = 'program' | 'wire';

/**
 * Reads the element at whose start the cursor is, and leaves the cursor on its end. The element carries every declaration in
 * scope, so that it means the same anywhere else.
 */
export function readTree(cursor: XmlCursor, names: TreeNames = 'program'): XmlElement {
  return readPlacedTree(cursor, names, undefined);
}

/** As `readTree`; `offsets` keeps where each element is. */
export function readPlacedTree(cursor: XmlCursor, names: TreeNames, offsets: TreeOffsets | undefined): XmlElement {
  const wire = names === 'wire';
  const root = readElement(cursor, [], wire);
  offsets?.start(root, cursor.offset);
  const declarations = declarationsInScope(cursor, wire);
  if (declarations !== undefined) {
    root.declarations = declarations;
  }
  // A loop, not a recursion: the depth of documents is the reader's responsibility. The children of all open elements are in
  // one array and are cut off when their element ends: arrays that grow one by one take many times the memory.
  const nodes: XmlNode[] = [];
  const open: OpenElement[] = [{ element: root, first: 0 }];
  for (;;) {
    const event = cursor.next();
    if (event === XmlEvent.Text) {
      nodes.push(cursor.text);
    } else if (event === XmlEvent.StartElement) {
      const element = readElement(cursor, cursor.declarations(), wire);
      offsets?.start(element, cursor.offset);
      nodes.push(element);
      open.push({ element, first: nodes.length });
    } else {
      const { element, first } = open.pop()!;
      const count = nodes.length - first;
      // Most elements hold one text, for which `splice` does far too much.
      if (count > 0) {
        element.children = count === 1 ? [nodes.pop()!] : nodes.splice(first);
      }
      offsets?.end(element, cursor.offset);
      if (open.length === 0) {
        return root;
      }
    }
  }
}

interface OpenElement {
  readonly element: UnfinishedElement;
  /** Index of its first child. */
  readonly first: number;
}

type UnfinishedElement = Omit<XmlElement, 'children' | 'declarations'> & {
  children: readonly XmlNode[];
  declarations?: Readonly<Record<string, string>>;
};

/** The declarations for trees in one place of a document: thousands of siblings share one object. */
const shared: Readonly<Record<TreeNames, WeakMap<ReadonlyMap<string, string>, Readonly<Record<string, string>>>>> = {
  program: new WeakMap(),
  wire: new WeakMap(),
};

function declarationsInScope(cursor: XmlCursor, wire: boolean): Readonly<Record<string, string>> | undefined {
  const scope = cursor.namespacesInScope();
  if (scope.size === 0) {
    return undefined;
  }
  const cache = shared[wire ? 'wire' : 'program'];
  let declarations = cache.get(scope);
  if (declarations === undefined) {
    declarations = declarationsOf(cursor, [...scope], wire);
    cache.set(scope, declarations);
  }
  return declarations;
}

// `fromEntries` defines properties, so that a prefix `__proto__` is one like any other.
function declarationsOf(
  cursor: XmlCursor,
  declared: ReadonlyArray<readonly [prefix: string, namespace: string]>,
  wire: boolean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    wire ? declared.map(([prefix, bound]) => [prefix, cursor.wireNamespace(bound)] as const) : declared,
  );
}

const noDeclarations: readonly never[] = Object.freeze([]);

function readElement(
  cursor: XmlCursor,
  declared: ReadonlyArray<readonly [prefix: string, namespace: string]>,
  wire: boolean,
): UnfinishedElement {
  const { localName: name, prefix } = cursor;
  const namespace = wire ? cursor.wireNamespace(cursor.namespace) : cursor.namespace;
  const attributes = cursor.attributeCount === 0 ? noDeclarations : readAttributes(cursor, wire);
  const children = noDeclarations;
  const element: UnfinishedElement =
    prefix === '' ? { namespace, name, attributes, children } : { namespace, name, prefix, attributes, children };
  return declared.length === 0 ? element : { ...element, declarations: declarationsOf(cursor, declared, wire) };
}

function readAttributes(cursor: XmlCursor, wire: boolean): readonly XmlAttribute[] {
  const attributes = new Array<XmlAttribute>(cursor.attributeCount);
  for (let i = 0; i < attributes.length; i++) {
    const bound = cursor.attributeNamespace(i);
    const namespace = wire && bound !== '' ? cursor.wireNamespace(bound) : bound;
    const name = cursor.attributeName(i);
    const value = cursor.attributeValue(i);
    const prefix = cursor.attributePrefix(i);
    attributes[i] = prefix === '' ? { namespace, name, value } : { namespace, name, value, prefix };
  }
  return attributes;
}
