import { bytesOf, className, hasOwnRenderer, httpFacts, isPlain, kindOf, pairsOf, renderers } from './kinds.js';
import { SecretMembers } from './members.js';
import { cover, type SecretNames } from './names.js';

/** The functions that hide credentials in values. */
export interface ValueRules {
  readonly names: SecretNames;
  /** The text without credentials. */
  text(text: string): string;
  /** Is told of each value of a secret name. */
  secret(value: string): void;
}

/** How much of a value is looked at; what is beyond is left out. */
interface Limits {
  readonly depth: number;
  /** Objects, members and items. */
  readonly parts: number;
  /** Code units of texts, and bytes. */
  readonly texts: number;
}

const shownLimits: Limits = { depth: 16, parts: 2000, texts: 1_048_576 };
const dataLimits: Limits = { depth: 256, parts: Number.POSITIVE_INFINITY, texts: 4_194_304 };

/**
 * The form of a value that errors and logs may show: the value itself if it is small and contains no credential, which is
 * nearly always so. Otherwise a copy with the credentials hidden: for an error, one of the same class; for everything else, a
 * plain one. Objects of other classes are only named in it: HTTP packages keep whole requests there, and nobody knows which
 * private parts a class prints.
 */
export function safeValue(value: unknown, rules: ValueRules): unknown {
  return new Copier(rules, shownLimits, false).shown(value);
}

/**
 * The value with credentials in all its strings hidden, and the strings and numbers under secret names replaced; itself when there is
 * nothing to hide. For values of faults: plain objects, arrays, bytes.
 */
export function hideDeep<T>(data: T, rules: ValueRules): T {
  return new Copier(rules, dataLimits, true).shown(data) as T;
}

/** Copies a value without credentials, and remembers whether anything was left out. */
class Copier {
  readonly #rules: ValueRules;
  readonly #limits: Limits;
  /** True for data, of which only plain objects, arrays and bytes are looked into. */
  readonly #isData: boolean;
  readonly #copies = new Map<object, unknown>();
  #isChanged = false;
  #parts = 0;
  #texts = 0;

  constructor(rules: ValueRules, limits: Limits, isData: boolean) {
    this.#rules = rules;
    this.#limits = limits;
    this.#isData = isData;
  }

  shown(value: unknown): unknown {
    const copy = this.#copy(value, false, 0);
    return this.#isChanged ? copy : value;
  }

