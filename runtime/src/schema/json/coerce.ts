import { LexicalError } from '../descriptor/errors.js';
import { jsonFormOf } from '../json-schema/json-forms.js';
import { acceptsValue, describe, noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';
import { wrongValue } from '../simple/wrong-value.js';

/**
 * The value that something stands for which is not in the JSON form of a simple type: a value of the type itself, its text on the wire, a
 * number or a boolean in the place of such a text, a `Date`. Throws `LexicalError`.
 */
export function coerceSimple(plan: SimplePlan, value: unknown): unknown {
  if (acceptsValue(plan, value)) {
    return value;
  }
  if (value instanceof ArrayBuffer) {
    return coerceSimple(plan, new Uint8Array(value));
  }
  const { item } = plan;
  if (item !== undefined && typeof value !== 'string' && !Array.isArray(value)) {
    return [coerceSimple(item, value)];
  }
  const text = textOf(plan, value);
  if (text === undefined) {
    throw new LexicalError(wrongValue(plan, value));
  }
  return parsePlan(plan, text, noPrefixes, 'enumeration');
}

/** The text on the wire that a value stands for; undefined if it stands for none. */
function textOf(plan: SimplePlan, value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'number':
      return numberText(plan, value);
    case 'object':
      return value instanceof Date ? dateText(plan, value) : undefined;
    default:
      return undefined;
  }
}

/** Integers that have lost digits stand for no value. Decimals have no exponent, and JavaScript writes none from 1e-6 to 1e21. */
function numberText(plan: SimplePlan, value: number): string | undefined {
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value) || jsonFormOf(plan) === 'floating';
  return isExact ? String(value) : undefined;
}

const partsOfDates: ReadonlyMap<string, readonly [from: number, to?: number]> = new Map([
  ['dateTime', [0]],
  ['dateTimeStamp', [0]],
  ['date', [0, 10]],
  ['time', [11]],
]);

/** The text of a date in UTC, of the parts that the type has. */
function dateText({ builtIn }: SimplePlan, date: Date): string | undefined {
  const parts = partsOfDates.get(builtIn);
  if (parts === undefined) {
    return undefined;
  }
  if (Number.isNaN(date.getTime())) {
    throw new LexicalError(`${describe(date)} is invalid`);
  }
  return date.toISOString().slice(...parts);
}
