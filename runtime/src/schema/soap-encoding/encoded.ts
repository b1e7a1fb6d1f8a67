import { type XmlCursor, XmlEvent } from '../../xml/interfaces/reader.js';
import type { XmlElement } from '../../xml/interfaces/tree.js';
import type { XmlOutput } from '../../xml/interfaces/writer.js';
import { readTree } from '../../xml/trees/tree-io.js';
import type { DecodeOptions, EncodingRules, RpcReading } from '../context/decoder.js';
import { ElementEncoder } from '../context/element-encoder.js';
import type { EncodeOptions } from '../context/encoder.js';
import { accessorNamed, nameAccessor } from '../decode/accessors.js';
import { decodeAs, decoderOf } from '../decode/decode.js';
import type { ElementDescriptor, QName } from '../descriptor/descriptor.js';
import { XmlDecodeError } from '../descriptor/errors.js';
import { instanceNamespace, resolve } from '../descriptor/resolve.js';
import { encoding, isEncoding, isEnvelope, type SoapEncodingVersion } from '../descriptor/soap-encoding.js';
import { encodeAs } from '../encode/encode.js';
import { type ElementPlan, elementOf, elementPlan, targetOf } from '../plan/plan.js';
import { ReferenceResolver } from './references.js';
import { EncodingWriter } from './soap-encoding.js';

/** rpc/encoded messages: SOAP 1.1, section 5, and SOAP 1.2 Adjuncts, section 3. */

/** How an encoded message is written. */
export interface EncodedOptions extends Pick<EncodeOptions, 'unknownProperties'> {
  /** Default `'1.1'`. */
  readonly version?: SoapEncodingVersion;
  /** Property of the return value of an answer, which messages of SOAP 1.2 name (Part 2, 4.2.1). */
  readonly returns?: string | undefined;
}

/** How an encoded message is read. */
export interface EncodedReading {
  /** Set for an rpc message. */
  readonly rpc?: RpcReading | undefined;
  /** Begins the document anew: ids are those of the whole envelope (SOAP 1.1, 5.4.1; SOAP 1.2 Part 2, 3.1.5). Called once at most. */
  readonly open?: (() => XmlCursor) | undefined;
}

/**
 * Writes a value as an element with `xsi:type` and array sizes, and after it the objects that occur in it more than once.
 * Throws `XmlEncodeError`.
 */
export function encodeEncoded<T>(
  element: ElementDescriptor<T>,
  value: T,
  output: XmlOutput,
  options: EncodedOptions = {},
): void {
  const plan = elementPlan(element);
  const writer = new EncodingWriter(options.version ?? '1.1', { value, result: resultOf(plan, options.returns) });
  const encoder = new ElementEncoder(output, element.name, options, writer);
  try {
    encodeAs(encoder, plan, value);
    for (let shared = writer.next(); shared !== undefined; shared = writer.next()) {
      const { type } = shared.target;
      // Nil with attributes, at whatever place it is referred to from.
      encodeAs(encoder, { ...elementOf('', 'multiRef', type), nillable: true }, shared.value);
    }
  } catch (error) {
    encoder.refuse(error);
  }
}

/** Name on the wire of the accessor with the return value. */
function resultOf(struct: ElementPlan, returns: string | undefined): QName | undefined {
  const target = returns === undefined ? undefined : targetOf(struct);
  const field = target?.kind === 'complex' ? target.fields.find(({ property }) => property === returns) : undefined;
  return field && { namespace: field.element.local === true ? '' : field.element.namespace, name: field.element.name };
}

/**
 * Writes an entry of a detail (SOAP 1.1, 4.4) or a header block (4.2), which is itself a value with an `xsi:type`, unlike the
 * wrapper of an rpc message. Objects that occur in it more than once are written each time, because only other entries and
 * blocks are allowed after it. Throws `XmlEncodeError`.
 */
export function encodeEncodedBlock<T>(
  element: ElementDescriptor<T>,
  value: T,
  output: XmlOutput,
  options: EncodedOptions = {},
): void {
  const writer = new EncodingWriter(options.version ?? '1.1');
  const encoder = new ElementEncoder(output, element.name, options, writer);
  try {
    encodeAs(encoder, elementPlan(element), value);
  } catch (error) {
    encoder.refuse(error);
  }
}

/** Entries of a detail and header blocks in SOAP encoding, which may refer to elements anywhere in their document. */
export class EncodedBlocks {
  readonly #resolver: ReferenceResolver;

  /** `open` begins the document anew; it is called where a reference is met, once at most. */
  constructor(open: () => XmlCursor) {
    this.#resolver = new ReferenceResolver(() => [readDocument(open)]);
  }

