import { escapeFormText } from '../http/form.js';

/** Values of this many code units and more are hidden wherever they occur; shorter ones stand for too many other things. */
const minSecret = 4;
/** Values that are looked for, at most: what is beyond is hidden by its name alone. */
const maxSecrets = 256;
/** Code units of all values together that are looked for: engines give up on patterns of megabytes, and take the process with them. */
const maxLooked = 16_384;
/** Longer values are looked for in pieces of this length, so that patterns stay small. */
const pieceLength = 512;
/** Most characters in which one form of one piece can stand, for texts that were cut in the middle of it. */
const maxFormLength = pieceLength * 12;

/** What stands in the place of a credential. */
export const mask = '***';

/**
 * The credentials that a call sent, to be hidden wherever they come back: as they are, escaped for XML or HTML, for a query or form, for JSON, and
 * in base64, also in the middle of something else in base64.
 */
export class Secrets {
  readonly #pattern: RegExp | undefined;
  /** The pieces that are looked for, longest first. */
  readonly #pieces: readonly string[];

  constructor(values: Iterable<string>) {
    const pieces = new Set<string>();
    let left = maxLooked;
    // Passwords and tokens are short: they come before documents that stand under a masked name.
    for (const value of [...values].sort((a, b) => a.length - b.length)) {
      for (const piece of piecesOf(value.slice(0, left))) {
        if (pieces.size < maxSecrets && piece.length <= left) {
          pieces.add(piece);
          left -= piece.length;
        }
      }
    }
    const sorted = [...pieces].sort((a, b) => b.length - a.length);
    this.#pieces = sorted;
    this.#pattern = sorted.length === 0 ? undefined : new RegExp(sorted.flatMap(formsOf).join('|'), 'g');
  }

  /** The text without them. */
  hide(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, mask);
  }

  /** The first `length` code units of a text without them: half a credential at the end, where a text was cut, goes with them. */
  hideIn(text: string, length: number, hide: (text: string) => string = (part) => this.hide(part)): string {
    // What was cut off in the middle of a credential must not move into view when others before it are replaced by less.
    const looked = text.slice(0, length + 4 * maxFormLength);
    // Whole ones first: a shorter one may begin in the middle of them.
    const hidden = this.#withoutHalf(hide(looked));
    const safe = looked.length < text.length ? hidden.slice(0, -maxFormLength) : hidden;
    return safe.length > length ? `${safe.slice(0, length)}…` : safe;
  }

  #withoutHalf(text: string): string {
    const tail = Math.max(0, text.length - maxFormLength);
    for (const piece of this.#pieces) {
      const forms = wordForms(piece);
      const beginning = new RegExp(forms.slice(0, minSecret).join(''), 'g');
      beginning.lastIndex = tail;
      for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
        if (endsWithin(text, found.index, forms)) {
          return text.slice(0, found.index) + mask;
        }
        beginning.lastIndex = found.index + 1;
      }
    }
    return text;
  }

  /** The value with all strings in it replaced; itself when there is nothing to replace. For values of faults: plain objects, arrays, bytes. */
  hideDeep<T>(value: T, depth = 0): T {
    if (this.#pattern === undefined || depth > maxDepth) {
      return value;
    }
    if (typeof value === 'string') {
      return this.hide(value) as T & string;
    }
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => this.hideDeep(item, depth + 1));
      return items.some((item, index) => item !== value[index]) ? (items as T & unknown[]) : value;
    }
    if (!isPlain(value)) {
      return value;
    }
    const entries = Object.entries(value).map(([key, item]) => [key, this.hideDeep(item, depth + 1), item] as const);
    if (entries.every(([, hidden, item]) => hidden === item)) {
      return value;
    }
    const result: object = Object.create(Object.getPrototypeOf(value));
    for (const [key, hidden] of entries) {
      Object.defineProperty(result, key, { value: hidden, enumerable: true, configurable: true, writable: true });
    }
    return result as T;
  }
}

