import { attributeEngine } from '../context/attribute-engine.js';
import type { Encoder } from '../context/encoder.js';
import { instanceNamespace } from '../descriptor/resolve.js';
import type { ComplexPlan, ElementPlan, TypePlan } from '../plan/plan.js';

/** Elements that are nil (Part 1, 3.3.4, 3): `null`, or an object with `$nil` and the attributes of the type. */

/** Prefix of the namespace of `xsi:type` and `xsi:nil`. */
export const xsiPrefix = 'xsi';

/** Writes `null`: an element that is nil and has no attributes. */
export function encodeNull(encoder: Encoder, element: ElementPlan, target: TypePlan): void {
  writeNil(encoder, element, 'must not be null');
  encoder.checks?.nullValue(encoder, element, target);
}

/** Writes the values of `Nillable` other than `null`: a nil element with its attributes. */
export function encodeNilled(
  encoder: Encoder,
  element: ElementPlan,
  plan: ComplexPlan,
  value: Record<string, unknown>,
): void {
  writeNil(encoder, element, 'must not be nil');
  attributeEngine(plan)?.encode(encoder, plan, value);
  encoder.checks?.nilValue(encoder, plan, value);
}

function writeNil(encoder: Encoder, element: ElementPlan, refusal: string): void {
  if (!element.nillable) {
    encoder.problem('not-nillable', refusal);
  }
  encoder.checks?.nil(encoder, element);
  encoder.output.attribute(instanceNamespace, 'nil', 'true', xsiPrefix);
}
