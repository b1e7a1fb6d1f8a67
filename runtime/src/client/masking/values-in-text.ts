import type { Range } from './ranges.js';

/** Where values end in a text. Each function looks at the text from a position on, and no farther than to the end that it returns. */

const lineEnd = /[\r\n]/g;
const pairEnd = /[&\s"'`<>;,)]/g;
const memberEnd = /[\s"'`<>;,)}\]&]/g;

/** Index of the first match at or after `from`; the length of the text if there is none. */
function seek(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Index of `part` at or after `from`; the length of the text when it is cut short. */
export function endBefore(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found < 0 ? text.length : found;
}

/** Ends an attribute's value, whose quote is before `start`. */
export function attributeValue(text: string, start: number): Range {
  return { start, end: endBefore(text, text.charAt(start - 1), start) };
}

/** Ends a string whose quote is before `start`, and in which `\` escapes. */
export function quotedValue(text: string, start: number): Range {
  const quote = text.charAt(start - 1);
  let end = endBefore(text, quote, start);
  while (end < text.length && isEscaped(text, end, start)) {
    end = endBefore(text, quote, end + 1);
  }
  return { start, end };
}

/** Is there an odd number of `\` before `at`? */
export function isEscaped(text: string, at: number, from: number): boolean {
  let count = 0;
  while (at - count - 1 >= from && text.charCodeAt(at - count - 1) === 0x5c) {
    count++;
  }
  return count % 2 === 1;
}

/**
 * Ends the value of a pair, `name=value`, which comes after `before`. In a list of pairs separated by `;`, the value may
 * contain spaces; in a query, it may contain characters that end it elsewhere.
 */
export function pairValue(text: string, start: number, before: string): Range {
  const listed = (before === ';' ? item : itemBeforeOther).exec(text.slice(start, start + maxListed));
  if (listed !== null) {
    return { start, end: start + listed[0].length };
  }
  if (!/[?&]/.test(before)) {
    return { start, end: seek(text, pairEnd, start) };
  }
  let end = seek(text, fieldEnd, start);
  while (end > start && closing.has(text.charAt(end - 1))) {
    end--;
  }
  return { start, end };
}

/** Code units of a value with spaces in a list of pairs. */
const maxListed = 256;
const item = /^[^"'`<>&;\r\n]*(?=;)/;
const itemBeforeOther = /^[^"'`<>&;\r\n]*(?=;\s?[\w.-][\w .-]{0,40}=)/;
const fieldEnd = /[&\s"<>]/g;
/** Characters that may follow an address rather than belong to it. */
const closing: ReadonlySet<string> = new Set(["'", '`', ')', ']', ',', ';', '.']);

/** Ends the value of a member that is not a string. */
export function memberValue(text: string, start: number): Range {
  return { start, end: seek(text, memberEnd, start) };
}

/** Ends the value of a header: the line. */
export function lineValue(text: string, start: number): Range {
  return { start, end: seek(text, lineEnd, start) };
}

const structure = /["'`{}[\]]/g;

/** Ends an object or array that begins at `start`. */
export function structuredValue(text: string, start: number): Range {
  let depth = 0;
  let at = start;
  do {
    at = seek(text, structure, at);
    const unit = text.charAt(at);
    if (unit === '{' || unit === '[') {
      depth++;
    } else if (unit === '}' || unit === ']') {
      depth--;
    } else if (unit !== '') {
      at = quotedValue(text, at + 1).end;
    }
    at++;
  } while (depth > 0 && at < text.length);
  return { start, end: Math.min(at, text.length) };
}

/** Ends the content of an element that begins at `start`: before its end tag, or with the text when it is cut short. */
export function elementContent(text: string, start: number, name: string): Range {
  let depth = 1;
  let at = text.indexOf('<', start);
  while (at >= 0) {
    if (text.startsWith('<![CDATA[', at)) {
      at = endBefore(text, ']]>', at);
    } else if (text.startsWith('<!--', at)) {
      at = endBefore(text, '-->', at);
    } else if (text.startsWith(name, at + 2) && text.charAt(at + 1) === '/' && endsName(text, at + 2 + name.length)) {
      depth--;
      if (depth === 0) {
        return { start, end: at };
      }
    } else if (text.startsWith(name, at + 1) && endsName(text, at + 1 + name.length)) {
      depth += opens(text, at) ? 1 : 0;
    }
    at = text.indexOf('<', at + 1);
  }
  return { start, end: text.length };
}

/** Ends the text at the beginning of an element's content that begins at `start`. */
export function elementText(text: string, start: number): Range {
  return text.startsWith('<![CDATA[', start)
    ? { start: start + 9, end: endBefore(text, ']]>', start + 9) }
    : { start, end: endBefore(text, '<', start) };
}

/** Is it a start tag, which no `/` closes at once? */
function opens(text: string, at: number): boolean {
  const end = seek(text, tagEnd, at + 1);
  return text.charAt(end) === '>' && text.charAt(end - 1) !== '/';
}

const tagEnd = /[<>]/g;

function endsName(text: string, at: number): boolean {
  return at >= text.length || /[\s/>]/.test(text.charAt(at));
}
