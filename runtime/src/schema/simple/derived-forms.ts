import type { LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { type DerivedForms, type FacetCheck, type SimplePlan, varietiesOf } from '../plan/simple-plan.js';
import { formatAtom, parsePlan } from './simple.js';
import { wrongValue } from './wrong-value.js';

function parse(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown {
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

function format(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  if (plan.variety !== 'atomic') {
    return varietiesOf(plan).format(plan, value, context);
  }
  const { facets, engine } = plan;
  if (facets?.patterns === undefined || plan.mapped !== undefined || engine === undefined) {
    return formatAtom(plan, value, context);
  }
  if (!plan.accepts(value)) {
    throw new LexicalError(wrongValue(plan, value));
  }
  return engine.format(plan, facets, value, context);
}

/** Reads and writes types that are more than a built-in atomic one. */
export const derivedForms: DerivedForms = { parse, format };
