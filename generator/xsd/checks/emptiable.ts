import type { SchemaSet, XsdParticle } from '../components.js';

/** Groups nested deeper are not checked. */
const maxDepth = 200;
/** Groups may be used often: each is checked only once. */
const known = new WeakMap<object, boolean | undefined>();

/** "Particle Emptiable" (Part 1, 3.9.6): whether a content model allows no elements at all. Nothing if that is unknown. */
export function emptiable(particle: XsdParticle | undefined, schemas: SchemaSet, depth = 0): boolean | undefined {
  if (!particle || particle.minOccurs === 0) {
    return true;
  }
  if (depth > maxDepth) {
    return undefined;
  }
  switch (particle.kind) {
    case 'element':
    case 'elementRef':
    case 'any':
      return false;
    case 'groupRef': {
      const { target } = particle;
      const group = target.kind === 'inline' ? target.definition : schemas.groups.get(target.name);
      if (!group || schemas.circular.has(group)) {
        return undefined;
      }
      if (!known.has(group)) {
        known.set(group, emptiable(group.model, schemas, depth + 1));
      }
      return known.get(group);
    }
    case 'sequence':
    case 'all': {
      const parts = particle.particles.map((part) => emptiable(part, schemas, depth + 1));
      return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
    }
    case 'choice': {
      if (particle.particles.length === 0) {
        return true;
      }
      const parts = particle.particles.map((part) => emptiable(part, schemas, depth + 1));
      return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
    }
  }
}