  /** What is shown in the place of something that may not be. */
  #instead<T>(shown: T): T {
    this.#isChanged = true;
    return shown;
  }

  #copy(value: unknown, isSecret: boolean, depth: number): unknown {
    if (++this.#parts > this.#limits.parts) {
      return this.#instead(undefined);
    }
    switch (typeof value) {
      case 'string':
        return isSecret ? this.#secret(value) : this.#text(value);
      case 'number':
      case 'bigint':
        return isSecret ? this.#secret(String(value)) : value;
      case 'symbol':
        return this.#isSame(value.description ?? '') ? value : Symbol(this.#text(value.description ?? ''));
      case 'function':
        return Reflect.ownKeys(value).every((key) => functionKeys.has(key)) ? value : this.#instead(undefined);
      case 'object':
        return value === null ? value : this.#known(value, isSecret, depth);
      default:
        return value;
    }
  }

  #secret(value: string): string {
    if (value === '' || value === cover) {
      return value;
    }
    this.#rules.secret(value);
    return this.#instead(cover);
  }

  #text(text: string): string {
    this.#texts += text.length;
    const shown = this.#texts > this.#limits.texts ? cover : this.#rules.text(text);
    return shown === text ? text : this.#instead(shown);
  }

  #isSame(text: string): boolean {
    return this.#text(text) === text;
  }

  #known(value: object, isSecret: boolean, depth: number): unknown {
    if (this.#copies.has(value)) {
      return this.#copies.get(value);
    }
    const name = `[${className(value)}]`;
    this.#copies.set(value, name);
    try {
      const copy =
        depth > this.#limits.depth ? this.#instead(this.#isData ? cover : name) : this.#object(value, isSecret, depth);
      this.#copies.set(value, copy);
      return copy;
    } catch {
      // A proxy, or an accessor in an unexpected place.
      return this.#instead(name);
    }
  }

  #object(value: object, isSecret: boolean, depth: number): unknown {
    const kind = kindOf(value);
    if (kind === 'bytes') {
      return this.#bytes(value, isSecret);
    }
    if (this.#isData && kind !== 'array' && !isPlain(value)) {
      return value;
    }
    if (isSecret && kind !== 'array' && kind !== 'plain') {
      return this.#instead(cover);
    }
    if (!this.#isData && kind !== 'error' && kind !== 'simple' && !httpKinds.has(kind) && hasOwnRenderer(value)) {
      this.#isChanged = true;
    }
    switch (kind) {
      case 'error':
        return this.#error(value as Error, depth);
      case 'array':
        return this.#array(value as readonly unknown[], isSecret, depth);
      case 'plain':
        return this.#members(value, {}, isSecret, depth);
      case 'map':
        return this.#map(value as Map<unknown, unknown>, depth);
      case 'set':
        return this.#fill(value, new Set(), (copy) => {
          for (const item of value as Set<unknown>) {
            copy.add(this.#copy(item, false, depth + 1));
          }
        });
      case 'pairs':
        return this.#pairs(pairsOf(value), depth);
      case 'http':
        return this.#members(httpFacts(value), {}, false, depth);
      case 'text':
        return this.#isSame(String(value)) ? value : this.#text(String(value));
      case 'simple':
        return value;
      case 'instance':
        return this.#instance(value, depth);
      case 'closed':
        return this.#instead(this.#copies.get(value));
    }
  }

  #bytes(value: object, isSecret: boolean): unknown {
    const bytes = bytesOf(value);
    const text = new TextDecoder().decode(bytes.subarray(0, this.#limits.texts));
    if (isSecret && text !== '') {
      this.#secret(text);
    } else if (this.#isSame(text) && bytes.length <= this.#limits.texts) {
      return value;
    }
    this.#isChanged = true;
    return this.#isData ? new TextEncoder().encode(cover) : `[${className(value)} of ${bytes.length} bytes]`;
  }

  /** An instance is shown as it is, or named; a thrown one is shown in any case, even if its class is not known. */
  #instance(value: object, depth: number): unknown {
    const [before, name] = [this.#isChanged, this.#copies.get(value)];
    this.#isChanged = hasOwnRenderer(value);
    const members = this.#members(value, {}, false, depth);
    const isKept = !this.#isChanged;
    this.#isChanged ||= before;
    return isKept ? value : depth === 0 ? members : name;
  }

  /** Stores a copy before it is filled, since a value may contain itself. */
  #fill<T>(value: object, copy: T, fill: (copy: T) => void): T {
    this.#copies.set(value, copy);
    fill(copy);
    return copy;
  }

  #array(items: readonly unknown[], isSecret: boolean, depth: number): unknown[] {
    return this.#fill(items, [] as unknown[], (copy) => {
      for (const [index, item] of items.entries()) {
        if (this.#parts > this.#limits.parts) {
          this.#isChanged = true;
          break;
        }
        const hides = isSecret || this.#isSecretItem(items, index);
        const shown = this.#copy(item, hides, depth + 1);
        if (shown !== undefined || item === undefined) {
          copy.push(shown);
        }
      }
    });
  }

  /** Is the item the value of the name before it, as in Node's `rawHeaders`? */
  #isSecretItem(items: readonly unknown[], index: number): boolean {
    const name = index % 2 === 1 && items.length % 2 === 0 ? items[index - 1] : undefined;
    return (
      !this.#isData &&
      typeof name === 'string' &&
      typeof items[index] === 'string' &&
      this.#rules.names.isSecretHeader(name)
    );
  }

  #map(map: Map<unknown, unknown>, depth: number): Map<unknown, unknown> {
    return this.#fill(map, new Map<unknown, unknown>(), (copy) => {
      for (const [key, item] of map) {
        const isSecret = typeof key === 'string' && this.#rules.names.isSecret(key);
        copy.set(this.#copy(key, false, depth + 1), this.#copy(item, isSecret, depth + 1));
      }
    });
  }

  #pairs(pairs: readonly (readonly [string, unknown])[], depth: number): object {
    const copy = {};
    for (const [name, item] of pairs) {
      define(copy, this.#text(name), this.#copy(item, this.#rules.names.isSecretHeader(name), depth + 1), true);
    }
    return copy;
  }

  #members<T extends object>(value: object, copy: T, isSecret: boolean, depth: number): T {
    return this.#fill(value, copy, () => {
      const members = new SecretMembers(value, this.#rules.names);
      for (const key of Reflect.ownKeys(value)) {
        const property = Object.getOwnPropertyDescriptor(value, key);
        // Printers do not call such accessors.
        const isHidden = property?.get !== undefined && property.enumerable !== true && key !== 'stack';
        if (!isHidden && this.#parts <= this.#limits.parts) {
          const hides = typeof key === 'string' && (members.isSecret(key) || (isSecret && members.isValue(key)));
          const found = this.#read(value, key);
          // Descriptors are large, and have no values.
          const isDescriptor = this.#isData && key === 'element' && typeof found === 'object';
          const shown = isDescriptor ? found : this.#copy(found, hides, depth + 1);
          const name = typeof key === 'string' ? this.#text(key) : key;
          if (!renderers.includes(name)) {
            define(copy, name, shown, property?.enumerable ?? false);
          }
        } else if (!isHidden) {
          this.#isChanged = true;
        }
      }
    });
  }

  /** The value of a property; undefined if its accessor throws. */
  #read(value: object, key: PropertyKey): unknown {
    try {
      return (value as Readonly<Record<PropertyKey, unknown>>)[key];
    } catch {
      return this.#instead(undefined);
    }
  }

  /** Errors are more than their own properties: messages may be accessors of their class, and a copy has no private parts for them to read. */
  #error(error: Error, depth: number): Error {
    const copy: Error = new Error();
    // Engines create it when it is first read, and read the name of the class for it.
    delete copy.stack;
    Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
    this.#members(error, copy, false, depth);
    for (const name of accessorsOf(error)) {
      if (!Object.hasOwn(error, name)) {
        define(copy, name, this.#copy(this.#read(error, name), this.#rules.names.isSecret(name), depth + 1), false);
      }
    }
    if (hasOwnRenderer(error)) {
      this.#isChanged ||= printsItself(error) || !this.#isSame(String(error));
      for (const name of renderers) {
        define(copy, name, name === 'toString' ? Error.prototype.toString : undefined, false);
      }
    }
    return copy;
  }
}

const functionKeys: ReadonlySet<PropertyKey> = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);
/** Kinds with a text of their own that is looked at. */
const httpKinds: ReadonlySet<string> = new Set(['pairs', 'http', 'text', 'closed', 'instance']);

/** Names of the accessors that an error has from its class. */
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

/** True for an error with more than a text of its own. */
function printsItself(error: Error): boolean {
  return renderers.some((name) => name !== 'toString' && Reflect.get(error, name) !== undefined);
}

function define(target: object, name: PropertyKey, value: unknown, enumerable: boolean): void {
  Object.defineProperty(target, name, { value, enumerable, configurable: true, writable: true });
}
