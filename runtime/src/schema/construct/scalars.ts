import { LexicalError } from '../descriptor/errors.js';
import { notA } from '../lexical/numbers.js';
import type { ScalarMapping } from './construct.js';

/**
 * Ready scalar mappings, for users who prefer JavaScript's own types and accept their limits. The default mappings of the
 * built-in types lose nothing; these do, as each of them says.
 */

const dateTime = /^(-?[0-9]{4,})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?([Z+-].*)?$/;
const datePattern = /^(-?[0-9]{4,})-([0-9]{2})-([0-9]{2})(.*)$/;

/** Milliseconds of a zone as written; none is UTC. */
function zoneOf(text: string): number {
  if (text === '' || text === 'Z') {
    return 0;
  }
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4, 6));
  return (text.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** XML Schema 1.0 has no year 0 (Part 2, 3.2.7.1): the year before 0001 is -0001. */
function dateOf(text: string, year: string, month: string, day: string, time: number): Date {
  const years = Number(year) < 0 ? Number(year) + 1 : Number(year);
  const date = new Date(0);
  date.setUTCFullYear(years, Number(month) - 1, Number(day));
  const [hasDay, inRange] = [date.getUTCDate() === Number(day), !Number.isNaN(date.setTime(date.getTime() + time))];
  if (!inRange) {
    throw new LexicalError(`${JSON.stringify(text)} is out of the range of a Date`);
  }
  if (!hasDay) {
    throw new LexicalError(`${JSON.stringify(text)} is a day that does not exist`);
  }
  return date;
}

function formatDay(date: Date): string {
  if (Number.isNaN(date.getTime())) {
    throw new LexicalError('the Date is invalid');
  }
  const year = date.getUTCFullYear();
  const shown = year <= 0 ? 1 - year : year;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year <= 0 ? '-' : ''}${String(shown).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

function isDate(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

/**
 * `xs:dateTime` as `Date`. The instant is kept to the millisecond; the zone is not. A time without a zone is read as UTC, and
 * times are written in UTC.
 */
export const dateTimeAsDate: ScalarMapping<Date> = {
  checked: true,
  parse: (text) => {
    const match = dateTime.exec(text);
    if (match === null) {
      throw notA(text, 'dateTime');
    }
    const [, year = '', month = '', day = '', hours, minutes, seconds, fraction = '', zone = ''] = match;
    const whole = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    const time = whole + Number(fraction.slice(0, 3).padEnd(3, '0')) - zoneOf(zone);
    return dateOf(text, year, month, day, time);
  },
  format: (date) => `${formatDay(date)}T${date.toISOString().slice(-13).replace('.000Z', 'Z')}`,
  accepts: isDate,
};

/** `xs:date` as `Date`: midnight of that day in UTC. The zone of a date is not kept, and none is written. */
export const dateAsDate: ScalarMapping<Date> = {
  checked: true,
  parse: (text) => {
    const match = datePattern.exec(text);
    if (match === null) {
      throw notA(text, 'date');
    }
    const [, year = '', month = '', day = ''] = match;
    return dateOf(text, year, month, day, 0);
  },
  format: formatDay,
  accepts: isDate,
};

/** `xs:decimal` as `number`: the nearest double, so that digits beyond 15 may change. Written without exponent. */
export const decimalAsNumber: ScalarMapping<number> = {
  checked: true,
  parse: (text) => {
    const value = Number(text);
    if (!Number.isFinite(value)) {
      throw new LexicalError(`${JSON.stringify(text)} is out of the range of a number`);
    }
    return value;
  },
  format: formatDecimal,
  accepts: (value) => typeof value === 'number' && Number.isFinite(value),
};

/**
 * `xs:long`, `xs:integer` and the like as `number`. An integer that a number cannot represent exactly is an error, in both
 * directions.
 */
export const integerAsNumber: ScalarMapping<number> = {
  checked: true,
  parse: (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) {
      throw new LexicalError(`${JSON.stringify(text)} is beyond the integers that a number holds exactly`);
    }
    return value === 0 ? 0 : value;
  },
  format: String,
  accepts: Number.isSafeInteger,
};

/** The shortest decimal that reads back as the same number; `xs:decimal` has no exponents. */
function formatDecimal(value: number): string {
  const text = String(value);
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?e([+-][0-9]+)$/.exec(text);
  if (match === null) {
    return text;
  }
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) {
    return `${sign}0.${'0'.repeat(-point)}${digits}`;
  }
  return sign + digits.padEnd(point, '0');
}
