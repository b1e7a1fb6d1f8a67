import { cover } from './find.js';
import type { ValueRules } from './hide-deep.js';
import { bytesOf, className, hasOwnRenderer, httpFacts, kindOf, pairsOf, renderers, type SecretKind } from './kinds.js';
import { SecretMembers } from './members.js';

/** Parts of a value, including texts, that are checked before it counts as too large. */
const maxVisited = 2000;
/** The maximum number of objects in a copy. */
const maxCopied = 500;
const maxDepth = 16;
/** Items and members of one object that a copy has. */
const maxItems = 100;
/** Bytes of a buffer that are checked. */
const maxBytes = 65_536;

/**
 * The form of a value that errors and logs may show: the value itself if it is small and contains no credential, which is
 * nearly always so. Otherwise a copy with the credentials hidden: for an error, one of the same class; for everything else, a
 * plain one. Objects of other classes are only named in it: HTTP packages keep whole requests there, and nobody knows which
 * private parts a class prints.
 */
export function safeValue(value: unknown, rules: ValueRules): unknown {
  return new Inspection(rules).isSafe(value, 0) ? value : new Copies(rules).copy(value, 0);
}

/** Looks for credentials in everything that a value may show. */
class Inspection {
  readonly #rules: ValueRules;
  readonly #seen = new Set<object>();
  #visited = 0;

  constructor(rules: ValueRules) {
    this.#rules = rules;
  }

  isSafe(value: unknown, depth: number): boolean {
    if (++this.#visited > maxVisited || depth > maxDepth) {
      return false;
    }
    switch (typeof value) {
      case 'string':
        return this.#rules.text(value) === value;
      case 'symbol':
        return this.isSafe(value.description, depth);
      case 'function':
        return Reflect.ownKeys(value).every((key) => functionKeys.has(key));
      case 'object':
        return value === null || this.#isSafeObject(value, depth);
      default:
        return true;
    }
  }

  #isSafeObject(value: object, depth: number): boolean {
    if (this.#seen.has(value)) {
      return true;
    }
    this.#seen.add(value);
    try {
      return this.#isSafeKind(value, kindOf(value), depth) && this.#areMembersSafe(value, depth);
    } catch {
      // A proxy, or an accessor in an unexpected place.
      return false;
    }
  }

  #isSafeKind(value: object, kind: SecretKind, depth: number): boolean {
    switch (kind) {
      case 'error':
        return this.#isSafeError(value as Error, depth);
      case 'map':
        return (
          !hasOwnRenderer(value) &&
          this.#arePairsSafe(value as Map<unknown, unknown>, isSecretMember(this.#rules), depth)
        );
      case 'set':
        return !hasOwnRenderer(value) && this.#areSafe(value as Set<unknown>, depth);
      case 'array':
        return !hasOwnRenderer(value) && !hasSecretItem(value as readonly unknown[], this.#rules);
      case 'plain':
      case 'instance':
        return !hasOwnRenderer(value);
      case 'bytes':
        return this.#areBytesSafe(bytesOf(value));
      case 'pairs':
        return this.#arePairsSafe(pairsOf(value), isSecretHeader(this.#rules), depth);
      case 'http':
        return this.isSafe(httpFacts(value), depth + 1);
      case 'text':
        return this.isSafe(String(value), depth);
      case 'simple':
        return true;
      case 'closed':
        return false;
    }
  }

  #areSafe(items: Iterable<unknown>, depth: number): boolean {
    for (const item of items) {
      if (!this.isSafe(item, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  /** Errors are more than their own properties: messages may be accessors of their class. */
  #isSafeError(error: Error, depth: number): boolean {
    const parts = [error.name, error.message, error.stack, error.cause];
    return !hasInspector(error) && parts.every((part) => this.isSafe(part, depth + 1)) && this.#isSafeText(error);
  }

  /** Members in which a class of errors describes itself, as text and as JSON. */
  #isSafeText(error: Error): boolean {
    const { toJSON } = error as { readonly toJSON?: unknown };
    return toJSON === undefined && this.isSafe(String(error), 0);
  }

  #arePairsSafe(pairs: Iterable<readonly [unknown, unknown]>, isSecret: IsSecret, depth: number): boolean {
    for (const [name, item] of pairs) {
      if (isSecret(name, item) || !this.#areSafe([name, item], depth)) {
        return false;
      }
    }
    return true;
  }

  #areBytesSafe(bytes: Uint8Array): boolean {
    return bytes.length <= maxBytes && this.isSafe(new TextDecoder().decode(bytes), 0);
  }

  #areMembersSafe(value: object, depth: number): boolean {
    if (ArrayBuffer.isView(value)) {
      return true;
    }
    if (Array.isArray(value) && value.length > maxVisited) {
      return false;
    }
    const members = new SecretMembers(value, this.#rules.names);
    return Reflect.ownKeys(value).every((key) => {
      const found = printed(value, key);
      const isSecret = typeof key === 'string' && members.isSecret(key) && holds(found);
      return !isSecret && this.#areSafe([key, found], depth);
    });
  }
}

