import { characterCode, XmlLimitError, XmlSyntaxError } from './errors.js';

/** A position in a text: line and column count from 1, columns and the offset in UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Where a document begins. */
export const documentStart: TextPosition = { line: 1, column: 1, offset: 0 };

/** The text without a byte order mark at its start, which is not part of the document: positions do not count it. */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Line and column of an offset. CR LF, CR and LF each end a line. Costs a scan from the start of the text. */
export function positionAt(text: string, offset: number): TextPosition {
  return positionsIn(text)(offset);
}

/** As `positionAt`, for several offsets: for those in ascending order one scan is enough. */
export function positionsIn(text: string): (offset: number) => TextPosition {
  let line = 1;
  let lineStart = 0;
  let at = 0;
  return (offset) => {
    const end = Math.min(offset, text.length);
    if (end < at) {
      line = 1;
      lineStart = 0;
      at = 0;
    }
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

/** The position after a text that begins at a position. */
export function positionAfter({ line, column, offset }: TextPosition, text: string): TextPosition {
  const lineStart = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  let lines = 0;
  for (let i = plain.indexOf('\n'); i !== -1; i = plain.indexOf('\n', i + 1)) {
    lines++;
  }
  return {
    line: line + lines,
    column: (lines === 0 ? column : 1) + text.length - lineStart,
    offset: offset + text.length,
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
