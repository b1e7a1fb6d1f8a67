import { attributeEngine } from '../context/attribute-engine.js';
import type { Encoder } from '../context/encoder.js';
import { isRecord } from '../descriptor/resolve.js';
import { parseExpandedName } from '../lexical/names.js';
import type { ComplexPlan } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';

/** Writes the attributes of an object into the open element (Part 1, 3.4.4). */
export function encodeAttributes(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
  attributeEngine(plan)?.encode(encoder, plan, value);
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