/** The value of an own property as printers see it. An accessor that is not enumerable is not called. */
function printed(value: object, key: PropertyKey): unknown {
  const property = Object.getOwnPropertyDescriptor(value, key);
  const isHidden = property?.get !== undefined && !property.enumerable && key !== 'stack';
  return isHidden ? undefined : (value as Readonly<Record<PropertyKey, unknown>>)[key];
}

const functionKeys: ReadonlySet<PropertyKey> = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

/** Makes copies without credentials. */
class Copies {
  readonly #rules: ValueRules;
  readonly #copies = new Map<object, unknown>();

  constructor(rules: ValueRules) {
    this.#rules = rules;
  }

  /** Undefined for a value that is left out. */
  copy(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      return this.#rules.text(value);
    }
    if (typeof value === 'symbol') {
      return Symbol(this.#rules.text(value.description ?? ''));
    }
    if (typeof value !== 'object' || value === null) {
      return typeof value === 'function' ? undefined : value;
    }
    if (!this.#copies.has(value)) {
      this.#copies.set(value, `[${className(value)}]`);
      const tooMuch = depth > maxDepth || this.#copies.size > maxCopied;
      return tooMuch ? this.#copies.get(value) : this.#copyObject(value, depth);
    }
    return this.#copies.get(value);
  }

  #copyObject(value: object, depth: number): unknown {
    try {
      return this.#copyKind(value, depth);
    } catch {
      return this.#copies.get(value);
    }
  }

  #copyKind(value: object, depth: number): unknown {
    switch (kindOf(value)) {
      case 'error':
        return this.#copyError(value as Error, depth);
      case 'array':
        return this.#copyArray(value as readonly unknown[], depth);
      case 'plain':
        return this.#copyMembers(value, {}, depth);
      case 'map':
        return this.#copyMap(value as Map<unknown, unknown>, depth);
      case 'set':
        return this.#fill(value, new Set(), (copy) => {
          for (const item of value as Set<unknown>) {
            copy.add(this.copy(item, depth + 1));
          }
        });
      case 'pairs':
        return this.#copyPairs(pairsOf(value), depth);
      case 'http':
        return this.#copyMembers(httpFacts(value), {}, depth);
      case 'text':
        return this.#rules.text(String(value));
      case 'simple':
        return value instanceof Date ? new Date(value.getTime()) : value.valueOf();
      case 'bytes':
        return `[${className(value)} of ${bytesOf(value).length} bytes]`;
      case 'instance':
        // A thrown value is shown, even if its class is not known.
        return depth === 0 ? this.#copyMembers(value, {}, depth) : this.#copies.get(value);
      case 'closed':
        return this.#copies.get(value);
    }
  }

  /** Stores a copy before it is filled, since a value may contain itself. */
  #fill<T>(value: object, copy: T, fill: (copy: T) => void): T {
    this.#copies.set(value, copy);
    fill(copy);
    return copy;
  }

  #copyArray(items: readonly unknown[], depth: number): unknown[] {
    return this.#fill(items, [] as unknown[], (copy) => {
      for (const [index, item] of items.slice(0, maxItems).entries()) {
        const safe = isSecretItem(items, index, this.#rules) ? cover : this.copy(item, depth + 1);
        if (safe !== undefined) {
          copy.push(safe);
        }
      }
    });
  }

  #copyMap(map: Map<unknown, unknown>, depth: number): Map<unknown, unknown> {
    const isSecret = isSecretMember(this.#rules);
    return this.#fill(map, new Map<unknown, unknown>(), (copy) => {
      for (const [key, item] of [...map].slice(0, maxItems)) {
        copy.set(this.copy(key, depth + 1), isSecret(key, item) ? cover : this.copy(item, depth + 1));
      }
    });
  }

  #copyPairs(pairs: readonly (readonly [string, unknown])[], depth: number): object {
    const isSecret = isSecretHeader(this.#rules);
    const copy = {};
    for (const [name, item] of pairs.slice(0, maxItems)) {
      define(copy, this.#rules.text(name), isSecret(name, item) ? cover : this.copy(item, depth + 1), true);
    }
    return copy;
  }

  #copyMembers<T extends object>(value: object, copy: T, depth: number): T {
    return this.#fill(value, copy, () => {
      const members = new SecretMembers(value, this.#rules.names);
      for (const key of Reflect.ownKeys(value).slice(0, maxItems)) {
        const found = read(value, key);
        const isSecret = typeof key === 'string' && members.isSecret(key) && holds(found);
        const safe = isSecret ? cover : this.copy(found, depth + 1);
        const name = typeof key === 'string' ? this.#rules.text(key) : key;
        if (safe !== undefined && !renderers.includes(name)) {
          define(copy, name, safe, Object.getOwnPropertyDescriptor(value, key)?.enumerable ?? false);
        }
      }
    });
  }

  #copyError(error: Error, depth: number): Error {
    const copy: Error = new Error();
    // Engines create it when it is first read, and read the name of the class for it.
    delete copy.stack;
    Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
    this.#copyMembers(error, copy, depth);
    for (const name of accessorsOf(error)) {
      if (!Object.hasOwn(error, name)) {
        define(copy, name, this.copy(read(error, name), depth + 1), false);
      }
    }
    if (hasOwnRenderer(error)) {
      withoutRenderers(copy);
    }
    return copy;
  }
}

