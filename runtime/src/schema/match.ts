import { isEmptiable } from './emptiable.js';
import {
  type AnyNode,
  type ComplexPlan,
  type ElementNode,
  type GroupNode,
  membersOf,
  type OpenNode,
  type ParticleNode,
} from './plan.js';
import { expandedName } from './resolve.js';
import { wildcardAllows } from './wildcard.js';

/** Whether a list of children fits a content model (Part 1, 3.4.4 and 3.9.4), apart from what the children hold. */

/** Name of a child element. */
export interface ChildName {
  readonly namespace: string;
  readonly name: string;
}

/** The first child that does not fit (or the number of children, when one is missing at the end), and what might stand there. */
export interface Mismatch {
  readonly index: number;
  readonly expected: readonly string[];
}

/** True when an element particle, substitution group included, lets a name in. */
export function elementMatches(node: ElementNode, namespace: string, name: string): boolean {
  if (node.substitutes === undefined) return node.element.name === name && node.element.namespace === namespace;
  return membersOf(node).some(({ element }) => element.name === name && element.namespace === namespace);
}

/** True when a wildcard takes a child of that name after it took `count` others: no element that could stand here does. */
export function anyMatches(node: AnyNode, count: number, namespace: string, name: string): boolean {
  if (!wildcardAllows(node.wildcard, namespace, name)) return false;
  const rivals = count === 0 ? node.rivals : count < node.ownMin ? [] : node.laterRivals;
  return !rivals.some((rival) => elementMatches(rival, namespace, name));
}

/** True when a child of that name may come first. */
export function startsWith(node: ParticleNode, namespace: string, name: string): boolean {
  switch (node.kind) {
    case 'element':
      return elementMatches(node, namespace, name);
    case 'any':
      return anyMatches(node, 0, namespace, name);
    case 'choice':
    case 'all':
      return node.particles.some((particle) => startsWith(particle, namespace, name));
    case 'sequence':
      for (const particle of node.particles) {
        if (startsWith(particle, namespace, name)) return true;
        if (!isEmptiable(particle)) return false;
      }
      return false;
  }
}

/** True when a child of that name may stand anywhere below. */
export function containsName(node: ParticleNode, namespace: string, name: string): boolean {
  switch (node.kind) {
    case 'element':
      return elementMatches(node, namespace, name);
    case 'any':
      return wildcardAllows(node.wildcard, namespace, name);
    case 'choice':
    case 'all':
    case 'sequence':
      return node.particles.some((particle) => containsName(particle, namespace, name));
  }
}

/** The first mismatch, or undefined when the children fit, those that open content takes left out. */
export function matchContent(
  { model, open }: Pick<ComplexPlan, 'model' | 'open'>,
  children: readonly ChildName[],
): Mismatch | undefined {
  return open === undefined ? matchModel(model, children) : matchOpen(model, open, children);
}

/** Open content takes what the model does not (XML Schema 1.1, Part 1, 3.4.4.3). */
function matchOpen(model: GroupNode | undefined, open: OpenNode, children: readonly ChildName[]): Mismatch | undefined {
  const lets = ({ namespace, name }: ChildName): boolean => wildcardAllows(open.wildcard, namespace, name);
  let left = children.map((child, index) => ({ ...child, index }));
  if (open.mode === 'interleave') {
    left = left.filter(
      (child) => !lets(child) || (model !== undefined && containsName(model, child.namespace, child.name)),
    );
  }
  for (;;) {
    const mismatch = matchModel(model, left);
    const child = mismatch && left[mismatch.index];
    if (mismatch === undefined) return undefined;
    if (child === undefined || !lets(child)) return { ...mismatch, index: child?.index ?? children.length };
    if (open.mode === 'suffix') {
      const bad = left.findIndex((each, i) => i > mismatch.index && !lets(each));
      if (bad >= 0) return { index: bad, expected: [] };
      left = left.slice(0, mismatch.index);
    } else left.splice(mismatch.index, 1);
  }
}

