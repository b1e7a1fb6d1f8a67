import { leavesOf } from '../plan/members.js';
import { acceptsValue, noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { atomKey } from './orders.js';

/** Which member of a union a value belongs to. */
type MemberOf = (union: SimplePlan, value: unknown) => SimplePlan | undefined;

/**
 * A string that is the same for two values exactly when they are equal (Part 2, 2.2.1); values of different primitive types
 * differ. `memberOf` returns the member of a union; by default it is the first with such values, whatever its facets.
 */
export function valueKey(plan: SimplePlan, value: unknown, memberOf: MemberOf = firstMember): string {
  if (plan.variety === 'list') {
    const { item } = plan;
    if (!Array.isArray(value) || item === undefined) {
      return '';
    }
    return value.map((part) => valueKey(item, part, memberOf)).join(' ');
  }
  if (plan.variety === 'union') {
    const member = memberOf(plan, value);
    return member === undefined ? '' : valueKey(member, value, memberOf);
  }
  return atomicKey(plan, value);
}

function firstMember(union: SimplePlan, value: unknown): SimplePlan | undefined {
  return leavesOf(union).find((each) => acceptsValue(each, value));
}

function atomicKey(plan: SimplePlan, value: unknown): string {
  const { mapped } = plan;
  if (mapped !== undefined) {
    return plan.accepts(value) ? valueKey(mapped, mapped.parse(plan.format(value, noPrefixes), noPrefixes)) : '';
  }
  return atomKey(plan, value);
}
