import { attributeStop, characterClass, isSurrogatePair, textStop } from './characters.js';
import { unwritable } from './errors.js';

/** In texts that are longer, native searches are several times as fast as a loop. */
const longText = 40;
/** Surrogates, and the characters that XML 1.0 does not allow: all that is to be looked at one by one. */
const rareCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;
/** The characters that are marked `textStop`, and `attributeStop`. */
const stopsText = /[&<>\]\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;
const stopsAttribute = /[&<"'\0-\x1f\ud800-\udfff\ufffe\uffff]/g;

/**
 * Text as it is written between tags: `<`, `>`, `&` and carriage returns as references. Throws `XmlWriteError` on characters
 * that XML 1.0 does not allow (controls, lone surrogates, U+FFFE, U+FFFF): a reference to them is not allowed either.
 */
export function escapeText(value: string): string {
  if (value.length > longText) {
    return rareCharacter.test(value) ? escapeFrom(value, 0, stopsText) : replaceEach(value, textReferences);
  }
  for (let i = 0; i < value.length; i++) {
    if ((characterClass[value.charCodeAt(i)]! & textStop) !== 0) {
      return escapeFrom(value, i, stopsText);
    }
  }
  return value;
}

/** An attribute value as it is written between double quotes, so that normalisation restores it. Throws as `escapeText` does. */
export function escapeAttribute(value: string): string {
  if (value.length > longText) {
    return rareCharacter.test(value) ? escapeFrom(value, 0, stopsAttribute) : replaceEach(value, attributeReferences);
  }
  for (let i = 0; i < value.length; i++) {
    if ((characterClass[value.charCodeAt(i)]! & attributeStop) !== 0) {
      return escapeFrom(value, i, stopsAttribute);
    }
  }
  return value;
}

/** What is written as a reference in texts and in attribute values. The ampersand comes first: references begin with it. */
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

/** Escapes a value of which the first `first` characters stand for themselves. */
function escapeFrom(value: string, first: number, stops: RegExp): string {
  let result = '';
  let copied = 0;
  stops.lastIndex = first;
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
      return stops === stopsAttribute ? '&quot;' : undefined;
    default:
      return undefined;
  }
}
