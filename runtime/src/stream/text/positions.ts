import type { DecodeOptions } from '../../schema/context/decoder.js';
import { XmlLimitError, XmlReader, type XmlReaderOptions, XmlSyntaxError } from '../../xml/index.js';
import type { XmlEvent } from '../../xml/interfaces/reader.js';
import { documentStart, positionsIn, type TextPosition } from '../../xml/text/position.js';

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

const nowhere: TextOrigin = { from: 0, position: documentStart };

/** The positions in the document of offsets into a text that was put together from parts of it: of those in ascending order at the cost of one scan. */
export function originalPositions({ text, origins }: OriginalText): (offset: number) => TextPosition {
  let index = -1;
  let origin = nowhere;
  let positionIn = positionsIn(text);
  return (offset) => {
    index = offset < origin.from ? -1 : index;
    for (let next = origins[index + 1]; next !== undefined && next.from <= offset; next = origins[++index + 1]) {
      origin = next;
      positionIn = positionsIn(text.slice(next.from, origins[index + 2]?.from));
    }
    const start = origin.position;
    const { line, column, offset: length } = positionIn(Math.max(0, offset - origin.from));
    return {
      line: start.line + line - 1,
      column: line === 1 ? start.column + column - 1 : column,
      offset: start.offset + length,
    };
  };
}

/** The position in the document of one offset into such a text. */
export function originalPosition(part: OriginalText, offset: number): TextPosition {
  return originalPositions(part)(offset);
}

/** The part that an offset is in. */
export function originAt(origins: readonly TextOrigin[], offset: number): TextOrigin {
  return origins.findLast(({ from }) => from <= offset) ?? origins[0] ?? nowhere;
}

const placeInMessage = / \(line \d+, column \d+\)$/;

/**
 * A reader of a text that was put together from parts of a document, or of a document that is given part by part: its positions, and those of its errors, are
 * those of the document.
 */
export class PartReader extends XmlReader {
  #part: OriginalText;
  #positionOf: (offset: number) => TextPosition;

  constructor(part: OriginalText, options: XmlReaderOptions) {
    super(part.text, options);
    this.#part = part;
    this.#positionOf = originalPositions(part);
  }

  /** As `readOn`. */
  readPart(part: OriginalText, depth: number): void {
    this.readOn(part.text, depth);
    this.#part = part;
    this.#positionOf = originalPositions(part);
  }

  /** What lies between two offsets of the part. */
  between(from: number, to: number): OriginalText {
    const { text, origins } = this.#part;
    const inner = origins.filter((origin) => origin.from > from && origin.from < to);
    const starts = [from, ...inner.map((origin) => origin.from)];
    return {
      text: text.slice(from, to),
      origins: starts.map((start) => ({ from: start - from, position: this.position(start) })),
    };
  }

  override position(offset: number = this.offset): TextPosition {
    return this.#positionOf(offset);
  }

  override next(): XmlEvent {
    try {
      return super.next();
    } catch (error) {
      throw this.#located(error);
    }
  }

  override textToEnd(): string | undefined {
    try {
      return super.textToEnd();
    } catch (error) {
      throw this.#located(error);
    }
  }

  override namespacesInScope(): ReadonlyMap<string, string> {
    try {
      return super.namespacesInScope();
    } catch (error) {
      throw this.#located(error);
    }
  }

  /** An error with its place in the document. */
  #located(error: unknown): unknown {
    if (!(error instanceof XmlSyntaxError)) {
      return error;
    }
    if (this.#part.failure !== undefined) {
      return this.#part.failure;
    }
    const message = error.message.replace(placeInMessage, '');
    const position = this.position(error.offset);
    return error instanceof XmlLimitError
      ? new XmlLimitError(message, position)
      : new XmlSyntaxError(message, position);
  }
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
