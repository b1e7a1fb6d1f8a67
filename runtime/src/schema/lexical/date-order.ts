import { type DateKind, partsOf, secondsUntil } from './dates.js';
import { notA, withoutFinalZeros } from './numbers.js';

/** Order and equality of dates and times (Part 2, 3.2.7.4). */

/** The year 0 of the calendar, which dates do not have: -0001 comes straight before 0001. */
const secondsOfYearZero = 366n * 86_400n;

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
  const { year = '2000', month = 1, day = 1, hour = 0, minute = 0, second = 0, fraction = '', zone } = parts;
  // 24:00:00 of `time` is 00:00:00; of `dateTime` it is the next day, which the sum gives by itself.
  const hours = kind === 'time' ? Number(hour) % 24 : Number(hour);
  const local = secondsUntil(BigInt(year), Number(month), Number(day), hours, Number(minute), Number(second));
  return {
    seconds: local + (year.startsWith('-') ? secondsOfYearZero : 0n) - zoneSeconds(zone ?? 'Z'),
    fraction: withoutFinalZeros(fraction),
    zoned: zone !== undefined,
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
  const isBefore = compareInstants(left, right, -fourteenHours) < 0;
  const isAfter = compareInstants(left, right, fourteenHours) > 0;
  return isBefore ? -1 : isAfter ? 1 : undefined;
}

/** A string that is the same for two texts exactly when they are the same moment. */
export function dateKey(text: string, kind: DateKind): string {
  const { seconds, fraction, zoned } = instantOf(text, kind);
  return `${seconds}.${fraction}${zoned ? 'Z' : ''}`;
}
