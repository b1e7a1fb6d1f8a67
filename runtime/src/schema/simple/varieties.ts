import type { LexicalContext, SimpleType } from '../descriptor/descriptor.js';
import { areAll, resolve } from '../descriptor/resolve.js';
import { choicesOf, leavesOf } from '../plan/members.js';
import {
  acceptsValue,
  type FacetCheck,
  knownPlan,
  type Members,
  type SimpleEngine,
  type SimplePlan,
  simplePlan,
  type VarietyEngine,
} from '../plan/simple-plan.js';
import { checkWith, formatByPattern, joinPatterns } from './facet-engine.js';
import { formatList, parseList } from './lists.js';
import { sameValues } from './orders.js';
import { requireFacets, textsOf } from './required-facets.js';
import { enumeratedKeys, hasKey, textKey } from './text-keys.js';
import { boundText, parseUnion } from './union-reading.js';
import { inFacetScope } from './union-scope.js';
import { formatUnion } from './union-writing.js';

/** The engine of lists and unions. */

function parseVariety(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown {
  return plan.variety === 'union' ? parseUnion(plan, text, context, check) : parseList(plan, text, context, check);
}

function formatVariety(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  return plan.variety === 'union' ? formatUnion(plan, value, context) : formatList(plan, value, context);
}

function acceptsVariety(plan: SimplePlan, value: unknown): boolean {
  if (plan.variety === 'union') {
    return leavesOf(plan).some((leaf) => acceptsValue(leaf, value));
  }
  const { item } = plan;
  return Array.isArray(value) && item !== undefined && areAll(value, (part) => acceptsValue(item, part));
}

function equalVarieties(plan: SimplePlan, a: unknown, b: unknown): boolean {
  if (plan.variety === 'union') {
    return leavesOf(plan).some((leaf) => acceptsValue(leaf, a) && acceptsValue(leaf, b) && sameValues(leaf, a, b));
  }
  const { item } = plan;
  if (!Array.isArray(a) || !Array.isArray(b) || item === undefined || a.length !== b.length) {
    return false;
  }
  return a.every((part: unknown, i) => sameValues(item, part, b[i]));
}

/** Makes the plans of the component types of a type before its own: a loop, since chains of types are longer than a stack. */
function planParts(chain: readonly SimpleType[]): void {
  const begun = new Set<SimpleType>(chain);
  const open = chain.flatMap(componentsOf);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (begun.has(top) || knownPlan(top) !== undefined) {
      simplePlan(top);
      open.pop();
    } else {
      begun.add(top);
      open.push(...componentsOf(top));
    }
  }
}

function componentsOf({ base, itemType, memberTypes = [] }: SimpleType): SimpleType[] {
  return [base, itemType, ...memberTypes].flatMap((part) => (part === undefined ? [] : resolve(part)));
}

/** Members of a union, each once; its restrictions share them. Of a list, the type of its items. */
function partsOf(chain: readonly SimpleType[]): ReturnType<VarietyEngine['partsOf']> {
  planParts(chain);
  const list = chain.find(({ itemType }) => itemType !== undefined);
  const union = chain.find(({ memberTypes }) => memberTypes !== undefined);
  const item = list?.itemType && simplePlan(resolve(list.itemType));
  if (union === undefined) {
    return { item, members: undefined };
  }
  return { item, members: union === chain[0] ? declaredMembers(union) : simplePlan(union).members };
}

function declaredMembers({ memberTypes = [] }: SimpleType): Members {
  const direct = [...new Set(memberTypes.map((member) => simplePlan(resolve(member))))];
  return { direct, choices: undefined, leaves: undefined, nested: undefined };
}

/** The engine that lists and unions bring. */
export const varietyEngine: SimpleEngine = {
  check: checkWith,
  textsOf,
  require: requireFacets,
  format: formatByPattern,
  join: joinPatterns,
  varieties: {
    partsOf,
    parse: parseVariety,
    format: formatVariety,
    accepts: acceptsVariety,
    equals: equalVarieties,
    choices: choicesOf,
    leaves: leavesOf,
    texts: { enumerated: enumeratedKeys, keyOf: textKey, has: hasKey, bound: boundText, apart: inFacetScope },
  },
};
