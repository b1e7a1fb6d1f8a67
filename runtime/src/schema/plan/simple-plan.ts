import type { SimpleType } from '../descriptor/descriptor.js';
import type { SimplePlan, SimplePlanner, VarietyEngine } from './simple-nodes.js';

export { describe } from '../../base/describe.js';
export { noPrefixes } from '../lexical/names.js';

export type * from './simple-nodes.js';

const plans = new WeakMap<SimpleType, SimplePlan>();

/** The plan of a simple type; made once. */
export function simplePlan(type: SimpleType): SimplePlan {
  let plan = plans.get(type);
  if (plan === undefined) {
    const planner = type.planner as SimplePlanner | undefined;
    if (planner === undefined) {
      throw new TypeError(`the simple type "${type.name}" is not made by restriction, enumeration, list or union`);
    }
    plan = planner(type);
    plans.set(type, plan);
  }
  return plan;
}

/** The plan of a type, if it was made before. */
export function knownPlan(type: SimpleType): SimplePlan | undefined {
  return plans.get(type);
}

/** The engine of a list or union. */
export function varietiesOf({ engine }: SimplePlan): VarietyEngine {
  return engine?.varieties as VarietyEngine;
}

/** True for QName and NOTATION, which length facets do not bind and whose facets hold expanded names. */
export function isNameType({ builtIn }: SimplePlan): boolean {
  return builtIn === 'QName' || builtIn === 'NOTATION';
}

/** True if the value has the TypeScript type of the simple type. */
export function acceptsValue(plan: SimplePlan, value: unknown): boolean {
  return plan.variety === 'atomic' ? plan.accepts(value) : varietiesOf(plan).accepts(plan, value);
}
