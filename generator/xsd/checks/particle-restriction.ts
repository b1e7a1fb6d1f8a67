import type { SourceElement } from '../../source/document.js';
import { anyType } from '../built-ins.js';
import type { Occurrence, XsdParticle } from '../components.js';
import { allows } from '../wildcards.js';
import { sameText } from './attribute-rules.js';
import { nameOf, substitutionsOf } from './members.js';
import {
  type ElementLeaf,
  type GroupBranch,
  type Node,
  totalRange,
  treeOf,
  type WildcardNode,
} from './particle-tree.js';
import type { Types } from './types.js';
import { typeName } from './types.js';
import { isAsStrict, isSubset } from './wildcard-subset.js';

/** The reason why one content model is not a restriction of another. */
export interface RestrictionProblem {
  readonly reason: string;
  /** The particle that is to blame, if it is one. */
  readonly source?: SourceElement;
}

/** "Particle Valid (Restriction)" (Part 1, 3.9.6). Nothing if all is well, or if the check would take too long. */
export function checkParticleRestriction(
  restricted: readonly XsdParticle[],
  base: readonly XsdParticle[],
  types: Types,
): RestrictionProblem | undefined {
  const substitutions = substitutionsOf(types.schemas);
  const r = treeOf(restricted, types.schemas, substitutions);
  const b = treeOf(base, types.schemas, substitutions);
  if (r === undefined || b === undefined || (r === null && b === null)) {
    return undefined;
  }
  if (b === null) {
    return { reason: 'the content of the base type is empty' };
  }
  if (r === null) {
    return isEmptiable(b) ? undefined : { reason: 'the content of the base type cannot be empty' };
  }
  const checker = new RestrictionChecker(types);
  const problem = checker.compare(r, b, true);
  return checker.isTooMuch() ? undefined : problem;
}

const maxSteps = 200_000;

class RestrictionChecker {
  readonly #types: Types;
  #steps = 0;

  constructor(types: Types) {
    this.#types = types;
  }

  isTooMuch(): boolean {
    return this.#steps > maxSteps;
  }

  /** The table of 3.9.6. `counted` is false for particles in a group under a wildcard, which counts the whole group. */
  compare(r: Node, b: Node, counted: boolean): RestrictionProblem | undefined {
    if (++this.#steps > maxSteps || r.source === b.source) {
      return undefined;
    }
    if (b.kind === 'any') {
      return this.#underWildcard(r, b, counted);
    }
    if (b.kind === 'element') {
      if (r.kind === 'element') {
        return this.#nameAndType(r, b);
      }
      return { source: r.source, reason: `${nodeName(r)} is in the place of ${nodeName(b)} of the base type` };
    }
    if (r.kind === 'element') {
      const group = { kind: b.kind, source: r.source, children: [r], minOccurs: 1, maxOccurs: 1 };
      if (b.kind !== 'choice') {
        return this.#recurse(group, b, false);
      }
      const problem = this.#recurseLax(group, b);
      return problem && this.#repeated(r, b) ? undefined : problem;
    }
    if (r.kind === b.kind) {
      return r.kind === 'choice' ? this.#recurseLax(r, b) : this.#recurse(r, b, false);
    }
    if (r.kind === 'sequence') {
      return b.kind === 'all' ? this.#recurse(r, b, true) : this.#mapAndSum(r, b);
    }
    return { source: r.source, reason: `${nodeName(r)} is in the place of ${nodeName(b)} of the base type` };
  }

