import type { LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { quoted } from '../lexical/numbers.js';
import { normaliseWhiteSpace } from '../lexical/whitespace.js';
import {
  type FacetCheck,
  type FacetProblem,
  noPrefixes,
  type SimpleEngine,
  type SimplePlan,
} from '../plan/simple-plan.js';
import { sameValues } from './orders.js';
import { parsePlan } from './simple.js';
import { valueForMessage } from './wrong-value.js';

/** Types that list their texts, and have no other facets: the usual enumeration needs no more code than this. */

const noProblems: readonly FacetProblem[] = [];

function check(
  plan: SimplePlan,
  value: unknown,
  text: string | undefined,
  context: LexicalContext,
): readonly FacetProblem[] {
  const { mapped } = plan;
  const plain =
    mapped === undefined ? value : parsePlan(mapped, text ?? plan.format(value, context), context, 'enumeration');
  if (isListed(plan, plain)) {
    return noProblems;
  }
  return [{ code: 'enumeration', message: `${valueForMessage(plain, text)} is not one of the enumerated values` }];
}

const listed = new WeakMap<SimplePlan, ReadonlySet<unknown>>();

/** True for one of the texts; of a scalar mapping, for the value of one in the type below. */
function isListed(plan: SimplePlan, value: unknown): boolean {
  const { mapped, facets, whiteSpace } = plan;
  const texts = facets?.enumeration ?? [];
  if (mapped !== undefined) {
    return texts.some((each) => stands(mapped, each, value));
  }
  let values = listed.get(plan);
  if (values === undefined) {
    values = new Set(texts.map((each) => normaliseWhiteSpace(each, whiteSpace)));
    listed.set(plan, values);
  }
  return values.has(value);
}

/** True for a text of a value. */
function stands(plan: SimplePlan, text: string, value: unknown): boolean {
  try {
    return sameValues(plan, parsePlan(plan, text, noPrefixes, 'enumeration'), value);
  } catch (error) {
    if (error instanceof LexicalError) {
      return false;
    }
    throw error;
  }
}

function textsOf({ facets, mapped }: SimplePlan): ReadonlySet<string> | undefined {
  return mapped === undefined ? new Set(facets?.enumeration) : undefined;
}

function requireListed(
  plan: SimplePlan,
  value: unknown,
  text: string,
  context: LexicalContext,
  facets: FacetCheck,
): void {
  if (facets === 'all' ? check(plan, value, text, context).length > 0 : plan.texts?.has(text) === false) {
    throw new LexicalError(`${quoted(text)} is not one of the enumerated values`);
  }
}

/** Checks enumerations of texts. */
export const enumerationEngine: SimpleEngine = {
  partial: true,
  check,
  textsOf,
  require: requireListed,
  format: (plan, _, value, context) => plan.format(value, context),
  join: (near) => near,
  varieties: undefined,
};
