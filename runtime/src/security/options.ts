import { describe } from '../describe.js';
import { checkOptions, isObject, type OptionKind, type OptionKinds } from '../options.js';

/** Seconds of an option: some thirty years at most, so that every instant with them is a date. */
export const seconds: OptionKind = {
  expected: 'a number of seconds from 0 to 1000000000',
  fits: (value) => typeof value === 'number' && value >= 0 && value <= 1_000_000_000,
};

/** How many there may be of something. */
export const count: OptionKind = {
  expected: 'a whole number from 1 on',
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};

const settings: OptionKind = { expected: 'an object', fits: (value) => isObject(value) && !Array.isArray(value) };

/** Throws `TypeError` for a value of another kind, of which the error shows `shown`: not a text, because it may be a secret. */
export function requireKind(
  what: string,
  value: unknown,
  { expected, fits }: OptionKind,
  shown: string = typeof value === 'string' ? 'a string' : describe(value),
): void {
  if (!fits(value)) {
    throw new TypeError(`${what} must be ${expected}, not ${shown}.`);
  }
}

/**
 * As `checkOptions`, and stricter, because an option that is ignored leaves something unprotected: null is a value of another kind, and so is undefined for options that
 * are needed.
 */
export function requireOptions<Options extends object>(
  owner: string,
  options: Options,
  kinds: OptionKinds<Options>,
  needed: readonly string[] = [],
): void {
  requireKind(`The options of \`${owner}\``, options, settings);
  for (const name of Object.keys(kinds) as (keyof Options & string)[]) {
    if (options[name] !== undefined || needed.includes(name)) {
      requireKind(`The option \`${name}\` of \`${owner}\``, options[name], kinds[name]);
    }
  }
  checkOptions(`\`${owner}\``, options, kinds);
}
