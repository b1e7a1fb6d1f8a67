import { isEmptiable } from '../plan/emptiable.js';
import type { GroupNode, ParticleNode } from '../plan/plan.js';
import { type ChildName, leafTakes } from './child-names.js';
import { GreedyMatcher } from './greedy-matcher.js';

/** Follows every way at once: exact for any model, at a higher cost. */
export class ExactMatcher {
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
      if (count >= node.ownMin) {
        ends.add(at);
      }
      const child = this.#children[at];
      if (count === node.ownMax || child === undefined || !leafTakes(node, count, child)) {
        return ends;
      }
      at++;
    }
  }

  #groupEnds(node: GroupNode, from: number): ReadonlySet<number> {
    const ends = new Set<number>(node.min === 0 ? [from] : []);
    let front: ReadonlySet<number> = new Set([from]);
    for (let count = 1; count <= node.max && front.size > 0; count++) {
      const next = new Set<number>();
      for (const position of front) {
        for (const end of this.#onceEnds(node, position)) {
          next.add(end);
        }
      }
      let grew = false;
      if (count >= node.min || isEmptiable(node)) {
        for (const end of next) {
          if (!ends.has(end)) {
            grew = true;
          }
          ends.add(end);
        }
        if (!grew) {
          return ends;
        }
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
          for (const position of front) {
            for (const end of this.#ends(particle, position)) {
              next.add(end);
            }
          }
          front = next;
        }
        return front;
      }
      case 'choice': {
        const ends = new Set<number>();
        for (const particle of node.particles) {
          for (const end of this.#ends(particle, from)) {
            ends.add(end);
          }
        }
        return ends;
      }
      case 'all': {
        const greedy = new GreedyMatcher(this.#children.slice(from));
        return new Set(greedy.match({ ...node, min: 1, max: 1 }) ? [from + greedy.at] : []);
      }
    }
  }
}
