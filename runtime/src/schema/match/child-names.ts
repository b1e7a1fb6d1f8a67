import { expandedName, wildcardAllows } from '../descriptor/resolve.js';
import { isEmptiable } from '../plan/emptiable.js';
import type { AnyNode, ElementNode, GroupNode, Member, ParticleNode } from '../plan/plan.js';
import { membersOf } from '../plan/substitution.js';

/** The particles that accept a child of a name (Part 1, 3.9.4). */

/** Name of a child element. */
export interface ChildName {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The first child that does not fit (or the number of children, if one is missing at the end), and the children that are
 * possible there.
 */
export interface Mismatch {
  readonly index: number;
  readonly expected: readonly string[];
}

/** True if an element particle, substitution group included, lets a name in. */
export function elementMatches(node: ElementNode, namespace: string, name: string): boolean {
  if (node.substitutes === undefined) {
    return node.element.name === name && node.element.namespace === namespace;
  }
  return memberNamed(node, namespace, name) !== undefined;
}

/** The element of a substitution group that has a name. */
export function memberNamed(node: ElementNode, namespace: string, name: string): Member | undefined {
  node.byName ??= indexed(membersOf(node));
  for (const member of node.byName.get(name) ?? none) {
    if (member.element.namespace === namespace) {
      return member;
    }
  }
  return undefined;
}

const none: readonly never[] = [];

function indexed(members: readonly Member[]): ReadonlyMap<string, readonly Member[]> {
  const byName = new Map<string, Member[]>();
  for (const member of members) {
    byName.set(member.element.name, [...(byName.get(member.element.name) ?? []), member]);
  }
  return byName;
}

/** True if a wildcard takes a child of that name after it took `count` others, because no element that is possible here does. */
export function anyMatches(node: AnyNode, count: number, namespace: string, name: string): boolean {
  if (!wildcardAllows(node.wildcard, namespace, name)) {
    return false;
  }
  const rivals = count === 0 ? node.rivals : count < node.ownMin ? [] : node.laterRivals;
  return !rivals.some((rival) => elementMatches(rival, namespace, name));
}

/** True if a child of that name may come first. */
export function startsWith(node: ParticleNode, namespace: string, name: string): boolean {
  switch (node.kind) {
    case 'element':
      return elementMatches(node, namespace, name);
    case 'any':
      return anyMatches(node, 0, namespace, name);
    case 'choice':
    case 'all':
      for (const particle of node.particles) {
        if (startsWith(particle, namespace, name)) {
          return true;
        }
      }
      return false;
    case 'sequence':
      for (const particle of node.particles) {
        if (startsWith(particle, namespace, name)) {
          return true;
        }
        if (!isEmptiable(particle)) {
          return false;
        }
      }
      return false;
  }
}

/** True if a child of that name is possible anywhere below. */
export function containsName(node: ParticleNode, namespace: string, name: string): boolean {
  switch (node.kind) {
    case 'element':
      return elementMatches(node, namespace, name);
    case 'any':
      return wildcardAllows(node.wildcard, namespace, name);
    case 'choice':
    case 'all':
    case 'sequence':
      for (const particle of node.particles) {
        if (containsName(particle, namespace, name)) {
          return true;
        }
      }
      return false;
  }
}

/** True if an element particle or wildcard accepts a child after it accepted `count` others. */
export function leafTakes(
  node: Exclude<ParticleNode, GroupNode>,
  count: number,
  { namespace, name }: ChildName,
): boolean {
  return node.kind === 'any' ? anyMatches(node, count, namespace, name) : elementMatches(node, namespace, name);
}

/** The particles of an `xs:all`, wildcards last. */
export function elementsFirst({ particles }: GroupNode): readonly ParticleNode[] {
  return particles.some(({ kind }) => kind === 'any')
    ? [...particles.filter(({ kind }) => kind !== 'any'), ...particles.filter(({ kind }) => kind === 'any')]
    : particles;
}

/** As `matchContent`, for elements in a sequence, each of its own name. */
export function matchRecord(fields: readonly ElementNode[], children: readonly ChildName[]): Mismatch | undefined {
  let index = 0;
  let expected: string[] = [];
  for (const { element, ownMin, ownMax } of fields) {
    let count = 0;
    for (; count < ownMax && isNamed(children[index], element); count++) {
      index++;
      expected = [];
    }
    if (count < ownMax) {
      expected.push(expandedName(element.namespace, element.name));
    }
    if (count < ownMin) {
      return { index, expected: expected.slice(0, 10) };
    }
  }
  return index < children.length ? { index, expected: expected.slice(0, 10) } : undefined;
}

function isNamed(child: ChildName | undefined, element: ChildName): boolean {
  return child !== undefined && child.name === element.name && child.namespace === element.namespace;
}
