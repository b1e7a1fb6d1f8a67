import { expandedName } from '../../source/names.js';
import { substitutionsOf } from '../../xsd/checks/members.js';
import type { ExpandedName, Particle } from '../model.js';
import { elementsIn } from '../own-content.js';
import { boundedNames, notNamesField } from './attributes.js';
import type { TypeContext } from './context.js';

/**
 * The content of a type with `##definedSibling` of its wildcards (XML Schema 1.1, Part 1, 3.10.1) replaced by names: those of
 * all elements that the content model, including `inherited` particles, declares or allows by substitution.
 */
export function keepSiblingsOut(
  context: TypeContext,
  particle: Particle | undefined,
  inherited: readonly Particle[],
): Particle | undefined {
  if (!particle || context.siblingWildcards.size === 0 || !hasSiblingWildcard(context, particle)) {
    return particle;
  }
  return replace(context, particle, namesOf(context, [...inherited, particle]));
}

/** Names of all elements that particles declare, and of those that may stand in for them. */
export function namesOf(context: TypeContext, particles: readonly Particle[]): readonly ExpandedName[] {
  const names = new Set<ExpandedName>();
  for (const element of particles.flatMap(elementsIn)) {
    const name = expandedName(element.namespace, element.name);
    names.add(name);
    const head = element.ref ? context.schemas.elements.get(name) : undefined;
    for (const member of head ? substitutionsOf(context.schemas).membersOf(head) : []) {
      names.add(expandedName(member.namespace, member.name));
    }
  }
  return [...names];
}

function hasSiblingWildcard(context: TypeContext, particle: Particle): boolean {
  if (particle.kind === 'element') {
    return false;
  }
  if (particle.kind === 'any') {
    return context.siblingWildcards.has(particle);
  }
  return particle.particles.some((inner) => hasSiblingWildcard(context, inner));
}

function replace(context: TypeContext, particle: Particle, names: readonly ExpandedName[]): Particle {
  if (particle.kind === 'element') {
    return particle;
  }
  if (particle.kind !== 'any') {
    return { ...particle, particles: particle.particles.map((inner) => replace(context, inner, names)) };
  }
  const wildcard = context.siblingWildcards.get(particle);
  if (!wildcard) {
    return particle;
  }
  const kept = boundedNames(context, wildcard, '##definedSibling', names);
  return { ...particle, ...notNamesField([...(particle.notNames ?? []), ...kept], particle.namespaces) };
}
