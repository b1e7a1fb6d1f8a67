import type { Encoder } from '../context/encoder.js';
import { readProperty } from '../descriptor/resolve.js';
import type { AttributePlan, ComplexPlan } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { formatPlan } from '../simple/simple.js';
import { requireFixed } from './encode-simple.js';

/** Writes the declared attributes of an object into the open element (Part 1, 3.4.4). */
export function encodeDeclared(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
  for (const attribute of plan.attributes) {
    const part = readProperty(value, attribute.property);
    if (part === undefined) {
      if (attribute.required) {
        encoder.path.push(attribute.property);
        encoder.problem('missing-attribute', `attribute "${attribute.name}" is missing`);
        encoder.path.pop();
      } else {
        encoder.checks?.absentAttribute(encoder, attribute);
      }
    } else {
      encoder.path.push(attribute.property);
      encodeAttribute(encoder, attribute, part);
      encoder.path.pop();
    }
  }
}

function encodeAttribute(encoder: Encoder, attribute: AttributePlan, value: unknown): void {
  const { type, fixed } = attribute;
  try {
    const text = formatPlan(type, value, encoder.output);
    if (encoder.checks !== undefined) {
      encoder.checks.attribute(encoder, attribute, value, text);
    } else if (type.texts !== undefined && !type.texts.has(text)) {
      encoder.problem('enumeration', `${describe(value)} is not one of the enumerated values`);
    }
    if (fixed !== undefined) {
      requireFixed(encoder, type, value, fixed);
    }
    encoder.output.attribute(attribute.namespace, attribute.name, text);
  } catch (error) {
    encoder.lexical(error);
  }
}
