import { cover } from './find.js';
import { isPlain } from './kinds.js';
import { SecretMembers } from './members.js';
import type { SecretNames } from './names.js';

/** The functions that hide credentials in values. */
export interface ValueRules {
  readonly names: SecretNames;
  /** The text without credentials. */
  text(text: string): string;
}

const maxDepth = 256;
/** Code units, and bytes, of all texts in one value that are searched; texts beyond are hidden. */
const maxTexts = 4_194_304;

/**
 * The value with credentials in all its strings hidden, and the strings and numbers under secret names replaced; itself when there is nothing to hide. For
 * values of faults: plain objects, arrays, bytes.
 */
export function hideDeep<T>(value: T, rules: ValueRules): T {
  return new Hiding(rules).hide(value, false, 0) as T;
}

const maxVisited = 100_000;

/** Calls `visit` for each value under a secret name: texts, numbers, bytes. */
export function visitSecrets(input: unknown, names: SecretNames, visit: (value: unknown) => void): void {
  let left = maxVisited;
  const look = (value: unknown, secret: boolean, depth: number): void => {
    if (left-- <= 0 || depth > maxDepth) {
      return;
    }
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) {
      if (secret && value !== undefined && value !== null) {
        visit(value);
      }
      return;
    }
    const members = new SecretMembers(value, names);
    for (const [key, child] of Object.entries(value)) {
      // Descriptors are large.
      if (key !== 'element' || typeof child === 'string') {
        look(child, members.isSecret(key) || (secret && members.isValue(key)), depth + 1);
      }
    }
  };
  look(input, false, 0);
}

class Hiding {
  readonly #rules: ValueRules;
  #left = maxTexts;

  constructor(rules: ValueRules) {
    this.#rules = rules;
  }

  hide(value: unknown, secret: boolean, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        return secret && value !== '' ? cover : this.#text(value);
      case 'number':
      case 'bigint':
        return secret ? cover : value;
      case 'object':
        return value === null ? value : depth > maxDepth ? cover : this.#hideObject(value, secret, depth);
      default:
        return value;
    }
  }

  #text(text: string): string {
    this.#left -= text.length;
    return this.#left < 0 ? cover : this.#rules.text(text);
  }

  #hideObject(value: object, secret: boolean, depth: number): unknown {
    if (value instanceof Uint8Array) {
      return this.#hideBytes(value, secret);
    }
    if (Array.isArray(value)) {
      return this.#hideItems(value, secret, depth);
    }
    return isPlain(value) ? this.#hideMembers(value, secret, depth) : value;
  }

  #hideBytes(bytes: Uint8Array, secret: boolean): Uint8Array {
    const text = new TextDecoder().decode(bytes);
    return secret || this.#text(text) !== text ? new TextEncoder().encode(cover) : bytes;
  }

  #hideItems(items: readonly unknown[], secret: boolean, depth: number): readonly unknown[] {
    const hidden = items.map((item) => this.hide(item, secret, depth + 1));
    return hidden.some((item, index) => !Object.is(item, items[index])) ? hidden : items;
  }

  #hideMembers(value: object, secret: boolean, depth: number): object {
    const members = new SecretMembers(value, this.#rules.names);
    const entries = Object.entries(value).map(([key, item]) => {
      const inside = members.isSecret(key) || (secret && members.isValue(key));
      return [key, this.hide(item, inside, depth + 1), item] as const;
    });
    if (entries.every(([, hidden, item]) => Object.is(hidden, item))) {
      return value;
    }
    const result: object = Object.create(Object.getPrototypeOf(value));
    for (const [key, hidden] of entries) {
      Object.defineProperty(result, key, { value: hidden, enumerable: true, configurable: true, writable: true });
    }
    return result;
  }
}
