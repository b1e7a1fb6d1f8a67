import type { Facets } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { parseExpandedName } from '../lexical/names.js';
import { choicesOf } from '../plan/members.js';
import { noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { commonTexts } from '../regex/common.js';
import { matchingTexts } from '../regex/generate.js';
import { parsePlan } from '../simple/simple.js';
import { isWritable } from '../simple/union-writing.js';
import { likelyTexts } from './likely-texts.js';
import type { RandomNumbers } from './random-numbers.js';
import { datesWithin, durations, floatsWithin, numbersWithin } from './sample-bounds.js';

/** Values of simple types for samples. */

const exampleWord = 'string';
/** A text of each built-in type, and more for types whose facets may rule out the first. */
const exampleTexts: Readonly<Record<string, readonly string[]>> = {
  language: ['en', 'en-US'],
  anyURI: ['http://example.org/', 'urn:a'],
  boolean: ['true', 'false'],
  duration: ['P1D', 'P1Y', 'P1M', 'PT1H', 'PT0S', 'P1Y2M3DT4H5M6S', '-P1D', 'P100Y'],
  dateTime: [
    '2024-01-15T09:30:00Z',
    '2024-01-15T09:30:00',
    '2000-01-01T00:00:00',
    '1970-01-01T00:00:00Z',
    '2999-01-01T00:00:00Z',
  ],
  time: ['09:30:00', '09:30:00Z', '00:00:00', '23:59:59'],
  date: ['2024-01-15', '2024-01-15Z', '2000-01-01', '1970-01-01', '2999-01-01'],
  dateTimeStamp: ['2024-01-15T09:30:00Z', '1970-01-01T00:00:00Z', '2999-01-01T00:00:00Z'],
  dayTimeDuration: ['P1D', 'PT1H', 'PT0S', '-P1D', 'P1000D'],
  yearMonthDuration: ['P1Y', 'P1M', 'P0M', '-P1Y', 'P100Y'],
  gYearMonth: ['2024-01', '1970-01', '2999-01', '2024-01Z'],
  gYear: ['2024', '1970', '2999', '2024Z'],
  gMonthDay: ['--01-15', '--12-31', '--06-30', '--01-15Z'],
  gDay: ['---15', '---01', '---31', '---15Z'],
  gMonth: ['--01', '--12', '--06', '--01Z'],
  QName: ['name'],
  NOTATION: ['name'],
};
const numbers: ReadonlySet<string> = new Set(
  (
    'decimal integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger unsignedLong unsignedInt ' +
    'unsignedShort unsignedByte positiveInteger float double'
  ).split(' '),
);
const floats: ReadonlySet<string> = new Set(['float', 'double']);
/** Types whose length is that of the text. */
const countedTypes: ReadonlySet<string> = new Set(
  'string normalizedString token language Name NCName NMTOKEN ID IDREF ENTITY anyURI'.split(' '),
);
/** Types whose texts are words. */
const wordTypes: ReadonlySet<string> = new Set('string normalizedString token anyURI'.split(' '));
const zonePattern = '(Z|[+-]0[0-9]:[0-5][0-9])?';
const monthPattern = '(0[1-9]|1[0-2])';
const dayPattern = '(0[1-9]|1[0-9]|2[0-8])';
const yearPattern = '-?(0[0-9]{2}[1-9]|[1-9][0-9]{3})';
const timePattern = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?';
/** The lexical space of built-in types, or the most usual part of it (Part 2, 3.2 and 3.3). */
const lexicalPatterns: Readonly<Record<string, string>> = {
  normalizedString: '[^\\t\\n\\r]*',
  token: '([^\\s]+( [^\\s]+)*)?',
  language: '[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*',
  Name: '\\i\\c*',
  NCName: '[\\i-[:]][\\c-[:]]*',
  ID: '[\\i-[:]][\\c-[:]]*',
  IDREF: '[\\i-[:]][\\c-[:]]*',
  ENTITY: '[\\i-[:]][\\c-[:]]*',
  NMTOKEN: '\\c+',
  boolean: 'true|false|1|0',
  date: `${yearPattern}-${monthPattern}-${dayPattern}${zonePattern}`,
  dateTime: `${yearPattern}-${monthPattern}-${dayPattern}T${timePattern}${zonePattern}`,
  time: timePattern + zonePattern,
  gYear: yearPattern + zonePattern,
  gYearMonth: `${yearPattern}-${monthPattern}${zonePattern}`,
  gMonthDay: `--${monthPattern}-${dayPattern}${zonePattern}`,
  gMonth: `--${monthPattern}${zonePattern}`,
  gDay: `---${dayPattern}${zonePattern}`,
  duration: '-?P([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T[0-9]+[HMS])?',
  hexBinary: '([0-9A-Fa-f]{2})*',
  base64Binary: '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==)?',
};
/** Longest text to try if nothing says how long it must be. */
const maxCommon = 200;
/** Different items that are tried in a list. */
const maxItems = 40;
/** Characters that can be seen, as numbers, for types that are characters in forms. */
const letters = ['65', '97'];
const numberTexts = ['1', '0', '1.5', '-1', '10', '100', '1000', '0.5', '0.1', '0.01'];

/** A value of a simple type that satisfies its facets; undefined if none was found. The same every time. */
export function sampleSimple(plan: SimplePlan): unknown {
  for (const value of candidates(plan)) {
    return value;
  }
  return undefined;
}

/** A value that the name of an element or attribute suggests, if it is valid; one of several where there are random numbers. */
export function likelyValue(plan: SimplePlan, name: string, random: RandomNumbers | undefined): unknown {
  const { builtIn } = plan;
  const isNumber = numbers.has(builtIn);
  if (plan.variety !== 'atomic' || plan.facets?.enumeration !== undefined || !(isNumber || wordTypes.has(builtIn))) {
    return undefined;
  }
  const values = likelyTexts(name, isNumber ? 'number' : 'text').flatMap((text) => readValue(plan, text) ?? []);
  return random === undefined ? values[0] : random.pick(values);
}

/** A value of IDREF or IDREFS that refers to `id`; undefined for other types, and where their facets do not allow it. */
export function sampleReference(plan: SimplePlan, id: string): unknown {
  if ((plan.item ?? plan).builtIn !== 'IDREF') {
    return undefined;
  }
  const count = plan.facets?.length ?? plan.facets?.minLength ?? 1;
  return readValue(
    plan,
    plan.item === undefined ? id : Array.from({ length: Math.min(count, maxItems) }, () => id).join(' '),
  );
}

/** Values that are looked at for one that is not used yet. */
const maxDistinct = 50;

/** As `sampleSimple`, but a value whose text is not in `used`, to which it is added; `undefined` if none was found soon. */
export function distinctSimple(plan: SimplePlan, used: Set<string>): unknown {
  let left = maxDistinct;
  for (const value of distinctCandidates(plan, used.size)) {
    const text = String(value);
    if (typeof value !== 'object' && !used.has(text)) {
      used.add(text);
      return value;
    }
    if (--left === 0) {
      break;
    }
  }
  return undefined;
}

/** The usual values of a type, and then numbers, and its first value with numbers at its end. */
function* distinctCandidates(plan: SimplePlan, from: number): Generator<unknown> {
  let first: unknown;
  for (const value of candidates(plan)) {
    first ??= value;
    yield value;
    if (typeof value === 'object') {
      return;
    }
  }
  for (let number = from + 1; number <= from + maxDistinct; number++) {
    for (const text of [String(number), `${String(first)}${number}`]) {
      const value = readValue(plan, text);
      if (value !== undefined) {
        yield value;
      }
    }
  }
}

/** Valid values, the best first. */
export function* candidates(plan: SimplePlan): Generator<unknown> {
  if (plan.builtIn === 'QName' || plan.builtIn === 'NOTATION') {
    const enumerated = plan.facets?.enumeration?.[0];
    yield enumerated === undefined ? { namespace: '', name: 'name' } : parseExpandedName(enumerated);
    return;
  }
  for (const text of plan.type.formMapping === undefined ? [] : letters) {
    const value = readValue(plan, text);
    if (value !== undefined) {
      yield value;
    }
  }
  for (const text of texts(plan)) {
    const value = readValue(plan, text);
    if (value !== undefined) {
      yield value;
    }
  }
}

/** The value that a text stands for, if it is valid. */
export function readValue(plan: SimplePlan, text: string): unknown {
  const value = readText(plan, text);
  return value !== undefined && isWritable(plan, value, noPrefixes) ? value : undefined;
}

function readText(plan: SimplePlan, text: string): unknown {
  try {
    return parsePlan(plan, text, noPrefixes, 'all');
  } catch (error) {
    if (error instanceof LexicalError) {
      return undefined;
    }
    throw error;
  }
}

/** Texts that may be valid, the best first. `seen` are the types in a union that have been tried. */
function* texts(plan: SimplePlan, seen = new Set<SimplePlan>()): Generator<string> {
  seen.add(plan);
  const facets: Facets = plan.facets ?? {};
  if (facets.enumeration !== undefined) {
    yield* facets.enumeration;
    return;
  }
  for (const group of facets.patterns?.groups ?? []) {
    for (const pattern of group) {
      yield* matchingTexts(pattern);
    }
  }
  if (plan.mapped !== undefined) {
    yield* texts(plan.mapped);
    return;
  }
  switch (plan.variety) {
    case 'atomic':
      yield* atomicTexts(plan, facets);
      return;
    case 'list':
      yield* listTexts(plan, facets);
      return;
    case 'union':
      for (const member of choicesOf(plan)) {
        if (!seen.has(member)) {
          yield* texts(member, seen);
        }
      }
  }
}

function* listTexts(plan: SimplePlan, facets: Facets): Generator<string> {
  const { item } = plan;
  if (item === undefined) {
    return;
  }
  const count = facets.length ?? Math.max(facets.minLength ?? 0, Math.min(1, facets.maxLength ?? 1));
  if (count > maxSize) {
    return;
  }
  let tried = 0;
  for (const text of texts(item)) {
    const value = readText(item, text);
    if (value === undefined || !isWritable(item, value, noPrefixes)) {
      continue;
    }
    yield Array.from({ length: count }, () => text).join(' ');
    if (++tried >= maxItems) {
      break;
    }
  }
  if (count === 0) {
    yield '';
  }
  if (facets.patterns !== undefined) {
    yield* commonTexts(facets.patterns.groups, { least: 0, most: maxCommon });
  }
}

function* atomicTexts(plan: SimplePlan, facets: Facets): Generator<string> {
  const { builtIn } = plan;
  const known = exampleTexts[builtIn];
  if (known !== undefined) {
    yield* known;
  }
  if (numbers.has(builtIn)) {
    yield* numberTexts;
    yield* digitTexts(facets);
  }
  yield* boundTexts(facets);
  yield* textsWithin(builtIn, facets);
  if (builtIn === 'hexBinary' || builtIn === 'base64Binary') {
    yield* binaryTexts(builtIn, facets);
  } else if (known === undefined && !numbers.has(builtIn)) {
    yield* wordTexts(facets);
  }
  if (facets.patterns !== undefined) {
    yield* patternTexts(builtIn, facets, facets.patterns.groups);
  }
}

/** Texts of numbers, dates and durations that lie between the bounds. */
function* textsWithin(builtIn: string, facets: Facets): Generator<string> {
  if (builtIn === 'float' || builtIn === 'double') {
    yield* floatsWithin(facets);
  }
  if (numbers.has(builtIn)) {
    yield* numbersWithin(facets, builtIn !== 'decimal' && !floats.has(builtIn));
  } else if (builtIn === 'duration') {
    yield* durations();
  } else {
    yield* datesWithin(facets, builtIn);
  }
}

/** Texts that match all patterns and the lexical space of the type at once. */
function* patternTexts(builtIn: string, facets: Facets, patterns: readonly (readonly string[])[]): Generator<string> {
  const own = numbers.has(builtIn) ? numberPattern(builtIn) : lexicalPatterns[builtIn];
  const { length, minLength = 0, maxLength = maxCommon } = facets;
  // Lengths of octets and of white space that collapses are not those of the text.
  const counted = countedTypes.has(builtIn);
  const least = counted ? (length ?? minLength) : 0;
  const most = counted ? Math.min(length ?? maxLength, maxSize) : maxCommon;
  yield* commonTexts(own === undefined ? patterns : [...patterns, [own]], { least, most });
}

function numberPattern(builtIn: string): string {
  if (floats.has(builtIn)) {
    return '-?[0-9]+(\\.[0-9]+)?(E-?[0-9])?|-?INF|NaN';
  }
  return builtIn === 'decimal' ? '[+-]?[0-9]+(\\.[0-9]+)?' : '[+-]?[0-9]+';
}

function* boundTexts(facets: Facets): Generator<string> {
  for (const bound of [facets.minInclusive, facets.maxInclusive]) {
    if (bound !== undefined) {
      yield bound;
    }
  }
  for (const [bound, step] of [
    [facets.minExclusive, 1],
    [facets.maxExclusive, -1],
  ] as const) {
    if (bound === undefined) {
      continue;
    }
    if (/^[+-]?[0-9]+$/.test(bound)) {
      yield String(BigInt(bound) + BigInt(step));
    }
    // Near a bound that is not an integer, there is a value at a small distance.
    for (const distance of [1, 0.1, 0.001, 1e-6]) {
      yield String(Number(bound) + step * distance);
    }
    const digits = /^([+-]?[0-9]*\.[0-9]*)$/.exec(bound);
    if (digits !== null) {
      yield step > 0 === !bound.startsWith('-') ? `${bound}1` : bound.slice(0, -1);
    }
  }
}

function* digitTexts(facets: Facets): Generator<string> {
  const total = facets.totalDigits ?? 0;
  if (total > 0) {
    yield '1'.repeat(total);
    yield `0.${'1'.repeat(total)}`;
  }
}

function sizes(facets: Facets, usual: number): readonly number[] {
  if (facets.length !== undefined) {
    return [facets.length];
  }
  const least = facets.minLength ?? 0;
  return [Math.max(least, Math.min(usual, facets.maxLength ?? usual)), least, least + 1, 1, 2, 3];
}

const maxSize = 1_000_000;

function* binaryTexts(builtIn: string, facets: Facets): Generator<string> {
  for (const size of sizes(facets, 3)) {
    if (size > maxSize) {
      continue;
    }
    if (builtIn === 'hexBinary') {
      yield '0F'.repeat(size);
    } else {
      yield `${'AAAA'.repeat(Math.floor(size / 3))}${size % 3 === 1 ? 'AA==' : size % 3 === 2 ? 'AAA=' : ''}`;
    }
  }
}

function* wordTexts(facets: Facets): Generator<string> {
  for (const size of sizes(facets, exampleWord.length)) {
    if (size <= maxSize) {
      yield exampleWord.repeat(Math.ceil(size / exampleWord.length)).slice(0, size);
    }
  }
  // ASP.NET's guid is defined by its lexical mapping, not by a facet.
  yield '00000000-0000-0000-0000-000000000000';
}
