import { isOctets } from './binary.js';

/** Values that have more than one text. */
export type Variable = number | bigint | boolean | Uint8Array;

/** True for a value that may have more than one text. */
export function isVariable(value: unknown): value is Variable {
  const kind = typeof value;
  return kind === 'number' || kind === 'bigint' || kind === 'boolean' || isOctets(value);
}

/** Other texts of the same value than its canonical `text`, for types whose pattern refuses the canonical one. The likeliest come first. */
export function* otherTexts(value: Variable, text: string): Generator<string> {
  if (typeof value === 'boolean') {
    yield value ? '1' : '0';
  } else if (isOctets(value)) {
    // Of binary values only hexadecimal digits have other forms; base64 in lower case is another value, which the caller sees.
    yield text.toLowerCase();
  } else {
    yield* numberTexts(value);
  }
}

/**
 * Other texts of the same number, for types whose pattern refuses the canonical one: leading zeros, more or fewer fraction
 * digits, an exponent. The likeliest come first.
 */
function* numberTexts(value: number | bigint): Generator<string> {
  if (typeof value === 'bigint' || Number.isInteger(value)) {
    yield* paddedTexts(String(value));
  }
  if (typeof value === 'number' && Number.isFinite(value)) {
    yield* exponentTexts(value);
    yield* fractionTexts(value);
  }
}

const maxZeros = 20;

function* paddedTexts(text: string): Generator<string> {
  const sign = text.startsWith('-') ? '-' : '';
  const digits = sign === '' ? text : text.slice(1);
  if (sign === '') {
    yield `+${digits}`;
  }
  for (let zeros = 1; zeros <= maxZeros; zeros++) {
    yield `${sign}${'0'.repeat(zeros)}${digits}`;
  }
}

function* exponentTexts(value: number): Generator<string> {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const size = exponent.replace(/^\+/, '');
  const padded = size.replace(/^(-?)([0-9])$/, '$10$2');
  for (const head of new Set([mantissa, mantissa.includes('.') ? mantissa : `${mantissa}.0`])) {
    for (const letter of ['E', 'e']) {
      for (const tail of new Set([size, exponent, padded])) {
        yield `${head}${letter}${tail}`;
        for (let zeros = 1; zeros <= maxZeros && head.includes('.'); zeros++) {
          yield `${head}${'0'.repeat(zeros)}${letter}${tail}`;
        }
      }
    }
  }
}

function* fractionTexts(value: number): Generator<string> {
  const plain = String(value);
  if (plain.includes('e')) {
    return;
  }
  const head = plain.includes('.') ? plain : `${plain}.`;
  for (let zeros = 1; zeros <= maxZeros; zeros++) {
    yield head + '0'.repeat(zeros);
  }
}
