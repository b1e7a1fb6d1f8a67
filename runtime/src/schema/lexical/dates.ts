import { notA, withoutFinalZeros } from './numbers.js';

/** Date and time types (Part 2, 3.2.7 to 3.2.14, order in 3.2.7.4). Their values stay strings in lexical form. */
export type DateKind = 'dateTime' | 'date' | 'time' | 'gYearMonth' | 'gYear' | 'gMonthDay' | 'gDay' | 'gMonth';

/**
 * Digits that a year, and each number of a duration, may have: far more than any sender writes, few enough to bound the cost
 * of arithmetic. (Part 2, 3.2.7 asks for four.)
 */
const maxDigits = 1000;
const yearPattern = `(-?(?:[1-9][0-9]{3,${maxDigits - 1}}|0[0-9]{3}))`;
const monthPattern = '(0[1-9]|1[0-2])';
const dayPattern = '(0[1-9]|[12][0-9]|3[01])';
const timePattern = '([01][0-9]|2[0-4]):([0-5][0-9]):([0-5][0-9])(?:\\.([0-9]+))?';
const zonePattern = '(Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?';

/** Which of the groups of a pattern is which part, in order. */
type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'zone';

interface Form {
  readonly pattern: RegExp;
  readonly parts: readonly Part[];
}

function form(source: string, parts: readonly Part[]): Form {
  return { pattern: new RegExp(`^${source}${zonePattern}$`), parts: [...parts, 'zone'] };
}

const timeParts: readonly Part[] = ['hour', 'minute', 'second', 'fraction'];

const forms: Readonly<Record<DateKind, Form>> = {
  dateTime: form(`${yearPattern}-${monthPattern}-${dayPattern}T${timePattern}`, ['year', 'month', 'day', ...timeParts]),
  date: form(`${yearPattern}-${monthPattern}-${dayPattern}`, ['year', 'month', 'day']),
  time: form(timePattern, timeParts),
  gYearMonth: form(`${yearPattern}-${monthPattern}`, ['year', 'month']),
  gYear: form(yearPattern, ['year']),
  gMonthDay: form(`--${monthPattern}-${dayPattern}`, ['month', 'day']),
  gDay: form(`---${dayPattern}`, ['day']),
  gMonth: form(`--${monthPattern}`, ['month']),
};

type Parts = Partial<Record<Part, string>>;

function partsOf(text: string, kind: DateKind): Parts | undefined {
  const { pattern, parts } = forms[kind];
  const match = pattern.exec(text);
  if (match === null) {
    return undefined;
  }
  const found: Parts = {};
  for (const [i, part] of parts.entries()) {
    const value = match[i + 1];
    if (value !== undefined) {
      found[part] = value;
    }
  }
  return isPossible(found) ? found : undefined;
}

/** Rules that the patterns cannot express: no year 0000 (3.2.7.1), days of the month, 24:00:00 only without fractions. */
function isPossible({ year, month, day, hour, minute, second, fraction }: Parts): boolean {
  if (year === '0000' || year === '-0000') {
    return false;
  }
  if (hour === '24' && (minute !== '00' || second !== '00' || /[1-9]/.test(fraction ?? ''))) {
    return false;
  }
  if (month === undefined || day === undefined || day < '29') {
    return true;
  }
  return Number(day) <= daysInMonth(year, Number(month));
}

/**
 * Before 0001 two years are leap years: that of appendix E, which takes years as they are written (-0004), and that of the
 * calendar, in which -0001 is the year before 0001 (3.2.7.1) and so -0005 a leap year. Peers write either.
 */
