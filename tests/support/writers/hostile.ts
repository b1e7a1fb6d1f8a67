/** Values that a program may give by mistake or on purpose, in the places of right ones. */
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';

/** What is thrown by what cannot be read: errors about a value have it as their cause, or it was our mistake. */
export class Unreadable extends Error {}

function refuse(): never {
  throw new Unreadable('this cannot be read');
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** A copy of an object, or of an array, of another realm. */
function foreign(value: object): object {
  const empty = runInNewContext(Array.isArray(value) ? '[]' : '({})') as object;
  return Object.assign(empty, value);
}

function endless(): object {
  const value: Record<string, unknown> = { namespace: '', name: 'a', attributes: [] };
  value.children = [value];
  value.p0 = value;
  return value;
}

function nested(depth: number): object {
  let tree = { namespace: '', name: 'a', attributes: [], children: [] as unknown[] };
  for (let i = 0; i < depth; i++) {
    tree = { namespace: '', name: 'a', attributes: [], children: [tree] };
  }
  return tree;
}

const leaf = { namespace: 'urn:any', name: 'a', attributes: [], children: [] };

/** Makes odd values, by name. Each call makes a new one. */
export const oddValues: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  zero: () => 0,
  'minus zero': () => -0,
  'not a number': () => Number.NaN,
  'a fraction': () => 1.5,
  'a bigint': () => 10n ** 30n,
  true: () => true,
  'an empty text': () => '',
  'half a surrogate': () => 'a\ud800',
  'the other half': () => '\udc00a'.repeat(60),
  'a control character': () => '\0',
  'no character': () => `${'x'.repeat(200)}\uffff`,
  'the end of CDATA': () => ']]>',
  'the end of a comment': () => '-->',
  'a name with a colon': () => 'p:a',
  'a name with a space': () => 'a b',
  'the prefix xml': () => 'xml',
  'the prefix xmlns': () => 'xmlns',
  'the namespace of xmlns': () => 'http://www.w3.org/2000/xmlns/',
  'a digit': () => '1',
  'a symbol': () => Symbol('s'),
  'a function': () => () => 'x',
  'an object': () => ({}),
  'an array': () => [],
  'an array of holes': () => new Array(2),
  'an array with a hole': () => Object.assign([1, 2, 3], { length: 5 }),
  'a boxed text': () => Object('x'),
  'a boxed number': () => Object(5),
  'a date': () => new Date(0),
  'an invalid date': () => new Date(Number.NaN),
  'a map': () => new Map([['a', 'b']]),
  'a set': () => new Set([1]),
  'a promise': () => Promise.resolve('x'),
  'an expression': () => /x/,
  'an error': () => new Error('x'),
  octets: () => new Uint8Array([1, 2]),
  'foreign octets': () => runInNewContext('new Uint8Array([1, 2])'),
  'other octets': () => new Int16Array([1, 2]),
  'a buffer': () => new ArrayBuffer(2),
  'a proxy of octets': () => new Proxy(new Uint8Array([1]), {}),
  'what inherits from octets': () => Object.create(Uint8Array.prototype),
  'a revoked proxy': revoked,
  'a proxy that throws': () => new Proxy({}, { get: refuse, ownKeys: refuse, getPrototypeOf: refuse, has: refuse }),
  'an object without prototype': () => Object.create(null),
  'a text as an object': () => ({ toString: () => 'x' }),
  'a text that throws': () => ({ toString: refuse, valueOf: refuse }),
  'an object of a class that throws': () => Object.create({}, { p0: { get: refuse, enumerable: true } }),
  'an element': () => leaf,
  'half an element': () => ({ namespace: '', name: 'a', children: [] }),
  'an element with a hole': () => ({ ...leaf, children: ['x', undefined] }),
  'an element with an empty child': () => ({ ...leaf, children: [{}] }),
  'an element with a number': () => ({ ...leaf, children: [5] }),
  'an element with a wrong prefix': () => ({ ...leaf, prefix: 0 }),
  'an element that cannot be declared': () => ({ ...leaf, namespace: '', declarations: { '': 'urn:x' } }),
  'an element that contains itself': endless,
  'an element that is deep': () => nested(240),
  'a long text': () => 'x'.repeat(20_000),
};

/** Makes something else of a member of a value. */
type Change = (owner: Record<string, unknown>, key: string) => void;

function define(owner: object, key: string, get: () => unknown): void {
  Object.defineProperty(owner, key, { get, enumerable: true, configurable: true });
}

