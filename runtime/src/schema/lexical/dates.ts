import { notA } from './numbers.js';

/** Date and time types (Part 2, 3.2.7 to 3.2.14, order in 3.2.7.4). Their values stay strings in lexical form. */
export type DateKind = 'dateTime' | 'date' | 'time' | 'gYearMonth' | 'gYear' | 'gMonthDay' | 'gDay' | 'gMonth';

/** An expression for the time zone of nearly every date, or none. It has no groups, as those below. */
export const ordinaryZone = '(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9])?';
const ordinaryDay = '(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31';
/** An expression for nearly every date: there is nothing more to check. */
export const ordinaryDate: string = `[1-9][0-9]{3}-(?:${ordinaryDay})`;
/** An expression for nearly every time. */
export const ordinaryTime = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?';
const ordinary: Partial<Record<DateKind, RegExp>> = {
  date: new RegExp(`^${ordinaryDate}${ordinaryZone}$`),
  dateTime: new RegExp(`^${ordinaryDate}T${ordinaryTime}${ordinaryZone}$`),
  time: new RegExp(`^${ordinaryTime}${ordinaryZone}$`),
};

/** True for nearly every date or time, so that its parts need not be looked at. */
function isOrdinaryDate(text: string, kind: DateKind): boolean {
  return ordinary[kind]?.test(text) === true;
}

/**
 * Digits that a year, and each number of a duration, may have: far more than any sender writes, few enough to bound the cost
 * of arithmetic. (Part 2, 3.2.7 asks for four.)
 */
const maxDigits = 1000;
const yearPattern = `(?<year>-?(?:[1-9][0-9]{3,${maxDigits - 1}}|0[0-9]{3}))`;
const monthPattern = '(?<month>0[1-9]|1[0-2])';
const dayPattern = '(?<day>0[1-9]|[12][0-9]|3[01])';
const timePattern = '(?<hour>[01][0-9]|2[0-4]):(?<minute>[0-5][0-9]):(?<second>[0-5][0-9])(?:\\.(?<fraction>[0-9]+))?';
const zonePattern = '(?<zone>Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?';

/** Parts by their names; a type lacks some. */
export type DateParts = Partial<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'zone', string>
>;

/** The letters stand for the patterns of parts, which are groups of their names. */
const forms: Readonly<Record<DateKind, RegExp>> = {
  dateTime: form('y-m-dTt'),
  date: form('y-m-d'),
  time: form('t'),
  gYearMonth: form('y-m'),
  gYear: form('y'),
  gMonthDay: form('--m-d'),
  gDay: form('---d'),
  gMonth: form('--m'),
};

function form(letters: string): RegExp {
  const patterns: Readonly<Record<string, string>> = { y: yearPattern, m: monthPattern, d: dayPattern, t: timePattern };
  return new RegExp(`^${letters.replace(/[ymdt]/g, (letter) => patterns[letter] ?? '')}${zonePattern}$`);
}

/** The parts of a text, if it is in the lexical space of the type. */
export function partsOf(text: string, kind: DateKind): DateParts | undefined {
  const parts: DateParts | undefined = forms[kind].exec(text)?.groups;
  return parts !== undefined && isPossible(parts) ? parts : undefined;
}

/** Rules that the patterns cannot express: no year 0000 (3.2.7.1), days of the month, 24:00:00 only without fractions. */
function isPossible({ year, month, day, hour, minute, second, fraction = '' }: DateParts): boolean {
  const isNoYear = year === '0000' || year === '-0000';
  const isAfterMidnight = hour === '24' && /[1-9]/.test(`${minute}${second}${fraction}`);
  const isNoDay = month !== undefined && day !== undefined && Number(day) > daysInMonth(year, Number(month));
  return !isNoYear && !isAfterMidnight && !isNoDay;
}

/**
 * Before 0001 two years are leap years: that of appendix E, which takes years as they are written (-0004), and that of the
 * calendar, in which -0001 is the year before 0001 (3.2.7.1) and so -0005 a leap year. Peers write either.
 */
function daysInMonth(year = '2000', month: number): number {
  const inCycle = Number(BigInt(year) % yearsOfCycle);
  const days = lastDay(inCycle, month);
  return year.startsWith('-') ? Math.max(days, lastDay(inCycle + 1, month)) : days;
}

/** The calendar repeats itself after so many years. */
const yearsOfCycle = 400n;
const secondsOfCycle = 146_097n * 86_400n;

