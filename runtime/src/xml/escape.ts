import { attributeStop, characterClass, isSurrogatePair, textStop } from './characters.js';
import { unwritable } from './errors.js';

/** In texts up to this length a loop is the fastest. */
const shortText = 12;
/** In texts that are longer than this, searches for one character each are faster than one for all of them. */
const longText = 120;
/** Surrogates, and the characters that XML 1.0 does not allow: all that is to be looked at one by one. */
const rareCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;
/** The characters that do not stand for themselves in a text, or in an attribute value, and the rare ones. */
const textCharacter = /[&<>\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;
const attributeCharacter = /[&<"\0-\x1f\ud800-\udfff\ufffe\uffff]/;
/** For searches from one of them to the next. */
const textCharacters = new RegExp(textCharacter, 'g');
const attributeCharacters = new RegExp(attributeCharacter, 'g');

/**
 * Text as it is written between tags: `<`, `>`, `&` and carriage returns as references. Throws `XmlWriteError` on characters
 * that XML 1.0 does not allow (controls, lone surrogates, U+FFFE, U+FFFF): a reference to them is not allowed either.
 */
export function escapeText(value: string): string {
  if (value.length > longText) {
    return rareCharacter.test(value) ? escapeAll(value, textCharacters) : replaceEach(value, textReferences);
  }
  const isPlain = value.length > shortText ? !textCharacter.test(value) : (classesIn(value) & textStop) === 0;
  return isPlain ? value : escapeAll(value, textCharacters);
}

/** An attribute value as it is written between double quotes, so that normalisation restores it. Throws as `escapeText` does. */
export function escapeAttribute(value: string): string {
  if (value.length > longText) {
    return rareCharacter.test(value) ? escapeAll(value, attributeCharacters) : replaceEach(value, attributeReferences);
  }
  const isPlain = value.length > shortText ? !attributeCharacter.test(value) : (classesIn(value) & attributeStop) === 0;
  return isPlain ? value : escapeAll(value, attributeCharacters);
}

/** The classes of all characters: a loop that ends early takes longer for those texts that nearly all are. */
function classesIn(value: string): number {
  let classes = 0;
  for (let i = 0; i < value.length; i++) {
    classes |= characterClass[value.charCodeAt(i)]!;
  }
  return classes;
}

/** The characters that are written as references in texts and in attribute values. The ampersand comes first: references begin with it. */
const textReferences: readonly (readonly [character: string, reference: string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#13;'],
];
const attributeReferences: typeof textReferences = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
];

/** A search for one character looks at many at once, and a class of characters at one after the other. */
function replaceEach(value: string, references: typeof textReferences): string {
  let text = value;
  for (const [character, reference] of references) {
    if (text.includes(character)) {
      text = text.replaceAll(character, reference);
    }
  }
  return text;
}

/** Escapes a value, character by character of those that `stops` finds. */
function escapeAll(value: string, stops: RegExp): string {
  let result = '';
  let copied = 0;
  stops.lastIndex = 0;
  while (stops.test(value)) {
    const i = stops.lastIndex - 1;
    const c = value.charCodeAt(i);
    const reference = referenceTo(c, stops);
    if (reference !== undefined) {
      result += value.slice(copied, i) + reference;
      copied = i + 1;
    } else if (c > 0x7f || c < 0x20) {
      if (!isSurrogatePair(value, i)) {
        throw unwritable(value, i);
      }
      stops.lastIndex++;
    }
  }
  return copied === 0 ? value : result + value.slice(copied);
}

/** The reference that a character needs; undefined for one that stands for itself or cannot be written. */
function referenceTo(c: number, stops: RegExp): string | undefined {
  switch (c) {
    case 0x26:
      return '&amp;';
    case 0x3c:
      return '&lt;';
    case 0x3e:
      return '&gt;';
    case 0x0d:
      return '&#13;';
    case 0x09:
      return '&#9;';
    case 0x0a:
      return '&#10;';
    case 0x22:
      return stops === attributeCharacters ? '&quot;' : undefined;
    default:
      return undefined;
  }
}