function matchModel(content: GroupNode | undefined, children: readonly ChildName[]): Mismatch | undefined {
  if (content === undefined) return children.length === 0 ? undefined : { index: 0, expected: [] };
  const greedy = new GreedyMatcher(children);
  if (greedy.match(content) && greedy.at === children.length) return undefined;
  // Deterministic models need no more; counted repetitions inside counted repetitions do.
  if (children.length <= MAX_EXACT && new ExactMatcher(children).matches(content)) return undefined;
  const expected = greedy.at > greedy.furthest ? [] : [...greedy.expected].slice(0, 10);
  return { index: Math.max(greedy.furthest, greedy.at), expected };
}

const MAX_EXACT = 2000;

/** The particle that each child belongs to, up to the first one that does not fit (Part 1, 3.8.6). */
export function particlesOf(
  content: GroupNode | undefined,
  children: readonly ChildName[],
): readonly (ElementNode | AnyNode)[] {
  const greedy = new GreedyMatcher(children);
  if (content !== undefined) greedy.match(content);
  return greedy.taken;
}

/** Follows the children with one look ahead, which the rule of Unique Particle Attribution allows. */
class GreedyMatcher {
  at = 0;
  furthest = 0;
  expected: Set<string> = new Set();
  readonly taken: (ElementNode | AnyNode)[] = [];
  readonly #children: readonly ChildName[];

  constructor(children: readonly ChildName[]) {
    this.#children = children;
  }

  #startsHere(node: ParticleNode): boolean {
    const child = this.#children[this.at];
    return child !== undefined && startsWith(node, child.namespace, child.name);
  }

  #wanted(name: string): void {
    if (this.at > this.furthest) {
      this.furthest = this.at;
      this.expected.clear();
    }
    if (this.at === this.furthest) this.expected.add(name);
  }

  match(node: ParticleNode): boolean {
    if (node.kind === 'element' || node.kind === 'any') return this.#leaf(node);
    let count = 0;
    while (count < node.max && this.#startsHere(node)) {
      const before = this.at;
      if (!this.#once(node)) return false;
      count++;
      if (this.at === before) break;
    }
    if (count >= node.min) {
      this.#note(node);
      return true;
    }
    if (isEmptiable(node)) return true;
    // Tried for the sake of the message.
    this.#once(node);
    return false;
  }

  /** Remembers what more could have come. */
  #note(node: GroupNode): void {
    for (const particle of node.particles) {
      if (particle.kind === 'element') this.#wanted(expandedName(particle.element.namespace, particle.element.name));
    }
  }

  #leaf(node: Exclude<ParticleNode, GroupNode>): boolean {
    let count = 0;
    for (; count < node.ownMax && this.#takes(node, count); count++) {
      this.taken.push(node);
      this.at++;
    }
    if (count < node.ownMax) {
      this.#wanted(node.kind === 'any' ? 'any element' : expandedName(node.element.namespace, node.element.name));
    }
    return count >= node.ownMin;
  }

  #takes(node: Exclude<ParticleNode, GroupNode>, count: number): boolean {
    const child = this.#children[this.at];
    return child !== undefined && leafTakes(node, count, child);
  }

  #once(node: GroupNode): boolean {
    switch (node.kind) {
      case 'sequence':
        return node.particles.every((particle) => this.match(particle));
      case 'choice': {
        const branch = node.particles.find((particle) => this.#startsHere(particle));
        if (branch !== undefined) return this.match(branch);
        this.#note(node);
        return node.particles.some(isEmptiable);
      }
      case 'all':
        return this.#all(node);
    }
  }

  /** In any order, and mixed (XML Schema 1.1 lets elements repeat here): elements before wildcards. */
  #all(node: GroupNode): boolean {
    const left = new Map(elementsFirst(node).map((particle) => [particle, 0]));
    for (let found = true; found; ) {
      found = false;
      for (const [particle, count] of left) {
        if (!this.#startsHere(particle)) continue;
        const isLeaf = particle.kind === 'element' || particle.kind === 'any';
        if (isLeaf) {
          this.taken.push(particle);
          this.at++;
        }
        if (!isLeaf && !this.match(particle)) return false;
        if (!isLeaf || count + 1 === particle.ownMax) left.delete(particle);
        else left.set(particle, count + 1);
        found = true;
        break;
      }
    }
    for (const [particle, count] of left) {
      if (particle.kind === 'element' && count < particle.ownMax)
        this.#wanted(expandedName(particle.element.namespace, particle.element.name));
    }
    return [...left].every(([particle, count]) =>
      particle.kind === 'element' || particle.kind === 'any' ? count >= particle.ownMin : isEmptiable(particle),
    );
  }
}

