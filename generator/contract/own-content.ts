import type { Content, ElementParticle, Particle } from './model.js';

/** What a type contains by its own declaration, without what it inherits: see `effectiveContent` for all of it. */

/** The content model of a content, if it has one. */
export function particleOf(content: Content): Particle | undefined {
  switch (content.kind) {
    case 'empty':
    case 'simple':
      return undefined;
    case 'elementOnly':
    case 'mixed':
      return content.particle;
  }
}

/** The elements of a content, in order. */
export function elementsOf(content: Content): readonly ElementParticle[] {
  const particle = particleOf(content);
  return particle === undefined ? [] : elementsIn(particle);
}

/** The elements of a content model, in order. */
export function elementsIn(particle: Particle): readonly ElementParticle[] {
  const found: ElementParticle[] = [];
  const visit = (each: Particle): void => {
    if (each.kind === 'element') {
      found.push(each);
    } else if (each.kind !== 'any') {
      each.particles.forEach(visit);
    }
  };
  visit(particle);
  return found;
}