/** Prints the copy of an error as every other error. */
function withoutRenderers(copy: Error): void {
  for (const name of renderers) {
    define(copy, name, name === 'toString' ? Error.prototype.toString : undefined, false);
  }
}

/** Names of the accessors that an error has from its class; a copy has no private parts for them to read. */
function accessorsOf(error: Error): string[] {
  // Some engines have it on the prototype of all errors.
  const names = ['stack'];
  let prototype: unknown = Object.getPrototypeOf(error);
  while (typeof prototype === 'object' && prototype !== null && prototype !== Error.prototype) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (get !== undefined && name !== '__proto__') {
        names.push(name);
      }
    }
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}

function hasInspector(value: object): boolean {
  return typeof (value as Readonly<Record<PropertyKey, unknown>>)[renderers[0] ?? ''] === 'function';
}

/** The value of a property; undefined if its accessor throws. */
function read(value: object, key: PropertyKey): unknown {
  try {
    return (value as Readonly<Record<PropertyKey, unknown>>)[key];
  } catch {
    return undefined;
  }
}

function define(target: object, name: PropertyKey, value: unknown, enumerable: boolean): void {
  Object.defineProperty(target, name, { value, enumerable, configurable: true, writable: true });
}

/** False for values that mean that there is no credential. */
function holds(value: unknown): boolean {
  return !(
    value === undefined ||
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'function' ||
    value === '' ||
    value === cover
  );
}

/** Is the item the value of a secret name? */
type IsSecret = (name: unknown, item: unknown) => boolean;

function isSecretMember({ names }: ValueRules): IsSecret {
  return (name, item) => typeof name === 'string' && names.isSecret(name) && holds(item);
}

function isSecretHeader({ names }: ValueRules): IsSecret {
  return (name, item) => typeof name === 'string' && names.isSecretHeader(name) && holds(item);
}

/** Is the item the value of the name before it, as in Node's `rawHeaders`? */
function isSecretItem(items: readonly unknown[], index: number, rules: ValueRules): boolean {
  const isPair = index % 2 === 1 && items.length % 2 === 0 && typeof items[index] === 'string';
  return isPair && isSecretHeader(rules)(items[index - 1], items[index]);
}

function hasSecretItem(items: readonly unknown[], rules: ValueRules): boolean {
  return items.length <= maxVisited && items.some((_, index) => isSecretItem(items, index, rules));
}
