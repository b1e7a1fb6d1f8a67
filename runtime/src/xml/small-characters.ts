import { noText, XmlWriteError } from './errors.js';

/** Characters, names and escapes as `characters.ts` and `escape.ts` have them, without tables of characters. */

const invalid = /[\0-\x08\v\f\x0e-\x1f\p{Cs}\ufffe\uffff]/u;

// In code units: with pairs of surrogates as one character, long names would take more stack than browsers have. Planes 1 to 14 begin with the
// units up to U+DB7F.
const nameStart =
  'A-Z_a-z\udc00-\udfff\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\udb7f\uf900-\ufdcf\ufdf0-\ufffd';
/** An NCName (Namespaces in XML 1.0, production 4), for expressions over texts without lone surrogates. */
export const ncName: string = `[${nameStart}][-.\\d\xb7\u0300-\u036f\u203f\u2040${nameStart}]*`;
const wholeNCName = new RegExp(`^${ncName}$`);

/** Index of the first unit that XML 1.0 does not allow (production 2), or -1. */
export function indexOfInvalidCharacter(text: string): number {
  return text.search(invalid);
}

/** Is it an NCName (Namespaces in XML 1.0, production 4)? */
export function isNCName(text: string): boolean {
  return wholeNCName.test(text) && indexOfInvalidCharacter(text) < 0;
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
  if (typeof value !== 'string') {
    throw noText(value);
  }
  const index = indexOfInvalidCharacter(value);
  if (index >= 0) {
    throw new XmlWriteError(`XML 1.0 has no way to write the character at index ${index} of the value`);
  }
  return value.replace(special, (character) => `&${references[character] ?? `#${character.charCodeAt(0)}`};`);
}
