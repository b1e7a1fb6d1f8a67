import type { Facets } from '../descriptor/descriptor.js';

/** Texts of numbers and dates near the bounds of their types, for samples whose facets leave little room. */

const steps = 300;
const exactPattern = /^([+-]?)([0-9]*)(?:\.([0-9]*))?$/;

/** Decimal numbers from the lower bound up and from the upper one down, in steps of the last digit that the facets allow. */
export function* numbersWithin(facets: Facets, whole: boolean): Generator<string> {
  const least = facets.minInclusive ?? facets.minExclusive;
  const most = facets.maxInclusive ?? facets.maxExclusive;
  const fractions = [least, most].map((text) => exactPattern.exec(text ?? '')?.[3]?.length ?? 0);
  const digits = whole ? 0 : Math.min(facets.fractionDigits ?? Math.max(...fractions) + 1, 30);
  const from = scaled(least, digits);
  const to = scaled(most, digits);
  if (from !== undefined && to !== undefined) {
    yield unscaled((from + to) / 2n, digits);
  }
  for (let i = 0n; i < steps; i++) {
    if (from !== undefined) {
      yield unscaled(from + i, digits);
    }
    if (to !== undefined) {
      yield unscaled(to - i, digits);
    }
  }
  const near = digits > 0 ? 10n ** BigInt(digits) : 1n;
  for (let i = 0n; from === undefined && to === undefined && i < steps; i++) {
    yield unscaled(i * near, digits);
    yield unscaled(-i * near, digits);
  }
}

/** The number in units of its last digit; digits beyond are cut off. */
function scaled(text: string | undefined, digits: number): bigint | undefined {
  const [, sign = '', whole = '', fraction = ''] = exactPattern.exec(text ?? '') ?? [];
  if (whole === '' && fraction === '') {
    return undefined;
  }
  const value = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0') || '0');
  return sign === '-' ? -value : value;
}

function unscaled(value: bigint, digits: number): string {
  const text = String(value < 0n ? -value : value).padStart(digits + 1, '0');
  const sign = value < 0n ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Numbers between the bounds of `float` and `double`. */
export function* floatsWithin(facets: Facets): Generator<string> {
  const least = Number(facets.minInclusive ?? facets.minExclusive ?? Number.NaN);
  const most = Number(facets.maxInclusive ?? facets.maxExclusive ?? Number.NaN);
  for (const part of [0.5, 0.25, 0.75, 0.1, 0.9]) {
    const between = least + (most - least) * part;
    if (Number.isFinite(between)) {
      yield String(between);
    }
  }
  for (const [bound, sign] of [
    [least, 1],
    [most, -1],
  ] as const) {
    if (Number.isFinite(bound)) {
      yield String(bound + sign * Math.max(1, Math.abs(bound)));
    }
  }
}

const dayLength = 86_400_000;
const shifts = [1, 1000, 60_000, 3_600_000, dayLength, 31 * dayLength, 366 * dayLength].flatMap((step) => [
  step,
  -step,
]);

/** Offsets of a date type's parts in `YYYY-MM-DDThh:mm:ss.mmm`, the values of the other parts, and any prefix. */
const firstParts: Readonly<Record<string, readonly [from: number, to: number, prefix: string]>> = {
  dateTime: [0, 23, ''],
  date: [0, 10, ''],
  gYearMonth: [0, 7, ''],
  gYear: [0, 4, ''],
  time: [11, 23, ''],
  gMonthDay: [5, 10, '--'],
  gMonth: [5, 7, '--'],
  gDay: [8, 10, '---'],
};
const origin = '2000-01-01T00:00:00.000';

/** Dates and times a little before and after the bounds; of years with four digits. */
export function* datesWithin(facets: Facets, builtIn: string): Generator<string> {
  const parts = firstParts[builtIn];
  if (parts === undefined) {
    return;
  }
  const [from, to, prefix] = parts;
  for (const bound of [facets.minInclusive, facets.minExclusive, facets.maxInclusive, facets.maxExclusive]) {
    const [, text, zone = ''] = /^(.*?)(Z|[+-][0-9]{2}:[0-9]{2})?$/.exec(bound ?? '') ?? [];
    if (text === undefined || text === '' || !text.startsWith(prefix)) {
      continue;
    }
    const own = text.slice(prefix.length, prefix.length + to - from);
    const time = Date.parse(`${origin.slice(0, from)}${own}${origin.slice(from + own.length)}Z`);
    if (Number.isNaN(time)) {
      continue;
    }
    for (const shift of shifts) {
      const moved = new Date(time + shift).toISOString();
      if (moved.length === 24) {
        yield prefix + moved.slice(from, to) + zone;
      }
    }
  }
}

/** Durations of many sizes. */
export function* durations(): Generator<string> {
  for (const unit of ['Y', 'M', 'D']) {
    for (let i = 1; i <= 40; i++) {
      yield `P${i}${unit}`;
    }
  }
  for (const unit of ['H', 'M', 'S']) {
    for (let i = 1; i <= 60; i++) {
      yield `PT${i}${unit}`;
    }
  }
  for (let days = 1; days <= 100_000; days *= 3) {
    yield `P${days}D`;
  }
}
