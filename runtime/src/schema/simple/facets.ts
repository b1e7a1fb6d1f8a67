import type { Facets, PatternsFacet } from '../descriptor/descriptor.js';
import { hasTimezone } from '../lexical/dates.js';
import { countDigits } from '../lexical/numbers.js';
import { type FacetProblem, isNameType, type SimplePlan } from '../plan/simple-plan.js';
import { atomKey, sameValues, valueOrder } from './orders.js';
import { valueForMessage } from './wrong-value.js';

/** Checks one facet of a value, and adds a problem if the value breaks it. `enumerated` says whether the value is an enumerated one, if that is known. */
type FacetCheck = (
  value: unknown,
  text: string | undefined,
  problems: FacetProblem[],
  enumerated: boolean | undefined,
) => void;

type CompiledPattern = ReturnType<PatternsFacet['compile']>;

/** Facets of a type in the form in which they are checked. */
export interface FacetPlan {
  readonly patterns: readonly (readonly CompiledPattern[])[];
  /** For unions and lists of them: keys of the enumerated texts, undefined for those that are of no member. */
  readonly textKeys: ReadonlySet<string | undefined> | undefined;
  readonly checks: readonly FacetCheck[];
}

/**
 * Every facet that a value breaks (Part 2, 4.3). `text` is its normalised lexical form; without it patterns are left out.
 * `enumerated` says whether the value is one of the enumeration, if the text has shown that.
 */
export function brokenFacets(
  { checks }: FacetPlan,
  value: unknown,
  text: string | undefined,
  enumerated?: boolean,
): FacetProblem[] {
  const problems: FacetProblem[] = [];
  for (const check of checks) {
    check(value, text, problems, enumerated);
  }
  return problems;
}

/** The checks of the facets that a type has. `read` gives the value of a facet's text; undefined if the type has no such value. */
export function facetChecks(
  plan: SimplePlan,
  facets: Facets,
  patterns: FacetPlan['patterns'],
  read: (text: string) => unknown,
): readonly FacetCheck[] {
  return [
    ...patterns.map((group, i) => patternCheck(group, facets.patterns?.groups[i] ?? [])),
    enumerationCheck(plan, facets, read),
    lengthCheck(plan, facets),
    ...bounds.map((bound) => boundCheck(plan, facets, bound, read)),
    digitsCheck(facets),
    timezoneCheck(facets),
  ].filter((check) => check !== undefined);
}

function patternCheck(group: readonly CompiledPattern[], sources: readonly string[]): FacetCheck {
  return (_, text, problems) => {
    if (text !== undefined && !fitsOne(group, text)) {
      problems.push({
        code: 'patterns',
        message: `${valueForMessage(undefined, text)} does not match the pattern ${sources.join(' | ')}`,
      });
    }
  };
}

function fitsOne(group: readonly CompiledPattern[], text: string): boolean {
  for (const pattern of group) {
    if (pattern.test(text)) {
      return true;
    }
  }
  return false;
}

function enumerationCheck(plan: SimplePlan, facets: Facets, read: (text: string) => unknown): FacetCheck | undefined {
  const values = facets.enumeration?.map(read).filter((value) => value !== undefined);
  if (values === undefined) {
    return undefined;
  }
  const isEnumerated = membership(plan, values);
  return (value, text, problems, enumerated) => {
    if (!(enumerated ?? isEnumerated(value))) {
      problems.push({
        code: 'enumeration',
        message: `${valueForMessage(value, text)} is not one of the enumerated values`,
      });
    }
  };
}

/** Lists have many items, enumerations many values: where it can be, membership is one look-up. */
function membership(plan: SimplePlan, values: readonly unknown[]): (value: unknown) => boolean {
  const isOne = (value: unknown): boolean => values.some((each) => sameValues(plan, each, value));
  if (plan.variety !== 'atomic' || plan.mapped !== undefined) {
    return isOne;
  }
  const keys = new Set(values.map((value) => atomKey(plan, value)));
  return (value) => (plan.accepts(value) ? keys.has(atomKey(plan, value)) : isOne(value));
}

/** Length in the units of the type: code points, octets, list items (Part 2, 4.3.1). QNames have none. */
function lengthOf(plan: SimplePlan, value: unknown): number | undefined {
  switch (plan.variety) {
    case 'list':
      return Array.isArray(value) ? value.length : undefined;
    case 'union':
      return undefined;
    case 'atomic':
      return isNameType(plan) ? undefined : atomicLengthOf(plan, value);
  }
}

