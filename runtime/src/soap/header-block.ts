import { didYouMean } from '../base/nearest.js';
import type { DecodeOptions } from '../schema/context/decoder.js';
import { decodeElement } from '../schema/decode/decode.js';
import { XmlDecodeError } from '../schema/descriptor/errors.js';
import { instanceNamespace, isRecord } from '../schema/descriptor/resolve.js';
import type { EncodedBlocks } from '../schema/soap-encoding/encoded.js';
import type { HeaderDescriptor } from '../service/descriptor.js';
import { actorAttribute, type SoapVersionFacts } from '../service/soap-version.js';
import { endElement, type XmlCursor } from '../xml/interfaces/reader.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import { encodeError, usePart, type ValuePath, WrongPartError, wrongPart } from '../xml/text/errors.js';
import type { TreeRefusal } from '../xml/trees/tree-writing.js';
import type { HeaderFacts, SoapHeaderBlock } from './envelope.js';

/** Header blocks that an operation does not declare, beside those that it declares, by property. */
export interface OtherHeaderBlocks {
  /** Trees, or blocks with `mustUnderstand`, `actor` and `relay`. */
  readonly $any?: readonly (XmlElement | SoapHeaderBlock)[] | undefined;
}

/**
 * The header blocks of a list that a program gives. `root` and `place` say where it gives them. Throws `XmlEncodeError` for what is no block; trees are blocks
 * by themselves in `$any` alone. A block with a tree knows its place: see `TreeRefusal`.
 */
export function blocksOf(given: unknown, root: string, place: ValuePath = []): readonly SoapHeaderBlock[] {
  const blocks = usePart(root, place, () => {
    if (!Array.isArray(given)) {
      throw wrongPart('an array of header blocks', given);
    }
    return Array.from<unknown>(given);
  });
  const isAny = place.at(-1) === '$any';
  return blocks.map((given, i) => {
    const path = [...place, i];
    const block = usePart(root, path, () => blockOf(given, isAny));
    if (!('tree' in block)) {
      return block;
    }
    const start = block.tree === given ? path : [...path, 'tree'];
    const refuse: TreeRefusal['refuse'] = (error, steps) => {
      throw encodeError(error, root, [...start, ...steps]);
    };
    return { ...block, refuse };
  });
}

/** What is wrong with a header that a program gives by a property that nothing declares. */
export function undeclaredHeader(problem: string, property: string, known: readonly string[]): TypeError {
  const advice = didYouMean(property, known) || '; others go into `$any: [{ namespace, name, attributes, children }]`.';
  return new TypeError(problem + advice);
}

/** True for what is meant as a tree, whatever is wrong with it. */
function isMeantAsTree(given: object): given is XmlElement {
  return (
    !('tree' in given || 'element' in given) && ['children', 'attributes', 'namespace'].some((part) => part in given)
  );
}

function blockOf(given: unknown, isAny: boolean): SoapHeaderBlock {
  const wanted = 'a header block with tree, or with element and value';
  if (!isRecord(given)) {
    throw wrongPart(isAny ? `an XmlElement, or ${wanted}` : wanted, given);
  }
  if (isMeantAsTree(given)) {
    if (!isAny) {
      throw new WrongPartError('a tree is a header block as { tree }, or as it is in the list $any of the headers', []);
    }
    return { tree: given };
  }
  const { tree, element, value, encoded, mustUnderstand, actor, relay } = given;
  const marks = {
    ...(flag(mustUnderstand, 'mustUnderstand') && { mustUnderstand: true }),
    ...(isText(actor, 'actor') && { actor }),
    ...(flag(relay, 'relay') && { relay: true }),
  };
  if (tree !== undefined) {
    if (!isRecord(tree)) {
      throw wrongPart('an XmlElement', tree, 'tree');
    }
    return { tree: tree as unknown as XmlElement, ...marks };
  }
  if (element === undefined) {
    throw wrongPart(wanted, given);
  }
  if (!isDescriptor(element)) {
    throw wrongPart('the descriptor of an element', element, 'element');
  }
  return { element, value, ...(flag(encoded, 'encoded') && { encoded: true }), ...marks };
}

