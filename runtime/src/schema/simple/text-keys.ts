import type { Facets, LexicalContext } from '../descriptor/descriptor.js';
import { readList } from '../lexical/whitespace.js';
import { holdsUnion, leavesOf } from '../plan/members.js';
import { acceptsValue, noPrefixes, type SimplePlan, type UnionReading } from '../plan/simple-plan.js';
import { valueKey } from './canonical.js';
import { parsePlan } from './simple.js';
import { normalised, readByMember } from './union-reading.js';

/** Keys of the texts of lists and unions, by which their enumerations are looked up: see `TextKeys`. */

/**
 * A string that is the same for two texts exactly when they stand for equal values. Texts tell what values alone do not: of
 * which member of a union they are. Undefined if the text is of none.
 */
export function textKey(
  plan: SimplePlan,
  text: string,
  context: LexicalContext,
  read?: UnionReading,
): string | undefined {
  switch (plan.variety) {
    case 'atomic':
      return valueKey(plan, parsePlan(plan, text, context, 'enumeration'));
    case 'list': {
      const { item } = plan;
      const keys = item === undefined ? [] : readList(text, (part) => textKey(item, part, context));
      return keys.includes(undefined) ? undefined : `[${keys.join(' ')}]`;
    }
    case 'union': {
      const reading = read ?? readByMember(plan, text, context);
      return reading && textKey(reading.leaf, normalised(reading), context);
    }
  }
}

/** True if one of the keys belongs to the value as that of any type in the union which takes it. */
export function hasKey(plan: SimplePlan, value: unknown, keys: ReadonlySet<string | undefined>): boolean {
  return leavesOf(plan).some((leaf) => acceptsValue(leaf, value) && keys.has(valueKey(leaf, value)));
}

/** See `TextKeys.enumerated`. */
export function enumeratedKeys(plan: SimplePlan, { enumeration }: Facets): ReadonlySet<string | undefined> | undefined {
  return holdsUnion(plan) ? new Set(enumeration?.map((text) => textKey(plan, text, noPrefixes))) : undefined;
}
