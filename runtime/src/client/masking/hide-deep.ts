import { cover } from './find.js';
import { isPlain } from './kinds.js';
import { SecretMembers } from './members.js';
import type { SecretNames } from './names.js';

/** What hides credentials in values. */
export interface ValueRules {
  readonly names: SecretNames;
  /** The text without credentials. */
  text(text: string): string;
}

const maxDepth = 256;

/**
 * The value with credentials in all its strings hidden, and the strings and numbers under secret names replaced; itself when there is nothing to hide. For
 * values of faults: plain objects, arrays, bytes.
 */
export function hideDeep<T>(value: T, rules: ValueRules): T {
  return hide(value, rules, false, 0) as T;
}

function hide(value: unknown, rules: ValueRules, secret: boolean, depth: number): unknown {
  if (typeof value === 'string') {
    return secret && value !== '' ? cover : rules.text(value);
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    return secret ? cover : value;
  }
  if (typeof value !== 'object' || value === null || depth > maxDepth) {
    return value;
  }
  if (value instanceof Uint8Array) {
    return hideBytes(value, rules, secret);
  }
  return Array.isArray(value) ? hideItems(value, rules, secret, depth) : hideMembers(value, rules, secret, depth);
}

function hideBytes(bytes: Uint8Array, rules: ValueRules, secret: boolean): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  return secret || rules.text(text) !== text ? new TextEncoder().encode(cover) : bytes;
}

function hideItems(items: readonly unknown[], rules: ValueRules, secret: boolean, depth: number): readonly unknown[] {
  const hidden = items.map((item) => hide(item, rules, secret, depth + 1));
  return hidden.some((item, index) => item !== items[index]) ? hidden : items;
}

function hideMembers(value: object, rules: ValueRules, secret: boolean, depth: number): object {
  if (!isPlain(value)) {
    return value;
  }
  const members = new SecretMembers(value, rules.names);
  const entries = Object.entries(value).map(([key, item]) => {
    const inside = members.isSecret(key) || (secret && members.isValue(key));
    return [key, hide(item, rules, inside, depth + 1), item] as const;
  });
  if (entries.every(([, hidden, item]) => hidden === item)) {
    return value;
  }
  const result: object = Object.create(Object.getPrototypeOf(value));
  for (const [key, hidden] of entries) {
    Object.defineProperty(result, key, { value: hidden, enumerable: true, configurable: true, writable: true });
  }
  return result;
}
