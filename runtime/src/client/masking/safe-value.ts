import { isError } from '../../base/recognized-error.js';
import { cover, isIdentifier, nameField, type ValueRules, valueField } from './names.js';

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
  return new Copier(rules, false).shown(value);
}

/**
 * The value with credentials in all its strings hidden, and the strings and numbers under secret names replaced; itself when there is
 * nothing to hide. For values of faults: plain objects, arrays, bytes.
 */
export function hideDeep<T>(data: T, rules: ValueRules): T {
  return new Copier(rules, true).shown(data) as T;
}

/** What has an item for each name; only its text says what it is, since it may be of another realm. */
const listsOfPairs: ReadonlySet<string> = new Set(['Map', 'Headers', 'URLSearchParams', 'FormData']);
/** Methods that printers of objects call, and that may show more than the properties do. */
const printers: readonly PropertyKey[] = ['toString', 'toJSON', Symbol.for('nodejs.util.inspect.custom')];
const ordinaryPrinters: ReadonlySet<unknown> = new Set([
  undefined,
  Object.prototype.toString,
  Error.prototype.toString,
]);

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

  constructor(rules: ValueRules, isData: boolean) {
    this.#rules = rules;
    this.#limits = isData ? dataLimits : shownLimits;
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
      case 'function':
        return this.#instead(undefined);
      case 'object':
        return value === null ? value : this.#once(value, isSecret, depth);
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

  /** The places in the code stay, whatever is hidden in the message before them. */
  #stack(stack: unknown): unknown {
    const end = typeof stack === 'string' ? stack.search(/\n {1,8}at /) : -1;
    return typeof stack === 'string' && end > 0
      ? this.#text(stack.slice(0, end)) + this.#text(stack.slice(end))
      : stack;
  }

  /** The copy of an object; within itself, its class. */
  #once(value: object, isSecret: boolean, depth: number): unknown {
    if (this.#copies.has(value)) {
      return this.#copies.get(value);
    }
    const name = `[${className(value)}]`;
    this.#copies.set(value, name);
    try {
      const isTooDeep = depth > this.#limits.depth;
      const copy = isTooDeep ? this.#instead(this.#isData ? cover : name) : this.#object(value, isSecret, depth);
      this.#copies.set(value, copy);
      return copy;
    } catch {
      // A proxy, or an accessor in an unexpected place.
      return this.#instead(name);
    }
  }

  #object(value: object, isSecret: boolean, depth: number): unknown {
    if (ArrayBuffer.isView(value)) {
      return this.#bytes(value, isSecret);
    }
    if (Array.isArray(value)) {
      return this.#items(value, isSecret, depth);
    }
    if (isPlain(value)) {
      return this.#members(value, {}, isSecret, depth);
    }
    if (this.#isData || value instanceof Date) {
      return value;
    }
    if (isSecret) {
      return this.#instead(cover);
    }
    if (isError(value)) {
      return this.#error(value, depth);
    }
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (tag === 'URL') {
      return this.#text(String(value));
    }
    return listsOfPairs.has(tag) ? this.#pairs(value as Headers, depth) : this.#instead(this.#copies.get(value));
  }

  #bytes(value: ArrayBufferView, isSecret: boolean): unknown {
    const { texts } = this.#limits;
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const text = new TextDecoder().decode(bytes.subarray(0, texts));
    const shown = isSecret ? this.#secret(text) : this.#text(text);
    if (shown === text && bytes.length <= texts) {
      return value;
    }
    this.#isChanged = true;
    return this.#isData ? new TextEncoder().encode(cover) : `[${className(value)} of ${bytes.length} bytes]`;
  }

  #items(items: readonly unknown[], isSecret: boolean, depth: number): unknown[] {
    if (!this.#isData && (className(items) !== 'Array' || Reflect.ownKeys(items).length !== items.length + 1)) {
      this.#isChanged = true;
    }
    const copy: unknown[] = [];
    for (let index = 0; index < items.length && this.#parts <= this.#limits.parts; index++) {
      // In a list such as Node's `rawHeaders`, a value comes after its name.
      const name = this.#isData ? undefined : items[index - 1];
      const hides = isSecret || (typeof name === 'string' && this.#rules.names.isSecretHeader(name));
      copy.push(this.#copy(items[index], hides, depth + 1));
    }
    return copy;
  }

  #pairs(pairs: Headers, depth: number): object {
    const copy = {};
    pairs.forEach((item: unknown, name: unknown) => {
      const key = typeof name === 'string' ? name : this.#instead(className(Object(name) as object));
      define(copy, this.#text(key), this.#copy(item, this.#rules.names.isSecretHeader(key), depth + 1));
    });
    return copy;
  }

  #members(
    value: object,
    copy: object,
    isSecret: boolean,
    depth: number,
    keys: Iterable<string | symbol> = Reflect.ownKeys(value),
  ): object {
    const { names } = this.#rules;
    const isNamed = [...keys].some((key) => this.#isSecretName(value, key));
    for (const key of keys) {
      if (this.#parts > this.#limits.parts) {
        this.#isChanged = true;
        break;
      }
      const name = String(key);
      const hides = isSecret || names.isSecret(name) || (isNamed && valueField.test(name));
      const found = this.#read(value, key);
      // Descriptors are large, and have no values.
      const isDescriptor = this.#isData && key === 'element' && typeof found === 'object';
      const shown = isDescriptor
        ? found
        : this.#copy(key === 'stack' && !hides ? this.#stack(found) : found, hides, depth + 1);
      const isEnumerable = Object.getOwnPropertyDescriptor(value, key)?.enumerable ?? false;
      define(copy, typeof key === 'symbol' ? key : this.#text(key), shown, isEnumerable);
    }
    return copy;
  }

  /** Does the property say that the value of the object is a credential: `{ name: 'Password', value: 'x' }`, an element in open content? */
  #isSecretName(value: object, key: PropertyKey): boolean {
    const found = key === 'element' || nameField.test(String(key)) ? this.#read(value, key) : undefined;
    const name = typeof found === 'object' && found !== null ? this.#read(found, 'name') : found;
    return typeof name === 'string' && isIdentifier(name) && this.#rules.names.isSecret(name);
  }

  /** The value of a property; undefined if its accessor throws. */
  #read(value: object, key: PropertyKey): unknown {
    try {
      return (value as Readonly<Record<PropertyKey, unknown>>)[key];
    } catch {
      return this.#instead(undefined);
    }
  }

  /** A copy has no private parts for the accessors and printers of its class to read: it has values instead. */
  #error(error: Error, depth: number): Error {
    const copy = new Error();
    // Engines create it when it is first read, and read the name of the class for it.
    delete copy.stack;
    Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
    this.#members(error, copy, false, depth, new Set([...Reflect.ownKeys(error), ...accessorsOf(error)]));
    for (const key of printers.filter((name) => !ordinaryPrinters.has(Reflect.get(error, name)))) {
      this.#isChanged ||= key !== 'toString' || this.#text(String(error)) !== String(error);
      define(copy, key, key === 'toString' ? Error.prototype.toString : undefined, false);
    }
    return copy;
  }
}

/** Names of the accessors that an error has of its class, or its engine. */
function accessorsOf(error: Error): string[] {
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

/** Name of an object's class, which is shown in its place. */
function className(value: object): string {
  try {
    const maker: unknown = value.constructor;
    return typeof maker === 'function' && /^[\w$]{1,64}$/.test(maker.name) ? maker.name : 'Object';
  } catch {
    return 'Object';
  }
}

/** True for `{}` and objects without a prototype, also those of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf'))
  );
}

function define(target: object, name: PropertyKey, value: unknown, enumerable = true): void {
  Object.defineProperty(target, name, { value, enumerable, configurable: true, writable: true });
}
