/** Names of issuers and subjects as text (RFC 4514). */
import { type DerValue, derIdentifier, derItems, derTags } from './der.js';

/** Short names of attributes, as they are written. */
const written: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.6', 'C'],
  ['2.5.4.9', 'STREET'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
]);

/** Further names that others write. */
const alsoWritten: ReadonlyMap<string, string> = new Map([
  ...[...written].map(([identifier, name]) => [name, identifier] as const),
  ['S', '2.5.4.8'],
  ['SERIALNUMBER', '2.5.4.5'],
  ['E', '1.2.840.113549.1.9.1'],
  ['EMAILADDRESS', '1.2.840.113549.1.9.1'],
]);

const utf16Tag = 0x1e;

/** A name of DER as text: the last part first, as RFC 4514 asks for. */
export function nameText(name: DerValue | undefined): string {
  return [...derItems(name)]
    .reverse()
    .map((part) => derItems(part, derTags.set).map(attributeOf).join('+'))
    .join(',');
}

function attributeOf(attribute: DerValue): string {
  const [type, value] = derItems(attribute);
  const identifier = derIdentifier(type);
  return `${written.get(identifier) ?? identifier}=${escaped(stringOf(value))}`;
}

function stringOf(value: DerValue | undefined): string {
  const encoding = value?.tag === utf16Tag ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(value?.content);
}

const escaped = (value: string): string =>
  value
    .replace(/["+,;<>\\]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ');

/** True if two texts are the same name: types by any of their names, values without regard to case and repeated white space. */
export const sameName = (a: string, b: string): boolean => comparableName(a) === comparableName(b);

/** A text that is the same for all ways of writing a name. */
export function comparableName(name: string): string {
  return parts(name, ',')
    .map((part) => parts(part, '+').map(comparableAttribute).sort().join('+'))
    .join(',');
}

function comparableAttribute(attribute: string): string {
  const equals = attribute.indexOf('=');
  const type = attribute
    .slice(0, equals)
    .trim()
    .toUpperCase()
    .replace(/^OID\./, '');
  const value = unescaped(attribute.slice(equals + 1).trim());
  return JSON.stringify([alsoWritten.get(type) ?? type, value.trim().replace(/\s+/g, ' ').toLowerCase()]);
}

/** A value as it is: without escapes, quotes or the digits of its DER. */
function unescaped(value: string): string {
  if (/^#(?:[0-9a-f]{2})+$/i.test(value)) {
    return new TextDecoder().decode(octetsOfHex(value.slice(1)).subarray(2));
  }
  const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  return bare.replace(/(?:\\[0-9a-f]{2})+|\\(.)/gi, (all: string, character: string | undefined) =>
    character === undefined ? new TextDecoder().decode(octetsOfHex(all.replaceAll('\\', ''))) : character,
  );
}

const octetsOfHex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));

/** The parts of a text between separators that are neither escaped nor in quotes. */
function parts(text: string, separator: string): readonly string[] {
  const found: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '\\') {
      i++;
    } else if (character === '"') {
      quoted = !quoted;
    } else if (character === separator && !quoted) {
      found.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...found, text.slice(start)];
}
