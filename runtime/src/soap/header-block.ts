import type { DecodeOptions } from '../schema/context/decoder.js';
import { decodeElement } from '../schema/decode/decode.js';
import { isRecord } from '../schema/descriptor/resolve.js';
import type { EncodedBlocks } from '../schema/soap-encoding/encoded.js';
import type { HeaderDescriptor } from '../service/descriptor.js';
import { actorAttribute, type SoapVersionFacts } from '../service/soap-version.js';
import type { XmlCursor } from '../xml/interfaces/reader.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import { usePart, type ValuePath, WrongPartError, wrongPart } from '../xml/text/errors.js';
import type { HeaderFacts, SoapHeaderBlock } from './envelope.js';

/** Header blocks that an operation does not declare, beside those that it declares, by property. */
export interface OtherHeaderBlocks {
  /** Trees, or blocks with `mustUnderstand`, `actor` and `relay`. */
  readonly $any?: readonly (XmlElement | SoapHeaderBlock)[] | undefined;
}

/**
 * The header blocks of a list that a program gives. `root` and `place` say where it gives them. Throws `XmlEncodeError` for what is no block; trees are blocks
 * by themselves in `$any` alone.
 */
export function blocksOf(given: unknown, root: string, place: ValuePath = []): readonly SoapHeaderBlock[] {
  const blocks = usePart(root, place, () => {
    if (!Array.isArray(given)) {
      throw wrongPart('an array of header blocks', given);
    }
    return Array.from<unknown>(given);
  });
  const isAny = place.at(-1) === '$any';
  return blocks.map((block, i) => usePart(root, [...place, i], () => blockOf(block, isAny)));
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
 * end tag. `blocks` reads those in SOAP encoding. Throws `XmlDecodeError`.
 */
export function decodeHeader(
  { element, encoded }: HeaderDescriptor,
  cursor: XmlCursor,
  blocks: EncodedBlocks | undefined,
  options: DecodeOptions,
): unknown {
  return encoded && blocks !== undefined
    ? blocks.decode(element, cursor, options)
    : decodeElement(element, cursor, options);
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
