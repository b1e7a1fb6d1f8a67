import { escapeFormText } from '../../http/form.js';
import { cover, holdsText } from './names.js';
import { unescapeText } from './unescape.js';

/** Values of this many code units and more are hidden wherever they occur; shorter ones stand for too many other things. */
const minLength = 4;
/** Pieces of values that are looked for, and code units of all of them together. */
const maxPieces = 256;
const maxLength = 16_384;
/** Longer values are looked for in pieces of this length: quotations often have only a part. */
const pieceLength = 64;
/** Places where a text was cut, before which the beginning of a value is looked for. */
const maxCuts = 32;
/** Code units of half an escape that is left where a text was cut, or of several that stand for one character. */
const maxHalf = 12;

/**
 * The credentials that a call sent. They are found wherever they come back: as they are, in one line, and in base64, also in the middle of
 * other base64 data.
 */
export class KnownValues {
  readonly #forms: readonly string[];

  constructor(values: Iterable<string> = []) {
    this.#forms = [...new Set([...piecesOf(values)].flatMap(formsOf).map(folded))].filter(
      (form) => form.trim().length >= minLength,
    );
  }

  /** The text with each of them covered, and the beginning of one where the text was cut. */
  hide(text: string): string {
    if (this.#forms.length === 0 || text.length < minLength) {
      return text;
    }
    const marks = new Uint8Array(text.length);
    const found = this.#markWhole(folded(text), marks);
    return this.#markBeginnings(folded(text), marks) || found ? covered(text, marks) : text;
  }

  #markWhole(text: string, marks: Uint8Array): boolean {
    let found = false;
    for (const form of this.#forms) {
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
        marks.fill(1, at, at + form.length);
        found = true;
      }
    }
    return found;
  }

  #markBeginnings(text: string, marks: Uint8Array): boolean {
    let found = false;
    for (const end of [...text.matchAll(/…|$/g)].slice(-maxCuts).map(({ index }) => index)) {
      const start = this.#beginningBefore(text, end);
      if (start < end) {
        marks.fill(1, start, end);
        found = true;
      }
    }
    return found;
  }

  /** Where the beginning of a form starts after which a text was cut; the place of the cut if there is none. */
  #beginningBefore(text: string, cut: number): number {
    let start = cut;
    for (let end = cut; end >= Math.max(0, cut - maxHalf); end--) {
      if (end < cut && /[\s…]/.test(text.charAt(end))) {
        break;
      }
      if (end === cut || /[&%\\]/.test(text.charAt(end))) {
        const length = this.#longestBefore(text, end);
        start = length > 0 ? Math.min(start, end - length) : start;
      }
    }
    return start;
  }

  /** The length of the longest beginning of a form that ends here; 0 for none. */
  #longestBefore(text: string, end: number): number {
    let longest = 0;
    for (const form of this.#forms) {
      for (let length = Math.min(form.length - 1, end); length >= minLength && length > longest; length--) {
        if (text.startsWith(form.slice(0, length), end - length)) {
          longest = length;
        }
      }
    }
    return longest;
  }
}

/** White space, `+` and `-` are alike, `_` and `/` are: values come back in one line, in a query, in base64 of either alphabet. */
function folded(text: string): string {
  return text.replace(/[\s+-]/g, ' ').replaceAll('_', '/');
}

function covered(text: string, marks: Uint8Array): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const isHidden = marks[at] === 1;
    const next = marks.indexOf(isHidden ? 0 : 1, at);
    const end = next < 0 ? text.length : next;
    result += isHidden ? cover : text.slice(at, end);
    at = end;
  }
  return result;
}

function piecesOf(values: Iterable<string>): Set<string> {
  const pieces = new Set<string>();
  let left = maxLength;
  // Passwords and tokens are short: they come before documents that have a secret name.
  for (const value of [...values]
    .filter(holdsText)
    .map((each) => each.trim())
    .sort((a, b) => a.length - b.length)) {
    for (let start = 0; start < Math.min(value.length, left) && pieces.size < maxPieces; start += pieceLength) {
      // A last piece that is too short to look for has some of the one before.
      pieces.add(value.slice(Math.max(0, Math.min(start, value.length - minLength)), start + pieceLength));
    }
    left -= value.length;
  }
  return pieces;
}

/** What a piece may look like: as it is, in one line, what it stands for if it looks escaped, in base64. */
function formsOf(piece: string): string[] {
  const forms = [piece, piece.replace(/\s+/g, ' ')];
  for (let form = piece, next = unescapeText(form); next !== form && next.length >= minLength; ) {
    forms.push(next);
    form = next;
    next = unescapeText(form);
  }
  return [...forms, ...base64Forms(piece)];
}

const utf8 = new TextEncoder();

/** The base64 forms of a value, one for each offset at which it may begin: the characters that it determines completely. */
function base64Forms(value: string): string[] {
  // Whole bodies and addresses are in base64, and in them the value is escaped.
  const escaped = new Set([value, escapeXml(value), escapeUrl(value), JSON.stringify(value).slice(1, -1)]);
  return [...escaped].flatMap((text) => [0, 1, 2].map((before) => base64Of(utf8.encode(text), before)));
}

function base64Of(bytes: Uint8Array, before: number): string {
  let binary = '\0'.repeat(before);
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).slice(Math.ceil((before * 8) / 6), Math.floor((binary.length * 8) / 6));
}

function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeUrl(value: string): string {
  try {
    return escapeFormText(value);
  } catch {
    return value;
  }
}
