import type { TransportRequest } from '../transport.js';
import { visitSecrets } from './hide-deep.js';
import type { SecretNames } from './names.js';
import { type Level, levelOf, levelsOf, namedSecrets } from './suspicion.js';

/** Shorter values stand for too many other things. */
const minLength = 4;
/** Longer values are searched in pieces: quotations often contain only a part. */
const pieceLength = 512;
const maxPieces = 256;
const maxLooked = 16_384;
/** Code units of a body that are searched. */
const maxBody = 1_048_576;

/** The longest half of an escape. */
const maxHalf = 12;
/** Half an escape or a character, where a text was cut. */
const halfEscape = /[&%\\\u0080-\u00ff\ud800-\udbff\ufffd][^…]{0,23}(?:…|$)/;

/**
 * The credentials that a call sent, in the forms in which they come back. White space, `+` and `-` are alike, and so is a run of them; `_` and
 * `/` are alike; a `\` does not count: so lines, queries, JSON and the alphabets of base64 make no difference.
 */
export class SentTexts {
  readonly #forms: readonly string[];

  constructor(values: Iterable<string>) {
    const forms = [...piecesOf(values)].flatMap(formsOf).filter((form) => form.length >= minLength);
    const squeezes = forms.map((form) => squeezed({ text: form, places: undefined }).text);
    this.#forms = [...new Set(squeezes)].filter((form) => form !== '');
  }

  /** Where the first of them begins in a text; the length of the text if none does. With `isCut`, half of one may be at its end. */
  find(level: Level, isCut: boolean): number {
    if (this.#forms.length === 0) {
      return Number.POSITIVE_INFINITY;
    }
    const { text, places } = squeezed(level);
    const found = this.#forms.map((form) => indexOfForm(text, form, isCut)).filter((at) => at >= 0);
    const first = Math.min(...found);
    return places?.[first] ?? first;
  }
}

/** Where a form begins in a text, or a beginning of it that a cut follows; -1 if it does not. */
function indexOfForm(text: string, form: string, isCut: boolean): number {
  const head = form.slice(0, minLength);
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
    let { length } = head;
    while (length < form.length && text[at + length] === form[length]) {
      length++;
    }
    if (length === form.length || isCutAt(text, at + length, isCut)) {
      return at;
    }
  }
  return -1;
}

/** True for the place of a cut, or of half an escape before it. */
function isCutAt(text: string, end: number, isCut: boolean): boolean {
  const near = text.slice(Math.max(0, end - maxHalf), end + maxHalf + 1);
  return (text[end] ?? (isCut ? '…' : '')) === '…' || ((isCut || near.includes('…')) && halfEscape.test(near));
}

/** Without what escapes, quotations and the alphabets of base64 change. */
function squeezed(level: Level): Level {
  return levelOf(level, /\\+|[\s+-][\s+\\-]*|_/g, ([all]) => (all === '_' ? '/' : all[0] === '\\' ? '' : ' ')) ?? level;
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
function formsOf(piece: string): string[] {
  const inXml = piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const inUrl = encodeURIComponent(piece.replace(/\p{Cs}/gu, '\ufffd'));
  const inForm = inUrl.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const escaped = [piece, inXml, inUrl, inForm, JSON.stringify(piece).slice(1, -1)];
  const encoded = escaped.flatMap((text) => [0, 1, 2].map((before) => base64Of(text, before)));
  return [...levelsOf(piece).map(({ text }) => text), ...encoded];
}

/** The characters of base64 that a text determines which begins after some bytes. */
function base64Of(text: string, before: number): string {
  const bytes = String.fromCharCode(...new Uint8Array(before), ...new TextEncoder().encode(text));
  return btoa(bytes).slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

type Add = (value: string) => void;

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
  visitSecrets(input, names, (value) => add(value instanceof Uint8Array ? decode(value) : String(value)));
  if (request !== undefined) {
    const { url, headers, addedHeaders = [], body = '' } = request;
    const [, user = ''] = /^[^/]*\/\/([^/?#]*)@/.exec(url) ?? [];
    for (const part of [user, user.slice(user.indexOf(':') + 1)]) {
      addPlain(part, add);
    }
    for (const [name, value] of [headers, ...addedHeaders].flatMap(Object.entries<string>)) {
      if (names.isSecretHeader(name)) {
        addHeader(value, add);
      }
    }
    addText(url, names, messages, add);
    addText(typeof body === 'string' ? body.slice(0, maxBody) : decode(body), names, messages, add);
  }
  return values;
}

/** A value of a header, and its parts: `Bearer x`, `a=x; b=y`, the password in Basic. */
function addHeader(value: string, add: Add): void {
  const text = value.replace(/^(?:basic|bearer|digest|hawk|negotiate|ntlm|token)\s+/i, '');
  add(text);
  try {
    const user = decode(Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0)));
    add(user);
    add(user.slice(user.indexOf(':') + 1));
  } catch {
    // Not base64: the value is hidden as it was sent.
  }
  for (const part of text.split(/[;,]\s?/)) {
    add(/^[^=]+="?(.*?[^="].*?)"?$/s.exec(part)?.[1] ?? '');
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
    addPlain(text.slice(start, start + maxLooked).split(/[&\s"'<>;]/, 1)[0] ?? '', add);
  }
}

function addPlain(text: string, add: Add): void {
  for (const level of [...levelsOf(text), ...levelsOf(text.replaceAll('+', ' '))]) {
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
