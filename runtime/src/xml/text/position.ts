import { characterCode, XmlLimitError, XmlSyntaxError } from './errors.js';

/** A position in a text: line and column count from 1, columns and the offset in UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** The text without a byte order mark at its start, which is not part of the document: positions do not count it. */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Line and column of an offset. CR LF, CR and LF each end a line. Costs a scan from the start of the text. */
export function positionAt(text: string, offset: number): TextPosition {
  return positionsIn(text)(offset);
}

/** As `positionAt`, for several offsets in ascending order: one scan is enough for all. */
export function positionsIn(text: string): (offset: number) => TextPosition {
  let line = 1;
  let lineStart = 0;
  let at = 0;
  return (offset) => {
    const end = Math.min(offset, text.length);
    for (; at < end; at++) {
      const c = text.charCodeAt(at);
      if (c === 0x0a || (c === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) {
        line++;
        lineStart = at + 1;
      }
    }
    return { line, column: end - lineStart + 1, offset: end };
  };
}

/** The error for a text that breaks XML at an offset. */
export function syntaxError(text: string, offset: number, message: string): XmlSyntaxError {
  return new XmlSyntaxError(message, positionAt(text, offset));
}

/** The error for a text that passes a limit at an offset. */
export function limitError(text: string, offset: number, message: string): XmlLimitError {
  return new XmlLimitError(message, positionAt(text, offset));
}

/** The error for a character that XML does not allow. */
export function characterError(text: string, offset: number): XmlSyntaxError {
  return syntaxError(text, offset, `The character ${characterCode(text, offset)} is not allowed in XML 1.0`);
}
