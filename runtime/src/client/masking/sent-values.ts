import { unescapeFormText } from '../../http/form.js';
import type { TransportRequest } from '../transport.js';
import { userOf } from './addresses.js';
import { findNamed } from './find.js';
import { SecretMembers } from './members.js';
import type { Range } from './ranges.js';
import { type ScanRules, secretValues } from './scan.js';
import { unescapeText } from './unescape.js';

/** Code units of a body, or bytes, that are searched. */
const maxSearched = 1_048_576;
/** Parts of an input that are checked. */
const maxVisited = 100_000;
const maxDepth = 64;
/** Values that are collected. */
const maxValues = 1000;

/** Collects the credentials that a call sends: the values of secret names. */
export class SentValues {
  readonly values: Set<string> = new Set();
  readonly #rules: ScanRules;
  #visited = 0;

  constructor(rules: ScanRules) {
    this.#rules = rules;
  }

  #add(value: string): void {
    if (this.values.size < maxValues && !/^(?:true|false|null)$/.test(value)) {
      this.values.add(value);
    }
  }

  /** Values of secret properties anywhere in an input, and in trees of elements with secret names. */
  addInput(input: unknown): void {
    this.#visit(input, false, 0);
  }

  #visit(value: unknown, secret: boolean, depth: number): void {
    if (++this.#visited > maxVisited || depth > maxDepth) {
      return;
    }
    if (typeof value === 'object' && value !== null) {
      try {
        this.#visitObject(value, secret, depth);
      } catch {
        // What cannot be read is not sent.
      }
    } else if (secret && (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')) {
      this.#add(String(value));
    }
  }

  #visitObject(value: object, secret: boolean, depth: number): void {
    if (value instanceof Uint8Array) {
      if (secret) {
        this.#add(decodeUtf8(value));
      }
      return;
    }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && this.#visited < maxVisited; index++) {
        this.#visit(value[index], secret, depth + 1);
      }
      return;
    }
    const members = new SecretMembers(value, this.#rules.names);
    for (const key of Object.keys(value)) {
      const child = readMember(value, key);
      // Descriptors are large.
      if (key !== 'element' || typeof child === 'string') {
        this.#visit(child, members.isSecret(key) || (secret && members.isValue(key)), depth + 1);
      }
    }
  }

  /** Values of secret names in address, headers and body. */
  addRequest(request: TransportRequest): void {
    const { url, headers, addedHeaders = [], body } = request;
    this.#addAddress(url);
    for (const [name, value] of [headers, ...addedHeaders].flatMap(Object.entries<string>)) {
      if (this.#rules.names.isSecretHeader(name)) {
        this.#addHeader(value);
      }
    }
    if (body !== undefined) {
      this.#addText(typeof body === 'string' ? body.slice(0, maxSearched) : decodeUtf8(body));
    }
  }

  #addAddress(url: string): void {
    const user = userOf(url);
    if (user !== undefined) {
      this.#add(unescapeFormText(user.slice(user.indexOf(':') + 1).replaceAll('+', '%2B')));
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
    const scheme = /^(basic|bearer|digest|hawk|negotiate|ntlm|token)\s+(\S.*)$/is.exec(value);
    const rest = scheme?.[2] ?? value;
    this.#add(rest);
    if (scheme?.[1]?.toLowerCase() === 'basic') {
      this.#addBasic(rest.trim());
    }
    for (const part of rest.split(/[;,]\s?/)) {
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
      // Not base64: the value is hidden as it was sent.
    }
  }

  #addText(text: string): void {
    const collect = (level: string): Range[] => {
      const found = secretValues(level, this.#rules);
      for (const { start, end } of found) {
        this.#addMarkup(level.slice(start, end));
      }
      return found;
    };
    findNamed(text, collect);
    if (!text.startsWith('<')) {
      this.#addPairs(text);
    }
  }

  #addPairs(text: string): void {
    for (const pair of text.split('&', 1000)) {
      const equals = pair.indexOf('=');
      if (equals > 0 && this.#rules.names.isSecret(unescapeFormText(pair.slice(Math.max(0, equals - 256), equals)))) {
        this.#add(unescapeFormText(pair.slice(equals + 1)));
      }
    }
  }

  /** The texts between tags, or the whole value if there are no tags. */
  #addMarkup(content: string): void {
    for (const text of content.split(/<!\[CDATA\[|\]\]>|<[^<>]*>/)) {
      this.#add(unescapeText(text));
    }
  }
}

/** A member of an object; undefined for one that cannot be read. */
function readMember(value: object, key: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[key];
  } catch {
    return undefined;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, maxSearched));
}
