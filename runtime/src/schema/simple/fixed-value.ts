import { LexicalError } from '../descriptor/errors.js';
import { noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { sameValues } from './orders.js';
import { parsePlan } from './simple.js';

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
