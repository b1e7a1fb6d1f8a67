import { LexicalError } from '../descriptor/errors.js';

/** Lexical mappings of the numeric types (Part 2, 3.2.3 to 3.2.5 and 3.3.13 to 3.3.25). Texts come white space collapsed. */

/** Longest integer that is read; far beyond what any sender writes, it bounds the cost of hostile input. */
const maxIntegerDigits = 10_000;

/** A text as messages quote it: its beginning, when it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** An error about a text that is not a value of its type. */
export function notA(text: string, typeName: string): LexicalError {
  return trials > 0 ? trialError : new LexicalError(`${quoted(text)} is not a valid ${typeName}`);
}

/** An error with a message, which is left out where nobody reads it: see `attempt`. */
export function refusalOfText(message: string): LexicalError {
  return trials > 0 ? trialError : new LexicalError(message);
}

const trialError = new LexicalError('not a value of the type');
let trials = 0;

/**
 * Runs a reading whose `LexicalError` is not used: it need not have a message. Unions try their members, and making an error
 * costs more than the rest of the trial.
 */
export function attempt<Value>(read: () => Value): Value {
  trials++;
  try {
    return read();
  } finally {
    trials--;
  }
}

/** The value of an integer, exact up to `exactLength` characters; NaN for a text that is not an integer. */
function integerOf(text: string): number {
  const length = text.length;
  const sign = text.charCodeAt(0);
  const start = sign === 0x2d || sign === 0x2b ? 1 : 0;
  let value = length === start ? Number.NaN : 0;
  for (let i = start; i < length; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (!(digit >= 0 && digit <= 9)) {
      return Number.NaN;
    }
    value = value * 10 + digit;
  }
  return sign === 0x2d && value !== 0 ? -value : value;
}

/** Integer types that fit a `number`: `int`, `short`, `byte` and their unsigned kin. */
export function parseSmallInteger(text: string, min: number, max: number, typeName: string): number {
  // Values only grow with each digit, and everything beyond the range is refused, so precision does not matter there.
  const value = integerOf(text);
  if (Number.isNaN(value)) {
    throw notA(text, typeName);
  }
  if (value < min || value > max) {
    throw new LexicalError(`${quoted(text)} is out of the range of ${typeName}`);
  }
  return value;
}

const integerPattern = /^[+-]?[0-9]+$/;

/** Up to this length numbers are exact, and read twice as fast. */
const exactLength = 15;

/** Integer types that need a `bigint`; bounds are optional. */
export function parseBigInteger(
  text: string,
  min: bigint | undefined,
  max: bigint | undefined,
  typeName: string,
): bigint {
  const exact = text.length <= exactLength ? integerOf(text) : undefined;
  if (exact === undefined ? !integerPattern.test(text) || text.length > maxIntegerDigits : Number.isNaN(exact)) {
    throw notA(text, typeName);
  }
  const value = BigInt(exact ?? text);
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    throw new LexicalError(`${quoted(text)} is out of the range of ${typeName}`);
  }
  return value;
}

const decimalPattern = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/** `xs:decimal` stays a string: no digit is lost. */
export function parseDecimal(text: string): string {
  if (!decimalPattern.test(text)) {
    throw notA(text, 'decimal');
  }
  return text;
}

/** True for a string in the lexical space of `xs:decimal`. */
export function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && decimalPattern.test(value);
}

interface DecimalParts {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

/** A fraction's digits without zeros at the end. */
export function withoutFinalZeros(digits: string): string {
  return digits.slice(0, endWithoutZeros(digits));
}

/** Where the zeros at the end begin. A loop: an expression takes quadratic time for zeros before another digit. */
function endWithoutZeros(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) {
    end--;
  }
  return end;
}

function decimalParts(text: string): DecimalParts {
  const unsigned = text.startsWith('-') || text.startsWith('+') ? text.slice(1) : text;
  const point = unsigned.indexOf('.');
  const whole = (point < 0 ? unsigned : unsigned.slice(0, point)).replace(/^0+/, '');
  const fraction = point < 0 ? '' : withoutFinalZeros(unsigned.slice(point + 1));
  return { negative: text.startsWith('-') && (whole !== '' || fraction !== ''), whole, fraction };
}

