import type { ClientOptions } from '../client/options.js';
import { describe } from '../describe.js';

/** The kinds of values that the options of a client take, for programs in JavaScript: the compiler checks those of TypeScript. */

/** A kind of value: its name in errors, and a test. */
interface Kind {
  readonly expected: string;
  fits(value: unknown): boolean;
}

const anyValue: Kind = { expected: 'anything', fits: () => true };
const text: Kind = { expected: 'a string', fits: (value) => typeof value === 'string' };
const flag: Kind = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };
const callback: Kind = { expected: 'a function', fits: (value) => typeof value === 'function' };

const duration: Kind = {
  expected: 'a number of milliseconds',
  fits: (value) => typeof value === 'number' && value >= 0,
};

function listOf({ expected, fits }: Kind): Kind {
  return { expected, fits: (value) => Array.isArray(value) && value.every(fits) };
}

/** Values of one kind by name; those that are undefined are absent. */
function tableOf(expected: string, fits: Kind['fits']): Kind {
  return {
    expected,
    fits: (value) =>
      isObject(value) &&
      !Array.isArray(value) &&
      Object.values(value).every((each) => each === undefined || fits(each)),
  };
}

/** An object with a member. */
function having(expected: string, member: string): Kind {
  return { expected, fits: (value) => isObject(value) && member in value };
}

function oneOf(...texts: readonly string[]): Kind {
  const named = texts.map((each) => JSON.stringify(each)).join(' or ');
  return { expected: named, fits: (value) => texts.some((each) => each === value) };
}

function either(expected: string, ...kinds: readonly Kind[]): Kind {
  return { expected, fits: (value) => kinds.some((kind) => kind.fits(value)) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const strings = tableOf('an object of strings', text.fits);
const object: Kind = { expected: 'an object', fits: isObject };
/** A part that a function of the runtime makes, such as `clientRetries`: browsers need it, and Node takes it, too. */
const part = having('a part', '$part');
const extension = having('an extension', 'understands');

const kinds: Readonly<Record<keyof ClientOptions, Kind>> = {
  baseUrl: text,
  address: text,
  namespaces: strings,
  // A service says which bindings it has.
  binding: anyValue,
  port: text,
  headers: tableOf('an object of header fields', (value) => !isObject(value)),
  soapHeaders: either('an object or a function', object, callback),
  timeoutMs: duration,
  transport: callback,
  interceptors: listOf({ ...callback, expected: 'an array of functions' }),
  onExchange: either('a function', callback, part),
  retry: either('an object with the number of `attempts`', part, {
    ...anyValue,
    fits: (value) => isObject(value) && 'attempts' in value && typeof value.attempts === 'number',
  }),
  limits: tableOf('an object of numbers', (value) => typeof value === 'number'),
  mask: either(
    'false, or an object with arrays of words',
    { ...anyValue, fits: (value) => value === false },
    having('a masker', 'common'),
    tableOf('arrays', Array.isArray),
  ),
  extensions: either('an array of extensions', part, listOf(extension)),
  addressing: either('true, false, "1.0" or "2004/08"', flag, oneOf('1.0', '2004/08'), part),
  prefixes: either('an object of prefixes by namespace', part, strings),
  declareAt: oneOf('envelope', 'use'),
  soap12Action: flag,
  mtom: flag,
  packages: having('`soapPackages`', 'around'),
  headerBlocks: having('`soapHeaderBlocks`', 'around'),
  unknownProperties: oneOf('refuse', 'ignore'),
  validate: having('`messageValidator()`', 'request'),
  strict: flag,
  strictness: having('`strictness`', 'forbidNil'),
  tolerate: either('"nothing", "common", "all" or an object', oneOf('nothing', 'common', 'all'), object),
  recovery: having('`recovery`', 'toleranceOf'),
  onUnknown: callback,
};

/** Throws `TypeError` for an option of another kind than its type says. Null counts as absent, and names that no option has do not matter. */
export function checkKinds(options: ClientOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const { expected, fits } = Object.hasOwn(kinds, name) ? kinds[name as keyof ClientOptions] : anyValue;
    if (value !== undefined && value !== null && !fits(value)) {
      throw new TypeError(
        `The option \`${name}\` must be ${expected}${isObject(value) ? '' : `, not ${describe(value)}`}.`,
      );
    }
  }
}