  /**
   * Reads the element at whose start the cursor is, and leaves the cursor on its end. All elements that are read here share
   * the bounds on the additions of references. Throws `XmlDecodeError`; its positions are unknown.
   */
  decode<T>(element: ElementDescriptor<T>, cursor: XmlCursor, options: DecodeOptions = {}): T {
    return decodeResolved(element, this.#resolver.read(element, readTree(cursor), cursor), options);
  }

  /**
   * As `decode`, for an element for which there are several descriptors: its `xsi:type` selects one; if it names none of their types,
   * the first is used.
   */
  decodeOneOf(
    elements: readonly [ElementDescriptor, ...ElementDescriptor[]],
    cursor: XmlCursor,
  ): { readonly index: number; readonly value: unknown } {
    const [first] = elements;
    const resolved = this.#resolver.read(first, readTree(cursor), cursor);
    const named = typeNameOf(resolved);
    const index = elements.findIndex(({ type }) => {
      const { namespace, name } = resolve(type);
      return name !== '' && namespace === named?.namespace && name === named.name;
    });
    return { index: Math.max(index, 0), value: decodeResolved(elements[index] ?? first, resolved, {}) };
  }
}

function readDocument(open: () => XmlCursor): XmlElement {
  const cursor = open();
  while (cursor.event !== XmlEvent.StartElement) {
    cursor.next();
  }
  return readTree(cursor);
}

/** The type that the `xsi:type` of the element at the cursor names. */
function typeNameOf(cursor: XmlCursor): { namespace: string; name: string } | undefined {
  const text = cursor.attribute(instanceNamespace, 'type')?.trim();
  if (text === undefined) {
    return undefined;
  }
  const colon = text.indexOf(':');
  return { namespace: cursor.resolvePrefix(text.slice(0, Math.max(colon, 0))) ?? '', name: text.slice(colon + 1) };
}

/** True on the start of an element that is not an entry or block, but there for others to refer to (SOAP 1.1, 5.6). */
export function isReferredTo(cursor: XmlCursor): boolean {
  if (cursor.namespace === '' && cursor.localName === 'multiRef') {
    return true;
  }
  return Object.values(encoding).some((namespace) => cursor.attribute(namespace, 'root')?.trim() === '0');
}

/**
 * Reads the element at whose start the cursor is, and the elements after it up to the end of the parent, to which it may
 * refer; leaves the cursor on that end. Throws `XmlDecodeError`; its positions are unknown, since the message was put
 * together from its parts.
 */
export function decodeEncoded<T>(
  element: ElementDescriptor<T>,
  cursor: XmlCursor,
  options: DecodeOptions = {},
  { rpc, open }: EncodedReading = {},
): T {
  const trees: XmlElement[] = [readTree(cursor)];
  for (let event = cursor.next(); event !== XmlEvent.EndElement; event = cursor.next()) {
    if (event === XmlEvent.StartElement) {
      trees.push(readTree(cursor));
    }
  }
  const root = trees.find((tree) => !isBesideRoot(tree)) ?? trees[0];
  if (root === undefined) {
    throw emptyMessage(element);
  }
  const resolver = new ReferenceResolver(() => trees, open && (() => [readDocument(open)]));
  return decodeResolved(element, resolver.read(element, root, cursor), options, rpc);
}

/**
 * True for an attribute that SOAP encoding puts on any element (SOAP 1.1, 4.1.1, 5.4; SOAP 1.2 Part 2, 3.1): ids and references, sizes and types of
 * arrays, and the encoding style itself.
 */
function isEncodingAttribute(namespace: string, name: string): boolean {
  if (namespace === '') {
    return name === 'id' || name === 'href';
  }
  return name === 'encodingStyle' ? isEnvelope(namespace) : isEncoding(namespace);
}

const rules: EncodingRules = { accessor: accessorNamed, nameAccessor, isAttribute: isEncodingAttribute };

function decodeResolved<T>(
  element: ElementDescriptor<T>,
  resolved: XmlCursor,
  options: DecodeOptions,
  rpc?: RpcReading,
): T {
  return decodeAs(decoderOf(resolved, element.name, options, rules, rpc), elementPlan(element)) as T;
}

function emptyMessage({ name }: ElementDescriptor): XmlDecodeError {
  return new XmlDecodeError('missing-element', 'the message is empty', name, [], { line: 0, column: 0 });
}

/** An element that is only there to be referred to (SOAP 1.1, 5.6; what Axis writes without saying so). */
function isBesideRoot(tree: XmlElement): boolean {
  if (tree.namespace === '' && tree.name === 'multiRef') {
    return true;
  }
  return tree.attributes.some(
    ({ namespace, name, value }) => isEncoding(namespace) && name === 'root' && value.trim() === '0',
  );
}
