import { readProperty } from '../descriptor/resolve.js';
import { isEmptiable } from '../plan/emptiable.js';
import { propertiesOf } from '../plan/groups.js';
import type { GroupNode, ParticleNode } from '../plan/plan.js';
import { containsName } from './child-names.js';

/** The parts of a content model that an object fills: shared by the code that reads, writes and checks values. */

/** True if the object has something for one of the properties of a particle. */
export function isPresent(node: ParticleNode, object: object): boolean {
  const { property } = node;
  if (property !== undefined) {
    return holds(node, property, object);
  }
  if (!('particles' in node)) {
    return false;
  }
  for (const particle of node.particles) {
    if (isPresent(particle, object)) {
      return true;
    }
  }
  return false;
}

/** An array without items is nothing where it is the occurrences of the particle, and something where it is the value of an element. */
function holds(node: ParticleNode, property: string, object: object): boolean {
  const value = readProperty(object, property);
  if (value === undefined) {
    return false;
  }
  const isList = 'particles' in node || node.list;
  return !(isList && Array.isArray(value) && value.length === 0);
}

/** Adds the properties of a particle for which the object has something. */
function addPresent(node: ParticleNode, object: object, present: string[]): void {
  if (node.property !== undefined) {
    if (holds(node, node.property, object)) {
      present.push(node.property);
    }
  } else if ('particles' in node) {
    for (const particle of node.particles) {
      addPresent(particle, object, present);
    }
  }
}

/** The branch of a choice that an object fills: one, none, or properties of several. */
export type ChosenBranch = ParticleNode | 'none' | 'several';

/** The branch that has all properties of the object; of several such branches, one whose required parts the object has. */
export function chooseBranch(choice: GroupNode, object: object): ChosenBranch {
  let only: ParticleNode | undefined;
  for (const branch of choice.particles) {
    if (isPresent(branch, object)) {
      if (only !== undefined) {
        return chooseAmong(choice, object);
      }
      only = branch;
    }
  }
  return only ?? 'none';
}

/** As `chooseBranch`, where there is something for several branches. */
function chooseAmong(choice: GroupNode, object: object): ChosenBranch {
  const present: string[] = [];
  for (const branch of choice.particles) {
    addPresent(branch, object, present);
  }
  const candidates = choice.particles.filter((branch) => {
    const properties = propertiesOf(branch);
    return present.every((property) => properties.includes(property));
  });
  return candidates.find((branch) => isComplete(branch, object)) ?? candidates[0] ?? 'several';
}

function isComplete(node: ParticleNode, object: object): boolean {
  if (node.kind === 'element' || node.kind === 'any') {
    return node.min === 0 || isPresent(node, object);
  }
  if (node.property !== undefined) {
    return node.min === 0 || isPresent(node, object);
  }
  if (!isPresent(node, object)) {
    return isEmptiable(node);
  }
  switch (node.kind) {
    case 'choice': {
      const branch = chooseBranch(node, object);
      return typeof branch === 'object' && isComplete(branch, object);
    }
    case 'sequence':
    case 'all':
      return node.particles.every((particle) => isComplete(particle, object));
  }
}

/** A message names all branches of a choice of so many properties: with longer ones, many small elements would make messages that are far larger than they are. */
const mostNamed = 20;

/** The choice in which an element is of another branch than the object has something for; undefined if there is none that a message can name. */
export function takenChoice(
  node: ParticleNode,
  namespace: string,
  name: string,
  object: object,
): GroupNode | undefined {
  if (!('particles' in node) || node.property !== undefined) {
    return undefined;
  }
  for (const particle of node.particles) {
    const inner = takenChoice(particle, namespace, name, object);
    if (inner !== undefined) {
      return inner;
    }
  }
  if (node.kind !== 'choice' || node.properties.length > mostNamed) {
    return undefined;
  }
  const isOther = (branch: ParticleNode): boolean => !containsName(branch, namespace, name);
  const isTaken =
    !node.particles.every(isOther) && node.particles.some((branch) => isOther(branch) && isPresent(branch, object));
  return isTaken ? node : undefined;
}

/** What is wrong where there is something for several branches, read or written. */
export function severalBranches({ properties }: GroupNode): string {
  return `only one branch of the choice of ${properties.join(', ')} may be present`;
}