  /**
   * A repeated element in the place of a repeated choice: by the letter of the rule, the element's occurrences are those of a
   * single choice; the XML Schema Test Suite (particlesZ001) allows as many as the choice does.
   */
  #repeated(r: ElementLeaf, b: GroupBranch): boolean {
    const once = { ...r, minOccurs: 1, maxOccurs: 1 };
    return !occurrence(r, b, '') && b.children.some((child) => !this.compare(once, child, true));
  }

  #underWildcard(r: Node, b: WildcardNode, counted: boolean): RestrictionProblem | undefined {
    if (r.kind === 'element') {
      // NSCompat
      if (!allows(b.wildcard.namespaces, r.declaration.namespace)) {
        return { source: r.source, reason: `the wildcard of the base type does not allow ${nodeName(r)}` };
      }
      return counted ? occurrence(r, b, nodeName(r)) : undefined;
    }
    if (r.kind === 'any') {
      // NSSubset
      if (!isSubset(r.wildcard.namespaces, b.wildcard.namespaces)) {
        return { source: r.source, reason: 'the wildcard allows namespaces that the one of the base type does not' };
      }
      if (!isAsStrict(r.wildcard.processContents, b.wildcard.processContents)) {
        return {
          source: r.source,
          reason: 'the wildcard processes contents less strictly than the one of the base type',
        };
      }
      return counted ? occurrence(r, b, 'the wildcard') : undefined;
    }
    // NSRecurseCheckCardinality
    for (const child of r.children) {
      const problem = this.#underWildcard(child, b, false);
      if (problem) {
        return problem;
      }
    }
    return counted ? occurrence({ ...totalRange(r), source: r.source }, b, 'its content') : undefined;
  }

  /** NameAndTypeOK */
  #nameAndType(r: ElementLeaf, b: ElementLeaf): RestrictionProblem | undefined {
    const [own, before] = [r.declaration, b.declaration];
    const { source } = r;
    if (nameOf(own) !== nameOf(before)) {
      return { source, reason: `${nodeName(r)} is in the place of ${nodeName(b)} of the base type` };
    }
    const range = occurrence(r, b, nodeName(r));
    if (range || own === before) {
      return range;
    }
    const name = nodeName(r);
    if (own.nillable && !before.nillable) {
      return { source, reason: `${name} is nillable, and in the base type it is not` };
    }
    const type = this.#types.elementType(own);
    const beforeType = this.#types.elementType(before);
    if (before.value?.kind === 'fixed') {
      const view = beforeType === undefined ? undefined : this.#types.simple(beforeType);
      if (own.value?.kind !== 'fixed' || !sameText(own.value.value, before.value.value, view)) {
        return { source, reason: `the base type fixes the value of ${name}` };
      }
    }
    if (before.block.some((derivation) => !own.block.includes(derivation))) {
      return { source, reason: `${name} blocks less than in the base type` };
    }
    if (type === undefined || beforeType === undefined || beforeType === anyType) {
      return undefined;
    }
    if (this.#types.isDerived(type, beforeType, ['extension']) !== false) {
      return undefined;
    }
    return {
      source,
      reason: `the type of ${name} is not a restriction of ${typeName(beforeType)}, which it has in the base type`,
    };
  }

  /** Recurse, and RecurseUnordered for a sequence in the place of an `xs:all`. */
  #recurse(r: GroupBranch, b: GroupBranch, unordered: boolean): RestrictionProblem | undefined {
    const range = occurrence(r, b, 'the group');
    if (range) {
      return range;
    }
    const left = new Set(b.children);
    for (const child of r.children) {
      let problem: RestrictionProblem | undefined;
      let isFound = false;
      for (const candidate of left) {
        const found = this.compare(child, candidate, true);
        if (!found) {
          isFound = true;
        } else if (isCounterpart(child, candidate)) {
          problem = found;
        }
        if (isFound) {
          left.delete(candidate);
        }
        if (isFound || (!unordered && problem)) {
          break;
        }
        if (unordered) {
          continue;
        }
        if (!isEmptiable(candidate)) {
          return (
            problem ?? {
              source: child.source,
              reason: `${nodeName(candidate)}, which the base type requires, is missing before ${nodeName(child)}`,
            }
          );
        }
        left.delete(candidate);
      }
      if (!isFound) {
        return (
          problem ?? {
            source: child.source,
            reason: `${nodeName(child)} has no counterpart in this place of the base type`,
          }
        );
      }
    }
    const missing = [...left].find((candidate) => !isEmptiable(candidate));
    return missing && { source: r.source, reason: `${nodeName(missing)}, which the base type requires, is missing` };
  }

  /** RecurseLax */
  #recurseLax(r: GroupBranch, b: GroupBranch): RestrictionProblem | undefined {
    const range = occurrence(r, b, 'the choice');
    if (range) {
      return range;
    }
    let from = 0;
    for (const child of r.children) {
      let problem: RestrictionProblem | undefined;
      let at = from;
      for (; at < b.children.length; at++) {
        const candidate = b.children[at] as Node;
        const found = this.compare(child, candidate, true);
        if (!found) {
          break;
        }
        if (isCounterpart(child, candidate)) {
          problem = found;
        }
      }
      if (at === b.children.length) {
        return (
          problem ?? {
            source: child.source,
            reason: `${nodeName(child)} has no counterpart in this place of the base type`,
          }
        );
      }
      from = at + 1;
    }
    return undefined;
  }

  /** MapAndSum */
  #mapAndSum(r: GroupBranch, b: GroupBranch): RestrictionProblem | undefined {
    for (const child of r.children) {
      let problem: RestrictionProblem | undefined;
      const isMapped = b.children.some((candidate) => {
        const found = this.compare(child, candidate, true);
        if (found && isCounterpart(child, candidate)) {
          problem = found;
        }
        return !found;
      });
      if (!isMapped) {
        return problem ?? { source: child.source, reason: `${nodeName(child)} has no counterpart in the base type` };
      }
    }
    const length = r.children.length;
    const minOccurs = r.minOccurs * length;
    const maxOccurs = r.maxOccurs === null ? null : r.maxOccurs * length;
    return occurrence({ source: r.source, minOccurs, maxOccurs }, b, 'its content');
  }
}

/** "Occurrence Range OK" (Part 1, 3.9.6). */
function occurrence(
  r: Occurrence & { readonly source: SourceElement },
  b: Occurrence,
  what: string,
): RestrictionProblem | undefined {
  if (r.minOccurs < b.minOccurs) {
    return {
      source: r.source,
      reason: `${what} may occur ${r.minOccurs} times, and in the base type ${b.minOccurs} times at least`,
    };
  }
  if (b.maxOccurs === null || (r.maxOccurs !== null && r.maxOccurs <= b.maxOccurs)) {
    return undefined;
  }
  const most = r.maxOccurs === null ? 'without limit' : `${r.maxOccurs} times`;
  return { source: r.source, reason: `${what} may occur ${most}, and in the base type ${b.maxOccurs} times at most` };
}

/** "Particle Emptiable" (Part 1, 3.9.6). */
function isEmptiable(node: Node): boolean {
  return totalRange(node).minOccurs === 0;
}

function isCounterpart(r: Node, b: Node): boolean {
  return r.kind === 'element' && b.kind === 'element' && nameOf(r.declaration) === nameOf(b.declaration);
}

function nodeName(node: Node): string {
  switch (node.kind) {
    case 'element':
      return `the element "${node.declaration.name}"`;
    case 'any':
      return 'a wildcard';
    case 'sequence':
    case 'choice':
    case 'all':
      return `xs:${node.kind}`;
  }
}
