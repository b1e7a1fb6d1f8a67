import { isEmptiable } from '../../plan/emptiable.js';
import { propertiesOf } from '../../plan/groups.js';
import type { GroupNode, ParticleNode } from '../../plan/plan.js';
import type { FastGroup, FastOccurrences, FastParticle, FastProperties } from '../plan.js';

/** The most properties of one group: each is a bit of a number. */
const maxPlaces = 30;

/** How a group is written in the fast way; undefined if it has none. */
export function fastGroup(node: GroupNode, properties: FastProperties): FastGroup | undefined {
  const particles = node.particles.flatMap((particle) => fastParticle(particle, properties) ?? []);
  const places = node.properties.map((property) => properties.places.get(property) ?? 0);
  if (particles.length < node.particles.length || places.length > maxPlaces) {
    return undefined;
  }
  const kinds = node.properties.map((property) => listsOf(node.particles, property));
  if (kinds.some((lists) => lists.size !== 1)) {
    return undefined;
  }
  return {
    kind: node.kind === 'choice' ? 'choice' : 'sequence',
    node,
    particles,
    places,
    lists: kinds.map((lists) => lists.has(true)),
    masks: node.particles.map((particle) => maskOf(particle, node.properties)),
    emptiable: isEmptiable(node),
  };
}

/** Whether the property is a list: one answer, unless branches of a choice differ. */
function listsOf(particles: readonly ParticleNode[], property: string): ReadonlySet<boolean> {
  return new Set(
    particles.flatMap((particle) => {
      if (particle.property !== undefined) {
        return particle.property === property ? ['particles' in particle || particle.list] : [];
      }
      return 'particles' in particle ? [...listsOf(particle.particles, property)] : [];
    }),
  );
}

function maskOf(particle: ParticleNode, properties: readonly string[]): number {
  return propertiesOf(particle).reduce((mask, property) => mask | (1 << properties.indexOf(property)), 0);
}

function fastParticle(node: ParticleNode, properties: FastProperties): FastParticle | undefined {
  const place = node.property === undefined ? 0 : (properties.places.get(node.property) ?? 0);
  switch (node.kind) {
    case 'element':
      return { kind: 'element', node, place };
    case 'any':
      return { kind: 'any', node, place };
    case 'sequence':
    case 'choice':
    case 'all':
      return node.property === undefined ? fastGroup(node, properties) : fastOccurrences(node, place);
  }
}

function fastOccurrences(node: GroupNode, place: number): FastOccurrences | undefined {
  const item = propertiesNamed(node.properties);
  const group = item && fastGroup(node, item);
  return item && group && { kind: 'occurrences', node, place, item, group };
}

/** Properties in their order; undefined if two of them have one name. */
export function propertiesNamed(names: readonly string[]): FastProperties | undefined {
  const places = new Map(names.map((name, place) => [name, place]));
  return places.size < names.length ? undefined : { names, places, next: [...names.keys(), names.length] };
}
