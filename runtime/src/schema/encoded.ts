import { type XmlCursor, XmlEvent } from '../xml/reader.js';
import type { XmlAttribute, XmlElement, XmlNode } from '../xml/tree.js';
import { formatTree, readTree } from '../xml/tree-io.js';
import type { XmlOutput } from '../xml/writer.js';
import { XmlReader } from '../xml/xml-reader.js';
import { decodeValue } from './decode.js';
import { type DecodeOptions, Decoder } from './decoder.js';
import type { ElementDescriptor } from './descriptor.js';
import { encodeAs } from './encode.js';
import { Encoder } from './encoder.js';
import { XmlDecodeError } from './errors.js';
import { elementOf, elementPlan } from './plan.js';
import { resolve, XSI } from './resolve.js';
import { ENCODING, EncodingWriter, type SoapEncodingVersion } from './soap-encoding.js';

/** rpc/encoded messages: SOAP 1.1, section 5, and SOAP 1.2 Adjuncts, section 3. */

/** How an encoded message is written. */
export interface EncodedOptions {
  /** Default `'1.1'`. */
  readonly version?: SoapEncodingVersion;
}

/**
 * Writes a value as an element with `xsi:type` and array sizes, and beside it the objects that occur in it more than once.
 * Throws `XmlEncodeError`.
 */
export function encodeEncoded<T>(
  element: ElementDescriptor<T>,
  value: T,
  output: XmlOutput,
  options: EncodedOptions = {},
): void {
  const writer = new EncodingWriter(options.version ?? '1.1', { value });
  const encoder = new Encoder(output, element.name, undefined, writer);
  encodeAs(encoder, elementPlan(element), value);
  for (let shared = writer.next(); shared !== undefined; shared = writer.next()) {
    const { type } = shared.target;
    // Nil with attributes, at whatever place it is referred to from.
    encodeAs(encoder, { ...elementOf('', 'multiRef', type), nillable: true }, shared.value);
  }
}

/**
 * Writes an entry of a detail (SOAP 1.1, 4.4) or a header block (4.2), which in contrast to the wrapper of an rpc message is itself
 * a value with an `xsi:type`. What occurs in it more than once is written each time: beside it is no place for anything
 * but other entries and blocks. Throws `XmlEncodeError`.
 */
export function encodeEncodedBlock<T>(
  element: ElementDescriptor<T>,
  value: T,
  output: XmlOutput,
  options: EncodedOptions = {},
): void {
  const writer = new EncodingWriter(options.version ?? '1.1');
  encodeAs(new Encoder(output, element.name, undefined, writer), elementPlan(element), value);
}

/** Entries of a detail and header blocks in SOAP encoding, which may refer to elements anywhere in their document. */
export class EncodedBlocks {
  readonly #resolver: ReferenceResolver;

  /** `open` begins the document anew; it is called where a reference is met, once at most. */
  constructor(open: () => XmlCursor) {
    this.#resolver = new ReferenceResolver(() => {
      const cursor = open();
      while (cursor.event !== XmlEvent.StartElement) cursor.next();
      return [readTree(cursor)];
    });
  }

  /**
   * Reads the element on whose start the cursor stands, and leaves the cursor on its end. All elements that are read here share the
   * bounds on what references add. Throws `XmlDecodeError`; its positions are unknown.
   */
  decode<T>(element: ElementDescriptor<T>, cursor: XmlCursor, options: DecodeOptions = {}): T {
    return decodeResolved(element, this.#resolver.resolve(element, readTree(cursor)), options);
  }

  /**
   * As `decode`, for an element that several descriptors stand for: its `xsi:type` tells which, and where it names none of their types
   * it is the first.
   */
  decodeOneOf(
    elements: readonly [ElementDescriptor, ...ElementDescriptor[]],
    cursor: XmlCursor,
  ): { readonly index: number; readonly value: unknown } {
    const [first] = elements;
    const tree = this.#resolver.resolve(first, readTree(cursor));
    const named = typeNameOf(tree);
    const index = elements.findIndex(({ type }) => {
      const { namespace, name } = resolve(type);
      return name !== '' && namespace === named?.namespace && name === named.name;
    });
    return { index: Math.max(index, 0), value: decodeResolved(elements[index] ?? first, tree, {}) };
  }
}