function lastDay(yearInCycle: number, month: number): number {
  return new Date(Date.UTC(2000 + yearInCycle, month, 0)).getUTCDate();
}

function isValid(text: string, kind: DateKind): boolean {
  return isOrdinaryDate(text, kind) || partsOf(text, kind) !== undefined;
}

const endsInZone = /(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** True if a date or time, in lexical form, has a time zone. */
export function hasTimezone(text: string): boolean {
  return endsInZone.test(text);
}

/** Checks the lexical form and returns the text. */
export function parseDate(text: string, kind: DateKind): string {
  if (!isValid(text, kind)) {
    throw notA(text, kind);
  }
  return text;
}

/** True for a string in the lexical space of the type. */
export function isDate(value: unknown, kind: DateKind): value is string {
  return typeof value === 'string' && isValid(value, kind);
}

/** Seconds from 1970-01-01 to a time, in the proleptic Gregorian calendar. */
export function secondsUntil(year: bigint, month: number, day: number, hour = 0, minute = 0, second = 0): bigint {
  const inCycle = Date.UTC(2000 + Number(year % yearsOfCycle), month - 1, day, hour, minute, second);
  return (year / yearsOfCycle - 5n) * secondsOfCycle + BigInt(inCycle / 1000);
}

const digitsPattern = `([0-9]{1,${maxDigits}})`;
const durationPattern = new RegExp(
  `^(-?)P(?=.)(?:${digitsPattern}Y)?(?:${digitsPattern}M)?(?:${digitsPattern}D)?(?:T(?=.)(?:${digitsPattern}H)?(?:${digitsPattern}M)?(?:${digitsPattern}(?:\\.${digitsPattern})?S)?)?$`,
);

/** `xs:duration`: checks the lexical form and returns the text. */
export function parseDuration(text: string): string {
  if (!durationPattern.test(text)) {
    throw notA(text, 'duration');
  }
  return text;
}

/** True for a string in the lexical space of `xs:duration`. */
export function isDuration(value: unknown): value is string {
  return typeof value === 'string' && durationPattern.test(value);
}

interface Duration {
  readonly months: bigint;
  /** Seconds times ten to the power of `scale`. */
  readonly units: bigint;
  readonly scale: number;
}

function durationOf(text: string): Duration {
  const match = durationPattern.exec(text);
  if (match === null) {
    throw notA(text, 'duration');
  }
  const [, sign, years, months, days, hours, minutes, seconds, fraction = ''] = match;
  const part = (digits: string | undefined): bigint => BigInt(digits ?? 0);
  const total = part(days) * 86_400n + part(hours) * 3600n + part(minutes) * 60n + part(seconds);
  const units = total * 10n ** BigInt(fraction.length) + part(fraction === '' ? undefined : fraction);
  const factor = sign === '-' ? -1n : 1n;
  return { months: factor * (part(years) * 12n + part(months)), units: factor * units, scale: fraction.length };
}

/** The four starting points of 3.2.6.2. */
const references: readonly (readonly [year: bigint, month: number])[] = [
  [1696n, 9],
  [1697n, 2],
  [1903n, 3],
  [1903n, 7],
];

function reach(duration: Duration, scale: number, [year, month]: readonly [bigint, number]): bigint {
  const months = year * 12n + BigInt(month - 1) + duration.months;
  const inYear = ((months % 12n) + 12n) % 12n;
  const seconds = secondsUntil((months - inYear) / 12n, Number(inYear) + 1, 1);
  return seconds * 10n ** BigInt(scale) + duration.units * 10n ** BigInt(scale - duration.scale);
}

/** Partial order of 3.2.6.2: added to four dates, one must always end first. */
export function compareDurations(a: string, b: string): number | undefined {
  const left = durationOf(a);
  const right = durationOf(b);
  const scale = Math.max(left.scale, right.scale);
  let result: number | undefined;
  for (const reference of references) {
    const difference = reach(left, scale, reference) - reach(right, scale, reference);
    const order = difference < 0n ? -1 : difference > 0n ? 1 : 0;
    if (result !== undefined && result !== order) {
      return undefined;
    }
    result = order;
  }
  return result;
}

/** A string that is the same for two durations exactly when they are equal. */
export function durationKey(text: string): string {
  const { months, units, scale } = durationOf(text);
  let [value, size] = [units, scale];
  while (size > 0 && value % 10n === 0n) {
    [value, size] = [value / 10n, size - 1];
  }
  return `${months}:${value}e-${size}`;
}
