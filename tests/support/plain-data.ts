import fc from 'fast-check';
import { Random } from './random.js';

/** Random inputs that are plain data, and smaller ones when one of them fails. */

/** What a function makes of random numbers: texts, numbers, lists and objects of them. Smaller ones need no knowledge of the function. */
export function drawn<T>(make: (random: Random) => T): fc.Arbitrary<T> {
  return new Drawn(make);
}

class Drawn<T> extends fc.Arbitrary<T> {
  readonly #make: (random: Random) => T;

  constructor(make: (random: Random) => T) {
    super();
    this.#make = make;
  }

  generate(source: fc.Random): fc.Value<T> {
    return new fc.Value(this.#make(new Random(source.nextInt())), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return isPlain(value);
  }

  shrink(value: T): fc.Stream<fc.Value<T>> {
    return fc.stream(smaller(value)).map((each) => new fc.Value(each as T, undefined));
  }
}

/** True for data that JSON gives back as they are. */
export function isPlain(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean'
    ? true
    : typeof value === 'number'
      ? Number.isFinite(value) && !Object.is(value, -0)
      : Array.isArray(value)
        ? value.every(isPlain)
        : isPlainObject(value) && Object.values(value).every(isPlain);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Data with a little less in them, those with much less first: the same keys, shorter texts and lists, smaller numbers. */
export function* smaller(value: unknown): IterableIterator<unknown> {
  if (typeof value === 'string') {
    yield* shortened(value);
  } else if (typeof value === 'number' && value !== 0) {
    yield* new Set([0, Math.trunc(value / 2), value - Math.sign(value)]);
  } else if (value === true) {
    yield false;
  } else if (Array.isArray(value)) {
    yield* shorterLists(value);
  } else if (isPlainObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      for (const each of smaller(inner)) {
        yield { ...value, [key]: each };
      }
    }
  }
}

function* shortened(text: string): Iterable<string> {
  for (const [start, end] of runs(text.length)) {
    yield text.slice(0, start) + text.slice(end);
  }
}

function* shorterLists(list: readonly unknown[]): Iterable<readonly unknown[]> {
  for (const [start, end] of runs(list.length)) {
    yield list.toSpliced(start, end - start);
  }
  for (const [index, item] of list.entries()) {
    for (const each of smaller(item)) {
      yield list.with(index, each);
    }
  }
}

/** Parts of something so long: all of it, its halves, quarters, and so on. */
function* runs(length: number): Iterable<readonly [start: number, end: number]> {
  for (let size = length; size > 0; size = Math.floor(size / 2)) {
    for (let start = 0; start < length; start += size) {
      yield [start, Math.min(start + size, length)];
    }
  }
}
