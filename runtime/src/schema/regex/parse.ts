import { RecognizedError } from '../../base/recognized-error.js';
import { blockClass } from './blocks.js';

/** Names of XML 1.0 (fifth edition, 2.3) and Namespaces in XML 1.0, as character class bodies. */
const nameStartNoColon =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
/** Characters that may follow the first of a name, without the colon. */
const nameCharacterNoColon: string = `${nameStartNoColon}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040`;

/** Regular expressions of XML Schema (Part 2, appendix F). They are regular languages: no groups to refer back to, no look-around. */
export type RegexNode =
  | { readonly kind: 'choice'; readonly branches: readonly RegexNode[] }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly node: RegexNode; readonly min: number; readonly max: number }
  | CharacterNode;

/** One character out of a set; `source` is a JavaScript (`u` flag) expression that matches exactly one code point of it. */
export interface CharacterNode {
  readonly kind: 'character';
  readonly source: string;
  /** The character, when there is only one. */
  readonly literal?: string;
}

/** A pattern that is not a regular expression of XML Schema. */
export class RegexSyntaxError extends RecognizedError {
  static override readonly $mark: string = 'RegexSyntaxError';
  override readonly name = 'RegexSyntaxError';
  /** Index into the pattern, in UTF-16 code units. */
  declare readonly offset: number;

  constructor(message: string, offset: number) {
    super(`${message} at offset ${offset}`);
    this.offset = offset;
  }
}

const categoryPattern = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;
/** The category and the blocks of surrogates, which are not characters of XML; the first edition of Part 2 had the blocks. */
const surrogatesPattern = /^(?:Cs|IsHighSurrogates|IsHighPrivateUseSurrogates|IsLowSurrogates)$/;
const maxDepth = 200;
/** Repeat counts beyond this cannot be compiled; they are read as this number. */
const maxCount = 100_000;

const oneEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const literalEscapes = '\\|.-^?*+{}()[]';
/** Escapes that the grammar does not have, though most tools read them as the character. */
const looseEscapes = '$/ ,#&~!"\'%:;<=>@`_';

/** JavaScript (`u` flag) text of one literal character, safe inside and outside a class. */
function literalSource(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return /^[A-Za-z0-9]$/.test(character) ? character : `\\u{${code.toString(16)}}`;
}

function literal(character: string): CharacterNode {
  return { kind: 'character', source: literalSource(character), literal: character };
}

