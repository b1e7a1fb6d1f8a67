import { countsOf } from '../../contract/grouping.js';
import type { ElementParticle, Particle, WildcardParticle } from '../../contract/model.js';
import { expandedName } from '../../contract/names.js';

/**
 * Content models are brought into the form that a person would have written, and then into one whose values keep everything:
 * if properties alone would lose the order of elements, a group is marked `ordered`.
 */
export type DraftParticle = DraftElement | DraftWildcard | DraftGroup;

interface Occurs {
  readonly min: number;
  /** `Infinity` is unbounded. */
  readonly max: number;
}

export interface DraftElement extends Occurs {
  readonly kind: 'element';
  readonly declaration: ElementParticle;
}

export interface DraftWildcard extends Occurs {
  readonly kind: 'any';
  readonly wildcard: WildcardParticle;
}

export interface DraftGroup extends Occurs {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly particles: readonly DraftParticle[];
  /** True if its occurrences become an array of objects. */
  readonly ordered: boolean;
}

/** Removes groups that say nothing: empty ones, those around one particle, sequences in sequences, choices in choices. */
export function simplify(particle: Particle): DraftParticle | undefined {
  const min = particle.minOccurs;
  const max = particle.maxOccurs ?? Number.POSITIVE_INFINITY;
  if (max === 0) {
    return undefined;
  }
  if (particle.kind === 'element') {
    return { kind: 'element', declaration: particle, min, max };
  }
  if (particle.kind === 'any') {
    return { kind: 'any', wildcard: particle, min, max };
  }
  const present = particle.particles.filter((p) => p.maxOccurs !== 0);
  // A choice of nothing allows nothing, not even the absence of content (Part 1, 3.8.4).
  if (particle.kind === 'choice' && present.length === 0 && min > 0) {
    return { kind: 'choice', particles: [], min: 1, max: 1, ordered: false };
  }
  const parts = present.map(simplify).filter((p) => p !== undefined);
  if (parts.length === 0) {
    return undefined;
  }
  // A branch that is an empty group makes the choice optional.
  const emptiable = particle.kind === 'choice' && parts.length < present.length;
  return tidyGroup({ kind: particle.kind, particles: parts, min: emptiable ? 0 : min, max, ordered: false });
}

/** Flattens one level, and replaces a group around a single particle by that particle. */
function tidyGroup(group: DraftGroup): DraftParticle {
  const flat = group.kind === 'choice' ? flattenChoice(group) : flattenSequence(group);
  const [only] = flat.particles;
  const single = only !== undefined && flat.particles.length === 1 ? mergeOccurs(flat, only) : undefined;
  const result = single ?? flat;
  return result.kind !== 'element' && result.kind !== 'any' && result.max > 1 ? { ...result, ordered: true } : result;
}

function flattenSequence(group: DraftGroup): DraftGroup {
  const particles = group.particles.flatMap((p) =>
    p.kind === group.kind && p.min === 1 && p.max === 1 ? p.particles : [p],
  );
  return { ...group, particles };
}

function flattenChoice(group: DraftGroup): DraftGroup {
  const unbounded = group.max === Number.POSITIVE_INFINITY;
  let { min } = group;
  const particles: DraftParticle[] = [];
  const places = new Map<string, number>();
  const add = (particle: DraftParticle): void => {
    if (particle.kind === 'choice' && (particle.max === 1 || unbounded) && particle.min <= 1) {
      if (particle.min === 0) {
        min = 0;
      }
      particle.particles.forEach(add);
      return;
    }
    // Within (a+ | b?)* every occurrence may as well be one element.
    const loose = unbounded && (particle.kind === 'element' || particle.kind === 'any') && particle.min <= 1;
    if (loose && particle.min === 0) {
      min = 0;
    }
    const item = loose ? { ...particle, min: 1, max: 1 } : particle;
    if (item.kind === 'element' && item.max === 1) {
      const name = nameOf(item.declaration);
      const place = places.get(name);
      if (place !== undefined) {
        particles[place] = united(particles[place], item);
        return;
      }
      places.set(name, particles.length);
    }
    particles.push(item);
  };
  group.particles.forEach(add);
  return { ...group, particles, min };
}

/** The particle with the occurrences of the group around it; undefined where that would say something else. */
function mergeOccurs(group: DraftGroup, only: DraftParticle): DraftParticle | undefined {
  return leavesNoGap(group, only) ? multiplied(group, only) : undefined;
}

function multiplied(group: DraftGroup, only: DraftParticle): DraftParticle {
  return { ...only, min: group.min * only.min, max: group.max * only.max };
}

