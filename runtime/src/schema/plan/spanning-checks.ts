import { resolve } from '../descriptor/resolve.js';
import { itemTypeOf } from '../descriptor/soap-encoding.js';
import { derivedOf, standInPlans } from './derived-types.js';
import { leavesOf } from './members.js';
import { type ComplexPlan, type ElementPlan, planOf, type TypePlan, targetOf } from './plan.js';
import type { SimplePlan } from './simple-plan.js';
import { membersOf } from './substitution.js';

const known = new WeakMap<ElementPlan, boolean>();

/** True if values of the element may contain identity constraints or IDs, so that checking them spans elements. */
export function spansElements(element: ElementPlan): boolean {
  let result = known.get(element);
  if (result === undefined) {
    result = visitElement(element, new Set());
    known.set(element, result);
  }
  return result;
}

function visitElement(element: ElementPlan, seen: Set<TypePlan>): boolean {
  return (
    (element.constraints?.length ?? 0) > 0 ||
    visitType(targetOf(element), seen) ||
    standInPlans(element).some((plan) => visitType(plan, seen)) ||
    element.alternatives?.some(({ type }) => visitType(planOf(resolve(type)), seen)) === true
  );
}

function visitType(plan: TypePlan, seen: Set<TypePlan>): boolean {
  if (seen.has(plan)) {
    return false;
  }
  seen.add(plan);
  return plan.kind === 'simple' ? holdsIds(plan) : visitComplex(plan, seen);
}

/** True if values of the type are, or contain, IDs or references to them. */
export function holdsIds(plan: SimplePlan): boolean {
  if (plan.builtIn === 'ID' || plan.builtIn === 'IDREF') {
    return true;
  }
  return (plan.item !== undefined && holdsIds(plan.item)) || leavesOf(plan).some(holdsIds);
}

function visitComplex(plan: ComplexPlan, seen: Set<TypePlan>): boolean {
  if (plan.attributes.some(({ type }) => holdsIds(type)) || (plan.text !== undefined && holdsIds(plan.text))) {
    return true;
  }
  const array = plan.type.soapArray;
  if (array !== undefined && visitType(planOf(itemTypeOf(array, plan.type.engine)), seen)) {
    return true;
  }
  const members = plan.fields.flatMap((field) => membersOf(field));
  return (
    members.some((member) => visitElement(member.element, seen)) ||
    [...derivedOf(plan).byName.values()].some((type) => visitType(planOf(type), seen))
  );
}
