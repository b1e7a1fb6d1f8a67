import type { Facets, PatternsFacet } from '../descriptor/descriptor.js';
import { hasTimezone } from '../lexical/dates.js';
import { countDigits } from '../lexical/numbers.js';
import { type FacetProblem, isNameType, type SimplePlan } from '../plan/simple-plan.js';
import { atomKey } from './atom-key.js';
import { sameValues, valueOrder } from './orders.js';
import { valueForMessage } from './value-for-message.js';

/** Facets of a type in the form in which they are checked. */
export interface FacetPlan {
  readonly facets: Facets;
  readonly patterns: readonly (readonly ReturnType<PatternsFacet['compile']>[])[];
  /** Values of the enumeration; undefined if a text is not a value of the type. */
  readonly values: readonly unknown[] | undefined;
  /** Keys of these values, where equal values of the type have equal keys. */
  readonly keys: ReadonlySet<string> | undefined;
  /** For unions and lists of them: keys of the enumerated texts, undefined for those that are of no member. */
  readonly textKeys: ReadonlySet<string | undefined> | undefined;
  readonly minInclusive: unknown;
  readonly maxInclusive: unknown;
  readonly minExclusive: unknown;
  readonly maxExclusive: unknown;
}

/**
 * Every facet that a value breaks (Part 2, 4.3). `text` is its normalised lexical form; without it patterns are left out.
 * `enumerated` says whether the value is one of the enumeration, if the text has shown that.
 */
export function brokenFacets(
  plan: SimplePlan,
  compiled: FacetPlan,
  value: unknown,
  text: string | undefined,
  enumerated?: boolean,
): FacetProblem[] {
  const problems: FacetProblem[] = [];
  const { facets } = compiled;
  checkPatterns(compiled, text, problems);
  if (compiled.values !== undefined && !(enumerated ?? isEnumerated(plan, compiled, value))) {
    problems.push({
      code: 'enumeration',
      message: `${valueForMessage(value, text)} is not one of the enumerated values`,
    });
  }
  checkLength(plan, facets, value, problems);
  checkBounds(plan, compiled, value, problems);
  checkDigits(facets, value, problems);
  checkTimezone(facets, text ?? value, problems);
  return problems;
}

/** Lists have many items, enumerations many values: where it can be, membership is one look-up. */
function isEnumerated(plan: SimplePlan, { keys, values }: FacetPlan, value: unknown): boolean {
  if (keys !== undefined && plan.accepts(value)) {
    return keys.has(atomKey(plan, value));
  }
  return values?.some((each) => each !== undefined && sameValues(plan, each, value)) === true;
}

function checkPatterns(compiled: FacetPlan, text: string | undefined, problems: FacetProblem[]): void {
  if (text === undefined) {
    return;
  }
  compiled.patterns.forEach((group, i) => {
    if (group.some((pattern) => pattern.test(text))) {
      return;
    }
    const sources = compiled.facets.patterns?.groups[i]?.join(' | ') ?? '';
    problems.push({
      code: 'patterns',
      message: `${valueForMessage(undefined, text)} does not match the pattern ${sources}`,
    });
  });
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

function checkLength(plan: SimplePlan, facets: Facets, value: unknown, problems: FacetProblem[]): void {
  if (facets.length === undefined && facets.minLength === undefined && facets.maxLength === undefined) {
    return;
  }
  const length = lengthOf(plan, value);
  if (length === undefined) {
    return;
  }
  if (facets.length !== undefined && length !== facets.length) {
    problems.push({ code: 'length', message: `the length is ${length}, but must be ${facets.length}` });
  }
  if (facets.minLength !== undefined && length < facets.minLength) {
    problems.push({ code: 'minLength', message: `the length is ${length}, but must be at least ${facets.minLength}` });
  }
  if (facets.maxLength !== undefined && length > facets.maxLength) {
    problems.push({ code: 'maxLength', message: `the length is ${length}, but must be at most ${facets.maxLength}` });
  }
}

/** Order of two values: negative, zero, positive, or undefined when they cannot be compared. */
export function compareValues(plan: SimplePlan, a: unknown, b: unknown): number | undefined {
  const { compare } = valueOrder(plan);
  if (compare !== undefined) {
    return compare(a, b);
  }
  if (typeof a === 'number' && typeof b === 'number') {
    return a < b ? -1 : a > b ? 1 : a === b ? 0 : undefined;
  }
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return undefined;
}

function checkBounds(plan: SimplePlan, compiled: FacetPlan, value: unknown, problems: FacetProblem[]): void {
  const check = (
    code: 'minInclusive' | 'maxInclusive' | 'minExclusive' | 'maxExclusive',
    fits: (order: number) => boolean,
    words: string,
  ): void => {
    const bound = compiled[code];
    if (bound === undefined) {
      return;
    }
    // NaN is below and above nothing, but equal to itself.
    const order = compareValues(plan, value, bound) ?? (sameValues(plan, value, bound) ? 0 : undefined);
    if (order === undefined || !fits(order)) {
      problems.push({
        code,
        message: `${valueForMessage(value, undefined)} must be ${words} ${compiled.facets[code] ?? ''}`,
      });
    }
  };
  check('minInclusive', (order) => order >= 0, 'at least');
  check('maxInclusive', (order) => order <= 0, 'at most');
  check('minExclusive', (order) => order > 0, 'greater than');
  check('maxExclusive', (order) => order < 0, 'less than');
}

function checkDigits(facets: Facets, value: unknown, problems: FacetProblem[]): void {
  if (facets.totalDigits === undefined && facets.fractionDigits === undefined) {
    return;
  }
  if (
    typeof value !== 'string' &&
    typeof value !== 'bigint' &&
    !(typeof value === 'number' && Number.isSafeInteger(value))
  ) {
    return;
  }
  const digits = countDigits(String(value));
  if (facets.totalDigits !== undefined && digits.total > facets.totalDigits) {
    problems.push({
      code: 'totalDigits',
      message: `${valueForMessage(value, undefined)} has more than ${facets.totalDigits} digits`,
    });
  }
  if (facets.fractionDigits !== undefined && digits.fraction > facets.fractionDigits) {
    problems.push({
      code: 'fractionDigits',
      message: `${valueForMessage(value, undefined)} has more than ${facets.fractionDigits} fraction digits`,
    });
  }
}

function checkTimezone({ explicitTimezone }: Facets, text: unknown, problems: FacetProblem[]): void {
  if (explicitTimezone === undefined || explicitTimezone === 'optional' || typeof text !== 'string') {
    return;
  }
  if (hasTimezone(text) === (explicitTimezone === 'required')) {
    return;
  }
  const wanted = explicitTimezone === 'required' ? 'must have' : 'must not have';
  problems.push({ code: 'explicitTimezone', message: `${valueForMessage(text, undefined)} ${wanted} a time zone` });
}
