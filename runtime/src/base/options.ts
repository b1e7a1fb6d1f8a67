import { describe } from './describe.js';
import { nearest } from './nearest.js';

/** The options that a function takes, by name, and what each of them has to be: for programs in JavaScript, since the compiler checks those of TypeScript. */

/** A kind of value: its name in errors, and a test. */
export interface OptionKind {
  readonly expected: string;
  /** True if a text in its place is a wrong word and no secret, so that errors show it. */
  readonly isWord?: boolean;
  /** True if null is not as if the option were absent: what uses it refuses it. */
  readonly takesNull?: boolean;
  fits(value: unknown): boolean;
}

/** The kind of each option of a type. */
export type OptionKinds<Options> = Readonly<Record<keyof Options & string, OptionKind>>;

/** Any value: what uses it says what is wrong with it. */
export const anyValue: OptionKind = { expected: 'anything', fits: () => true };
/** A string. */
export const text: OptionKind = { expected: 'a string', fits: (value) => typeof value === 'string' };
/** True or false. */
export const flag: OptionKind = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };
/** A function. */
export const callback: OptionKind = { expected: 'a function', fits: (value) => typeof value === 'function' };
/** A number. */
export const number: OptionKind = { expected: 'a number', fits: (value) => typeof value === 'number' };
/** An object. */
export const object: OptionKind = { expected: 'an object', fits: isObject };
/** An array of strings. */
export const texts: OptionKind = listOf({ ...text, expected: 'an array of strings' });
/** An array of functions. */
export const functions: OptionKind = listOf({ ...callback, expected: 'an array of functions' });
/** An object whose members are strings. */
export const strings: OptionKind = tableOf('an object of strings', text.fits);

const settings: OptionKind = { expected: 'an object', fits: (value) => isObject(value) && !Array.isArray(value) };

/** Milliseconds, 0 or more. */
export const duration: OptionKind = {
  expected: 'a number of milliseconds',
  fits: (value) => typeof value === 'number' && value >= 0,
};

/** How many there may be of something. */
export const count: OptionKind = {
  expected: 'a whole number from 1 on',
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};

/** An array of values of one kind. */
export function listOf({ expected, fits }: OptionKind): OptionKind {
  return { expected, fits: (value) => Array.isArray(value) && value.every(fits) };
}

/** Values of one kind by name; those that are undefined are absent. */
export function tableOf(expected: string, fits: OptionKind['fits']): OptionKind {
  return {
    expected,
    fits: (value) =>
      isObject(value) &&
      !Array.isArray(value) &&
      Object.values(value).every((each) => each === undefined || fits(each)),
  };
}

/** An object with a member. */
export function having(expected: string, member: string): OptionKind {
  return { expected, fits: (value) => isObject(value) && member in value };
}

/** An object with methods. */
export function withMethods(expected: string, ...methods: readonly string[]): OptionKind {
  return {
    expected,
    fits: (value) => isObject(value) && methods.every((name) => typeof Reflect.get(value, name) === 'function'),
  };
}

/** One of some texts. */
export function oneOf(...texts: readonly string[]): OptionKind {
  const named = texts.map((each) => JSON.stringify(each)).join(' or ');
  return { expected: named, isWord: true, fits: (value) => texts.some((each) => each === value) };
}

/** A value of one of some kinds. */
export function either(expected: string, ...kinds: readonly OptionKind[]): OptionKind {
  const isWord = kinds.some((kind) => kind.isWord === true);
  return { expected, isWord, fits: (value) => kinds.some((kind) => kind.fits(value)) };
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Options are named in an error that has no better advice if they are no more than these. */
const maxNamed = 12;

/**
 * Throws `TypeError` for an option that does not exist, with the name that was probably meant, and for one of another kind than its type says. Options that are undefined
 * or null count as absent: gives the options without those that are null. `owner` begins the sentence: `A client`.
 */
export function checkOptions<Options extends object>(
  owner: string,
  options: Options,
  kinds: OptionKinds<Options>,
): Options {
  if (!settings.fits(options)) {
    requireKind(`The options of ${owner.replace(/^A /, 'a ')}`, options, settings);
  }
  checkNames(owner, options, kinds);
  const entries = Object.entries(options);
  for (const [name, value] of entries) {
    const kind = kinds[name as keyof Options & string];
    if (isGiven(value) && !kind.fits(value)) {
      throw new TypeError(
        `The option \`${name}\` must be ${kind.expected}${isObject(value) ? '' : `, not ${describe(value)}`}.`,
      );
    }
  }
  const isThere = ([name, value]: [string, unknown]): boolean =>
    value !== null || kinds[name as keyof Options & string]?.takesNull === true;
  return entries.every(isThere) ? options : (Object.fromEntries(entries.filter(isThere)) as Options);
}

function checkNames<Options extends object>(owner: string, options: Options, kinds: OptionKinds<Options>): void {
  const wrong = Object.entries(options).find(([name, value]) => isGiven(value) && !Object.hasOwn(kinds, name));
  if (wrong !== undefined) {
    throw new TypeError(`${owner} has no option \`${wrong[0]}\`${advice(wrong[0], Object.keys(kinds))}`);
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Throws `TypeError` for a value of another kind: `what` begins the sentence, and `shown` ends it. By default a text is shown only where it cannot be a secret. */
export function requireKind(
  what: string,
  value: unknown,
  { expected, isWord, fits }: OptionKind,
  shown?: string,
): void {
  if (!fits(value)) {
    const given = typeof value === 'string' && isWord !== true ? 'a string' : describe(value);
    throw new TypeError(`${what} must be ${expected}, not ${shown ?? given}.`);
  }
}

/**
 * As `checkOptions` and stricter, because an option that is ignored leaves something unprotected: null is a value of another kind, and so is undefined for options that
 * are needed. `owner` is the name of what takes the options: `createServer`.
 */
export function requireOptions<Options extends object>(
  owner: string,
  options: Options,
  kinds: OptionKinds<Options>,
  needed: readonly (keyof Options & string)[] = [],
): void {
  requireKind(`The options of \`${owner}\``, options, settings);
  checkNames(`\`${owner}\``, options, kinds);
  for (const name of Object.keys(kinds) as (keyof Options & string)[]) {
    if (options[name] !== undefined || needed.includes(name)) {
      requireKind(`The option \`${name}\` of \`${owner}\``, options[name], kinds[name]);
    }
  }
}

function advice(name: string, names: readonly string[]): string {
  const stem = name.toLowerCase().slice(0, 4);
  const meant =
    nearest(name, names) ?? (stem.length === 4 ? names.find((each) => each.toLowerCase().startsWith(stem)) : undefined);
  return meant !== undefined
    ? `; did you mean \`${meant}\`?`
    : names.length <= maxNamed
      ? `; its options are ${names.map((each) => `\`${each}\``).join(', ')}.`
      : '.';
}