function isDescriptor(element: unknown): element is Extract<SoapHeaderBlock, { element: unknown }>['element'] {
  return isRecord(element) && element.kind === 'element';
}

function flag(value: unknown, name: string): boolean {
  if (value !== undefined && typeof value !== 'boolean') {
    throw wrongPart('true or false', value, name);
  }
  return value === true;
}

function isText(value: unknown, name: string): value is string {
  if (value !== undefined && typeof value !== 'string') {
    throw wrongPart('a string', value, name);
  }
  return value !== undefined;
}

/** Processing attributes of the header block at whose start tag the cursor is. */
export function readHeaderFacts(cursor: XmlCursor, facts: SoapVersionFacts): HeaderFacts {
  const actor = cursor.attribute(facts.namespace, actorAttribute(facts));
  return {
    mustUnderstand: isTrue(cursor.attribute(facts.namespace, 'mustUnderstand')),
    relay: isTrue(cursor.attribute(facts.namespace, 'relay')),
    ...(actor !== undefined && { actor }),
  };
}

function isTrue(text: string | undefined): boolean {
  const value = text?.trim();
  return value === '1' || value === 'true';
}

/** True on the start tag of a declared header block. */
export function isHeader({ element }: HeaderDescriptor, cursor: XmlCursor): boolean {
  return cursor.localName === element.name && cursor.namespace === element.namespace;
}

/**
 * Reads the declared header block at whose start tag the cursor is, literal or in SOAP encoding, and leaves the cursor on its
 * end tag. `blocks` reads those in SOAP encoding. Throws `XmlDecodeError`. No header may be required by its schema, so a block that is nil or empty
 * where its type does not allow that is an absent one, and undefined: JAX-WS writes one for each header parameter that is null.
 */
export function decodeHeader(
  { element, encoded }: HeaderDescriptor,
  cursor: XmlCursor,
  blocks: EncodedBlocks | undefined,
  options: DecodeOptions,
): unknown {
  const read = (by: DecodeOptions): unknown =>
    encoded && blocks !== undefined ? blocks.decode(element, cursor, by) : decodeElement(element, cursor, by);
  if (options.strict || !cursor.isEmpty || hasAttributes(cursor)) {
    return read(options);
  }
  const { offset } = cursor;
  const absent = (kind: 'nil' | 'empty'): undefined => {
    while (cursor.event !== endElement) {
      cursor.next();
    }
    const { namespace, localName: name } = cursor;
    options.onUnknown?.({ kind, namespace, name, path: `/${name}`, offset });
  };
  if (!element.nillable && isTrue(cursor.attribute(instanceNamespace, 'nil'))) {
    return absent('nil');
  }
  // What `tolerate` would put into the place of what is missing was never meant.
  const { tolerate: _, ...untolerant } = options;
  try {
    return read(untolerant);
  } catch (error) {
    if (error instanceof XmlDecodeError) {
      return absent('empty');
    }
    throw error;
  }
}

/** True for a block with attributes that belong to its type: not those of envelopes, of instances and of signatures, which have namespaces of their own. */
function hasAttributes(cursor: XmlCursor): boolean {
  for (let i = 0; i < cursor.attributeCount; i++) {
    const namespace = cursor.attributeNamespace(i);
    if (namespace === '' || namespace === cursor.namespace) {
      return true;
    }
  }
  return false;
}

/** Actors and roles that every ultimate receiver plays (SOAP 1.1, 4.2.2; SOAP 1.2 Part 1, 2.2). */
const ourRoles: ReadonlySet<string> = new Set([
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
]);

/** True for a header block that is addressed to the ultimate receiver of the message, by its actor or role, or to one of its other roles. */
export function isForUs(actor: string | undefined, roles?: ReadonlySet<string>): boolean {
  return actor === undefined || ourRoles.has(actor.trim()) || roles?.has(actor.trim()) === true;
}
