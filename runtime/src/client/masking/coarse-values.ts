import { isError } from '../is-error.js';
import type { CoarseNames } from './coarse-names.js';
import { cover } from './find.js';
import { isPlain } from './kinds.js';

/** Values of inputs that are looked at. */
const maxValues = 100_000;
/** Members of elements, and of pairs such as `{ name: 'Password', value: 'x' }`, that have no part of the value. */
const naming = /^(?:name|namespace|prefix|attributes|declarations|key|parameter|field|property|element)$/i;

/** Tells which members of an object are credentials; `isSecret` if the object is the value of a secret name. */
function secretMembers(value: object, names: CoarseNames, isSecret: boolean): (key: string) => boolean {
  const isTree = 'children' in value && Array.isArray(value.children);
  const isNamed = Object.entries(value).some(([key, member]) => naming.test(key) && isName(member, names));
  return (key) => names.isSecret(key) || (isSecret && !isTree) || ((isSecret || isNamed) && !naming.test(key));
}

/** True for a secret name, and for a descriptor that has one. Titles and names of people have spaces. */
function isName(member: unknown, names: CoarseNames): boolean {
  const name = typeof member === 'object' && member !== null && 'name' in member ? member.name : member;
  return typeof name === 'string' && !/\s/.test(name) && names.isSecret(name);
}

/** The values under secret names in an input. */
export function secretsIn(input: unknown, names: CoarseNames): string[] {
  const found: string[] = [];
  const open: [value: unknown, isSecret: boolean][] = [[input, false]];
  for (const [value, isSecret] of open) {
    if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
      const isMember = secretMembers(value, names, isSecret);
      for (const [key, member] of Object.entries(value)) {
        // Descriptors are large.
        if (open.length < maxValues && (key !== 'element' || typeof member === 'string')) {
          open.push([member, isMember(key)]);
        }
      }
    } else if (isSecret) {
      found.push(value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value ?? ''));
    }
  }
  return found;
}

/** The functions that hide credentials. */
export interface CoarseRules {
  readonly names: CoarseNames;
  /** The text without credentials. */
  text(text: string): string;
}

/** Values of faults, which are plain, without credentials: strings and numbers under secret names are hidden, and those that contain any. */
export function hideData(data: unknown, rules: CoarseRules, isSecret = false): unknown {
  switch (typeof data) {
    case 'string':
      return isSecret && data !== '' ? cover : rules.text(data);
    case 'number':
    case 'bigint':
      return isSecret ? cover : data;
    case 'object':
      return data === null ? data : hideMembers(data, rules, isSecret);
    default:
      return data;
  }
}

function hideMembers(data: object, rules: CoarseRules, isSecret: boolean): object {
  if (Array.isArray(data)) {
    return data.map((item) => hideData(item, rules, isSecret));
  }
  if (data instanceof Uint8Array) {
    const text = new TextDecoder().decode(data);
    return hideData(text, rules, isSecret) === text ? data : new TextEncoder().encode(cover);
  }
  if (!isPlain(data)) {
    return data;
  }
  const isMember = secretMembers(data, rules.names, isSecret);
  return Object.fromEntries(Object.entries(data).map(([key, member]) => [key, hideData(member, rules, isMember(key))]));
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