function atomicLengthOf(plan: SimplePlan, value: unknown): number | undefined {
  if (plan.lengthOf !== undefined) {
    return plan.lengthOf(value);
  }
  return typeof value === 'string' ? codePoints(value) : undefined;
}

function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0xd800 && code <= 0xdbff) {
      count--;
    }
  }
  return count;
}

function lengthCheck(
  plan: SimplePlan,
  { length: exact, minLength: min, maxLength: max }: Facets,
): FacetCheck | undefined {
  if (exact === undefined && min === undefined && max === undefined) {
    return undefined;
  }
  return (value, _, problems) => {
    const length = lengthOf(plan, value);
    if (length === undefined) {
      return;
    }
    if (exact !== undefined && length !== exact) {
      problems.push({ code: 'length', message: `the length is ${length}, but must be ${exact}` });
    }
    if (min !== undefined && length < min) {
      problems.push({ code: 'minLength', message: `the length is ${length}, but must be at least ${min}` });
    }
    if (max !== undefined && length > max) {
      problems.push({ code: 'maxLength', message: `the length is ${length}, but must be at most ${max}` });
    }
  };
}

/** Gives the order of two values of a type: negative, zero, positive, or undefined when they cannot be compared. */
export function comparisonOf(plan: SimplePlan): (a: unknown, b: unknown) => number | undefined {
  return valueOrder(plan).compare ?? compareNumbers;
}

function compareNumbers(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    return a < b ? -1 : a > b ? 1 : a === b ? 0 : undefined;
  }
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return undefined;
}

/** The facets that bound a value. `fits` is given the order of the value to the bound. */
const bounds = [
  { code: 'minInclusive', fits: (order: number) => order >= 0, words: 'at least' },
  { code: 'maxInclusive', fits: (order: number) => order <= 0, words: 'at most' },
  { code: 'minExclusive', fits: (order: number) => order > 0, words: 'greater than' },
  { code: 'maxExclusive', fits: (order: number) => order < 0, words: 'less than' },
] as const;

function boundCheck(
  plan: SimplePlan,
  facets: Facets,
  { code, fits, words }: (typeof bounds)[number],
  read: (text: string) => unknown,
): FacetCheck | undefined {
  const text = facets[code];
  const bound = text === undefined ? undefined : read(text);
  if (bound === undefined) {
    return undefined;
  }
  const compare = comparisonOf(plan);
  return (value, _, problems) => {
    // NaN is below and above nothing, but equal to itself.
    const order = compare(value, bound) ?? (sameValues(plan, value, bound) ? 0 : undefined);
    if (order === undefined || !fits(order)) {
      problems.push({ code, message: `${valueForMessage(value, undefined)} must be ${words} ${text}` });
    }
  };
}

function digitsCheck({ totalDigits, fractionDigits }: Facets): FacetCheck | undefined {
  if (totalDigits === undefined && fractionDigits === undefined) {
    return undefined;
  }
  return (value, _, problems) => {
    if (!hasDigits(value)) {
      return;
    }
    const digits = countDigits(String(value));
    if (totalDigits !== undefined && digits.total > totalDigits) {
      problems.push({
        code: 'totalDigits',
        message: `${valueForMessage(value, undefined)} has more than ${totalDigits} digits`,
      });
    }
    if (fractionDigits !== undefined && digits.fraction > fractionDigits) {
      problems.push({
        code: 'fractionDigits',
        message: `${valueForMessage(value, undefined)} has more than ${fractionDigits} fraction digits`,
      });
    }
  };
}

function hasDigits(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'bigint' || Number.isSafeInteger(value);
}

function timezoneCheck({ explicitTimezone }: Facets): FacetCheck | undefined {
  if (explicitTimezone === undefined || explicitTimezone === 'optional') {
    return undefined;
  }
  const required = explicitTimezone === 'required';
  return (value, given, problems) => {
    const text = given ?? value;
    if (typeof text === 'string' && hasTimezone(text) !== required) {
      const wanted = required ? 'must have' : 'must not have';
      problems.push({ code: 'explicitTimezone', message: `${valueForMessage(text, undefined)} ${wanted} a time zone` });
    }
  };
}
