import { formatBase64 } from '@wsdl-codegen/runtime/extend';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';

/** What stands in the place of a secret. */
const cover = '***';
/** Shorter texts stand for too many other things. */
const minLength = 4;
/** So do shorter pieces of base64. */
const minBase64Length = 6;

/** Covers the secrets of a program in what models get, also where they are written as text of JSON, of XML or of addresses, or within base64. */
export class SecretCover {
  readonly #secrets: RegExp | undefined;

  constructor(secrets: readonly string[] = []) {
    // The longest first: one may be a part of another.
    const known = secrets.filter(({ length }) => length >= minLength).sort((one, other) => other.length - one.length);
    const forms = [...new Set(known)].flatMap((secret) => [writtenForm(secret), ...base64Forms(secret)]);
    this.#secrets = forms.length === 0 ? undefined : new RegExp(forms.join('|'), 'gu');
  }

  /** A text without the secrets. */
  text(text: string): string {
    return this.#secrets === undefined ? text : text.replace(this.#secrets, cover);
  }

  /** A value without them, in all its texts. */
  value(value: JsonValue): JsonValue {
    return this.#secrets === undefined ? value : this.#covered(value);
  }

  #covered(value: JsonValue): JsonValue {
    if (typeof value === 'string') {
      return this.text(value);
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    return Array.isArray(value)
      ? (value as readonly JsonValue[]).map((item) => this.#covered(item))
      : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.#covered(part)]));
  }
}

/** Characters as XML names them, and the space as forms have it. */
const named: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  [' ', '\\+'],
]);

/** An expression for a text of which each character may be escaped. */
function writtenForm(secret: string): string {
  return [...secret].map(writtenCharacter).join('');
}

function writtenCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  const octets = [...new TextEncoder().encode(character)].map((octet) => `%${anyCase(hex(octet))}`);
  const inJson = JSON.stringify(character).slice(1, -1);
  const forms = [
    `&#(?:${character.codePointAt(0)}|[xX]0*${anyCase(code)});`,
    octets.join(''),
    ...(code.length > 4 ? [] : [`\\\\u${anyCase(code.padStart(4, '0'))}`]),
    ...(inJson === character ? [] : [literal(inJson)]),
    named.get(character) ?? [],
    literal(character),
  ];
  return `(?:${forms.flat().join('|')})`;
}

const hex = (octet: number): string => octet.toString(16).padStart(2, '0');
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const anyCase = (text: string): string => text.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** What base64 has of a text, whatever is around it: it depends on how many octets are before. */
function base64Forms(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const octets = Uint8Array.from([...new Uint8Array(before), ...new TextEncoder().encode(secret)]);
    const form = formatBase64(octets).slice(Math.ceil((before * 8) / 6), Math.floor((octets.length * 8) / 6));
    return form.length < minBase64Length ? [] : [form.replace(/[+-]/g, '[+-]').replace(/[/_]/g, '[/_]')];
  });
}