function replace(make: (value: object) => unknown): Change {
  return (owner, key) => {
    const value = owner[key];
    owner[key] = typeof value === 'object' && value !== null ? make(value) : Object(value);
  };
}

/** An object of a class whose accessors are those of its prototype. */
function ofClass(value: object): object {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return value;
  }
  class Model {}
  for (const [key, member] of Object.entries(value)) {
    Object.defineProperty(Model.prototype, key, { get: () => member });
  }
  return new Model();
}

/** Changes that leave the meaning as it is, or take it away. */
const changes: Readonly<Record<string, Change>> = {
  removed: (owner, key) => delete owner[key],
  'read by a getter': (owner, key) => {
    const value = owner[key];
    define(owner, key, () => value);
  },
  'read by a getter that throws': (owner, key) => define(owner, key, refuse),
  hidden: (owner, key) => {
    if (!Array.isArray(owner)) {
      Object.defineProperty(owner, key, { enumerable: false });
    }
  },
  'behind a proxy': replace((value) => (ArrayBuffer.isView(value) ? value : new Proxy(value, {}))),
  'of another realm': replace((value) => (ArrayBuffer.isView(value) || value instanceof Date ? value : foreign(value))),
  'of a class': replace((value) => (value instanceof Date ? value : ofClass(value))),
  inherited: replace((value) => (Array.isArray(value) ? value : Object.create(value))),
  frozen: replace((value) => (ArrayBuffer.isView(value) ? value : Object.freeze(value))),
  boxed: (owner, key) => {
    owner[key] = Object(owner[key]);
  },
  'with more': replace((value) => (Array.isArray(value) ? value : Object.assign(value, { strange: 1 }))),
  'with more that is undefined': replace((value) => Object.assign(value, { strange: undefined })),
  'with a symbol': replace((value) =>
    Object.isExtensible(value) ? Object.assign(value, { [Symbol('s')]: 1 }) : value,
  ),
  reversed: replace((value) =>
    Object.getPrototypeOf(value) === Object.prototype ? Object.fromEntries(Object.entries(value).reverse()) : value,
  ),
  'that contains itself': (owner, key) => {
    owner[key] = owner;
  },
};

/** A change at a place of a value; texts and numbers alone, so that it can be shown and made again. */
export interface Spoil {
  readonly place: number;
  /** A change, or the odd value that takes the place. */
  readonly how: string;
}

/** Changes of all kinds. */
export const spoils: fc.Arbitrary<Spoil> = fc.record({
  place: fc.nat(50),
  how: fc.oneof(fc.constantFrom(...Object.keys(oddValues)), fc.constantFrom(...Object.keys(changes))),
});

/** A copy of a value with changes in it. The same arguments always make the same. */
export function spoiled(value: unknown, all: readonly Spoil[]): unknown {
  const holder: Record<string, unknown> = { value: copied(value) };
  const places = placesIn(holder);
  const changed = new Set<number>();
  for (const { place, how } of all) {
    const index = place % places.length;
    const [owner, key] = places[index]!;
    const odd = oddValues[how];
    if (
      changed.has(index) ||
      !Object.isExtensible(owner) ||
      Object.getOwnPropertyDescriptor(owner, key)?.writable !== true
    ) {
      continue;
    }
    changed.add(index);
    if (odd !== undefined) {
      // A tree has a name, and what else it has does not matter in the place of one.
      owner[key] = how.includes('element') && isName(owner[key]) ? {} : odd();
    } else {
      changeIfPossible(owner, key, changes[how]);
    }
  }
  return Object.getOwnPropertyDescriptor(holder, 'value')?.get === undefined ? holder.value : {};
}

function isName(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'name' in value && !('children' in value) && !('value' in value)
  );
}

/** What another change has made may refuse this one. */
function changeIfPossible(owner: Record<string, unknown>, key: string, change: Change | undefined): void {
  try {
    change?.(owner, key);
  } catch {
    // The value stays as it is.
  }
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(copied);
  }
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copied(member)]))
    : value;
}

function placesIn(value: unknown): [owner: Record<string, unknown>, key: string][] {
  if (!(Array.isArray(value) || isPlain(value))) {
    return [];
  }
  const owner = value as Record<string, unknown>;
  return Object.keys(owner).flatMap((key) => [[owner, key], ...placesIn(owner[key])] as ReturnType<typeof placesIn>);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && isPlainPrototype(Object.getPrototypeOf(value));
}

function isPlainPrototype(prototype: unknown): boolean {
  return prototype === Object.prototype || prototype === null;
}
