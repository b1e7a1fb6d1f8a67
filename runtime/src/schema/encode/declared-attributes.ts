import type { Encoder } from '../context/encoder.js';
import { isRecord, readProperty } from '../descriptor/resolve.js';
import { parseExpandedName } from '../lexical/names.js';
import type { AttributePlan, ComplexPlan } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { formatPlan } from '../simple/simple.js';
import { requireFixed } from './encode-simple.js';

/** Writes the attributes of an object into the open element (Part 1, 3.4.4). */
export function encodeAttributes(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
  encodeDeclared(encoder, plan, value);
  if (plan.anyAttribute !== undefined && isRecord(value.$anyAttribute)) {
    encodeOpenAttributes(encoder, plan, value.$anyAttribute);
  }
}

function encodeOpenAttributes(encoder: Encoder, plan: ComplexPlan, attributes: Record<string, unknown>): void {
  for (const [key, text] of Object.entries(attributes)) {
    const { namespace, name } = parseExpandedName(key);
    if (typeof text === 'string') {
      encoder.output.attribute(encoder.output.programNamespace(namespace), name, text);
      encoder.checks?.openAttribute(encoder, plan, key, namespace, text);
    } else {
      encoder.problem(
        'wrong-type',
        `expected a string for the attribute ${JSON.stringify(key)}, got ${describe(text)}`,
      );
    }
  }
}

function encodeDeclared(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
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
  const { type } = attribute;
  try {
    const text = formatPlan(type, value, encoder.output);
    if (encoder.checks !== undefined) {
      encoder.checks.attribute(encoder, attribute, value, text);
    } else if (type.texts !== undefined && !type.texts.has(text)) {
      encoder.problem('enumeration', `${describe(value)} is not one of the enumerated values`);
    }
    requireFixed(encoder, type, value, attribute);
    encoder.output.attribute(attribute.namespace, attribute.name, text);
  } catch (error) {
    encoder.lexical(error);
  }
}