/** The particles of an `xs:all`, wildcards last. */
export function elementsFirst({ particles }: GroupNode): readonly ParticleNode[] {
  return particles.some(({ kind }) => kind === 'any')
    ? [...particles.filter(({ kind }) => kind !== 'any'), ...particles.filter(({ kind }) => kind === 'any')]
    : particles;
}

function leafTakes(node: Exclude<ParticleNode, GroupNode>, count: number, { namespace, name }: ChildName): boolean {
  return node.kind === 'any' ? anyMatches(node, count, namespace, name) : elementMatches(node, namespace, name);
}

/** Follows every way at once: exact for any model, at a higher cost. */
class ExactMatcher {
  readonly #children: readonly ChildName[];
  readonly #memo = new Map<ParticleNode, Map<number, ReadonlySet<number>>>();

  constructor(children: readonly ChildName[]) {
    this.#children = children;
  }

  matches(content: GroupNode): boolean {
    return this.#ends(content, 0).has(this.#children.length);
  }

  /** Where a match that begins at a position can end. */
  #ends(node: ParticleNode, from: number): ReadonlySet<number> {
    let byStart = this.#memo.get(node);
    if (byStart === undefined) {
      byStart = new Map();
      this.#memo.set(node, byStart);
    }
    let ends = byStart.get(from);
    if (ends === undefined) {
      ends = node.kind === 'element' || node.kind === 'any' ? this.#leafEnds(node, from) : this.#groupEnds(node, from);
      byStart.set(from, ends);
    }
    return ends;
  }

  #leafEnds(node: Exclude<ParticleNode, GroupNode>, from: number): ReadonlySet<number> {
    const ends = new Set<number>();
    let at = from;
    for (let count = 0; ; count++) {
      if (count >= node.ownMin) ends.add(at);
      const child = this.#children[at];
      if (count === node.ownMax || child === undefined || !leafTakes(node, count, child)) return ends;
      at++;
    }
  }

  #groupEnds(node: GroupNode, from: number): ReadonlySet<number> {
    const ends = new Set<number>(node.min === 0 ? [from] : []);
    let front: ReadonlySet<number> = new Set([from]);
    for (let count = 1; count <= node.max && front.size > 0; count++) {
      const next = new Set<number>();
      for (const position of front) for (const end of this.#onceEnds(node, position)) next.add(end);
      let grew = false;
      if (count >= node.min || isEmptiable(node)) {
        for (const end of next) {
          if (!ends.has(end)) grew = true;
          ends.add(end);
        }
        if (!grew) return ends;
      }
      front = next;
    }
    return ends;
  }

  #onceEnds(node: GroupNode, from: number): ReadonlySet<number> {
    switch (node.kind) {
      case 'sequence': {
        let front: ReadonlySet<number> = new Set([from]);
        for (const particle of node.particles) {
          const next = new Set<number>();
          for (const position of front) for (const end of this.#ends(particle, position)) next.add(end);
          front = next;
        }
        return front;
      }
      case 'choice': {
        const ends = new Set<number>();
        for (const particle of node.particles) for (const end of this.#ends(particle, from)) ends.add(end);
        return ends;
      }
      case 'all': {
        const greedy = new GreedyMatcher(this.#children.slice(from));
        return new Set(greedy.match({ ...node, min: 1, max: 1 }) ? [from + greedy.at] : []);
      }
    }
  }
}
