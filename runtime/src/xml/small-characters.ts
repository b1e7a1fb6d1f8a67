import { unwritable } from './errors.js';
import { nameCharacterNoColon, nameStartNoColon } from './name-characters.js';

/** Characters, names and escapes as `characters.ts` and `escape.ts` have them, without tables of characters. */

const invalid = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
/** An NCName (Namespaces in XML 1.0, production 4), for expressions with the flag `u`. */
export const ncName: string = `[${nameStartNoColon}][${nameCharacterNoColon}]*`;
const wholeNCName = new RegExp(`^${ncName}$`, 'u');

/** Index of the first unit that XML 1.0 does not allow (production 2), or -1. */
export function indexOfInvalidCharacter(text: string): number {
  return text.search(invalid);
}

/** Is it an NCName (Namespaces in XML 1.0, production 4)? */
export function isNCName(text: string): boolean {
  return wholeNCName.test(text);
}

const references: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** Text as it is written between tags. Throws `XmlWriteError` on characters that XML 1.0 does not allow. */
export function escapeText(value: string): string {
  return escaped(value, /[&<>\r]/g);
}

/** An attribute value as it is written between double quotes, so that normalisation restores it. Throws as `escapeText` does. */
export function escapeAttribute(value: string): string {
  return escaped(value, /[&<"\t\n\r]/g);
}

function escaped(value: string, special: RegExp): string {
  const index = indexOfInvalidCharacter(value);
  if (index >= 0) {
    throw unwritable(value, index);
  }
  return value.replace(special, (character) => `&${references[character] ?? `#${character.charCodeAt(0)}`};`);
}
