import { escapeFormText, unescapeFormText } from '../../http/form.js';
import type { TransportRequest } from '../transport.js';
import { userOf } from './addresses.js';
import { SecretMembers } from './members.js';
import type { SecretNames } from './names.js';
import { levelsOf, namedSecrets } from './suspicion.js';

/** Shorter values stand for too many other things. */
const minLength = 4;
/** Longer values are searched in pieces: quotations often contain only a part. */
const pieceLength = 512;
const maxPieces = 256;
const maxLooked = 16_384;
const maxVisited = 100_000;
const maxDepth = 64;
/** Code units of a body that are searched. */
const maxBody = 1_048_576;

/**
 * The credentials that a call sent, in the forms in which they come back. Letters and digits are compared, and nothing else,
 * so that spaces, quotes and the alphabets of base64 make no difference.
 */
export class SentTexts {
  /** By their first letters and digits. */
  readonly #forms = new Map<string, string[]>();
  /** What the beginnings of forms are whose first letters and digits are few. */
  readonly #short = new Set<string>();
  /** Forms with hardly a letter. */
  readonly #others: string[] = [];

  constructor(values: Iterable<string>) {
    for (const piece of piecesOf(values)) {
      for (const form of formsOf(piece)) {
        this.#add(form);
      }
    }
  }

  #add(form: string): void {
    const letters = lettersOf(form);
    const begin = lettersOf(form.slice(0, minLength)).length;
    if (begin === 0 || letters.length < minLength) {
      this.#others.push(squeezed(form));
    }
    if (letters.length < minLength) {
      return;
    }
    const key = letters.slice(0, minLength);
    const same = this.#forms.get(key);
    if (same === undefined) {
      this.#forms.set(key, [letters]);
    } else {
      same.push(letters);
    }
    for (let length = Math.max(1, begin); length < minLength; length++) {
      this.#short.add(letters.slice(0, length));
    }
  }

  /** Where the first of them begins in a text; the length of the text if none does. With `isCut`, half of one may be at its end. */
  find(text: string, isCut: boolean): number {
    if (this.#forms.size === 0 && this.#others.length === 0) {
      return text.length;
    }
    const cuts = isCut ? [text.length] : [];
    for (let cut = text.indexOf('…'); cut >= 0; cut = text.indexOf('…', cut + 1)) {
      cuts.push(cut);
    }
    const ends = new Set(cuts.map((cut) => lettersOf(text.slice(0, cut)).length));
    const letters = lettersOf(text);
    const other = this.#isOther(text, cuts) ? 0 : text.length;
    const found = this.#findLetters(letters, ends);
    return found < letters.length ? Math.min(other, placeOf(text, found)) : other;
  }

  /** Is there one with hardly a letter, or the beginning of one at a cut? */
  #isOther(text: string, cuts: readonly number[]): boolean {
    const whole = squeezed(text);
    const beginnings = cuts.map((cut) => squeezed(text.slice(0, cut)));
    return this.#others.some(
      (form) =>
        whole.includes(form) ||
        Array.from({ length: form.length - minLength + 1 }, (_, more) => form.slice(0, minLength + more)).some((half) =>
          beginnings.some((beginning) => beginning.endsWith(half)),
        ),
    );
  }

  #findLetters(letters: string, ends: ReadonlySet<number>): number {
    for (let at = 0; at < letters.length; at++) {
      const forms = this.#forms.get(letters.slice(at, at + minLength));
      if (
        forms?.some((form) => letters.startsWith(form, at) || isCutAt(letters, form, at, ends)) ||
        this.#isShort(letters, at, ends)
      ) {
        return at;
      }
    }
    return letters.length;
  }

  #isShort(letters: string, at: number, ends: ReadonlySet<number>): boolean {
    for (let length = 1; length < minLength; length++) {
      if (ends.has(at + length) && this.#short.has(letters.slice(at, at + length))) {
        return true;
      }
    }
    return false;
  }
}

/** Does the text end, or was it cut, in the middle of the form that begins at a place? */
function isCutAt(letters: string, form: string, at: number, ends: ReadonlySet<number>): boolean {
  let length = minLength;
  while (length < form.length && letters[at + length] === form[length]) {
    length++;
  }
  for (; length >= minLength; length--) {
    if (ends.has(at + length)) {
      return true;
    }
  }
  return false;
}

const notLetters = /[^0-9A-Za-z\u0080-\u009f\u00a1-\u2025\u2027-\ufffc]+/g;

/** Without what escapes, quotations and the alphabets of base64 change. */
function squeezed(text: string): string {
  return text
    .replaceAll('\\', '')
    .replace(/[\s+-]+/g, ' ')
    .replaceAll('_', '/');
}

function lettersOf(text: string): string {
  return text.replace(notLetters, '');
}

/** Where the letter of that number is in a text, or what is before it since the letter before. */
function placeOf(text: string, number: number): number {
  let left = number;
  let at = 0;
  for (; at < text.length && left > 0; at++) {
    left -= lettersOf(text.charAt(at)).length;
  }
  return at;
}

/** Short values come before documents that have a secret name. */
function piecesOf(values: Iterable<string>): Set<string> {
  const pieces = new Set<string>();
  let left = maxLooked;
  for (const value of [...values].sort((a, b) => a.length - b.length)) {
    const text = value.slice(0, left).trim();
    for (let start = 0; start < text.length && pieces.size < maxPieces; start += pieceLength) {
      const piece = text.slice(start, start + pieceLength);
      if (piece.length >= minLength) {
        pieces.add(piece);
        left -= piece.length;
      }
    }
  }
  return pieces;
}

