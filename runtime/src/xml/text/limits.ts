import { describe } from '../../base/describe.js';
import { limitError, withoutMark } from './position.js';

/** Limits of readers and writers of XML. */

/** Bounds on what a reader accepts, against hostile documents. */
export interface XmlLimits {
  /** Depth of nested elements. Default 256. Values of types are read to some 600 levels at most (300 for choices), trees to any depth. */
  readonly maxDepth?: number;
  /** Attributes of one element, namespace declarations included. Default 256. */
  readonly maxAttributes?: number;
  /** Namespace declarations in force at once. Default 256. */
  readonly maxNamespaces?: number;
  /** Length of the text, in UTF-16 code units. Default unlimited (the caller bounds the bytes). */
  readonly maxLength?: number;
}

/** The limits of a reader, with defaults for those that its options do not say. */
export function readerLimits(limits: XmlLimits | undefined): Required<XmlLimits> {
  return {
    maxDepth: limits?.maxDepth ?? 256,
    maxAttributes: limits?.maxAttributes ?? 256,
    maxNamespaces: limits?.maxNamespaces ?? 256,
    maxLength: limits?.maxLength ?? Number.POSITIVE_INFINITY,
  };
}

/** The text of a document as a reader counts it. Throws `TypeError` for something else, and `XmlLimitError` for more than `maxLength` characters. */
export function documentText(document: string, maxLength: number): string {
  if (typeof document !== 'string') {
    throw new TypeError(`A document is read from a string, not from ${describe(document)}.`);
  }
  const text = withoutMark(document);
  if (text.length > maxLength) {
    throw limitError(text, 0, `The document is longer than ${maxLength} characters`);
  }
  return text;
}

/** Declarations in scope that are listed as often as somebody asks: each element that declares something needs a list of its own. */
export const fewNamespaces = 32;
/** The sum of the declarations in longer lists that one document may need. */
export const maxListed = 1_000_000;

/**
 * Characters of declarations that a writer repeats without limit. A document of few bytes can make each element of another document need all the
 * declarations around it.
 */
export const freeDeclarations: number = 4 * 1024 * 1024;
/** Beyond these, characters of declarations for each other character that is written. */
export const declarationsEach = 16;
