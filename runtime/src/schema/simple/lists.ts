import type { Facets, LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { isVariable, otherTexts } from '../lexical/alternatives.js';
import { readList } from '../lexical/whitespace.js';
import { isNested } from '../plan/members.js';
import { describe, type FacetCheck, type SimplePlan } from '../plan/simple-plan.js';
import { isSameValue, matchesPatterns } from './facet-engine.js';
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
const maxVaried = 1000;

/** A list whose canonical text a pattern refuses, with all items in another form, if one fits. */
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
  const forms = values.map((value, i) => (isVariable(value) ? otherTexts(value, texts[i] ?? '') : undefined));
  for (let others = nextTexts(forms, texts); others !== undefined; others = nextTexts(forms, texts)) {
    const isSame = others.every((each, i) => isSameValue(item, each, values[i], context));
    const other = others.join(' ');
    if (isSame && matchesPatterns(plan, facets, other)) {
      return other;
    }
  }
  return text;
}

/** The next form of each item; undefined once one has no more. */
function nextTexts(
  forms: readonly (Iterator<string> | undefined)[],
  texts: readonly string[],
): readonly string[] | undefined {
  if (forms.every((form) => form === undefined)) {
    return undefined;
  }
  const next = forms.map((form, i) => (form === undefined ? texts[i] : form.next().value));
  return next.every((text) => typeof text === 'string') ? next : undefined;
}
