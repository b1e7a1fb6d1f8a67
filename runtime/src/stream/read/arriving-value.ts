import { isRecord } from '../../schema/descriptor/resolve.js';
import type { ComplexPlan, ElementPlan } from '../../schema/plan/plan.js';
import { complexOf } from '../list/list-path.js';

/** The parameter of a handler that is called while its request arrives: what comes after the list is added at the end. */

/** Puts a stream in the place of the list at a path, and returns the value. */
export function placeStream(value: unknown, steps: readonly string[], stream: object): unknown {
  const [property, ...rest] = steps;
  if (property === undefined) {
    return stream;
  }
  if (isRecord(value)) {
    value[property] = rest.length === 0 ? stream : placeStream(value[property], rest, stream);
  }
  return value;
}

/** Takes out of a value what its type has after the list: it is not known yet. */
export function withoutLater(value: unknown, element: ElementPlan, steps: readonly string[]): void {
  const [property, ...rest] = steps;
  const plan = complexOf(element);
  if (property === undefined || plan === undefined || !isRecord(value)) {
    return;
  }
  const at = plan.fields.find((field) => field.property === property);
  for (const later of laterThan(plan, at?.index)) {
    delete value[later];
  }
  if (at !== undefined) {
    withoutLater(value[property], at.element, rest);
  }
}

function laterThan({ fields }: ComplexPlan, index = Number.POSITIVE_INFINITY): readonly string[] {
  return fields.filter((field) => field.index > index).map((field) => field.property);
}

/** Adds to a value what the whole has in addition; the list stays. */
export function addLater(value: unknown, whole: unknown, steps: readonly string[]): void {
  const [list, ...rest] = steps;
  if (list === undefined || !isRecord(value) || !isRecord(whole)) {
    return;
  }
  for (const [property, found] of Object.entries(whole)) {
    if (property !== list) {
      value[property] = found;
    }
  }
  addLater(value[list], whole[list], rest);
}
