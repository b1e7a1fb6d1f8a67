import type { Encoder } from '../context/encoder.js';
import { instanceNamespace } from '../descriptor/resolve.js';
import type { ComplexPlan, ElementPlan, TypePlan } from '../plan/plan.js';
import { encodeAttributes } from './encode-attributes.js';

/** Elements that are nil (Part 1, 3.3.4, 3): `null`, or an object with `$nil` and the attributes of the type. */

/** Prefix of the namespace of `xsi:type` and `xsi:nil`. */
export const xsiPrefix = 'xsi';

/** Writes `null`: an element that is nil and has no attributes. */
export function encodeNull(encoder: Encoder, element: ElementPlan, target: TypePlan): void {
  writeNil(encoder, element, 'must not be null');
  if (!encoder.validating || !element.nillable || target.kind !== 'complex') {
    return;
  }
  for (const { required, property, name } of target.attributes) {
    if (!required) {
      continue;
    }
    encoder.path.push(property);
    encoder.problem(
      'missing-attribute',
      `attribute "${name}" is missing; a nil element needs it too: { $nil: true, … }`,
    );
    encoder.path.pop();
  }
}

/** Writes the values of `Nillable` other than `null`: a nil element with its attributes. */
export function encodeNilled(
  encoder: Encoder,
  element: ElementPlan,
  plan: ComplexPlan,
  value: Record<string, unknown>,
): void {
  writeNil(encoder, element, 'must not be nil');
  encodeAttributes(encoder, plan, value);
  if (!encoder.validating) {
    return;
  }
  for (const property of Object.keys(value)) {
    if (value[property] === undefined || isNilProperty(plan, property)) {
      continue;
    }
    encoder.path.push(property);
    encoder.problem('nil-content', 'an element that is nil may have attributes, but no content');
    encoder.path.pop();
  }
}

function writeNil(encoder: Encoder, element: ElementPlan, refusal: string): void {
  if (!element.nillable) {
    encoder.problem('not-nillable', refusal);
  } else if (encoder.validating && element.fixed !== undefined) {
    encoder.problem('fixed', 'an element with a fixed value must not be nil');
  }
  encoder.trace?.nil();
  encoder.output.attribute(instanceNamespace, 'nil', 'true', xsiPrefix);
}

function isNilProperty(plan: ComplexPlan, property: string): boolean {
  if (property === '$nil' || property === '$type') {
    return true;
  }
  if (property === '$anyAttribute') {
    return plan.anyAttribute !== undefined;
  }
  return plan.attributes.some((attribute) => attribute.property === property);
}
