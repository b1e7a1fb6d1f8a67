import { wildcardAllows } from '../descriptor/resolve.js';
import type { AnyNode, ComplexPlan, ElementNode, GroupNode, OpenNode } from '../plan/plan.js';
import { type ChildName, containsName, type Mismatch } from './child-names.js';
import { ExactMatcher } from './exact-matcher.js';
import { type Allows, GreedyMatcher } from './greedy-matcher.js';

/** Whether a list of children fits a content model (Part 1, 3.4.4 and 3.9.4), regardless of the contents of the children. */

/** The first mismatch, or undefined if the children fit, without those that open content accepts. */
export function matchContent(
  { model, open }: Pick<ComplexPlan, 'model' | 'open'>,
  children: readonly ChildName[],
): Mismatch | undefined {
  return open === undefined ? matchModel(model, children) : matchOpen(model, open, children);
}

/** Open content accepts the children that the model does not (XML Schema 1.1, Part 1, 3.4.4.3). */
function matchOpen(model: GroupNode | undefined, open: OpenNode, children: readonly ChildName[]): Mismatch | undefined {
  const allows = ({ namespace, name }: ChildName): boolean => wildcardAllows(open.wildcard, namespace, name);
  return open.mode === 'suffix' ? matchSuffixed(model, allows, children) : matchInterleaved(model, allows, children);
}

function matchSuffixed(
  model: GroupNode | undefined,
  allows: Allows,
  children: readonly ChildName[],
): Mismatch | undefined {
  const mismatch = matchModel(model, children);
  if (mismatch === undefined || mismatch.index === children.length) {
    return mismatch;
  }
  const bad = children.findIndex((child, i) => i >= mismatch.index && !allows(child));
  if (bad >= 0) {
    return bad === mismatch.index ? mismatch : { index: bad, expected: [] };
  }
  const short = matchModel(model, children.slice(0, mismatch.index));
  return short && { ...short, index: children.length };
}

function matchInterleaved(
  model: GroupNode | undefined,
  allows: Allows,
  children: readonly ChildName[],
): Mismatch | undefined {
  const left = children
    .map((child, index) => ({ ...child, index }))
    .filter((child) => !allows(child) || (model !== undefined && containsName(model, child.namespace, child.name)));
  const passed = model && new GreedyMatcher(left, allows).passes(model);
  const known = passed === undefined ? left : left.filter((_, i) => !passed.has(i));
  const mismatch = matchModel(model, known);
  return mismatch && { ...mismatch, index: known[mismatch.index]?.index ?? children.length };
}

function matchModel(content: GroupNode | undefined, children: readonly ChildName[]): Mismatch | undefined {
  if (content === undefined) {
    return children.length === 0 ? undefined : { index: 0, expected: [] };
  }
  const greedy = new GreedyMatcher(children);
  if (greedy.match(content) && greedy.at === children.length) {
    return undefined;
  }
  // Deterministic models need no more; counted repetitions inside counted repetitions do.
  if (children.length <= maxExact && new ExactMatcher(children).matches(content)) {
    return undefined;
  }
  const expected = greedy.at > greedy.furthest ? [] : greedy.expected.slice(0, 10);
  return { index: Math.max(greedy.furthest, greedy.at), expected };
}

const maxExact = 2000;

/** The particle that each child belongs to, up to the first one that does not fit (Part 1, 3.8.6). */
export function particlesOf(
  content: GroupNode | undefined,
  children: readonly ChildName[],
): readonly (ElementNode | AnyNode)[] {
  const greedy = new GreedyMatcher(children);
  if (content !== undefined) {
    greedy.match(content);
  }
  return greedy.taken;
}
