import type { ElementDeclaration, TestExpression, TypeAlternative, TypeDefinition, TypeKey } from '../model.js';
import { expandedName } from '../names.js';
import { elementsOf } from '../own-content.js';
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
  for (const element of types.flatMap((type) => (type.kind === 'complexType' ? elementsOf(type.content) : []))) {
    if (element.ref) {
      total += members.get(expandedName(element.namespace, element.name)) ?? 0;
    }
    for (const alternative of element.alternatives ?? []) {
      total += alternativeSize * partsOf(alternative);
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