/** Exact order of two decimals in lexical form. */
export function compareDecimals(a: string, b: string): number {
  if (a.length <= exactLength && b.length <= exactLength) {
    // Numbers keep the order of decimals with so few digits.
    return Math.sign(Number(a) - Number(b));
  }
  const left = decimalParts(a);
  const right = decimalParts(b);
  if (left.negative !== right.negative) {
    return left.negative ? -1 : 1;
  }
  const sign = left.negative ? -1 : 1;
  if (left.whole.length !== right.whole.length) {
    return left.whole.length < right.whole.length ? -sign : sign;
  }
  if (left.whole !== right.whole) {
    return left.whole < right.whole ? -sign : sign;
  }
  // Without trailing zeros, fractions order as text.
  if (left.fraction === right.fraction) {
    return 0;
  }
  return left.fraction < right.fraction ? -sign : sign;
}

/** A string that is the same for two decimals exactly when they are equal. */
export function decimalKey(text: string): string {
  const { negative, whole, fraction } = decimalParts(text);
  return `${negative ? '-' : ''}${whole}.${fraction}`;
}

/** Digits that the facets `totalDigits` and `fractionDigits` count (Part 2, 4.3.11 and 4.3.12). */
export function countDigits(text: string): { readonly total: number; readonly fraction: number } {
  const point = text.indexOf('.');
  const end = point < 0 ? text.length : point;
  let start = text.startsWith('-') || text.startsWith('+') ? 1 : 0;
  while (start < end && text.charCodeAt(start) === 0x30) {
    start++;
  }
  const fraction = point < 0 ? 0 : endWithoutZeros(text) - point - 1;
  return { total: Math.max(end - start + fraction, 1), fraction };
}

const floatingPattern = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
/** Half a unit beyond the largest 32-bit float: from here on values round to infinity. */
const floatOverflow = 3.4028235677973366e38;

/** A number beyond the range of `float` or `double`: the nearest value, which is an infinity (Part 2, 3.2.4 and 3.2.5), or an error. */
export type Overflow = 'nearest' | 'refuse';

/** `xs:float` and `xs:double`. Throws `LexicalError` for a text without a value, and for an overflow if the context refuses that. */
export function parseFloating(text: string, typeName: 'float' | 'double', overflow: Overflow = 'nearest'): number {
  if (floatingPattern.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) && fitsFloating(value, typeName) ? value : overflown(value, text, typeName, overflow);
  }
  if (text === 'INF') {
    return Number.POSITIVE_INFINITY;
  }
  if (text === '-INF') {
    return Number.NEGATIVE_INFINITY;
  }
  if (text === 'NaN') {
    return Number.NaN;
  }
  throw notA(text, typeName);
}

function overflown(value: number, text: string, typeName: string, overflow: Overflow): number {
  if (overflow === 'refuse') {
    throw new LexicalError(`${quoted(text)} is out of the range of ${typeName}`);
  }
  return value < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** True if a number is a value of the type: `float` has no finite numbers beyond 32 bits. */
export function fitsFloating(value: number, typeName: 'float' | 'double'): boolean {
  return typeName === 'double' || !Number.isFinite(value) || Math.abs(value) < floatOverflow;
}

/**
 * Shortest text that reads back as the same number, laid out as .NET's "R" format does: `1E+21`, `1E-07`, `100`, `-0`,
 * `INF`, `-INF`, `NaN`.
 */
export function formatFloating(value: number): string {
  if (Number.isNaN(value)) {
    return 'NaN';
  }
  if (value === Number.POSITIVE_INFINITY) {
    return 'INF';
  }
  if (value === Number.NEGATIVE_INFINITY) {
    return '-INF';
  }
  if (Object.is(value, -0)) {
    return '-0';
  }
  const magnitude = Math.abs(value);
  const plain = `${value}`;
  // JavaScript and .NET agree on everything of middling size.
  if (value === 0 || (magnitude >= 1e-4 && magnitude < 1e15)) {
    return plain;
  }
  const scientific = value.toExponential();
  const split = scientific.indexOf('e');
  const mantissa = scientific.slice(0, split);
  const exponent = Number(scientific.slice(split + 1));
  const digits = mantissa.replace(/[^0-9]/g, '').length;
  if (exponent > 0 && exponent < (digits <= 15 ? 15 : 17)) {
    return plain;
  }
  const size = Math.abs(exponent);
  return `${mantissa}E${exponent < 0 ? '-' : '+'}${size < 10 ? `0${size}` : size}`;
}
