import { brief } from '../base/describe.js';
import { checkOptions, count, type OptionKinds } from '../base/options.js';
import { RecognizedError } from '../base/recognized-error.js';

/** What a JSON text may cost. */
export interface JsonTextLimits {
  /** Bytes of the text in UTF-8. Default: no limit, for a text that the caller has counted. */
  readonly maxBytes?: number;
  /** Depth of nested arrays and objects. Default 256, as for elements of XML; at most 1,000. */
  readonly maxDepth?: number;
  /** Members of one object. Default 10,000. */
  readonly maxMembers?: number;
}

/** The reader calls itself for each level. */
const greatestDepth = 1000;

const kinds: OptionKinds<JsonTextLimits> = { maxBytes: count, maxDepth: count, maxMembers: count };

/** The rule that a JSON text broke: it is no JSON or no UTF-8, an object has two members of one name, or a limit is passed. */
export type JsonTextProblem = 'syntax' | 'encoding' | 'duplicate-member' | 'too-long' | 'too-deep' | 'too-many-members';

/** A text that is not JSON, or more of it than the limits allow. */
export class JsonTextError extends RecognizedError {
  static override readonly $mark: string = 'JsonTextError';
  declare readonly name: 'JsonTextError';
  declare readonly code: JsonTextProblem;
  /** 1-based. */
  declare readonly line: number;
  /** 1-based, in UTF-16 code units. */
  declare readonly column: number;
  /** Index into the text, in UTF-16 code units; a byte order mark does not count. */
  declare readonly offset: number;

  constructor(code: JsonTextProblem, message: string, text: string, offset: number) {
    const before = text.slice(0, offset).split(/\r\n|\r|\n/);
    const facts = { code, line: before.length, column: (before.at(-1) ?? '').length + 1, offset };
    super(`${brief(message)} (line ${facts.line}, column ${facts.column})`, undefined, facts);
  }
}

/**
 * The value of a JSON text (RFC 8259), read with limits. It takes what `JSON.parse` takes, but refuses objects with two members of one name, which
 * programs read in different ways (RFC 8259, 4). The cost grows with the length of the text alone. Throws `JsonTextError` with the place of the mistake.
 */
export function parseJsonText(text: string | Uint8Array, limits: JsonTextLimits = {}): unknown {
  checkOptions('`parseJsonText`', limits, kinds);
  const { maxBytes = Number.POSITIVE_INFINITY, maxDepth = 256, maxMembers = 10_000 } = limits;
  if (bytesOf(text, maxBytes) > maxBytes) {
    throw new JsonTextError('too-long', `The text is longer than ${maxBytes} bytes`, '', 0);
  }
  return new JsonReader(
    typeof text === 'string' ? text : decoded(text),
    Math.min(maxDepth, greatestDepth),
    maxMembers,
  ).read();
}

/** The bytes of a text, which are counted only where its length leaves open whether they are too many. */
function bytesOf(text: string | Uint8Array, limit: number): number {
  const { length } = text;
  return typeof text === 'string' && length <= limit && length * 3 > limit
    ? new TextEncoder().encode(text).length
    : length;
}

function decoded(bytes: Uint8Array): string {
  try {
    // The reader itself leaves out the mark at the beginning, once.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new JsonTextError('encoding', 'The text is not in UTF-8', '', 0);
  }
}

const space = /[ \t\n\r]*/y;
const numeral = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Characters of a string as they are. One expression for the whole string would need memory for each escaped. */
const characters = /[^"\\\u0000-\u001f]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const words: ReadonlyMap<string, readonly [word: string, value: unknown]> = new Map([
  ['t', ['true', true]],
  ['f', ['false', false]],
  ['n', ['null', null]],
]);

class JsonReader {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #maxMembers: number;
  #at = 0;

  constructor(text: string, maxDepth: number, maxMembers: number) {
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text;
    this.#maxDepth = maxDepth;
    this.#maxMembers = maxMembers;
  }

  read(): unknown {
    const value = this.#value(0);
    this.#next();
    if (this.#at < this.#text.length) {
      this.#wrong('nothing after the value');
    }
    return value;
  }

  #value(depth: number): unknown {
    const first = this.#next();
    switch (first) {
      case '{':
        return this.#object(this.#deeper(depth));
      case '[':
        return this.#array(this.#deeper(depth));
      case '"':
        return this.#string();
      default:
        return this.#wordOrNumber(first);
    }
  }

  #deeper(depth: number): number {
    if (depth >= this.#maxDepth) {
      this.#fail('too-deep', `Values are nested deeper than ${this.#maxDepth}`);
    }
    this.#at++;
    return depth + 1;
  }

  #object(depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    if (this.#next() === '}') {
      this.#at++;
      return result;
    }
    for (let count = 1; ; count++) {
      this.#member(result, count, depth);
      if (this.#next() === '}') {
        this.#at++;
        return result;
      }
      this.#expect(',', 'a comma or the end of the object');
    }
  }

  #member(result: Record<string, unknown>, count: number, depth: number): void {
    if (this.#next() !== '"') {
      this.#wrong('the name of a member, in quotes');
    }
    const start = this.#at;
    const name = this.#string();
    if (Object.hasOwn(result, name)) {
      this.#fail('duplicate-member', `The object has two members "${brief(name, 100)}"`, start);
    }
    if (count > this.#maxMembers) {
      this.#fail('too-many-members', `An object has more than ${this.#maxMembers} members`, start);
    }
    this.#expect(':', 'a colon');
    const value = this.#value(depth);
    if (name === '__proto__') {
      Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
    } else {
      result[name] = value;
    }
  }

  #array(depth: number): unknown[] {
    const result: unknown[] = [];
    if (this.#next() === ']') {
      this.#at++;
      return result;
    }
    for (;;) {
      result.push(this.#value(depth));
      if (this.#next() === ']') {
        this.#at++;
        return result;
      }
      this.#expect(',', 'a comma or the end of the array');
    }
  }

  /** A string whose first quote is next. */
  #string(): string {
    const start = this.#at;
    this.#at++;
    const begin = this.#match(characters);
    let isPlain = true;
    while (this.#match(escaped) !== '') {
      isPlain = false;
      this.#match(characters);
    }
    if (this.#text[this.#at] !== '"') {
      const isEnd = this.#at >= this.#text.length;
      this.#wrong(isEnd ? 'the quote at the end of the string' : 'a character that a string may have, or an escaped');
    }
    this.#at++;
    return isPlain ? begin : (JSON.parse(this.#text.slice(start, this.#at)) as string);
  }

  #wordOrNumber(first: string | undefined): unknown {
    const [word, value] = words.get(first ?? '') ?? [];
    if (word !== undefined && this.#text.startsWith(word, this.#at)) {
      this.#at += word.length;
      return value;
    }
    const digits = this.#match(numeral);
    return digits === '' ? this.#wrong('a value') : Number(digits);
  }

  /** The next character that is no white space; undefined at the end. */
  #next(): string | undefined {
    this.#match(space);
    return this.#text[this.#at];
  }

  #expect(character: string, wording: string): void {
    if (this.#next() !== character) {
      this.#wrong(wording);
    }
    this.#at++;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #wrong(expected: string): never {
    const character = this.#text[this.#at];
    const got = character === undefined ? 'the end of the text' : JSON.stringify(character);
    return this.#fail('syntax', `Expected ${expected}, got ${got}`);
  }

  #fail(code: JsonTextProblem, message: string, at = this.#at): never {
    throw new JsonTextError(code, message, this.#text, at);
  }
}
