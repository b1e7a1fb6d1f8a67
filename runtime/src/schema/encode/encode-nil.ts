import { attributeEngine } from '../context/attribute-engine.js';
import type { Encoder } from '../context/encoder.js';
import { instanceNamespace } from '../descriptor/resolve.js';
import type { ElementNode, ElementPlan, TypePlan } from '../plan/plan.js';

/** Elements that are nil (Part 1, 3.3.4, 3): `null`, or an object with `$nil` and the attributes of the type. */

/** Prefix of the namespace of `xsi:type` and `xsi:nil`. */
export const xsiPrefix = 'xsi';

/** Writes `null`, an element that is nil and has no attributes, or another value of `Nillable`: a nil element with its attributes. */
export function encodeNil(
  encoder: Encoder,
  element: ElementPlan,
  target: TypePlan,
  value: Record<string, unknown> | null,
): void {
  const { checks } = encoder;
  if (!element.nillable) {
    encoder.problem('not-nillable', `must not be ${value && 'nil'}`);
  }
  checks?.nil(encoder, element);
  encoder.output.attribute(instanceNamespace, 'nil', 'true', xsiPrefix);
  if (value !== null && target.kind === 'complex') {
    attributeEngine(target)?.encode(encoder, target, value);
  }
  checks?.nilValue(encoder, element, target, value);
}

/** What `null` stands for in a field: an element that is nil, or none; undefined where that takes a closer look. */
export function nullOf({ list, substitutes, element }: ElementNode): 'nil' | 'absent' | undefined {
  if (element.absentNull === true) {
    return 'absent';
  }
  const isPlain = !list && substitutes === undefined && element.alternatives === undefined;
  return element.nillable && isPlain && element.standIns === undefined && !element.abstract ? 'nil' : undefined;
}
