import { escapeFormText } from '../../http/form.js';
import { escapeText } from '../../xml/index.js';
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
    const forms = [...piecesOf(values)].flatMap(formsOf).map(folded);
    this.#forms = [...new Set(forms)].filter((form) => form.trim().length >= minLength);
  }

  /** The text with each of them covered, and the beginning of one where the text was cut. */
  hide(text: string): string {
    if (this.#forms.length === 0 || text.length < minLength) {
      return text;
    }
    const marks = new Uint8Array(text.length);
    const searched = folded(text);
    for (const form of this.#forms) {
      for (let at = searched.indexOf(form); at >= 0; at = searched.indexOf(form, at + form.length)) {
        marks.fill(1, at, at + form.length);
      }
    }
    for (const { index } of [...searched.matchAll(/…|$/g)].slice(-maxCuts)) {
      marks.fill(1, this.#beginningBefore(searched, index), index);
    }
    return covered(text, marks);
  }

  /** Where the beginning of a form starts after which a text was cut; the place of the cut if there is none. */
  #beginningBefore(text: string, cut: number): number {
    const half =
      text
        .slice(Math.max(0, cut - maxHalf), cut)
        .split(/[\s…]/)
        .at(-1) ?? '';
    const ends = [cut, ...Array.from(half.matchAll(/[&%\\\ufffd]/g), ({ index }) => cut - half.length + index)];
    return Math.min(cut, ...ends.map((end) => this.#beginningAt(text, end) ?? cut));
  }

  /** Where the longest beginning of a form starts that ends here; undefined if there is none. */
  #beginningAt(text: string, end: number): number | undefined {
    let longest = 0;
    for (const form of this.#forms) {
      for (let length = Math.min(form.length - 1, end); length >= minLength && length > longest; length--) {
        if (text.startsWith(form.slice(0, length), end - length)) {
          longest = length;
        }
      }
    }
    return longest > 0 ? end - longest : undefined;
  }
}

/** White space, `+` and `-` are alike, `_` and `/` are: values come back in one line, in a query, in base64 of either alphabet. */
function folded(text: string): string {
  return text.replace(/[\s+-]/g, ' ').replaceAll('_', '/');
}

function covered(text: string, marks: Uint8Array): string {
  let result = '';
  for (let at = 0, isHidden = marks[0] === 1; at < text.length; isHidden = !isHidden) {
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
  const trimmed = Array.from(values, (value) => value.trim()).filter(holdsText);
  for (const value of trimmed.sort((a, b) => a.length - b.length)) {
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
  for (let form = unescapeText(piece); form !== forms.at(-1) && form.length >= minLength; form = unescapeText(form)) {
    forms.push(form);
  }
  return [...forms, ...escapes.flatMap((write) => base64Forms(escaped(piece, write)))];
}

/** Whole bodies and addresses are in base64, and in them a value is escaped. */
const escapes: readonly ((text: string) => string)[] = [
  (text) => text,
  escapeText,
  escapeFormText,
  (text) => JSON.stringify(text).slice(1, -1),
];

/** The text as it is if it cannot be escaped so. */
function escaped(text: string, write: (text: string) => string): string {
  try {
    return write(text);
  } catch {
    return text;
  }
}

const utf8 = new TextEncoder();

/** The base64 forms of a value, one for each offset at which it may begin: the characters that it determines completely. */
function base64Forms(value: string): string[] {
  const bytes = Array.from(utf8.encode(value), (byte) => String.fromCharCode(byte)).join('');
  return ['', '\0', '\0\0'].map((before) => {
    const binary = before + bytes;
    return btoa(binary).slice(Math.ceil((before.length * 8) / 6), Math.floor((binary.length * 8) / 6));
  });
}