/**
 * False, for example, for (a{3,3}){1,2}, which allows three or six, while a{3,6} would allow four. The gap after the fewest
 * occurrences is the widest.
 */
function leavesNoGap(group: Occurs, only: Occurs): boolean {
  if (group.min === group.max || only.min <= 1) {
    return true;
  }
  return group.min > 0 && (group.min + 1) * only.min <= group.min * only.max + 1;
}

/**
 * Marks the parts that would lose the order of their elements as ordered: a stretch of a sequence in which one element occurs
 * in several places becomes a repeated choice of its elements, and so does a choice whose branches differ only in order.
 * Elements that the base type already has (`inherited`) go into a group of their own.
 */
export function keepOrder(draft: DraftParticle, inherited: (name: string) => boolean): DraftParticle {
  const own = keepOwnOrder(draft);
  return namesIn(own).some(inherited) ? separateInherited(own, inherited) : own;
}

function keepOwnOrder(draft: DraftParticle): DraftParticle {
  if (draft.kind === 'element' || draft.kind === 'any') {
    return draft;
  }
  const particles = draft.particles.map(keepOwnOrder);
  if (draft.kind === 'choice') {
    const group = mergeSingle({ ...draft, particles });
    if (group.kind !== 'choice') {
      return group;
    }
    return branchesDifferInOrder(particles) || orderedBranchSharesNames(particles) ? repeatedChoice([group]) : group;
  }
  return unwrapSingle(mergeSingle({ ...draft, particles: mergeRepeats(particles) }));
}

/** Occurrences of occurrences of one particle are one list, even if the list alone would allow more. */
function mergeSingle(group: DraftGroup): DraftParticle {
  const [only] = group.particles;
  return only !== undefined && group.particles.length === 1 && group.ordered ? multiplied(group, only) : group;
}

function unwrapSingle(group: DraftParticle): DraftParticle {
  if (group.kind === 'element' || group.kind === 'any') {
    return group;
  }
  const [only] = group.particles;
  const plain = !group.ordered && group.min === 1 && group.max === 1;
  return only !== undefined && group.particles.length === 1 && plain ? only : group;
}

/** Replaces stretches of a sequence that repeat an element name. */
function mergeRepeats(particles: readonly DraftParticle[]): readonly DraftParticle[] {
  const names = particles.map(namesIn);
  const last = new Map<string, number>();
  names.forEach((own, at) => {
    for (const name of own) {
      last.set(name, at);
    }
  });
  const result: DraftParticle[] = [];
  for (let start = 0; start < particles.length; ) {
    let end = start;
    for (let at = start; at <= end; at += 1) {
      for (const name of names[at] ?? []) {
        end = Math.max(end, last.get(name) ?? at);
      }
    }
    const stretch = particles.slice(start, end + 1);
    const [first] = stretch;
    if (first !== undefined) {
      result.push(stretch.length === 1 ? first : repeatedChoice(stretch));
    }
    start = end + 1;
  }
  return result;
}

/** One repeated choice of all elements in the particles; a list if that is a single element. */
function repeatedChoice(stretch: readonly DraftParticle[]): DraftGroup | DraftElement {
  const leaves = new Map<string, DraftParticle>();
  for (const leaf of stretch.flatMap(leavesOf)) {
    const key =
      leaf.kind === 'element'
        ? nameOf(leaf.declaration)
        : `any ${JSON.stringify(leaf.kind === 'any' && leaf.wildcard)}`;
    leaves.set(key, united(leaves.get(key), { ...leaf, min: 1, max: 1 }));
  }
  const particles = [...leaves.values()];
  const min = stretch.reduce((sum, p) => sum + totalMin(p), 0);
  const max = stretch.reduce((sum, p) => sum + totalMax(p), 0);
  const [only] = particles;
  if (particles.length === 1 && only?.kind === 'element') {
    return { ...only, min, max };
  }
  return { kind: 'choice', particles, min, max, ordered: true };
}

/**
 * One particle for two declarations of an element in one place of the value (Part 1, 3.8.6, "Element Declarations Consistent", asks only for
 * one type): it is nillable if one of them is, and has the default or fixed value that both have.
 */
function united(first: DraftParticle | undefined, second: DraftParticle): DraftParticle {
  if (first?.kind !== 'element' || second.kind !== 'element') {
    return first ?? second;
  }
  const { value, ...declaration } = first.declaration;
  const { nillable, block, value: other } = second.declaration;
  const isSame = value?.kind === other?.kind && value?.value === other?.value;
  return {
    ...first,
    declaration: {
      ...declaration,
      nillable: declaration.nillable || nillable,
      block: declaration.block.filter((each) => block.includes(each)),
      ...(value !== undefined && isSame && { value }),
    },
  };
}

