import { attributeValue } from '../../source/references.js';
import type {
  ElementReference,
  SchemaSet,
  XsdElementDeclaration,
  XsdElementParticle,
  XsdParticle,
  XsdWildcardParticle,
} from '../components.js';
import { modelGroupOf } from './content.js';
import type { Substitutions } from './members.js';

/** An element or a wildcard in a content model, groups expanded. */
export interface Leaf {
  readonly particle: XsdElementParticle | ElementReference | XsdWildcardParticle;
  /** The declaration and its possible replacements; empty for a wildcard. */
  readonly declarations: readonly XsdElementDeclaration[];
}

/** Models with more leaves than this are not checked: expanded groups can be made to grow without bound. */
const maxLeaves = 20_000;
/** Nor are groups nested deeper. */
const maxDepth = 200;

/** The leaves of a content model; nothing when one of them is not known, or when there are too many. */
export function leavesOf(
  particles: readonly XsdParticle[],
  schemas: SchemaSet,
  substitutions: Substitutions,
): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  const visit = (particle: XsdParticle, depth: number): boolean => {
    if (leaves.length > maxLeaves || depth > maxDepth) {
      return false;
    }
    switch (particle.kind) {
      case 'any':
        // The names that XML Schema 1.1 excludes from a wildcard are not known here.
        if (attributeValue(particle.source, 'notQName') !== undefined) {
          return false;
        }
        leaves.push({ particle, declarations: [] });
        return true;
      case 'element':
        leaves.push({ particle, declarations: [particle.declaration] });
        return true;
      case 'elementRef': {
        const declaration = schemas.elements.get(particle.reference.name);
        if (!declaration) {
          return false;
        }
        leaves.push({ particle, declarations: [declaration, ...substitutions.membersOf(declaration)] });
        return true;
      }
      case 'sequence':
      case 'choice':
      case 'all':
      case 'groupRef': {
        const group = modelGroupOf(particle, schemas);
        return group ? group.particles.every((child) => visit(child, depth + 1)) : isEmptyGroup(particle, schemas);
      }
    }
  };
  return particles.every((particle) => visit(particle, 0)) ? leaves : undefined;
}

function isEmptyGroup(particle: XsdParticle, schemas: SchemaSet): boolean {
  if (particle.kind !== 'groupRef') {
    return false;
  }
  const { target } = particle;
  const group = target.kind === 'inline' ? target.definition : schemas.groups.get(target.name);
  return group !== undefined && !group.model;
}
