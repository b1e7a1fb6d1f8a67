import type { Encoder } from '../context/encoder.js';
import { instanceNamespace } from '../descriptor/resolve.js';
import { formatQName } from '../lexical/names.js';
import { derivedAt } from '../plan/derived-types.js';
import { type ComplexPlan, complexPlan, type ElementPlan } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { xsiPrefix } from './encode-nil.js';

/** The type of the value: the declared one, or the one that `$type` names; then `xsi:type` is written. */
export function encodeDerived(
  encoder: Encoder,
  element: ElementPlan | undefined,
  declared: ComplexPlan,
  value: Record<string, unknown>,
): ComplexPlan | undefined {
  const typeName = value.$type;
  let plan = declared;
  if (typeName !== undefined) {
    const type = derivedAt(element, declared).byTypeName.get(typeName as string);
    if (type === undefined) {
      encoder.problem('unknown-type', `$type ${describe(typeName)} is not a type that is allowed here`);
      return undefined;
    }
    plan = complexPlan(type);
    const { output } = encoder;
    output.attribute(instanceNamespace, 'type', formatQName(type, output), xsiPrefix);
    encoder.checks?.derived(type);
  }
  if (plan.abstract) {
    encoder.problem('abstract-type', `the type "${plan.type.name}" is abstract; $type must name another`);
    return undefined;
  }
  return plan;
}
