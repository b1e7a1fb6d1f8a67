import type { SimplePlan } from '../plan/simple-plan.js';
import { keyOfDecimal, valueOrder } from './orders.js';

/** The key of `valueKey`, for a type that is atomic and no scalar mapping. */
export function atomKey(plan: SimplePlan, value: unknown): string {
  const { key } = valueOrder(plan);
  if (plan.accepts(value)) {
    if (key !== undefined) {
      return key(value);
    }
    // Numbers without a key are integers.
    if (typeof value === 'bigint' || typeof value === 'number') {
      return keyOfDecimal(value);
    }
  }
  return typeof value === 'string' ? `string:${value}` : `other:${String(value)}`;
}
