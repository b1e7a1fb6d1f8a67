import { escapeFormText } from '../../http/form.js';
import type { Range } from './ranges.js';
import { Search } from './search.js';
import { unescapeText } from './unescape.js';

/** Values of this many code units and more are hidden wherever they occur; shorter ones stand for too many other things. */
const minSecret = 4;
/** The maximum number of values to search for: others are hidden only by their names. */
const maxSecrets = 256;
/** Code units of all values together that are searched for. */
const maxLooked = 16_384;
/** Longer values are searched in pieces of this length: quotations often contain only a part. */
const pieceLength = 512;

/**
 * The credentials that a call sent, which are found wherever they are returned: as they are, in any level of escaping, and in
 * base64, also in the middle of other base64 data.
 */
export class Secrets {
  readonly #search: Search;

  constructor(values: Iterable<string>) {
    const pieces = [...choosePieces(values)];
    this.#search = new Search([...pieces.flatMap(formsOf), ...pieces.flatMap(base64Forms)]);
  }

  /** True if none of them is long enough. */
  get isEmpty(): boolean {
    return this.#search.isEmpty;
  }

  /** Their places in a text, at one level of escaping. With `isCut`, the beginning of one at the end of the text counts, too. */
  find(text: string, isCut: boolean): Range[] {
    return this.#search.find(text, minSecret, isCut);
  }
}

/** The form of a value if the text around it is unescaped: it may itself look escaped. */
function formsOf(piece: string): string[] {
  const forms: string[] = [];
  for (let form = piece; form !== forms.at(-1) && form.length >= minSecret; form = unescapeText(form)) {
    forms.push(form);
  }
  return forms;
}

function choosePieces(values: Iterable<string>): Set<string> {
  const pieces = new Set<string>();
  let left = maxLooked;
  // Passwords and tokens are short: they come before documents that have a secret name.
  for (const value of [...values].sort((a, b) => a.length - b.length)) {
    for (const piece of piecesOf(value.slice(0, left).trim())) {
      if (pieces.size < maxSecrets && piece.length <= left) {
        pieces.add(piece);
        left -= piece.length;
      }
    }
  }
  return pieces;
}

function piecesOf(value: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < value.length; start += pieceLength) {
    const rest = value.length - start;
    // A last piece that is too short to search for is joined to the one before.
    const end = rest < pieceLength + minSecret ? value.length : start + pieceLength;
    pieces.push(value.slice(start, end));
    if (end === value.length) {
      break;
    }
  }
  return pieces.filter((piece) => piece.trim().length >= minSecret);
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
  return value.replace(/[&<>]/g, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'));
}

function escapeUrl(value: string): string {
  try {
    return escapeFormText(value);
  } catch {
    return value;
  }
}
