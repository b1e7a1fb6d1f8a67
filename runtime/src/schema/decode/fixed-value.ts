import { LexicalError } from '../descriptor/errors.js';
import { equalValues, noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';

/** A fixed value may be written in any of its lexical forms (Part 1, 3.3.4). Throws `LexicalError` for another value. */
export function checkFixed(plan: SimplePlan, value: unknown, fixed: string | undefined): void {
  if (fixed !== undefined && !equalValues(plan, value, parsePlan(plan, fixed, noPrefixes))) {
    throw new LexicalError(`the value must be ${JSON.stringify(fixed)}`);
  }
}
