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
export function hideDeep<T>(data: T, rules: ValueRules): T {
  let left = maxTexts;
  const hideText = (text: string): string => {
    left -= text.length;
    return left < 0 ? cover : rules.text(text);
  };
  const hideBytes = (bytes: Uint8Array, secret: boolean): Uint8Array => {
    const text = new TextDecoder().decode(bytes);
    return secret || hideText(text) !== text ? new TextEncoder().encode(cover) : bytes;
  };
  const hide = (value: unknown, secret: boolean, depth: number): unknown => {
    if (typeof value === 'string') {
      return secret && value !== '' ? cover : hideText(value);
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      return secret ? cover : value;
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (depth > maxDepth) {
      return cover;
    }
    return value instanceof Uint8Array ? hideBytes(value, secret) : hideMembers(value, secret, depth);
  };
  const hideMembers = (value: object, secret: boolean, depth: number): object => {
    const isList = Array.isArray(value);
    if (!isList && !isPlain(value)) {
      return value;
    }
    const members = isList ? undefined : new SecretMembers(value, rules.names);
    let isSame = true;
    const entries = Object.entries(value).map(([key, item]) => {
      const inside = members === undefined ? secret : members.isSecret(key) || (secret && members.isValue(key));
      const hidden = hide(item, inside, depth + 1);
      isSame &&= Object.is(hidden, item);
      return [key, { value: hidden, enumerable: true, configurable: true, writable: true }] as const;
    });
    return isSame
      ? value
      : Object.defineProperties(isList ? [] : Object.create(Object.getPrototypeOf(value)), Object.fromEntries(entries));
  };
  return hide(data, false, 0) as T;
}
