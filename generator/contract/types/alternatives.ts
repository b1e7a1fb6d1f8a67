import type {
  ElementDeclaration,
  Particle,
  TestExpression,
  TypeAlternative,
  TypeDefinition,
  TypeKey,
} from '../model.js';
import { headsOf } from '../queries.js';

/** Most alternatives of all positions of an input together; the largest known ones stay far below. */
export const maxAlternatives = 1_000_000;

/**
 * The weight of a type alternative, and of each part of its test, because it is written with its test wherever its element
 * occurs.
 */
const alternativeSize = 8;

/**
 * True if there are so many substitutable elements (Part 1, 3.3.6), types that may replace those they are derived from, type
 * alternatives, or values that enumerations inherit from their bases that the output would grow with the square of the
 * input. `depths` are steps of derivation.
 */
export function hasTooManyAlternatives(
  types: readonly TypeDefinition[],
  elements: ReadonlyMap<string, ElementDeclaration>,
  depths: ReadonlyMap<TypeKey, number>,
): boolean {
  let total = 0;
  for (const type of types) {
    if (type.kind === 'simpleType') {
      total += type.facets.enumeration?.length ?? 0;
    }
  }
  for (const depth of depths.values()) {
    total += depth;
  }
  const members = new Map<string, number>();
  for (const element of elements.values()) {
    const heads = new Set(headsOf(element));
    for (const name of heads) {
      if (total > maxAlternatives) {
        break;
      }
      members.set(name, (members.get(name) ?? 0) + 1);
      total++;
      const head = elements.get(name);
      if (head) {
        for (const next of headsOf(head)) {
          heads.add(next);
        }
      }
    }
  }
  const visit = (particle: Particle): void => {
    if (total > maxAlternatives) {
      return;
    }
    if (particle.kind === 'element') {
      if (particle.ref) {
        total += members.get(`{${particle.namespace}}${particle.name}`) ?? 0;
      }
      for (const alternative of particle.alternatives ?? []) {
        total += alternativeSize * partsOf(alternative);
      }
    } else if (particle.kind !== 'any') {
      for (const inner of particle.particles) {
        visit(inner);
      }
    }
  };
  for (const type of types) {
    if (type.kind !== 'complexType') {
      continue;
    }
    const { content } = type;
    if ((content.kind === 'elementOnly' || content.kind === 'mixed') && content.particle) {
      visit(content.particle);
    }
  }
  return total > maxAlternatives;
}

function partsOf({ test }: TypeAlternative): number {
  let count = 1;
  const pending: TestExpression[] = test ? [test] : [];
  for (let part = pending.pop(); part; part = pending.pop()) {
    count++;
    if (part.kind === 'or' || part.kind === 'and') {
      for (const operand of part.operands) {
        pending.push(operand);
      }
    } else if (part.kind === 'not') {
      pending.push(part.operand);
    }
  }
  return count;
}