/** What the `xsi:type` of an element with all its declarations names. */
function typeNameOf({ attributes, declarations }: XmlElement): { namespace: string; name: string } | undefined {
  const text = attributes.find(({ namespace, name }) => namespace === XSI && name === 'type')?.value.trim();
  if (text === undefined) return undefined;
  const colon = text.indexOf(':');
  const prefix = text.slice(0, Math.max(colon, 0));
  return { namespace: new Map(Object.entries(declarations ?? {})).get(prefix) ?? '', name: text.slice(colon + 1) };
}

/** True on the start of an element that is no entry or block, but there for others to refer to (SOAP 1.1, 5.6). */
export function isReferredTo(cursor: XmlCursor): boolean {
  if (cursor.namespace === '' && cursor.localName === 'multiRef') return true;
  return Object.values(ENCODING).some((namespace) => cursor.attribute(namespace, 'root')?.trim() === '0');
}

/**
 * Reads the element on whose start the cursor stands, and the elements after it up to the end of the parent, to which it
 * may refer; leaves the cursor on that end. Throws `XmlDecodeError`; its positions are unknown, since the message was put
 * together from its parts.
 */
export function decodeEncoded<T>(element: ElementDescriptor<T>, cursor: XmlCursor, options: DecodeOptions = {}): T {
  const trees: XmlElement[] = [readTree(cursor)];
  for (let event = cursor.next(); event !== XmlEvent.EndElement; event = cursor.next()) {
    if (event === XmlEvent.StartElement) trees.push(readTree(cursor));
  }
  const root = trees.find((tree) => !isBesideRoot(tree)) ?? trees[0];
  if (root === undefined) throw failure(element, 'missing-element', 'the message is empty');
  return decodeResolved(element, new ReferenceResolver(() => trees).resolve(element, root), options);
}

function decodeResolved<T>(element: ElementDescriptor<T>, resolved: XmlElement, options: DecodeOptions): T {
  const reader = new XmlReader(formatTree(resolved), { limits: { maxDepth: MAX_DEPTH + 1 } });
  reader.next();
  return decodeValue(new Decoder(reader, element.name, options, true), elementPlan(element)) as T;
}

function failure(element: ElementDescriptor, code: string, message: string): XmlDecodeError {
  return new XmlDecodeError(code, message, element.name, [], { line: 0, column: 0 });
}

function isEncoding(namespace: string): boolean {
  return namespace === ENCODING['1.1'] || namespace === ENCODING['1.2'];
}

/** An element that is only there to be referred to (SOAP 1.1, 5.6; what Axis writes without saying so). */
function isBesideRoot(tree: XmlElement): boolean {
  if (tree.namespace === '' && tree.name === 'multiRef') return true;
  return tree.attributes.some(
    ({ namespace, name, value }) => isEncoding(namespace) && name === 'root' && value.trim() === '0',
  );
}

function isIdAttribute({ namespace, name }: XmlAttribute): boolean {
  return name === 'id' && (namespace === '' || isEncoding(namespace));
}

/** Id that an element refers to, if any: `href="#id"` in 1.1, `enc:ref="id"` in 1.2. */
function referenceOf(tree: XmlElement): string | undefined {
  for (const { namespace, name, value } of tree.attributes) {
    if (namespace === '' && name === 'href' && value.startsWith('#')) return value.slice(1);
    if (namespace === ENCODING['1.2'] && name === 'ref') return value.startsWith('#') ? value.slice(1) : value;
  }
  return undefined;
}

const MAX_DEPTH = 200;
/** References multiply what they refer to; a message may not grow beyond these. */
const MAX_ELEMENTS = 200_000;
/** Characters of text, attributes and declarations that references add. */
const MAX_ADDED = 8_000_000;

/** Declarations of an element, and of those around it. */
interface Scope {
  readonly declarations: Readonly<Record<string, string>>;
  readonly outer: Scope | undefined;
}

interface Target {
  readonly tree: XmlElement;
  /** Prefixes in scope at its place. */
  readonly scope: Scope | undefined;
  /** The same as one object, made when it is first needed, and its length as text. */
  flat?: { readonly declarations: Readonly<Record<string, string>>; readonly length: number };
}

