import type { LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { normaliseWhiteSpace } from '../lexical/whitespace.js';
import { type FacetCheck, type FacetProblem, noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { sameValues } from './orders.js';
import { wrongValue } from './wrong-value.js';

/** Reads and writes values of simple types. Facets, scalar mappings, lists and unions are for what the types that have them bring. */

/** Reads a text, not yet normalised. Throws `LexicalError`. */
export function parsePlan(
  plan: SimplePlan,
  raw: string,
  context: LexicalContext,
  check: FacetCheck = 'enumeration',
): unknown {
  if (plan.verbatim && (check === 'enumeration' || !plan.constrained)) {
    return raw;
  }
  if (plan.loose) {
    return plan.parse(raw, context);
  }
  const text = normaliseWhiteSpace(raw, plan.whiteSpace);
  return plan.derived === undefined ? plan.parse(text, context) : plan.derived.parse(plan, text, context, check);
}

/** Writes a value. Throws `LexicalError` if it is not a value of the type. */
export function formatPlan(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  return plan.derived === undefined ? formatAtom(plan, value, context) : plan.derived.format(plan, value, context);
}

/** Writes a value in its usual form. Throws `LexicalError` for one of the wrong TypeScript type. */
export function formatAtom(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  if (!plan.accepts(value)) {
    throw new LexicalError(wrongValue(plan, value));
  }
  return plan.format(value, context);
}

const noProblems: readonly FacetProblem[] = [];

/** Every facet that a value breaks: see `SimpleEngine`. */
export function checkFacets(
  plan: SimplePlan,
  value: unknown,
  text: string | undefined,
  context: LexicalContext,
): readonly FacetProblem[] {
  return plan.constrained && plan.engine !== undefined ? plan.engine.check(plan, value, text, context) : noProblems;
}

/** The message for a value that is not the fixed one, which may be written in any of its lexical forms (Part 1, 3.3.4). */
export function fixedProblem(plan: SimplePlan, value: unknown, fixed: string | undefined): string | undefined {
  return fixed === undefined || sameValues(plan, value, parsePlan(plan, fixed, noPrefixes))
    ? undefined
    : `the value must be ${JSON.stringify(fixed)}`;
}

/** Throws `LexicalError` for a value that is not the fixed one. */
export function checkFixed(plan: SimplePlan, value: unknown, fixed: string | undefined): void {
  const problem = fixedProblem(plan, value, fixed);
  if (problem !== undefined) {
    throw new LexicalError(problem);
  }
}
