import type { AnyNode, ElementNode, GroupNode, ParticleNode } from './plan-nodes.js';

const none: readonly never[] = [];

/**
 * Lists in a part that is absent, which get their empty arrays all the same. The exceptions are lists that share their place with
 * a branch of a choice, and parts that would also need other members: by its type, such a part is there as a whole or not
 * at all.
 */
export function closedLists({ kind, particles }: GroupNode): readonly (ElementNode | AnyNode)[] {
  if ((kind === 'choice' && particles.length > 1) || !particles.every(isListOrOptional)) {
    return none;
  }
  return particles.filter(isList);
}

function isList(node: ParticleNode): node is ElementNode | AnyNode {
  return (node.kind === 'element' || node.kind === 'any') && node.list;
}

/** True for a particle without which the rest of its group may be there. */
function isListOrOptional(node: ParticleNode): boolean {
  if (node.kind === 'element' || node.kind === 'any') {
    return node.list || node.ownMin === 0;
  }
  return node.property === undefined ? isEmptiable(node) : node.min === 0;
}

/** True if nothing at all satisfies the particle (Part 1, 3.9.6, "emptiable"). */
export function isEmptiable(node: ParticleNode): boolean {
  if (node.kind === 'element' || node.kind === 'any') {
    return node.ownMin === 0;
  }
  if (node.min === 0) {
    return true;
  }
  return node.kind === 'choice' ? node.particles.some(isEmptiable) : node.particles.every(isEmptiable);
}
