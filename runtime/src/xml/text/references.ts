import { isXmlCharacter } from './characters.js';
import { syntaxError } from './position.js';

/**
 * Character data with its references replaced and its line ends normalised (XML 1.0, 2.11). `[start, end)` of the text
 * contains no markup. Throws `XmlSyntaxError` on an invalid reference.
 */
export function expandText(text: string, start: number, end: number): string {
  return replaceReferences(normaliseLineEnds(text.slice(start, end)), text, start);
}

/** As `expandText`, of a text that was cut out of its document. */
export function expandData(data: string): string {
  return isShortAndPlain(data) ? data : expandText(data, 0, data.length);
}

/** In longer texts a native search is faster than a loop. */
const shortText = 8;

function isShortAndPlain(data: string): boolean {
  if (data.length > shortText) {
    return false;
  }
  for (let i = 0; i < data.length; i++) {
    const code = data.charCodeAt(i);
    if (code === 0x26 || code === 0x0d) {
      return false;
    }
  }
  return true;
}

/** An attribute value with its references replaced and white space normalised as that of CDATA attributes (3.3.3). */
export function expandAttribute(text: string, start: number, end: number): string {
  const value = text.slice(start, end);
  const spaced = /[\t\n\r]/.test(value) ? inOnePiece(value.replace(/\r\n|[\t\n\r]/g, ' ')) : value;
  return replaceReferences(spaced, text, start);
}

/** Line ends as XML reports them: CR LF and CR become LF (2.11). */
export function normaliseLineEnds(text: string): string {
  return text.includes('\r') ? inOnePiece(text.replace(/\r\n?/g, '\n')) : text;
}

/**
 * The same text in one piece. One that was put together stays a tree of its pieces, of 32 bytes each, until somebody looks into it: so it would for as
 * long as a handler holds a value.
 */
export function inOnePiece(text: string): string {
  // Looking for what is not there makes the engine lay the string out.
  return text.includes('\0') ? '' : text;
}

/** `source` and `start` tell where in the document `value` comes from, for errors. */
function replaceReferences(value: string, source: string, start: number): string {
  let at = value.indexOf('&');
  if (at === -1) {
    return value;
  }
  let result = '';
  let copied = 0;
  for (; at !== -1; at = value.indexOf('&', copied)) {
    const markup = markupReferred(value, at);
    if (markup === undefined) {
      const semicolon = value.indexOf(';', at);
      const codePoint = semicolon === -1 ? -1 : referenced(value, at + 1, semicolon);
      if (codePoint < 0 || !isXmlCharacter(codePoint)) {
        throw referenceError(value, at, source, start, codePoint);
      }
      result += value.slice(copied, at) + String.fromCodePoint(codePoint);
      copied = semicolon + 1;
    } else {
      result += value.slice(copied, at) + markup;
      copied = at + (markup === '&' ? 5 : 4);
    }
  }
  return inOnePiece(result + value.slice(copied));
}

/** The character of `&lt;`, `&gt;` or `&amp;` at `at`: most references are one of them. Undefined for others. */
function markupReferred(value: string, at: number): '<' | '>' | '&' | undefined {
  const first = value.charCodeAt(at + 1);
  if (first === 0x61) {
    return value.startsWith('mp;', at + 2) ? '&' : undefined;
  }
  if (value.charCodeAt(at + 2) !== 0x74 || value.charCodeAt(at + 3) !== 0x3b) {
    return undefined;
  }
  return first === 0x6c ? '<' : first === 0x67 ? '>' : undefined;
}

/** Code point of another reference, which is between `&` and `;`; -1 if it is not valid. */
function referenced(value: string, start: number, end: number): number {
  if (value.charCodeAt(start) === 0x23) {
    return characterReferenced(value, start + 1, end);
  }
  if (end - start !== 4) {
    return -1;
  }
  if (value.startsWith('quot', start)) {
    return 0x22;
  }
  return value.startsWith('apos', start) ? 0x27 : -1;
}

function characterReferenced(value: string, start: number, end: number): number {
  const hexadecimal = value.charCodeAt(start) === 0x78;
  const base = hexadecimal ? 16 : 10;
  const first = hexadecimal ? start + 1 : start;
  if (first === end) {
    return -1;
  }
  let codePoint = 0;
  for (let i = first; i < end; i++) {
    const digit = digitValue(value.charCodeAt(i));
    if (digit >= base) {
      return -1;
    }
    // Past the last code point the exact value does not matter.
    codePoint = Math.min(codePoint * base + digit, 0x110000);
  }
  return codePoint;
}

/** Value of a hexadecimal digit; 16 if it is not one. */
function digitValue(c: number): number {
  if (c >= 0x30 && c <= 0x39) {
    return c - 0x30;
  }
  const letter = c | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 16;
}

function referenceError(value: string, index: number, source: string, start: number, codePoint: number): Error {
  // Normalisation may have moved the value's characters, but left each "&" in its order.
  let offset = source.indexOf('&', start);
  for (let i = value.indexOf('&'); i < index; i = value.indexOf('&', i + 1)) {
    offset = source.indexOf('&', offset + 1);
  }
  return syntaxError(
    source,
    offset,
    codePoint < 0
      ? 'A "&" must start a character reference or one of &amp; &lt; &gt; &quot; &apos;'
      : 'The character reference refers to a character that XML 1.0 does not allow',
  );
}
