import type { Facets, LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { isVariable } from '../lexical/alternatives.js';
import { formsOf } from '../lexical/forms.js';
import { readList } from '../lexical/whitespace.js';
import { isNested } from '../plan/members.js';
import { describe, type FacetCheck, type SimplePlan } from '../plan/simple-plan.js';
import { fittingForm, isFloating, isSameValue, matchesPatterns } from './facet-engine.js';
import { formatPlan, parsePlan } from './simple.js';
import { outOfScope } from './union-scope.js';

/** Texts of lists (Part 2, 2.5.1.2): those of their items, with spaces between them. */

/** Reads a text whose white space is normalised. Throws `LexicalError`. Facets of the list are not checked. */
export function parseList({ item }: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown[] {
  if (item === undefined) {
    return [];
  }
  const isPlain = item.derived === undefined && !item.verbatim && item.whiteSpace === 'collapse';
  const parts = (): unknown[] =>
    readList(text, (part) => (isPlain ? item.parse(part, context) : parsePlan(item, part, context, check)));
  return isNested(item) ? outOfScope(parts) : parts();
}

/** Writes a list. Throws `LexicalError` for a value that is not one. */
export function formatList(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  const { item, facets } = plan;
  if (!Array.isArray(value) || item === undefined) {
    throw new LexicalError(`expected an array, got ${describe(value)}`);
  }
  const texts = Array.from(value, (part: unknown) => formatPlan(item, part, context));
  return facets?.patterns === undefined
    ? texts.join(' ')
    : formatListByPattern(plan, facets, item, value, texts, context);
}

/** Lists of more items are written in the canonical form. */
const maxVaried = 200;

/** A list whose canonical text a pattern refuses, with items in other forms, if some fit. */
function formatListByPattern(
  plan: SimplePlan,
  facets: Facets,
  item: SimplePlan,
  values: readonly unknown[],
  texts: readonly string[],
  context: LexicalContext,
): string {
  const text = texts.join(' ');
  if (item.variety !== 'atomic' || values.length > maxVaried || matchesPatterns(plan, facets, text)) {
    return text;
  }
  if (!values.some(isVariable)) {
    return text;
  }
  const forms = values.map((value, i) => `(${formsOf(value, texts[i] ?? '', isFloating(item))})`);
  const isRight = (other: string): boolean =>
    other.split(' ').every((each, i) => isSameValue(item, each, values[i], context) && fitsItem(item, each));
  return fittingForm(facets, [forms.join(' ')], isRight) ?? text;
}

function fitsItem(item: SimplePlan, text: string): boolean {
  return item.facets === undefined || matchesPatterns(item, item.facets, text);
}