/** A value as it is, unescaped, and in base64: whole bodies and addresses are, in which it is escaped. */
function formsOf(piece: string): Set<string> {
  const escaped = new Set([piece, escapeXml(piece), escapeUrl(piece), JSON.stringify(piece).slice(1, -1)]);
  const encoded = [...escaped].flatMap((text) => [0, 1, 2].map((before) => base64Of(text, before)));
  const forms = [...levelsOf(piece).map(({ text }) => text), ...encoded];
  return new Set(forms.filter((form) => form.length >= minLength));
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeUrl(text: string): string {
  try {
    return escapeFormText(text);
  } catch {
    return text;
  }
}

/** The characters of base64 that a text determines which begins after some bytes. */
function base64Of(text: string, before: number): string {
  const bytes = String.fromCharCode(...new Uint8Array(before), ...new TextEncoder().encode(text));
  return btoa(bytes).slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** The credentials that a call sends: the values of secret names in its input, address, headers and body. */
export function sentValues(
  input: unknown,
  request: TransportRequest | undefined,
  names: SecretNames,
  messages: ReadonlySet<string>,
): Set<string> {
  const values = new Set<string>();
  const add = (value: string): void => {
    if (!/^(?:true|false|null)$/.test(value)) {
      values.add(value);
    }
  };
  addInput(input, names, add);
  if (request !== undefined) {
    addRequest(request, names, messages, add);
  }
  return values;
}

type Add = (value: string) => void;

function addInput(input: unknown, names: SecretNames, add: Add): void {
  let visited = 0;
  const visit = (value: unknown, isSecret: boolean, depth: number): void => {
    if (++visited > maxVisited || depth > maxDepth) {
      return;
    }
    if (value instanceof Uint8Array) {
      if (isSecret) {
        add(decode(value));
      }
    } else if (typeof value === 'object' && value !== null) {
      const members = new SecretMembers(value, names);
      for (const [key, child] of Object.entries(value)) {
        // Descriptors are large.
        if (key !== 'element' || typeof child === 'string') {
          visit(child, members.isSecret(key) || (isSecret && members.isValue(key)), depth + 1);
        }
      }
    } else if (isSecret && value !== undefined && value !== null) {
      add(String(value));
    }
  };
  visit(input, false, 0);
}

function addRequest(request: TransportRequest, names: SecretNames, messages: ReadonlySet<string>, add: Add): void {
  const { url, headers, body = '' } = request;
  const user = userOf(url);
  if (user !== undefined) {
    add(unescapeFormText(user.replaceAll('+', '%2B')));
    add(unescapeFormText(user.slice(user.indexOf(':') + 1).replaceAll('+', '%2B')));
  }
  for (const [name, value] of Object.entries(headers)) {
    if (names.isSecretHeader(name)) {
      addHeader(value, add);
    }
  }
  addText(url, names, messages, add);
  addText(typeof body === 'string' ? body.slice(0, maxBody) : decode(body), names, messages, add);
}

/** A value of a header, and its parts: `Bearer x`, `a=x; b=y`, the password in Basic. */
function addHeader(value: string, add: Add): void {
  const [, scheme = '', rest = ''] =
    /^(?:(basic|bearer|digest|hawk|negotiate|ntlm|token)\s+)?(.*)$/is.exec(value) ?? [];
  add(rest);
  if (scheme.toLowerCase() === 'basic') {
    addBasic(rest.trim(), add);
  }
  for (const part of rest.split(/[;,]\s?/)) {
    const [, text = ''] = /^[^=]+="?(.*?[^="].*?)"?$/s.exec(part) ?? [];
    add(text);
  }
}

function addBasic(encoded: string, add: Add): void {
  try {
    const user = decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
    add(user);
    add(user.slice(user.indexOf(':') + 1));
  } catch {
    // Not base64: the value is hidden as it was sent.
  }
}

/** The values after secret names in an address or a body: contents of elements, attributes, fields. */
function addText(text: string, names: SecretNames, messages: ReadonlySet<string>, add: Add): void {
  for (const { name, start } of namedSecrets(text, names)) {
    const sign = text[start - 1] ?? '';
    if (sign === '>') {
      if (!messages.has(name)) {
        addContent(text.slice(start, indexOr(text, name, start)), add);
      }
    } else if (/["'<]/.test(sign)) {
      // An attribute or an element names what the next text is.
      const next = indexOr(text, '>', sign === '<' ? indexOr(text, '>', start) + 1 : start) + 1;
      addContent(text.slice(next, indexOr(text, '<', next)), add);
      addPair(text, indexOr(text, '=', start) + 1, add);
    } else {
      addPair(text, start, add);
    }
  }
}

/** The texts between tags. */
function addContent(content: string, add: Add): void {
  for (const piece of content.split(/<!\[CDATA\[|\]\]>|<[^<>]*(?:>|$)/)) {
    addPlain(piece, add);
  }
}

/** The value of an attribute or a field. */
function addPair(text: string, start: number, add: Add): void {
  const quote = text[start] ?? '';
  if (quote === '"' || quote === "'") {
    addPlain(text.slice(start + 1, indexOr(text, quote, start + 1)), add);
  } else {
    addPlain(text.slice(start, start + (/[&\s"'<>;]|$/.exec(text.slice(start, start + maxLooked))?.index ?? 0)), add);
  }
}

function addPlain(text: string, add: Add): void {
  add(unescapeFormText(text));
  for (const level of levelsOf(text)) {
    add(level.text);
  }
}

function indexOr(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found < 0 ? text.length : found;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, maxBody));
}
