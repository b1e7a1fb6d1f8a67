import type { Range } from './ranges.js';

/** A text with one level of escaping undone, and where its characters were. */
export interface Unescaped {
  readonly text: string;
  /** The ranges of the escaped text that stand for ranges of this one, which are in order. */
  sources(ranges: readonly Range[]): Range[];
}

/**
 * Undoes one level of escaping in a text, of all kinds at once: references of XML and HTML, percent-encoding (a character of UTF-8 or a byte), `%u0041`, and
 * the escapes of JSON. `hidden` are parts that are left out: in their place is `cover`. Undefined if there is nothing to undo.
 */
export function unescapeOnce(text: string, hidden: readonly Range[], cover: string): Unescaped | undefined {
  if (!/[&%\\]/.test(text)) {
    return undefined;
  }
  const builder = new Builder(text);
  for (const { start, end } of hidden) {
    builder.unescapeTo(start);
    builder.replace(cover, end);
  }
  builder.unescapeTo(text.length);
  return builder.finish();
}

/** The text with one level of escaping undone. */
export function unescapeText(text: string): string {
  return unescapeOnce(text, [], '')?.text ?? text;
}

/** Puts the unescaped text together. */
class Builder {
  readonly #text: string;
  readonly #pieces: string[] = [];
  /** After each piece that was replaced: the position here, and in the escaped text. */
  readonly #targets: number[] = [];
  readonly #sources: number[] = [];
  #length = 0;
  /** Everything before it is in the pieces. */
  #at = 0;
  #escapes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Adds the text as far as `end`, unescaped. */
  unescapeTo(end: number): void {
    const text = this.#text;
    for (let at = this.#at; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 0x26 || unit === 0x25 || unit === 0x5c) {
        const found = unit === 0x26 ? reference(text, at) : unit === 0x25 ? percent(text, at) : backslash(text, at);
        if (found !== undefined && at + found.length <= end) {
          this.#copyTo(at);
          this.replace(found.character, at + found.length);
          this.#escapes++;
          at += found.length - 1;
        }
      }
    }
    this.#copyTo(end);
  }

  #copyTo(end: number): void {
    if (end > this.#at) {
      this.#pieces.push(this.#text.slice(this.#at, end));
      this.#length += end - this.#at;
      this.#at = end;
    }
  }

  /** Adds a piece in the place of the text as far as `end`. */
  replace(piece: string, end: number): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#at = end;
    this.#targets.push(this.#length);
    this.#sources.push(end);
  }

  finish(): Unescaped | undefined {
    const [targets, sources] = [this.#targets, this.#sources];
    return this.#escapes === 0
      ? undefined
      : {
          text: this.#pieces.join(''),
          sources(ranges) {
            let next = 0;
            const sourceOf = (position: number): number => {
              while (next < targets.length && (targets[next] ?? 0) <= position) {
                next++;
              }
              return next === 0 ? position : (sources[next - 1] ?? 0) + position - (targets[next - 1] ?? 0);
            };
            return ranges.map((range) => ({ start: sourceOf(range.start), end: sourceOf(range.end) }));
          },
        };
  }
}

/** The character of an escape, and the length of the escape. */
interface Escape {
  readonly character: string;
  readonly length: number;
}

/** Code units of the longest reference, `&#x0010FFFF;`. */
const maxReference = 12;
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

function reference(text: string, start: number): Escape | undefined {
  let end = start + 1;
  while (end < start + maxReference && text.charCodeAt(end) !== 0x3b) {
    end++;
  }
  if (text.charCodeAt(end) !== 0x3b) {
    return undefined;
  }
  const name = text.slice(start + 1, end);
  const character = entities.get(name) ?? numbered(name);
  return character === undefined ? undefined : { character, length: end + 1 - start };
}

function numbered(name: string): string | undefined {
  const digits = /^#(?:(\d+)|[xX]([\dA-Fa-f]+))$/.exec(name);
  if (digits === null) {
    return undefined;
  }
  const point = digits[1] === undefined ? Number.parseInt(digits[2] ?? '', 16) : Number(digits[1]);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

function percent(text: string, start: number): Escape | undefined {
  const first = byteAt(text, start);
  if (first < 0) {
    return unicode(text, start);
  }
  const more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
  if (more > 0 && isContinued(text, start + 3, more)) {
    const escaped = text.slice(start, start + 3 * (more + 1));
    const character = decoded(escaped);
    if (character !== undefined) {
      return { character, length: escaped.length };
    }
  }
  return { character: String.fromCharCode(first), length: 3 };
}

function isContinued(text: string, start: number, count: number): boolean {
  for (let index = 0; index < count; index++) {
    if (byteAt(text, start + 3 * index) >> 6 !== 2) {
      return false;
    }
  }
  return true;
}

function decoded(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

/** The byte of `%XX` at a position; negative if there is no such escape. */
function byteAt(text: string, at: number): number {
  return text.charCodeAt(at) === 0x25 ? hex(text, at + 1, 2) : -1;
}

/** A number of `count` hexadecimal digits; negative if there is another character among them. */
function hex(text: string, start: number, count: number): number {
  let number = 0;
  for (let at = start; at < start + count; at++) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit < 0) {
      return -1;
    }
    number = number * 16 + digit;
  }
  return number;
}

function digitOf(unit: number): number {
  const lower = unit | 0x20;
  return unit >= 0x30 && unit <= 0x39 ? unit - 0x30 : lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** `%u0041` and `\u0041`. */
function unicode(text: string, start: number): Escape | undefined {
  const unit = (text.charCodeAt(start + 1) | 0x20) === 0x75 ? hex(text, start + 2, 4) : -1;
  return unit < 0 ? undefined : { character: String.fromCharCode(unit), length: 6 };
}

const characters: ReadonlyMap<string, string> = new Map([
  ...['"', "'", '\\', '/'].map((character) => [character, character] as const),
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function backslash(text: string, start: number): Escape | undefined {
  const character = characters.get(text.charAt(start + 1));
  return character === undefined ? unicode(text, start) : { character, length: 2 };
}