/** True if an element may belong to an ordered branch or to another one: the first child would not show which. */
function orderedBranchSharesNames(branches: readonly DraftParticle[]): boolean {
  const names = branches.map(
    (branch) => new Set(leavesOf(branch).flatMap((leaf) => (leaf.kind === 'element' ? nameOf(leaf.declaration) : []))),
  );
  const isShared = (name: string, own: number): boolean => names.some((other, i) => i !== own && other.has(name));
  return branches.some((branch, i) => holdsOrdered(branch) && [...(names[i] ?? [])].some((name) => isShared(name, i)));
}

function holdsOrdered(draft: DraftParticle): boolean {
  if (draft.kind === 'element' || draft.kind === 'any') {
    return false;
  }
  return draft.ordered || draft.particles.some(holdsOrdered);
}

/** Puts elements that the base has as properties too into groups of their own. */
function separateInherited(draft: DraftParticle, inherited: (name: string) => boolean): DraftParticle {
  const clashes = (p: DraftParticle): boolean => namesIn(p).some(inherited);
  const wrap = (p: DraftParticle): DraftGroup =>
    p.kind === 'element'
      ? { kind: 'sequence', particles: [{ ...p, min: 1, max: 1 }], min: p.min, max: p.max, ordered: true }
      : { kind: 'sequence', particles: [p], min: 1, max: 1, ordered: true };
  if (draft.kind === 'sequence' && !draft.ordered && draft.max === 1 && draft.min === 1) {
    return { ...draft, particles: draft.particles.map((p) => (clashes(p) ? wrap(p) : p)) };
  }
  return wrap(draft);
}

/**
 * True if two branches contain the same elements in different orders, so that the properties would not show which branch it
 * was.
 */
function branchesDifferInOrder(branches: readonly DraftParticle[]): boolean {
  const names = branches.map(namesIn);
  const count = countsOf(names.flat());
  const orders = names.map((own) => own.filter((name) => (count.get(name) ?? 0) > 1)).filter((own) => own.length > 1);
  return orders.some((a, i) =>
    orders.slice(i + 1).some((b) => {
      const shared = a.filter((name) => b.includes(name));
      const other = b.filter((name) => a.includes(name));
      return shared.length > 1 && shared.some((name, at) => other[at] !== name);
    }),
  );
}

/** Expanded names of the elements whose properties are in the same object as the particle's, in order, without repeats. */
function namesIn(draft: DraftParticle): readonly string[] {
  if (draft.kind === 'element') {
    return [nameOf(draft.declaration)];
  }
  if (draft.kind === 'any' || draft.ordered) {
    return [];
  }
  return [...new Set(draft.particles.flatMap(namesIn))];
}

function leavesOf(draft: DraftParticle): readonly DraftParticle[] {
  return draft.kind === 'element' || draft.kind === 'any' ? [draft] : draft.particles.flatMap(leavesOf);
}

// `Math.min(...parts)` fails where a choice has some hundred thousand parts.
const least = (parts: readonly number[]): number => parts.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const most = (parts: readonly number[]): number => parts.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

/** Effective total range of a particle (Part 1, 3.8.6), counted in elements. */
function totalMin(draft: DraftParticle): number {
  if (draft.kind === 'element' || draft.kind === 'any') {
    return draft.min;
  }
  const parts = draft.particles.map(totalMin);
  return draft.min * (draft.kind === 'choice' ? least(parts) : parts.reduce((a, b) => a + b, 0));
}

function totalMax(draft: DraftParticle): number {
  if (draft.kind === 'element' || draft.kind === 'any') {
    return draft.max;
  }
  const parts = draft.particles.map(totalMax);
  return draft.max * (draft.kind === 'choice' ? most(parts) : parts.reduce((a, b) => a + b, 0));
}

function nameOf(declaration: ElementParticle): string {
  return expandedName(declaration.namespace, declaration.name);
}

/** The content that a model allows, as a text to compare: names and occurrences, without the resulting properties. */
export function describeModel(draft: DraftParticle): string {
  const range = `{${draft.min},${draft.max}}`;
  if (draft.kind === 'element') {
    return nameOf(draft.declaration) + range;
  }
  if (draft.kind === 'any') {
    return `any${range}`;
  }
  return `${draft.kind}(${draft.particles.map(describeModel).join(' ')})${range}`;
}