const maxDepth = 256;

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function piecesOf(untrimmed: string): string[] {
  const pieces: string[] = [];
  const value = untrimmed.trim();
  for (let start = 0; start < value.length; start += pieceLength) {
    const rest = value.length - start;
    // A last piece that is too short to be looked for is taken with the one before.
    const end = rest < pieceLength + minSecret ? value.length : start + pieceLength;
    pieces.push(value.slice(start, end));
    if (end === value.length) {
      break;
    }
  }
  return pieces.filter((piece) => piece.length >= minSecret);
}

/** Patterns for all forms of a value. */
function formsOf(value: string): string[] {
  // In base64 stand whole bodies and addresses, in which the value is escaped.
  const encoded = new Set([value, escapeXml(value), escapeUrl(value)]);
  return [wordForms(value).join(''), ...[...encoded].flatMap(base64Forms)];
}

const named: ReadonlyMap<string, string> = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
  ['\u00a0', 'nbsp'],
]);

/** The pattern of a character in every escaping that is in use, also where it was escaped again. Letters and digits are not escaped anywhere. */
function characterForms(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) {
    return character;
  }
  const point = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index), 4));
  const forms = [
    `&(?:amp;)*#0*${point};`,
    `&(?:amp;)*#[xX]0*${anyCase(point.toString(16))};`,
    [...utf8.encode(character)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join(''),
    units.map((unit) => `%[uU]${unit}`).join(''),
    units.map((unit) => `\\\\[uU]${unit}`).join(''),
  ];
  const name = named.get(character);
  if (name !== undefined) {
    forms.push(`&(?:amp;)*${name};`);
  }
  const inJson = JSON.stringify(character).slice(1, -1);
  if (inJson !== character) {
    forms.push(literal(inJson));
  }
  if (character === '/') {
    forms.push('\\\\/');
  }
  // Last: it may be how an escape begins.
  forms.push(literal(character));
  return `(?:${forms.join('|')})`;
}

/** A pattern for each character of a value, or run of white space: whoever shows a text in one line makes one space of several. */
function wordForms(value: string): string[] {
  const words = value.match(/\s+|\S/gu) ?? [];
  return words.map((word) => (word.trim() === '' ? `(?:\\s|\\+|${spaceForms(word)})+` : characterForms(word)));
}

/** Does the text end in the middle of what begins at `start`? Of the last character only a part may be there: of an escape, of a pair. */
function endsWithin(text: string, start: number, forms: readonly string[]): boolean {
  const fits = (pattern: string): boolean => {
    const expression = new RegExp(pattern, 'y');
    expression.lastIndex = start;
    return expression.test(text);
  };
  if (fits(forms.join(''))) {
    return false;
  }
  for (let count = forms.length - 1; count >= minSecret; count--) {
    if (fits(`${forms.slice(0, count).join('')}[\\s\\S]{0,${maxEscape}}$`)) {
      return true;
    }
  }
  return false;
}

/** Characters of the longest escape of one character. */
const maxEscape = 12;

function spaceForms(spaces: string): string {
  return [...new Set(spaces)].map(characterForms).join('|');
}

function escapeXml(value: string): string {
  return value.replace(/[&<>]/g, (character) => `&${named.get(character)};`);
}

function escapeUrl(value: string): string {
  try {
    return escapeFormText(value);
  } catch {
    return value;
  }
}

const utf8 = new TextEncoder();

/** A number in hexadecimal digits of either case, as a pattern. */
function hex(number: number, digits: number): string {
  return anyCase(number.toString(16).padStart(digits, '0'));
}

function anyCase(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** The characters of base64 that a value decides wholly, for each place at which it may begin. */
function base64Forms(value: string): string[] {
  const bytes = utf8.encode(value);
  return [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    let binary = '';
    for (const byte of padded) {
      binary += String.fromCharCode(byte);
    }
    const whole = btoa(binary);
    const inside = whole.slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
    return inside.replace(/[+/]/g, (sign) => (sign === '+' ? '(?:[-+]|%2[bB])' : '(?:[/_]|\\\\/|%2[fF])'));
  });
}
