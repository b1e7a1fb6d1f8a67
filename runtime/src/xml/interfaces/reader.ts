import type { XmlLimits } from '../text/limits.js';

// The numbers of `XmlEvent` one by one, and before all else: bundlers put them in the places of their names.

/** The start of an element. */
export const startElement = 1;
/** The end of an element. */
export const endElement = 2;
/** A text. */
export const textEvent = 3;
/** The end of the document. */
const endDocument = 4;

/** The kind of event that `XmlReader.next` found. */
export const XmlEvent = { StartElement: 1, EndElement: 2, Text: 3, EndDocument: 4 } as const;
/** One of the numbers in `XmlEvent`. */
export type XmlEvent = (typeof XmlEvent)[keyof typeof XmlEvent];

/** How a reader names namespaces, and what it refuses as too large. */
export interface XmlReaderOptions {
  readonly limits?: XmlLimits;
  /**
   * Namespace on the wire to the namespace that the program knows it by, applied at each declaration. This is how open
   * placeholders (`{api_namespace}`) are read.
   */
  readonly namespaces?: ReadonlyMap<string, string>;
  /**
   * What becomes of a DOCTYPE. `'refuse'`, the default: it is an error. `'skip'`: one without declarations of its own (an internal subset) is passed over, and
   * nothing that it names is read.
   */
  readonly doctype?: 'refuse' | 'skip';
}

/**
 * Namespace-aware, non-validating pull reader over a string (XML 1.0 fifth edition, Namespaces in XML 1.0). Strict
 * well-formedness; a DOCTYPE is an error, unless options say that it is passed over. Comments and processing instructions are skipped. Adjacent text, CDATA and
 * references make one Text event. An empty element gives StartElement and EndElement.
 *
 * Used as a cursor: `next()` moves it, the fields describe its position and are valid until the next call.
 */
export interface XmlCursor {
  /** Moves to the next event. After EndDocument it throws. */
  next(): XmlEvent;
  readonly event: XmlEvent;
  /** Local name and namespace (`''` means none) of the element that starts or ends. */
  readonly localName: string;
  readonly namespace: string;
  readonly prefix: string;
  /** Depth of the element that starts or ends; the root is 1. */
  readonly depth: number;
  /** Attributes of a start tag, namespace declarations left out, in document order. */
  readonly attributeCount: number;
  attributeName(index: number): string;
  attributeNamespace(index: number): string;
  attributePrefix(index: number): string;
  attributeValue(index: number): string;
  /** Value of an attribute of the start tag, or undefined. */
  attribute(namespace: string, name: string): string | undefined;
  /** True on the start tag of an element that has no content, or white space alone. */
  readonly isEmpty: boolean;
  /** Text of a Text event, references replaced, line ends normalised. */
  readonly text: string;
  /** Namespace bound to a prefix here (`''` is the default), translated; undefined if not declared. */
  resolvePrefix(prefix: string): string | undefined;
  /** Prefixes declared on the current start tag. */
  declarations(): ReadonlyArray<readonly [prefix: string, namespace: string]>;
  /** Every prefix in scope. */
  namespacesInScope(): ReadonlyMap<string, string>;
  /** The namespace on the wire for one that the program knows: the same, unless it is translated. */
  wireNamespace(namespace: string): string;
  /** Comments and processing instructions inside the root element that were passed over so far. */
  readonly passedOver: number;
  /** Index into the text of the current event; a byte order mark does not count. */
  readonly offset: number;
  /** Line and column of an offset; costs a scan. */
  position(offset?: number): { readonly line: number; readonly column: number; readonly offset: number };
}

/** Moves from the start tag of an element to its end tag. */
export function skipElement(cursor: XmlCursor): void {
  const depth = cursor.depth;
  while (cursor.next() !== endElement || cursor.depth !== depth) {
    // Every event below belongs to the element.
  }
}

/**
 * Moves to the start tag of the next child and returns true, or to the end tag of the parent and returns false. Before the
 * call, the cursor is on the parent's start tag or on a child's end tag. Text between is ignored.
 */
export function nextChild(cursor: XmlCursor): boolean {
  let event = cursor.next();
  while (event === textEvent) {
    event = cursor.next();
  }
  return event === startElement;
}

/** The text of the element that starts here, elements in it left out; leaves the cursor on the end tag. */
export function readText(cursor: XmlCursor): string {
  let text = '';
  while (cursor.next() !== endElement) {
    if (cursor.event === textEvent) {
      text += cursor.text;
    } else {
      skipElement(cursor);
    }
  }
  return text;
}

/** Reads the rest of the document, so that one which is not well-formed to its end is refused. */
export function drain(cursor: XmlCursor): void {
  while (cursor.event !== endDocument) {
    cursor.next();
  }
}
