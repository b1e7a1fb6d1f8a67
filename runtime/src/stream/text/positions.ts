import type { DecodeOptions } from '../../schema/context/decoder.js';
import { XmlLimitError, type XmlReaderOptions, XmlSyntaxError } from '../../xml/index.js';
import type { XmlCursor } from '../../xml/interfaces/reader.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import { escapeAttribute } from '../../xml/text/escape.js';
import { positionAt, positionsIn, type TextPosition } from '../../xml/text/position.js';

const start: TextPosition = { line: 1, column: 1, offset: 0 };
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Counts lines and columns of a document that comes in pieces: each character once. */
export class PositionCounter {
  #text = '';
  #at = 0;
  #line = 1;
  /** Offset in the document of the beginning of the line. */
  #lineStart = 0;
  /** Offset in the document of the beginning of the text. */
  #base = 0;
  #afterReturn = false;
  #hasReturns = false;

  /** Goes on with the next piece; the one before counts to its end. */
  add(text: string): void {
    this.#advance(this.#text.length);
    this.#base += this.#text.length;
    this.#text = text;
    this.#at = 0;
    this.#hasReturns = text.includes('\r');
  }

  /** The position of an index into the present piece, or of the place where counting already is, if that is later. */
  at(index: number): TextPosition {
    this.#advance(index);
    const offset = this.#base + this.#at;
    return { line: this.#line, column: offset - this.#lineStart + 1, offset };
  }

  #advance(to: number): void {
    const text = this.#text;
    if (this.#at >= to) {
      return;
    }
    if (this.#afterReturn && text.charCodeAt(this.#at) === lineFeed) {
      this.#lineStart = this.#base + this.#at + 1;
      this.#at++;
    }
    this.#afterReturn = false;
    const end = this.#hasReturns ? this.#countSlowly(text, to) : this.#count(text, to);
    this.#at = Math.max(this.#at, end);
  }

  #count(text: string, to: number): number {
    for (let i = text.indexOf('\n', this.#at); i !== -1 && i < to; i = text.indexOf('\n', i + 1)) {
      this.#line++;
      this.#lineStart = this.#base + i + 1;
    }
    return to;
  }

  #countSlowly(text: string, to: number): number {
    for (let i = this.#at; i < to; i++) {
      const c = text.charCodeAt(i);
      if (c === lineFeed && !this.#afterReturn) {
        this.#line++;
      }
      this.#afterReturn = c === carriageReturn;
      if (this.#afterReturn) {
        this.#line++;
      }
      if (this.#afterReturn || c === lineFeed) {
        this.#lineStart = this.#base + i + 1;
      }
    }
    return to;
  }
}

/** Where a part of a text comes from. */
export interface TextOrigin {
  /** Index into the text. */
  readonly from: number;
  /** The position of that index in the document. */
  readonly position: TextPosition;
  /** True if the document's reader has seen this part already. */
  readonly repeated?: boolean;
}

/** A text with the places in the document from which its parts come. `origins` are in ascending order. */
export interface OriginalText {
  readonly text: string;
  readonly origins: readonly TextOrigin[];
  /** The error that a reader has to find at the end of the text, which ends before something that the document must not have. */
  readonly failure?: unknown;
}

/** As `originalPosition`, for offsets in ascending order: one scan is enough for all. */
export function originalPositions({ text, origins }: OriginalText): (offset: number) => TextPosition {
  let index = -1;
  let origin: TextOrigin = { from: 0, position: start };
  let positionIn = positionsIn(text);
  return (offset) => {
    for (let next = origins[index + 1]; next !== undefined && next.from <= offset; next = origins[++index + 1]) {
      origin = next;
      positionIn = positionsIn(text.slice(next.from, origins[index + 2]?.from));
    }
    return shifted(origin.position, positionIn(Math.max(0, offset - origin.from)));
  };
}

/** A position in a part of a document that begins at a position of the document. */
function shifted(start: TextPosition, { line, column, offset }: TextPosition): TextPosition {
  return {
    line: start.line + line - 1,
    column: line === 1 ? start.column + column - 1 : column,
    offset: start.offset + offset,
  };
}

/** The position in the document of an offset into a text that was put together from parts of it. */
export function originalPosition({ text, origins }: OriginalText, offset: number): TextPosition {
  const { from, position } = originAt(origins, offset);
  return shifted(position, positionAt(text.slice(from), Math.max(0, offset - from)));
}

/** The part that an offset is in. */
export function originAt(origins: readonly TextOrigin[], offset: number): TextOrigin {
  return origins.findLast(({ from }) => from <= offset) ?? origins[0] ?? { from: 0, position: start };
}

/** A reader of a text that was put together from parts of a document: its positions are those of the document. */
export class PartReader extends XmlReader {
  constructor(part: OriginalText, options: XmlReaderOptions) {
    super(part.text, options);
    this.position = (offset: number = this.offset): TextPosition => originalPosition(part, offset);
  }
}

const placeInMessage = / \(line \d+, column \d+\)$/;

/** An error of a reader over such a text, with the position in the document; other errors as they are. */
export function movedError(error: unknown, part: OriginalText): unknown {
  if (!(error instanceof XmlSyntaxError)) {
    return error;
  }
  if (part.failure !== undefined) {
    return part.failure;
  }
  const position = originalPosition(part, error.offset);
  const message = error.message.replace(placeInMessage, '');
  return error instanceof XmlLimitError ? new XmlLimitError(message, position) : new XmlSyntaxError(message, position);
}

/** Options for decoding such a text: what they tell has its place in the document, and is told once. */
export function partOptions(decode: DecodeOptions, { origins }: OriginalText): DecodeOptions {
  const { onUnknown } = decode;
  if (onUnknown === undefined) {
    return decode;
  }
  return {
    ...decode,
    onUnknown: (content) => {
      const { from, position, repeated } = originAt(origins, content.offset);
      if (repeated !== true) {
        onUnknown({ ...content, offset: position.offset + Math.max(0, content.offset - from) });
      }
    },
  };
}

/**
 * The elements that are open where a part of a document begins, as text to put around it: a reader of the whole finds the names, the depth and the
 * namespaces that are in force in the document. Of attributes they have only declarations.
 */
export class Enclosing {
  readonly #open: string;
  readonly #origins: readonly TextOrigin[];
  /** Their end tags. */
  readonly close: string;
  /** Their number. */
  readonly depth: number;

  constructor(open = '', origins: readonly TextOrigin[] = [], close = '', depth = 0) {
    this.#open = open;
    this.#origins = origins;
    this.close = close;
    this.depth = depth;
  }

  /** Those around the content of the element at whose start tag the cursor is. */
  inside(cursor: XmlCursor, position: TextPosition): Enclosing {
    const { prefix, localName } = cursor;
    const name = prefix === '' ? localName : `${prefix}:${localName}`;
    const declared = cursor
      .declarations()
      .map(([of, namespace]) => ` xmlns${of && ':'}${of}="${escapeAttribute(cursor.wireNamespace(namespace))}"`);
    return new Enclosing(
      `${this.#open}<${name}${declared.join('')}>`,
      [...this.#origins, { from: this.#open.length, position }],
      `</${name}>${this.close}`,
      this.depth + 1,
    );
  }

  /** A part of the document after their start tags. */
  around({ text, origins }: OriginalText): OriginalText {
    const before = this.#open.length;
    const moved = origins.map((origin) => ({ ...origin, from: origin.from + before }));
    return { text: this.#open + text, origins: [...this.#origins, ...moved] };
  }
}