/** Puts in the place of each reference what it refers to. */
class ReferenceResolver {
  #element: ElementDescriptor | undefined;
  readonly #trees: () => readonly XmlElement[];
  #targets: Map<string, Target> | undefined;
  readonly #open = new Set<string>();
  #count = 0;
  #added = 0;

  /** `trees` gives the elements to which references may lead, and all in them; it is asked when there is a first reference. */
  constructor(trees: () => readonly XmlElement[]) {
    this.#trees = trees;
  }

  #target(id: string): Target | undefined {
    if (this.#targets === undefined) {
      this.#targets = new Map();
      for (const tree of this.#trees()) this.#index(this.#targets, tree, undefined, 0);
    }
    return this.#targets.get(id);
  }

  #index(targets: Map<string, Target>, tree: XmlElement, outer: Scope | undefined, depth: number): void {
    // Deeper than any value may be, as far as a raised limit of the reader lets a document go.
    if (depth > MAX_DEPTH) return;
    const scope = tree.declarations === undefined ? outer : { declarations: tree.declarations, outer };
    const id = tree.attributes.find(isIdAttribute)?.value;
    if (id !== undefined && !targets.has(id)) targets.set(id, { tree, scope });
    for (const child of tree.children) if (typeof child !== 'string') this.#index(targets, child, scope, depth + 1);
  }

  /** The tree of an element without references. `element` is what errors name. Throws `XmlDecodeError`. */
  resolve(element: ElementDescriptor, tree: XmlElement): XmlElement {
    this.#element = element;
    this.#open.clear();
    return this.#resolve(tree, 0);
  }

  #failure(code: string, message: string): XmlDecodeError {
    return new XmlDecodeError(code, message, this.#element?.name ?? '', [], { line: 0, column: 0 });
  }

  #resolve(tree: XmlElement, depth: number): XmlElement {
    if (this.#open.size > 0) this.#added += lengthOf(tree);
    if (++this.#count > MAX_ELEMENTS || depth > MAX_DEPTH || this.#added > MAX_ADDED) {
      throw this.#failure('too-many-references', 'the references of the message lead to too much content');
    }
    const id = referenceOf(tree);
    if (id === undefined) return { ...tree, children: this.#children(tree, depth) };
    const target = this.#target(id);
    if (target === undefined) throw this.#failure('unknown-reference', `no element has the id ${JSON.stringify(id)}`);
    if (this.#open.has(id))
      throw this.#failure('cyclic-reference', `the element with the id ${JSON.stringify(id)} holds itself`);
    this.#open.add(id);
    const { tree: found } = target;
    target.flat ??= flatten(target.scope);
    this.#added += target.flat.length;
    const { prefix: _, ...rest } = this.#resolve(found, depth + 1);
    this.#open.delete(id);
    return {
      ...rest,
      // The accessor's name, with a prefix that is chosen anew: the target's declarations may use its own for something else.
      namespace: tree.namespace,
      name: tree.name,
      attributes: rest.attributes.filter((attribute) => !isIdAttribute(attribute)),
      declarations: target.flat.declarations,
    };
  }

  #children(tree: XmlElement, depth: number): XmlNode[] {
    return tree.children.map((child) => (typeof child === 'string' ? child : this.#resolve(child, depth + 1)));
  }
}

/** Characters of an element without those of the elements in it. */
function lengthOf({ attributes, children, declarations }: XmlElement): number {
  let length = declarations === undefined ? 0 : textLength(declarations);
  for (const { value } of attributes) length += value.length;
  for (const child of children) if (typeof child === 'string') length += child.length;
  return length;
}

function textLength(declarations: Readonly<Record<string, string>>): number {
  return Object.entries(declarations).reduce((sum, [prefix, namespace]) => sum + prefix.length + namespace.length, 0);
}

/** Everything in scope as one object; `fromEntries` keeps a prefix `__proto__` a prefix. */
function flatten(scope: Scope | undefined): NonNullable<Target['flat']> {
  const bound = new Map<string, string>();
  for (let at = scope; at !== undefined; at = at.outer) {
    for (const [prefix, namespace] of Object.entries(at.declarations)) {
      if (!bound.has(prefix)) bound.set(prefix, namespace);
    }
  }
  const declarations = Object.fromEntries(bound);
  return { declarations, length: textLength(declarations) };
}
