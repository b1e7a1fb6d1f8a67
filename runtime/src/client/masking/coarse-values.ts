import { isError } from '../is-error.js';
import type { CoarseNames } from './coarse-names.js';
import { cover } from './find.js';

/** Members of elements, and of pairs such as `{ name: 'Password', value: 'x' }`, that have no part of the value. */
const naming = /^(?:name|namespace|prefix|attributes|declarations|key|parameter|field|property|element)$/i;

/** True for a secret name, and for a descriptor that has one. Titles and names of people have spaces. */
function isName(member: unknown, names: CoarseNames): boolean {
  const name = typeof member === 'object' && member !== null && 'name' in member ? member.name : member;
  return typeof name === 'string' && !/\s/.test(name) && names.isSecret(name);
}

type Change = (leaf: unknown, isSecret: boolean) => unknown;

/** A copy of a value whose texts, numbers and bytes are what `change` makes of them; `isSecret` is true for those under a secret name. Objects in members called `skipped` are left out. */
function mapValues(value: unknown, names: CoarseNames, change: Change, isSecret: boolean, skipped = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => mapValues(item, names, change, isSecret, skipped));
  }
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0 || value instanceof Uint8Array) {
    return change(value, isSecret);
  }
  const isTree = entries.some(([key, member]) => key === 'children' && Array.isArray(member));
  const isNamed = entries.some(([key, member]) => naming.test(key) && isName(member, names));
  return Object.fromEntries(
    entries.map(([key, member]) => {
      const isPart = (isSecret && !isTree) || ((isSecret || isNamed) && !naming.test(key));
      const isSkipped = key === skipped && typeof member === 'object';
      return [key, !isSkipped && mapValues(member, names, change, isPart || names.isSecret(key), skipped)];
    }),
  );
}

/** The values under secret names in an input. Throws `RangeError` for one that contains itself. */
export function secretsIn(input: unknown, names: CoarseNames): string[] {
  const found: string[] = [];
  const keep: Change = (leaf, isSecret) =>
    isSecret && found.push(leaf instanceof Uint8Array ? new TextDecoder().decode(leaf) : String(leaf ?? ''));
  // The descriptors of header blocks are large.
  mapValues(input, names, keep, false, 'element');
  return found;
}

/** The functions that hide credentials. */
export interface CoarseRules {
  readonly names: CoarseNames;
  /** The text without credentials. */
  text(text: string): string;
}

/** Values of faults, which are plain, without credentials: what is under secret names is hidden, and texts that contain any. */
export function hideData(data: unknown, rules: CoarseRules, isSecretData = false): unknown {
  const hide: Change = (leaf, isSecret) => {
    if (leaf instanceof Uint8Array) {
      const text = new TextDecoder().decode(leaf);
      return hide(text, isSecret) === text ? leaf : new TextEncoder().encode(cover);
    }
    if (isSecret && leaf !== '' && /^(?:string|number|bigint)$/.test(typeof leaf)) {
      return cover;
    }
    return typeof leaf === 'string' ? rules.text(leaf) : leaf;
  };
  return mapValues(data, rules.names, hide, isSecretData);
}

/**
 * What errors may show of a cause: the cause itself if it has only texts and numbers, and no credential in them, which is nearly always so.
 * Otherwise its text. Objects that are not errors are left out.
 */
export function plainCause(cause: unknown, rules: CoarseRules): unknown {
  try {
    return isHarmless(cause, rules) ? cause : isError(cause) ? new Error(rules.text(String(cause))) : '[object]';
  } catch {
    // A proxy, an accessor in an unexpected place, or an endless chain of causes.
    return '[object]';
  }
}

/** True for texts and numbers without credentials, and for errors that show nothing else: neither an accessor nor a method of their class prints it. */
function isHarmless(value: unknown, rules: CoarseRules, isSecret = false): boolean {
  if (Array.isArray(value)) {
    return value.every((item) => isHarmless(item, rules, isSecret));
  }
  if (!isError(value)) {
    return !isObject(value) && hideData(value, rules, isSecret) === value;
  }
  for (let at: object = value; at !== Error.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const key of Reflect.ownKeys(at)) {
      const { value: member, get } = Object.getOwnPropertyDescriptor(at, key) ?? {};
      const shown: unknown = key === 'stack' ? value.stack : (get ?? member);
      if (key !== 'constructor' && !isHarmless(shown, rules, rules.names.isSecret(String(key)))) {
        return false;
      }
    }
  }
  return true;
}

function isObject(value: unknown): boolean {
  return value !== null && /^(?:object|symbol|function)$/.test(typeof value);
}