/** Multi-character escapes as complete one-character expressions. */
const multiCharacterEscapes: Readonly<Record<string, string>> = {
  s: '[ \\t\\n\\r]',
  S: '[^ \\t\\n\\r]',
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '[^\\p{P}\\p{Z}\\p{C}]',
  W: '[\\p{P}\\p{Z}\\p{C}]',
  i: `[:${nameStartNoColon}]`,
  I: `[^:${nameStartNoColon}]`,
  c: `[:${nameCharacterNoColon}]`,
  C: `[^:${nameCharacterNoColon}]`,
};

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #looseness: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The first thing that was read although the grammar does not have it. */
  get looseness(): string | undefined {
    return this.#looseness;
  }

  #loose(what: string): void {
    this.#looseness ??= what;
  }

  parse(): RegexNode {
    const node = this.#regExp();
    if (this.#at < this.#text.length) {
      throw this.#error(`unexpected "${this.#text.charAt(this.#at)}"`);
    }
    return node;
  }

  #error(message: string): RegexSyntaxError {
    return new RegexSyntaxError(message, this.#at);
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  /** Next code point. */
  #take(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) {
      throw this.#error('unexpected end');
    }
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  #regExp(): RegexNode {
    if (++this.#depth > maxDepth) {
      throw this.#error('nested too deeply');
    }
    const branches = [this.#branch()];
    while (this.#peek() === '|') {
      this.#at++;
      branches.push(this.#branch());
    }
    this.#depth--;
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches };
  }

  #branch(): RegexNode {
    const items: RegexNode[] = [];
    for (let next = this.#peek(); next !== '' && next !== '|' && next !== ')'; next = this.#peek()) {
      items.push(this.#quantified(this.#atom()));
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items };
  }

  #quantified(node: RegexNode): RegexNode {
    switch (this.#peek()) {
      case '?':
        this.#at++;
        return { kind: 'repeat', node, min: 0, max: 1 };
      case '*':
        this.#at++;
        return { kind: 'repeat', node, min: 0, max: Number.POSITIVE_INFINITY };
      case '+':
        this.#at++;
        return { kind: 'repeat', node, min: 1, max: Number.POSITIVE_INFINITY };
      case '{':
        return this.#counted(node);
      default:
        return node;
    }
  }

  #counted(node: RegexNode): RegexNode {
    const match = /^\{([0-9]+)(,([0-9]*))?\}/.exec(this.#text.slice(this.#at, this.#at + 40));
    if (match === null) {
      throw this.#error('bad quantifier');
    }
    this.#at += match[0].length;
    const min = Math.min(Number(match[1]), maxCount);
    const upper = match[2] === undefined ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    const max = upper === Number.POSITIVE_INFINITY ? upper : Math.min(upper, maxCount);
    if (max < min) {
      throw this.#error('quantifier with the larger number first');
    }
    return { kind: 'repeat', node, min, max };
  }

  #atom(): RegexNode {
    const character = this.#take();
    switch (character) {
      case '(': {
        const node = this.#regExp();
        if (this.#peek() !== ')') {
          throw this.#error('missing ")"');
        }
        this.#at++;
        return node;
      }
      case '.':
        return { kind: 'character', source: '[^\\n\\r]' };
      case '[':
        return { kind: 'character', source: this.#classExpression() };
      case '\\':
        return this.#escape();
      case '?':
      case '*':
      case '+':
      case ']':
        this.#at--;
        throw this.#error(`unexpected "${character}"`);
      case '{':
        if (/^[0-9]+(?:,[0-9]*)?\}/.test(this.#text.slice(this.#at, this.#at + 40))) {
          throw this.#error('a quantifier with nothing before it');
        }
        this.#loose('"{" needs a backslash before it');
        return literal(character);
      case '}':
        this.#loose('"}" needs a backslash before it');
        return literal(character);
      default:
        return literal(character);
    }
  }

  /** After a backslash. */
  #escape(): CharacterNode {
    const character = this.#take();
    const one = oneEscapes[character];
    if (one !== undefined) {
      return literal(one);
    }
    const multi = multiCharacterEscapes[character];
    if (multi !== undefined) {
      return { kind: 'character', source: multi };
    }
    if (character === 'p' || character === 'P') {
      return { kind: 'character', source: this.#property(character === 'P') };
    }
    if (literalEscapes.includes(character)) {
      return literal(character);
    }
    if (looseEscapes.includes(character)) {
      this.#loose(`"\\${character}" is not an escape`);
      return literal(character);
    }
    throw this.#error(`unknown escape "\\${character}"`);
  }

  #property(negated: boolean): string {
    const match = /^\{([A-Za-z0-9-]+)\}/.exec(this.#text.slice(this.#at, this.#at + 80));
    const name = match?.[1];
    if (match === null || name === undefined) {
      throw this.#error('bad category escape');
    }
    this.#at += match[0].length;
    if (categoryPattern.test(name)) {
      return `\\${negated ? 'P' : 'p'}{${name}}`;
    }
    if (surrogatesPattern.test(name)) {
      this.#loose(`"${name}" has no characters`);
      return negated ? '[^]' : '[]';
    }
    const block = name.startsWith('Is') ? blockClass(name.slice(2)) : undefined;
    if (block === undefined) {
      throw this.#error(`unknown category or block "${name}"`);
    }
    return `[${negated ? '^' : ''}${block}]`;
  }

  /** After `[`: a group, possibly negated, possibly with a subtraction. */
  #classExpression(): string {
    if (++this.#depth > maxDepth) {
      throw this.#error('nested too deeply');
    }
    const negated = this.#peek() === '^';
    if (negated) {
      this.#at++;
    }
    let body = '';
    const alternatives: string[] = [];
    let subtraction: string | undefined;
    let first = true;
    while (subtraction === undefined) {
      const next = this.#peek();
      if (next === '') {
        throw this.#error('missing "]"');
      }
      if (next === ']' && !first) {
        break;
      }
      if (next === '-' && this.#text.charAt(this.#at + 1) === '[' && !first) {
        this.#at += 2;
        subtraction = this.#classExpression();
        if (this.#peek() !== ']') {
          throw this.#error('a subtraction must end its class');
        }
      } else {
        if (next === '-') {
          this.#checkDash(first);
        }
        const item = this.#classItem();
        if (typeof item === 'string') {
          alternatives.push(item);
        } else {
          body += item.range;
        }
      }
      first = false;
    }
    this.#at++;
    this.#depth--;
    return combine(body, alternatives, negated, subtraction);
  }

  /** A "-" that stands for itself is the first or the last of its class (F.1). */
  #checkDash(first: boolean): void {
    const after = this.#text.charAt(this.#at + 1);
    const isLast = after === ']' || (after === '-' && this.#text.charAt(this.#at + 2) === '[');
    if (!first && !isLast) {
      this.#loose('"-" needs a backslash before it, except at the start or end of a class');
    }
  }

  /** A range or a character of a class, or a complete one-character expression for an escape that stands for a set. */
  #classItem(): string | { readonly range: string } {
    const isDash = this.#peek() === '-';
    const start = this.#classCharacter();
    if (start.literal === undefined) {
      return start.source;
    }
    const after = this.#text.charAt(this.#at + 1);
    if (this.#peek() !== '-' || after === ']' || after === '[' || after === '') {
      return { range: start.source };
    }
    this.#at++;
    if (isDash || this.#peek() === '-') {
      this.#loose('"-" at the start or end of a range needs a backslash before it');
    }
    const end = this.#classCharacter();
    if (end.literal === undefined) {
      throw this.#error('a range cannot end in a set');
    }
    if ((end.literal.codePointAt(0) ?? 0) < (start.literal.codePointAt(0) ?? 0)) {
      throw this.#error('range out of order');
    }
    return { range: `${start.source}-${end.source}` };
  }

  #classCharacter(): CharacterNode {
    const character = this.#take();
    if (character === '\\') {
      return this.#escape();
    }
    if (character === '[' || character === ']') {
      this.#at--;
      throw this.#error(`unexpected "${character}" in a class`);
    }
    return literal(character);
  }
}

/**
 * One expression for a class: sets that are not possible inside a JavaScript class become alternatives, subtraction a
 * look-ahead.
 */
function combine(
  body: string,
  alternatives: readonly string[],
  negated: boolean,
  subtraction: string | undefined,
): string {
  const parts = [...(body === '' ? [] : [`[${body}]`]), ...alternatives];
  const union = parts.length === 1 ? (parts[0] ?? '') : `(?:${parts.join('|')})`;
  const positive = !negated ? union : alternatives.length === 0 ? `[^${body}]` : `(?:(?!${union})[^])`;
  return subtraction === undefined ? positive : `(?:(?!${subtraction})${positive})`;
}

/** Reads a pattern facet. Throws `RegexSyntaxError`. */
export function parseRegex(pattern: string): RegexNode {
  return new Parser(pattern).parse();
}

/** Reads a pattern facet, and reports the parts that are not in the grammar of Part 2, appendix F. Throws `RegexSyntaxError`. */
export function parsePattern(pattern: string): { readonly node: RegexNode; readonly looseness: string | undefined } {
  const parser = new Parser(pattern);
  const node = parser.parse();
  return { node, looseness: parser.looseness };
}
