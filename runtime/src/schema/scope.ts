import { isEmptiable } from './match.js';
import { type GroupNode, type ParticleNode, propertiesOf } from './plan.js';
import { readProperty } from './resolve.js';

/** Which parts of a content model an object fills: shared by what reads, writes and checks values. */

/** True when the object has something for the property; an empty list is nothing. */
export function hasProperty(object: object, property: string): boolean {
  const value = readProperty(object, property);
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** True when the object has something for one of the properties of a particle. */
export function isPresent(node: ParticleNode, object: object): boolean {
  return propertiesOf(node).some((property) => hasProperty(object, property));
}

/** Which branch of a choice an object fills: one, none, or properties of several. */
export type ChosenBranch = ParticleNode | 'none' | 'several';

/** The branch that has all the properties that are present; of several such, one whose required parts are there. */
export function chooseBranch(choice: GroupNode, object: object): ChosenBranch {
  const present = choice.properties.filter((property) => hasProperty(object, property));
  if (present.length === 0) return 'none';
  const candidates = choice.particles.filter((branch) => {
    const properties = propertiesOf(branch);
    return present.every((property) => properties.includes(property));
  });
  return candidates.find((branch) => isComplete(branch, object)) ?? candidates[0] ?? 'several';
}

function isComplete(node: ParticleNode, object: object): boolean {
  if (node.kind === 'element' || node.kind === 'any') return node.min === 0 || hasProperty(object, node.property);
  if (node.property !== undefined) return node.min === 0 || hasProperty(object, node.property);
  if (!isPresent(node, object)) return isEmptiable(node);
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
