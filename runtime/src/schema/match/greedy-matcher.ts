import { expandedName } from '../descriptor/resolve.js';
import { isEmptiable } from '../plan/emptiable.js';
import type { AnyNode, ElementNode, GroupNode, ParticleNode } from '../plan/plan.js';
import { type ChildName, elementsFirst, leafTakes, startsWith } from './child-names.js';

/** True for children that open content accepts. */
export type Allows = (child: ChildName) => boolean;

/**
 * True for a child that comes later in a surrounding group, false for one that cannot come; `after` if the surroundings of
 * the group decide.
 */
type Rest = (child: ChildName) => boolean | 'after';

/** Follows the children with one look ahead, which the rule of Unique Particle Attribution allows. */
export class GreedyMatcher {
  at = 0;
  furthest = 0;
  readonly taken: (ElementNode | AnyNode)[] = [];
  readonly #wantedHere: (ElementNode | AnyNode)[] = [];
  readonly #children: readonly ChildName[];
  /** Children that may be skipped if no part of the model could accept them. */
  readonly #allows: Allows | undefined;
  readonly #passed = new Set<number>();
  /** The particles that can still come after the one that is being matched, innermost last. */
  readonly #rests: Rest[] = [];

  constructor(children: readonly ChildName[], allows?: Allows) {
    this.#children = children;
    this.#allows = allows;
  }

  /** Matches the content, and returns the children that it had to skip. */
  passes(content: GroupNode): ReadonlySet<number> {
    if (this.match(content)) {
      this.#passOver(true);
    }
    return this.#passed;
  }

