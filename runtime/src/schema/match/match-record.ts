import { expandedName } from '../descriptor/resolve.js';
import type { ElementNode } from '../plan/plan.js';
import type { ChildName, Mismatch } from './child-names.js';

/** As `matchContent`, for elements in a sequence, each of its own name. */
export function matchRecord(fields: readonly ElementNode[], children: readonly ChildName[]): Mismatch | undefined {
  let index = 0;
  let expected: string[] = [];
  for (const { element, ownMin, ownMax } of fields) {
    let count = 0;
    for (; count < ownMax && isNamed(children[index], element); count++) {
      index++;
      expected = [];
    }
    if (count < ownMax) {
      expected.push(expandedName(element.namespace, element.name));
    }
    if (count < ownMin) {
      return { index, expected: expected.slice(0, 10) };
    }
  }
  return index < children.length ? { index, expected: expected.slice(0, 10) } : undefined;
}

function isNamed(child: ChildName | undefined, element: ChildName): boolean {
  return child !== undefined && child.name === element.name && child.namespace === element.namespace;
}
