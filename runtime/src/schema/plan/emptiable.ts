import type { ParticleNode } from './plan-nodes.js';

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
