import type { Range } from './ranges.js';

/** A text with one level of escaping undone, and where its characters were. */
export interface Unescaped {
  readonly text: string;
  /** The ranges of the escaped text that stand for ranges of this one, which are in order. */
  sources(ranges: readonly Range[]): Range[];
}

/**
 * References of XML and HTML, percent-encoding (a character of UTF-8 or a byte), `%u0041`, and the escapes of JSON. No repetition is open, so the time
 * grows with the length.
 */
const escapes = new RegExp(
  [
    '&(?:#(?<decimal>\\d{1,10})|#[xX](?<hex>[\\dA-Fa-f]{1,10})|(?<name>amp|lt|gt|quot|apos|nbsp));',
    '(?<bytes>%[cdCD][\\dA-Fa-f]%[89abAB][\\dA-Fa-f]|%[eE][\\dA-Fa-f](?:%[89abAB][\\dA-Fa-f]){2}|%[fF][0-4](?:%[89abAB][\\dA-Fa-f]){3})',
    '%(?<byte>[\\dA-Fa-f]{2})',
    '(?:%|\\\\)[uU](?<unit>[\\dA-Fa-f]{4})',
    '\\\\(?<character>["\'\\\\/bfnrt])',
  ].join('|'),
  'g',
);

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Undoes one level of escaping in a text, of all kinds at once. `hidden` are parts that are left out: in their place is `cover`. Undefined when there is
 * nothing to undo.
 */
export function unescapeOnce(text: string, hidden: readonly Range[], cover: string): Unescaped | undefined {
  if (!/[&%\\]/.test(text)) {
    return undefined;
  }
  const builder = new Builder();
  let at = 0;
  let found = false;
  for (const { start, end } of [...hidden, { start: text.length, end: text.length }]) {
    found = builder.unescape(text, at, start) || found;
    builder.add(start < end ? cover : '', start, end);
    at = end;
  }
  return found ? builder.finish() : undefined;
}

/** The text with one level of escaping undone. */
export function unescapeText(text: string): string {
  return unescapeOnce(text, [], '')?.text ?? text;
}

/** Puts the unescaped text together from segments. */
class Builder {
  readonly #pieces: string[] = [];
  /** Where segments begin: here, and in the escaped text. */
  readonly #targets: number[] = [];
  readonly #sources: number[] = [];
  #length = 0;
  #source = 0;

  /** Adds what stands between `start` and `end` in the escaped text. */
  add(piece: string, start: number, end: number): void {
    this.#targets.push(this.#length);
    this.#sources.push(start);
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#source = end;
  }

  /** Adds a part of the escaped text, unescaped. True when there was something to undo. */
  unescape(text: string, start: number, end: number): boolean {
    const part = start === 0 && end === text.length ? text : text.slice(start, end);
    let at = 0;
    for (const match of part.matchAll(escapes)) {
      if (match.index > at) {
        this.add(part.slice(at, match.index), start + at, start + match.index);
      }
      at = match.index + match[0].length;
      this.add(characterOf(match), start + match.index, start + at);
    }
    if (at < part.length) {
      this.add(part.slice(at), start + at, end);
    }
    return at > 0;
  }

  finish(): Unescaped {
    const [targets, sources, end] = [this.#targets, this.#sources, this.#source];
    const text = this.#pieces.join('');
    return {
      text,
      sources(ranges) {
        let segment = 0;
        const sourceOf = (position: number): number => {
          while (segment + 1 < targets.length && (targets[segment + 1] ?? 0) <= position) {
            segment++;
          }
          return position >= text.length ? end : (sources[segment] ?? 0) + position - (targets[segment] ?? 0);
        };
        return ranges.map((range) => ({ start: sourceOf(range.start), end: sourceOf(range.end) }));
      },
    };
  }
}

function characterOf({ 0: whole, groups = {} }: RegExpMatchArray): string {
  const { decimal, hex, name, bytes, byte, unit, character } = groups;
  if (name !== undefined) {
    return entities[name] ?? whole;
  }
  if (character !== undefined) {
    return controls[character] ?? character;
  }
  if (bytes !== undefined) {
    return decodeBytes(bytes) ?? whole;
  }
  const digits = byte ?? unit ?? hex;
  const point = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
}

function decodeBytes(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}
