import { unescapeFormText } from '../http/form.js';
import type { TransportRequest } from './transport.js';

/** Code units of a body, or bytes, that are searched. */
const maxSearched = 1_048_576;
/** Parts of an input that are looked at. */
const maxVisited = 100_000;
/** Values that are collected. */
const maxValues = 1000;

/** Collects the credentials that a call sends: the values of masked names. */
export class SentValues {
  readonly values: Set<string> = new Set();
  readonly #isMasked: (name: string) => boolean;
  readonly #patterns: readonly RegExp[];
  #visited = 0;

  /** `patterns` find values of masked names in texts, as their group `value`. */
  constructor(isMasked: (name: string) => boolean, patterns: readonly RegExp[]) {
    this.#isMasked = isMasked;
    this.#patterns = patterns;
  }

  #add(value: string): void {
    if (this.values.size < maxValues) {
      this.values.add(value);
    }
  }

  /** Values of masked properties anywhere in an input, and in trees of elements with masked names. */
  addInput(input: unknown): void {
    this.#visit(input, false, 0);
  }

  #visit(value: unknown, masked: boolean, depth: number): void {
    if (++this.#visited > maxVisited || depth > 64) {
      return;
    }
    if (typeof value !== 'object' || value === null) {
      if (masked && (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')) {
        this.#add(String(value));
      }
      return;
    }
    if (value instanceof Uint8Array) {
      if (masked) {
        this.#add(new TextDecoder().decode(value.subarray(0, maxSearched)));
      }
      return;
    }
    const inside = masked || this.#isMasked(nameOf(value));
    for (const [key, child] of Object.entries(value)) {
      const own = this.#isMasked(key.replace(/\$.*$/s, ''));
      // Descriptors are large, and names and attributes of an element are no part of its value.
      if (key !== 'element' || typeof child === 'string') {
        this.#visit(child, own || (inside && !besides.has(key)), depth + 1);
      }
    }
  }

  /** Values of masked names in address, headers and body. */
  addRequest(request: TransportRequest, isMaskedHeader: (name: string) => boolean): void {
    const { url, headers, body } = request;
    this.#addAddress(url);
    for (const [name, value] of Object.entries(headers)) {
      if (isMaskedHeader(name)) {
        this.#addHeader(value);
      }
    }
    if (typeof body === 'string') {
      this.#addText(body.slice(0, maxSearched));
    } else if (body !== undefined) {
      this.#addText(new TextDecoder().decode(body.subarray(0, maxSearched)));
    }
  }

  #addAddress(url: string): void {
    const user = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(url)?.[1];
    if (user !== undefined) {
      this.#addEncoded(user.slice(user.indexOf(':') + 1));
      // As it is sent.
      this.#add(unescapeFormText(user.replaceAll('+', '%2B')));
    }
    const query = url.indexOf('?');
    if (query >= 0) {
      this.#addPairs(url.slice(query + 1));
    }
  }

  /** A value of a header, and its parts: `Bearer x`, `a=x; b=y`, the password in Basic. */
  #addHeader(value: string): void {
    this.#add(value);
    const scheme = /^([A-Za-z][\w-]*)\s+(.+)$/s.exec(value);
    const rest = scheme?.[2] ?? value;
    this.#add(rest);
    if (scheme?.[1]?.toLowerCase() === 'basic') {
      this.#addBasic(rest.trim());
    }
    for (const part of rest.split(/[;,]\s*/)) {
      const equals = part.indexOf('=');
      // The `=` at the end of base64 is part of the value.
      if (equals > 0 && !/^=*$/.test(part.slice(equals))) {
        this.#add(part.slice(equals + 1).replace(/^"(.*)"$/s, '$1'));
      }
    }
  }

  #addBasic(encoded: string): void {
    try {
      const binary = atob(encoded);
      const user = new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
      this.#add(user);
      this.#add(user.slice(user.indexOf(':') + 1));
    } catch {
      // No base64: what was sent is hidden as it is.
    }
  }

  #addText(text: string): void {
    for (const pattern of this.#patterns) {
      for (const match of text.matchAll(pattern)) {
        this.#addMarkup((match.groups?.value ?? '').replace(/^(["'])(.*)\1$/s, '$2'));
      }
    }
    if (!text.startsWith('<')) {
      this.#addPairs(text);
    }
  }

  #addPairs(text: string): void {
    for (const pair of text.split('&', 1000)) {
      const equals = pair.indexOf('=');
      if (equals > 0 && this.#isMasked(unescapeFormText(pair.slice(0, equals)))) {
        this.#addEncoded(pair.slice(equals + 1));
      }
    }
  }

  #addEncoded(value: string): void {
    this.#add(unescapeFormText(value));
  }

  /** The texts between tags. */
  #addMarkup(content: string): void {
    for (const text of content.split(/<!\[CDATA\[|\]\]>|<[^<>]*>/)) {
      this.#add(unescapeXml(text));
    }
  }
}

const besides: ReadonlySet<string> = new Set(['name', 'namespace', 'prefix', 'attributes', 'declarations']);

/** Name of an element or attribute in open content, or of the element of a SOAP header; `''` for other values. */
function nameOf(value: object): string {
  const { name, element } = value as { readonly name?: unknown; readonly element?: { readonly name?: unknown } };
  const found = typeof element?.name === 'string' ? element.name : name;
  return typeof found === 'string' ? found : '';
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) {
      return entities.get(name) ?? whole;
    }
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
