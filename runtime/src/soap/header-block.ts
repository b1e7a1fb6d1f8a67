import { isRecord } from '../schema/descriptor/resolve.js';
import { usePart, type ValuePath, WrongPartError, wrongPart } from '../xml/errors.js';
import type { XmlElement } from '../xml/tree.js';
import type { SoapHeaderBlock } from './envelope.js';

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
