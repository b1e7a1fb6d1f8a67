import type { Facets, LexicalContext } from './descriptor.js';
import { LexicalError } from './errors.js';
import { parseExpandedName } from './lexical/names.js';
import { matchingTexts } from './regex/generate.js';
import { parsePlan } from './simple.js';
import { noPrefixes, type SimplePlan } from './simple-plan.js';

/** Values of simple types for samples. */

const WORD = 'string';
/** A text of each built-in type, and more for types whose facets may rule out the first. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
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
const NUMBERS: ReadonlySet<string> = new Set(
  (
    'decimal integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger unsignedLong unsignedInt ' +
    'unsignedShort unsignedByte positiveInteger float double'
  ).split(' '),
);
const NUMBER_TEXTS = ['1', '0', '1.5', '-1', '10', '100', '1000', '0.5', '0.1', '0.01'];

/** A value of a simple type that keeps to its facets where that is feasible. */
export function sampleSimple(plan: SimplePlan, context: LexicalContext = noPrefixes): unknown {
  for (const value of candidates(plan, context)) return value;
  return undefined;
}

function* candidates(plan: SimplePlan, context: LexicalContext): Generator<unknown> {
  if (plan.builtIn === 'QName' || plan.builtIn === 'NOTATION') {
    const enumerated = plan.facets?.enumeration?.[0];
    yield enumerated === undefined ? { namespace: '', name: 'name' } : parseExpandedName(enumerated);
    return;
  }
  for (const text of texts(plan, context)) {
    const value = readText(plan, text, context);
    if (value !== undefined) yield value;
  }
}

function readText(plan: SimplePlan, text: string, context: LexicalContext): unknown {
  try {
    return parsePlan(plan, text, context, 'all');
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

/** Texts that may be valid, the best first. */
function* texts(plan: SimplePlan, context: LexicalContext): Generator<string> {
  const facets: Facets = plan.facets ?? {};
  if (facets.enumeration !== undefined) yield* facets.enumeration;
  for (const group of facets.patterns ?? []) for (const pattern of group) yield* matchingTexts(pattern);
  if (plan.mapped !== undefined) {
    yield* texts(plan.mapped, context);
    return;
  }
  switch (plan.variety) {
    case 'atomic':
      yield* atomicTexts(plan, facets);
      return;
    case 'list':
      yield* listTexts(plan, facets, context);
      return;
    case 'union':
      for (const member of plan.members) yield* texts(member, context);
  }
}

function* listTexts(plan: SimplePlan, facets: Facets, context: LexicalContext): Generator<string> {
  const { item } = plan;
  if (item === undefined) return;
  const count = facets.length ?? Math.max(facets.minLength ?? 0, Math.min(1, facets.maxLength ?? 1));
  for (const text of texts(item, context)) {
    if (readText(item, text, context) === undefined) continue;
    yield Array.from({ length: count }, () => text).join(' ');
    return;
  }
}

function* atomicTexts(plan: SimplePlan, facets: Facets): Generator<string> {
  const { builtIn } = plan;
  const known = TEXTS[builtIn];
  if (known !== undefined) yield* known;
  if (NUMBERS.has(builtIn)) {
    yield* NUMBER_TEXTS;
    yield* digitTexts(facets);
  }
  yield* boundTexts(facets);
  if (builtIn === 'hexBinary' || builtIn === 'base64Binary') yield* binaryTexts(builtIn, facets);
  else if (known === undefined && !NUMBERS.has(builtIn)) yield* wordTexts(facets);
}

function* boundTexts(facets: Facets): Generator<string> {
  for (const bound of [facets.minInclusive, facets.maxInclusive]) if (bound !== undefined) yield bound;
  for (const [bound, step] of [
    [facets.minExclusive, 1],
    [facets.maxExclusive, -1],
  ] as const) {
    if (bound === undefined) continue;
    if (/^[+-]?[0-9]+$/.test(bound)) yield String(BigInt(bound) + BigInt(step));
    // Beside a bound that is no integer there is a value a little way off.
    for (const distance of [1, 0.1, 0.001, 1e-6]) yield String(Number(bound) + step * distance);
    const digits = /^([+-]?[0-9]*\.[0-9]*)$/.exec(bound);
    if (digits !== null) yield step > 0 === !bound.startsWith('-') ? `${bound}1` : bound.slice(0, -1);
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
  if (facets.length !== undefined) return [facets.length];
  const least = facets.minLength ?? 0;
  return [Math.max(least, Math.min(usual, facets.maxLength ?? usual)), least, least + 1, 1, 2, 3];
}

const MAX_SIZE = 1_000_000;

function* binaryTexts(builtIn: string, facets: Facets): Generator<string> {
  for (const size of sizes(facets, 3)) {
    if (size > MAX_SIZE) continue;
    if (builtIn === 'hexBinary') yield '0F'.repeat(size);
    else yield `${'AAAA'.repeat(Math.floor(size / 3))}${size % 3 === 1 ? 'AA==' : size % 3 === 2 ? 'AAA=' : ''}`;
  }
}

function* wordTexts(facets: Facets): Generator<string> {
  for (const size of sizes(facets, WORD.length)) {
    if (size <= MAX_SIZE) yield WORD.repeat(Math.ceil(size / WORD.length)).slice(0, size);
  }
  // ASP.NET's guid says what it is by its lexical mapping, not by a facet.
  yield '00000000-0000-0000-0000-000000000000';
}
