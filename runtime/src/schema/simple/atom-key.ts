import type { SimplePlan } from '../plan/simple-plan.js';

/** The key of `valueKey`, for a type that is atomic and no scalar mapping. */
export function atomKey({ key, accepts }: SimplePlan, value: unknown): string {
  if (key !== undefined && accepts(value)) {
    return key(value);
  }
  return typeof value === 'string' ? `string:${value}` : `other:${String(value)}`;
}
