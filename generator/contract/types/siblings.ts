import { expandedName } from '../../source/names.js';
import { type Substitutions, substitutionsOf } from '../../xsd/checks/members.js';
import type { ExpandedName, Particle } from '../model.js';
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
  const substitutions = substitutionsOf(context.schemas);
  for (const particle of particles) {
    collect(context, particle, substitutions, names);
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

function collect(
  context: TypeContext,
  particle: Particle,
  substitutions: Substitutions,
  names: Set<ExpandedName>,
): void {
  if (particle.kind === 'any') {
    return;
  }
  if (particle.kind !== 'element') {
    for (const inner of particle.particles) {
      collect(context, inner, substitutions, names);
    }
    return;
  }
  const name = expandedName(particle.namespace, particle.name);
  names.add(name);
  const head = particle.ref ? context.schemas.elements.get(name) : undefined;
  if (!head) {
    return;
  }
  for (const member of substitutions.membersOf(head)) {
    names.add(expandedName(member.namespace, member.name));
  }
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
