import type { LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { normaliseWhiteSpace } from '../lexical/whitespace.js';
import { type FacetCheck, type FacetProblem, type SimplePlan, varietiesOf, wrongValue } from '../plan/simple-plan.js';

/** Reads and writes values of simple types. Facets, lists and unions are for the engines of the types that have them. */

/** Reads a text, not yet normalised. Throws `LexicalError`. */
export function parsePlan(plan: SimplePlan, raw: string, context: LexicalContext, check: FacetCheck): unknown {
  if (plan.verbatim && (check === 'enumeration' || !plan.constrained)) {
    return raw;
  }
  if (plan.loose) {
    return plan.parse(raw, context);
  }
  const text = normaliseWhiteSpace(raw, plan.whiteSpace);
  if (plan.variety === 'union') {
    return varietiesOf(plan).parse(plan, text, context, check);
  }
  const value = parseNormalised(plan, text, context, check);
  if (plan.constrained) {
    plan.engine?.require(plan, value, text, context, check);
  }
  return value;
}

function parseNormalised(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown {
  const { mapped } = plan;
  if (mapped !== undefined) {
    if (check === 'all' || !plan.ownTexts) {
      parsePlan(mapped, text, context, check);
    }
    return plan.parse(text, context);
  }
  return plan.variety === 'atomic' ? plan.parse(text, context) : varietiesOf(plan).parse(plan, text, context, check);
}

/** Writes a value. Throws `LexicalError` if it is not a value of the type. */
export function formatPlan(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  if (plan.variety !== 'atomic') {
    return varietiesOf(plan).format(plan, value, context);
  }
  if (!plan.accepts(value)) {
    throw new LexicalError(wrongValue(plan, value));
  }
  const { facets, engine } = plan;
  return facets?.patterns === undefined || plan.mapped !== undefined || engine === undefined
    ? plan.format(value, context)
    : engine.format(plan, facets, value, context);
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
