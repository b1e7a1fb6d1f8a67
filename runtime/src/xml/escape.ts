import { attributeStop, characterClass, isSurrogatePair, textStop } from './characters.js';
import { XmlWriteError } from './errors.js';

/** In texts that are longer, a native search finds the first character that is to be escaped several times as fast as a loop. */
const longText = 40;
const closingBracket = 0x5d;
/** The characters that are marked `textStop`. */
const stopsText = /[&<>\]\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;

/**
 * Text as it is written between tags: `<`, `>`, `&` and carriage returns as references. Throws `XmlWriteError` on characters
 * that XML 1.0 does not allow (controls, lone surrogates, U+FFFE, U+FFFF): a reference to them is not allowed either.
 */
export function escapeText(value: string): string {
  if (value.length > longText) {
    return escapeLongText(value);
  }
  for (let i = 0; i < value.length; i++) {
    if ((characterClass[value.charCodeAt(i)]! & textStop) !== 0) {
      return escapeFrom(value, i, textStop);
    }
  }
  return value;
}

/** An attribute value as it is written between double quotes, so that normalisation restores it. Throws as `escapeText` does. */
export function escapeAttribute(value: string): string {
  for (let i = 0; i < value.length; i++) {
    if ((characterClass[value.charCodeAt(i)]! & attributeStop) !== 0) {
      return escapeFrom(value, i, attributeStop);
    }
  }
  return value;
}

function escapeLongText(value: string): string {
  let result = '';
  let copied = 0;
  stopsText.lastIndex = 0;
  while (stopsText.test(value)) {
    const i = stopsText.lastIndex - 1;
    const c = value.charCodeAt(i);
    const reference = referenceTo(c, textStop);
    if (reference !== undefined) {
      result += value.slice(copied, i) + reference;
      copied = i + 1;
    } else if (c !== closingBracket) {
      if (!isSurrogatePair(value, i)) {
        throw unwritable(value, i);
      }
      stopsText.lastIndex++;
    }
  }
  return copied === 0 ? value : result + value.slice(copied);
}

function escapeFrom(value: string, first: number, stop: number): string {
  let result = '';
  let copied = 0;
  for (let i = first; i < value.length; i++) {
    const c = value.charCodeAt(i);
    if ((characterClass[c]! & stop) === 0) {
      continue;
    }
    const reference = referenceTo(c, stop);
    if (reference !== undefined) {
      result += value.slice(copied, i) + reference;
      copied = i + 1;
    } else if (c > 0x7f || c < 0x20) {
      if (!isSurrogatePair(value, i)) {
        throw unwritable(value, i);
      }
      i++;
    }
  }
  return result + value.slice(copied);
}

/** The reference that a character needs; undefined for one that stands for itself or cannot be written. */
function referenceTo(c: number, stop: number): string | undefined {
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
      return stop === attributeStop ? '&quot;' : undefined;
    default:
      return undefined;
  }
}

function unwritable(value: string, index: number): XmlWriteError {
  const code = value.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0');
  return new XmlWriteError(`XML 1.0 has no way to write the character U+${code} (at index ${index} of the value)`);
}