function daysInMonth(year: string | undefined, month: number): number {
  if (month !== 2) {
    return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  }
  if (year === undefined) {
    return 29;
  }
  const y = Number(BigInt(year) % 400n);
  return isLeapYear(y) || (year.startsWith('-') && isLeapYear(y + 1)) ? 29 : 28;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const zoneOrNone = '(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9])?$';
const ordinaryDay = '(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31';
const ordinaryDate = `[1-9][0-9]{3}-(?:${ordinaryDay})`;
const ordinaryTime = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?';
/** The form of nearly every date: there is nothing more to check. */
const ordinary: Partial<Record<DateKind, RegExp>> = {
  date: new RegExp(`^${ordinaryDate}${zoneOrNone}`),
  dateTime: new RegExp(`^${ordinaryDate}T${ordinaryTime}${zoneOrNone}`),
  time: new RegExp(`^${ordinaryTime}${zoneOrNone}`),
};

function isValid(text: string, kind: DateKind): boolean {
  return ordinary[kind]?.test(text) === true || partsOf(text, kind) !== undefined;
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

/** Days from 1970-01-01 to the first day of a month, in the proleptic Gregorian calendar. */
function daysBefore(year: bigint, month: number): bigint {
  const y = month <= 2 ? year - 1n : year;
  const era = (y >= 0n ? y : y - 399n) / 400n;
  const yearOfEra = y - era * 400n;
  const dayOfYear = BigInt(Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5));
  const dayOfEra = yearOfEra * 365n + yearOfEra / 4n - yearOfEra / 100n + dayOfYear;
  return era * 146_097n + dayOfEra - 719_468n;
}

/** Days of the year 0 of the calendar, which dates do not have: -0001 comes straight before 0001. */
const yearZero = 366n;

/** A point on the time line; local when no zone was given. `fraction` has no trailing zeros. */
interface Instant {
  readonly seconds: bigint;
  readonly fraction: string;
  readonly zoned: boolean;
}

function zoneSeconds(zone: string): bigint {
  if (zone === 'Z') {
    return 0n;
  }
  const size = BigInt(Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4, 6)) * 60);
  return zone.startsWith('-') ? -size : size;
}

function instantOf(text: string, kind: DateKind): Instant {
  const parts = partsOf(text, kind);
  if (parts === undefined) {
    throw notA(text, kind);
  }
  // Parts that a type lacks come from a leap year whose months have the day (2000-01-01).
  const year = BigInt(parts.year ?? '2000');
  const days =
    daysBefore(year, Number(parts.month ?? 1)) + BigInt(Number(parts.day ?? 1) - 1) + (year < 0n ? yearZero : 0n);
  const time = Number(parts.hour ?? 0) * 3600 + Number(parts.minute ?? 0) * 60 + Number(parts.second ?? 0);
  // 24:00:00 of `time` is 00:00:00; of `dateTime` it is the next day, which the sum gives by itself.
  const inDay = kind === 'time' ? time % 86_400 : time;
  return {
    seconds: days * 86_400n + BigInt(inDay) - (parts.zone === undefined ? 0n : zoneSeconds(parts.zone)),
    fraction: withoutFinalZeros(parts.fraction ?? ''),
    zoned: parts.zone !== undefined,
  };
}

function compareInstants(a: Instant, b: Instant, shift: bigint): number {
  const difference = a.seconds - b.seconds - shift;
  if (difference !== 0n) {
    return difference < 0n ? -1 : 1;
  }
  return a.fraction === b.fraction ? 0 : a.fraction < b.fraction ? -1 : 1;
}

const fourteenHours = 50_400n;

/** Partial order of 3.2.7.4: a value without a zone is compared with one that has it only when 14 hours settle it. */
export function compareDates(a: string, b: string, kind: DateKind): number | undefined {
  const left = instantOf(a, kind);
  const right = instantOf(b, kind);
  if (left.zoned === right.zoned) {
    return compareInstants(left, right, 0n);
  }
  if (!left.zoned) {
    const reversed = compareDates(b, a, kind);
    return reversed === undefined ? undefined : -reversed;
  }
  if (compareInstants(left, right, -fourteenHours) < 0) {
    return -1;
  }
  if (compareInstants(left, right, fourteenHours) > 0) {
    return 1;
  }
  return undefined;
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
  const monthIndex = year * 12n + BigInt(month - 1) + duration.months;
  const days = daysBefore(
    (monthIndex - (((monthIndex % 12n) + 12n) % 12n)) / 12n,
    Number(((monthIndex % 12n) + 12n) % 12n) + 1,
  );
  return days * 86_400n * 10n ** BigInt(scale) + duration.units * 10n ** BigInt(scale - duration.scale);
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

/** A string that is the same for two texts exactly when they are the same moment. */
export function dateKey(text: string, kind: DateKind): string {
  const { seconds, fraction, zoned } = instantOf(text, kind);
  return `${seconds}.${fraction}${zoned ? 'Z' : ''}`;
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