  /** Skips the children that come next, as far as neither `here` nor the particles after it accept them. */
  #passOver(satisfied: boolean, here: (child: ChildName) => boolean = () => false): void {
    if (this.#allows === undefined) {
      return;
    }
    for (let child = this.#children[this.at]; child !== undefined; child = this.#children[++this.at]) {
      if (here(child) || !this.#allows(child) || (satisfied && this.#comesLater(child))) {
        return;
      }
      this.#passed.add(this.at);
    }
  }

  #comesLater(child: ChildName): boolean {
    for (let i = this.#rests.length - 1; i >= 0; i--) {
      const follows = (this.#rests[i] as Rest)(child);
      if (follows !== 'after') {
        return follows;
      }
    }
    return false;
  }

  #startsHere(node: ParticleNode): boolean {
    const child = this.#children[this.at];
    return child !== undefined && startsWith(node, child.namespace, child.name);
  }

  #wanted(node: ElementNode | AnyNode): void {
    if (this.at > this.furthest) {
      this.furthest = this.at;
      this.#wantedHere.length = 0;
    }
    if (this.at === this.furthest) {
      this.#wantedHere.push(node);
    }
  }

  /** The children that could have come at `furthest`, each once. */
  get expected(): readonly string[] {
    return [...new Set(this.#wantedHere.map(nameOf))];
  }

  match(node: ParticleNode): boolean {
    if (node.kind === 'element' || node.kind === 'any') {
      return this.#leaf(node);
    }
    return this.#allows === undefined ? this.#group(node) : this.#openGroup(node);
  }

  /** A group between whose children nothing may be skipped. */
  #group(node: GroupNode): boolean {
    let count = 0;
    for (; count < node.max; count++) {
      const before = this.at;
      if (!this.#startsHere(node)) {
        break;
      }
      if (!this.#once(node)) {
        return false;
      }
      if (this.at === before) {
        break;
      }
    }
    return this.#ended(node, count);
  }

  #openGroup(node: GroupNode): boolean {
    let count = 0;
    const starts = (child: ChildName): boolean => startsWith(node, child.namespace, child.name);
    this.#rests.push((child) => {
      if (count + 1 < node.max && starts(child)) {
        return true;
      }
      return count + 1 < node.min && !isEmptiable(node) ? false : 'after';
    });
    for (; count < node.max; count++) {
      this.#passOver(count >= node.min || isEmptiable(node), starts);
      const before = this.at;
      if (!this.#startsHere(node)) {
        break;
      }
      if (!this.#once(node)) {
        return false;
      }
      if (this.at === before) {
        break;
      }
    }
    this.#rests.pop();
    return this.#ended(node, count);
  }

  /** True if a group has come often enough. */
  #ended(node: GroupNode, count: number): boolean {
    if (count >= node.min) {
      this.#note(node);
      return true;
    }
    if (isEmptiable(node)) {
      return true;
    }
    // Only for a better message.
    this.#once(node);
    return false;
  }

  /** Records the particles that could still have come. */
  #note(node: GroupNode): void {
    for (const particle of node.particles) {
      if (particle.kind === 'element') {
        this.#wanted(particle);
      }
    }
  }

  #leaf(node: Exclude<ParticleNode, GroupNode>): boolean {
    let count = 0;
    for (; count < node.ownMax; count++) {
      this.#skipBefore(node, count);
      const child = this.#children[this.at];
      if (child === undefined || !leafTakes(node, count, child)) {
        break;
      }
      this.taken.push(node);
      this.at++;
    }
    if (count < node.ownMax) {
      this.#wanted(node);
    }
    return count >= node.ownMin;
  }

  #skipBefore(node: Exclude<ParticleNode, GroupNode>, count: number): void {
    if (this.#allows !== undefined) {
      this.#passOver(count >= node.ownMin, (child) => leafTakes(node, count, child));
    }
  }

  #once(node: GroupNode): boolean {
    switch (node.kind) {
      case 'sequence':
        return this.#sequence(node);
      case 'choice': {
        const branch = this.#branchHere(node);
        if (branch !== undefined) {
          return this.match(branch);
        }
        this.#note(node);
        return node.particles.some(isEmptiable);
      }
      case 'all':
        return this.#all(node);
    }
  }

  #branchHere({ particles }: GroupNode): ParticleNode | undefined {
    for (const particle of particles) {
      if (this.#startsHere(particle)) {
        return particle;
      }
    }
    return undefined;
  }

  #sequence(node: GroupNode): boolean {
    if (this.#allows !== undefined) {
      return this.#openSequence(node);
    }
    for (const particle of node.particles) {
      if (!this.match(particle)) {
        return false;
      }
    }
    return true;
  }

  #openSequence({ particles }: GroupNode): boolean {
    let at = 0;
    this.#rests.push((child) => {
      for (const particle of particles.slice(at + 1)) {
        if (startsWith(particle, child.namespace, child.name)) {
          return true;
        }
        if (!isEmptiable(particle)) {
          return false;
        }
      }
      return 'after';
    });
    for (; at < particles.length; at++) {
      if (!this.match(particles[at] as ParticleNode)) {
        return false;
      }
    }
    this.#rests.pop();
    return true;
  }

  /** In any order, and mixed (in XML Schema 1.1 elements may repeat here): elements before wildcards. */
  #all(node: GroupNode): boolean {
    const left = new Map(elementsFirst(node).map((particle) => [particle, 0]));
    const takes = ({ namespace, name }: ChildName): boolean =>
      [...left.keys()].some((particle) => startsWith(particle, namespace, name));
    this.#rests.push((child) => takes(child) || (isSatisfied(left) ? 'after' : false));
    for (let found = true; found; ) {
      found = false;
      if (this.#allows !== undefined) {
        this.#passOver(isSatisfied(left), takes);
      }
      for (const [particle, count] of left) {
        if (!this.#startsHere(particle)) {
          continue;
        }
        const isLeaf = particle.kind === 'element' || particle.kind === 'any';
        if (isLeaf) {
          this.taken.push(particle);
          this.at++;
        }
        if (!isLeaf && !this.match(particle)) {
          return false;
        }
        if (!isLeaf || count + 1 === particle.ownMax) {
          left.delete(particle);
        } else {
          left.set(particle, count + 1);
        }
        found = true;
        break;
      }
    }
    this.#rests.pop();
    for (const [particle, count] of left) {
      if (particle.kind === 'element' && count < particle.ownMax) {
        this.#wanted(particle);
      }
    }
    return isSatisfied(left);
  }
}

function nameOf(node: ElementNode | AnyNode): string {
  return node.kind === 'any' ? 'any element' : expandedName(node.element.namespace, node.element.name);
}

/** True if the particles of an `xs:all` have as many children as they need. */
function isSatisfied(counts: ReadonlyMap<ParticleNode, number>): boolean {
  return [...counts].every(([particle, count]) =>
    particle.kind === 'element' || particle.kind === 'any' ? count >= particle.ownMin : isEmptiable(particle),
  );
}
