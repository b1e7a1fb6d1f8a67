import type { AttributeEngine } from '../context/attribute-engine.js';
import type { Encoder } from '../context/encoder.js';
import { isObject, readProperty } from '../descriptor/resolve.js';
import { parseExpandedName } from '../lexical/names.js';
import { planAttributes } from '../plan/attributes.js';
import type { AttributePlan, ComplexPlan } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { formatPlan } from '../simple/simple.js';
import { requireFixed } from './encode-simple.js';

/** Attributes that types declare. */
export const declaredAttributes: AttributeEngine = {
  plan: planAttributes,
  properties: ({ attributes, anyAttribute }) => [
    ...attributes.map(({ property }) => property),
    ...(anyAttribute === undefined ? [] : ['$anyAttribute']),
  ],
  encode: encodeAttributes,
};

/** Writes the attributes of an object into the open element (Part 1, 3.4.4). */
function encodeAttributes(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
  encodeDeclared(encoder, plan, value);
  if (plan.anyAttribute !== undefined) {
    encoder.path.push('$anyAttribute');
    encodeOpenAttributes(encoder, plan, readProperty(value, '$anyAttribute'));
    encoder.path.pop();
  }
}

function encodeOpenAttributes(encoder: Encoder, plan: ComplexPlan, attributes: unknown): void {
  if (attributes === undefined) {
    return;
  }
  if (!isObject(attributes)) {
    encoder.problem('wrong-type', `expected an object of attributes by name, got ${describe(attributes)}`);
    return;
  }
  for (const key of Object.keys(attributes)) {
    encoder.path.push(key);
    encodeOpenAttribute(encoder, plan, key, attributes[key]);
    encoder.path.pop();
  }
}

function encodeOpenAttribute(encoder: Encoder, plan: ComplexPlan, key: string, text: unknown): void {
  const { output, checks } = encoder;
  const { namespace, name } = parseExpandedName(key);
  if (typeof text !== 'string') {
    encoder.problem('wrong-type', `expected a string, got ${describe(text)}`);
    return;
  }
  try {
    (output.trial?.() ?? output).attribute(output.programNamespace(namespace), name, text);
    checks?.openAttribute(encoder, plan, key, namespace, text);
  } catch (error) {
    encoder.refuse(error);
  }
}

function encodeDeclared(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
  for (const attribute of plan.attributes) {
    encoder.path.push(attribute.property);
    const part = readProperty(value, attribute.property);
    if (part !== undefined) {
      encodeAttribute(encoder, attribute, part);
    } else if (attribute.required) {
      encoder.problem('missing-attribute', `attribute "${attribute.name}" is missing`);
    }
    encoder.path.pop();
    if (part === undefined && !attribute.required) {
      encoder.checks?.absentAttribute(encoder, attribute);
    }
  }
}

function encodeAttribute(encoder: Encoder, attribute: AttributePlan, value: unknown): void {
  const { type } = attribute;
  const { checks } = encoder;
  if (checks?.isRead === true) {
    checks.attribute(encoder, attribute, value, '');
    return;
  }
  try {
    const text = formatPlan(type, value, encoder.output);
    if (checks !== undefined) {
      checks.attribute(encoder, attribute, value, text);
    } else if (type.texts !== undefined && !type.texts.has(text)) {
      encoder.problem('enumeration', `${describe(value)} is not one of the enumerated values`);
    }
    requireFixed(encoder, type, value, attribute.fixed);
    encoder.output.attribute(attribute.namespace, attribute.name, text);
  } catch (error) {
    encoder.refuse(error);
  }
}
