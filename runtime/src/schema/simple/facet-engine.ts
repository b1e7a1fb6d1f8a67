import type { Facets, LexicalContext, PatternsFacet } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { isVariable, otherTexts } from '../lexical/alternatives.js';
import { formsOf } from '../lexical/forms.js';
import { parseExpandedName } from '../lexical/names.js';
import {
  type FacetProblem,
  isNameType,
  noPrefixes,
  type SimpleEngine,
  type SimplePlan,
  type UnionReading,
  varietiesOf,
} from '../plan/simple-plan.js';
import { brokenFacets, type FacetPlan, facetChecks } from './facets.js';
import { sameValues } from './orders.js';
import { requireFacets, textsOf } from './required-facets.js';
import { parsePlan } from './simple.js';

/** Facets of types (Part 2, 4.3), which come with the types that have them. */

const facetPlans = new WeakMap<SimplePlan, FacetPlan>();

/** The facets of a type in the form in which they are checked. */
function facetPlan(plan: SimplePlan, facets: Facets): FacetPlan {
  let compiled = facetPlans.get(plan);
  if (compiled === undefined) {
    const compile = (): FacetPlan => compileFacets(plan, facets);
    compiled = plan.variety === 'atomic' ? compile() : varietiesOf(plan).texts.apart(compile);
    facetPlans.set(plan, compiled);
  }
  return compiled;
}

function compileFacets(plan: SimplePlan, facets: Facets): FacetPlan {
  const patterns = compilePatterns(facets.patterns);
  return {
    patterns,
    textKeys: plan.variety === 'atomic' ? undefined : varietiesOf(plan).texts.enumerated(plan, facets),
    checks: facetChecks(plan, facets, patterns, (text) => facetValue(plan, text)),
  };
}

function compilePatterns(facet: PatternsFacet | undefined): FacetPlan['patterns'] {
  return facet === undefined ? [] : facet.groups.map((group) => group.map((pattern) => facet.compile(pattern)));
}

/** Value of a facet's text: read by the type without its own facets. QNames are in expanded form. */
function facetValue(plan: SimplePlan, text: string): unknown {
  if (isNameType(plan)) {
    return parseExpandedName(text);
  }
  if (plan.mapped !== undefined) {
    return facetValue(plan.mapped, text);
  }
  const bare: SimplePlan = {
    ...plan,
    facets: plan.facets?.whiteSpace === undefined ? undefined : { whiteSpace: plan.whiteSpace },
    texts: undefined,
  };
  try {
    return parsePlan(bare, text, noPrefixes, 'enumeration');
  } catch (error) {
    if (error instanceof LexicalError) {
      return undefined;
    }
    throw error;
  }
}

const plainPlans = new WeakMap<SimplePlan, SimplePlan>();

/** The type below a scalar mapping with the facets of the mapped one; the same object every time. */
function plainPlan(plan: SimplePlan, below: SimplePlan, facets: Facets): SimplePlan {
  let plain = plainPlans.get(plan);
  if (plain === undefined) {
    const engine = below.engine ?? plan.engine;
    plain = { ...below, facets, constrained: true, engine, derived: plan.derived };
    plainPlans.set(plan, plain);
  }
  return plain;
}

const noProblems: readonly FacetProblem[] = [];

/** See `SimpleEngine.check`. `read` is the result of a union for the text, where that is known. */
export function checkWith(
  plan: SimplePlan,
  value: unknown,
  text: string | undefined,
  context: LexicalContext,
  read?: UnionReading,
): readonly FacetProblem[] {
  const { facets } = plan;
  if (facets === undefined || !plan.constrained) {
    return noProblems;
  }
  if (plan.mapped !== undefined) {
    // A scalar mapping: facets hold for the value that the text has in the type below.
    const below = text ?? plan.format(value, context);
    const plain = plainPlan(plan, plan.mapped, facets);
    return checkWith(plain, parsePlan(plan.mapped, below, context, 'enumeration'), text, context);
  }
  const compiled = facetPlan(plan, facets);
  const { textKeys } = compiled;
  if (textKeys === undefined) {
    return brokenFacets(compiled, value, text);
  }
  const { texts } = varietiesOf(plan);
  if (text === undefined) {
    return brokenFacets(compiled, value, text, texts.has(plan, value, textKeys) || undefined);
  }
  const key = facets.enumeration === undefined ? undefined : texts.keyOf(plan, text, context, read);
  const bound = facets.patterns === undefined ? text : texts.bound(plan, text, context, read);
  return brokenFacets(compiled, value, bound, key !== undefined && textKeys.has(key));
}

/** A value whose canonical text a pattern refuses is written in another of its forms, if one of them fits. */
export function formatByPattern(plan: SimplePlan, facets: Facets, value: unknown, context: LexicalContext): string {
  const text = plan.format(value, context);
  if (!isVariable(value) || matchesPatterns(plan, facets, text)) {
    return text;
  }
  for (const other of otherTexts(value, text)) {
    if (matchesPatterns(plan, facets, other) && isSameValue(plan, other, value, context)) {
      return other;
    }
  }
  const forms = formsOf(value, text, isFloating(plan));
  return fittingForm(facets, [forms], (other) => isSameValue(plan, other, value, context)) ?? text;
}

/** True for the numbers that have exponents. */
export function isFloating({ builtIn }: SimplePlan): boolean {
  return builtIn === 'float' || builtIn === 'double';
}

/** A text that fits the patterns of a type, those of `forms`, and the test. */
export function fittingForm(
  { patterns }: Facets,
  forms: readonly string[],
  isRight: (text: string) => boolean,
): string | undefined {
  for (const text of patterns?.search([...patterns.groups, forms]) ?? []) {
    if (isRight(text)) {
      return text;
    }
  }
  return undefined;
}

/** True for a text that fits the patterns of its type. */
export function matchesPatterns(plan: SimplePlan, facets: Facets, text: string): boolean {
  return facetPlan(plan, facets).patterns.every((group) => group.some((pattern) => pattern.test(text)));
}

/** True for a text of a value. */
export function isSameValue(plan: SimplePlan, text: string, value: unknown, context: LexicalContext): boolean {
  try {
    return sameValues(plan, plan.parse(text, context), value);
  } catch (error) {
    if (error instanceof LexicalError) {
      return false;
    }
    throw error;
  }
}

/** The patterns of a type and of its base. */
export function joinPatterns(near: PatternsFacet, far: PatternsFacet): PatternsFacet {
  return { ...near, groups: addPatterns(near.groups, far.groups) };
}

type PatternGroups = readonly (readonly string[])[];

function addPatterns(near: PatternGroups, far: PatternGroups): PatternGroups {
  const more = near.length - far.length;
  if (isAt(near, far, 0) || isAt(near, far, more)) {
    return near;
  }
  const known = new Set(near.map((group) => group.join('\0')));
  const added = far.filter((group) => !known.has(group.join('\0')));
  return added.length === 0 ? near : [...near, ...added];
}

/** True if the groups are among others from a place on. */
function isAt(groups: PatternGroups, part: PatternGroups, place: number): boolean {
  return place >= 0 && part.every((group, index) => isSameGroup(group, groups[place + index]));
}

function isSameGroup(a: readonly string[], b: readonly string[] | undefined): boolean {
  return a === b || (a.length === b?.length && a.every((pattern, index) => pattern === b[index]));
}

/** Checks the facets of atomic types. */
export const facetEngine: SimpleEngine = {
  check: checkWith,
  textsOf,
  require: requireFacets,
  format: formatByPattern,
  join: joinPatterns,
  varieties: undefined,
};
