import { wildcardAllows } from '../descriptor/wildcard.js';
import type { ComplexPlan } from '../plan/plan.js';

/** True for the name of an attribute that the wildcard of a type takes. */
export function isOpen({ anyAttribute }: ComplexPlan, namespace: string, name: string): boolean {
  return anyAttribute !== undefined && wildcardAllows(anyAttribute, namespace, name);
}
