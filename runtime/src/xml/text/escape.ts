import { attributeStop, characterClass, isSurrogatePair, textStop } from './characters.js';
import { noText, unwritable } from './errors.js';

/** In texts up to this length a loop is the fastest. */
const shortText = 12;
/** In texts that are longer than this, searches for one character each are faster than one for all of them. */
const longText = 120;
/** Surrogates, and the characters that XML 1.0 does not allow: these are checked one by one. */
const rareCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;

/** The characters that do not stand for themselves, and how they are written. */
interface Rules {
  /** Finds them, and the rare ones. */
  readonly character: RegExp;
  /** Finds one after the other. */
  readonly characters: RegExp;
  /** Their class. It may have others, too. */
  readonly stop: number;
  /** How each is written. The ampersand comes first: references begin with it. */
  readonly references: readonly (readonly [character: string, reference: string])[];
  /** The same by code units. */
  readonly byUnit: readonly (string | undefined)[];
}

const textRules: Rules = rules(/[&<>\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/, textStop, [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#13;'],
]);
const attributeRules: Rules = rules(/[&<"\0-\x1f\ud800-\udfff\ufffe\uffff]/, attributeStop, [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
]);

function rules(character: RegExp, stop: number, references: Rules['references']): Rules {
  const byUnit = new Array<string | undefined>(0x80).fill(undefined);
  for (const [each, reference] of references) {
    byUnit[each.charCodeAt(0)] = reference;
  }
  return { character, characters: new RegExp(character, 'g'), stop, references, byUnit };
}

/**
 * Text as it is written between tags: `<`, `>`, `&` and carriage returns as references. Throws `XmlWriteError` on characters
 * that XML 1.0 does not allow (controls, lone surrogates, U+FFFE, U+FFFF): a reference to them is not allowed either.
 */
export function escapeText(value: string): string {
  return escapeBy(textRules, value);
}

/** An attribute value as it is written between double quotes, so that normalisation restores it. Throws as `escapeText` does. */
export function escapeAttribute(value: string): string {
  return escapeBy(attributeRules, value);
}

function escapeBy(rules: Rules, value: string): string {
  if (typeof value !== 'string') {
    throw noText(value);
  }
  if (value.length <= shortText) {
    return (classesIn(value) & rules.stop) === 0 ? value : escapeFrom(rules, value, 0);
  }
  if (value.length > longText) {
    return rareCharacter.test(value) ? escapeAll(rules, value) : replaceEach(rules, value);
  }
  const first = value.search(rules.character);
  return first < 0 ? value : escapeFrom(rules, value, first);
}

/** The classes of all characters: a loop that ends early takes longer for those texts that nearly all are. */
function classesIn(value: string): number {
  let classes = 0;
  for (let i = 0; i < value.length; i++) {
    classes |= characterClass[value.charCodeAt(i)]!;
  }
  return classes;
}

/** A search for one character looks at many at once, and a class of characters at one after the other. */
function replaceEach({ references }: Rules, value: string): string {
  let text = value;
  for (const [character, reference] of references) {
    if (text.includes(character)) {
      text = text.replaceAll(character, reference);
    }
  }
  return text;
}

/** Escapes a short value from a place on, and looks at each of its characters. */
function escapeFrom({ stop, byUnit }: Rules, value: string, start: number): string {
  let result = '';
  let copied = 0;
  for (let i = start; i < value.length; i++) {
    const c = value.charCodeAt(i);
    if ((characterClass[c]! & stop) === 0) {
      continue;
    }
    const reference = c < 0x80 ? byUnit[c] : undefined;
    if (reference !== undefined) {
      result = result + value.slice(copied, i) + reference;
      copied = i + 1;
    } else if (isPair(value, i, c)) {
      i++;
    }
  }
  return result + value.slice(copied);
}

/** Escapes a long value, character by character of those that a search finds. */
function escapeAll({ characters, byUnit }: Rules, value: string): string {
  let result = '';
  let copied = 0;
  characters.lastIndex = 0;
  while (characters.test(value)) {
    const i = characters.lastIndex - 1;
    const c = value.charCodeAt(i);
    const reference = c < 0x80 ? byUnit[c] : undefined;
    if (reference !== undefined) {
      result += value.slice(copied, i) + reference;
      copied = i + 1;
    } else if (isPair(value, i, c)) {
      characters.lastIndex++;
    }
  }
  return copied === 0 ? value : result + value.slice(copied);
}

/** True for the first of a pair of surrogates, false for a character that stands for itself. Throws for one that cannot be written. */
function isPair(value: string, index: number, c: number): boolean {
  if (c >= 0x20 && c <= 0x7f) {
    return false;
  }
  if (!isSurrogatePair(value, index)) {
    throw unwritable(value, index);
  }
  return true;
}
