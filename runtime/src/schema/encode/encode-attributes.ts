import type { Encoder } from '../context/encoder.js';
import { declarationNamed } from '../descriptor/declarations.js';
import type { AttributeDescriptor, LexicalContext } from '../descriptor/descriptor.js';
import { isRecord, readProperty, resolve } from '../descriptor/resolve.js';
import { wildcardAllows } from '../descriptor/wildcard.js';
import { parseExpandedName } from '../lexical/names.js';
import type { AttributePlan, ComplexPlan } from '../plan/plan.js';
import { describe, isNameType, simplePlan } from '../plan/simple-plan.js';
import { formatPlan, parsePlan } from '../simple/simple.js';
import { checkSimple, requireFixed } from './encode-simple.js';

/** Writes the attributes of an object into the open element (Part 1, 3.4.4). */
export function encodeAttributes(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
  for (const attribute of plan.attributes) {
    const part = readProperty(value, attribute.property);
    if (part === undefined) {
      if (attribute.required) {
        encoder.path.push(attribute.property);
        encoder.problem('missing-attribute', `attribute "${attribute.name}" is missing`);
        encoder.path.pop();
      } else {
        encoder.trace?.absentAttribute(attribute, encoder.place());
      }
    } else {
      encoder.path.push(attribute.property);
      encodeAttribute(encoder, attribute, part);
      encoder.path.pop();
    }
  }
  if (plan.anyAttribute !== undefined && isRecord(value.$anyAttribute)) {
    encodeOpenAttributes(encoder, plan, value.$anyAttribute);
  }
}

function encodeAttribute(encoder: Encoder, attribute: AttributePlan, value: unknown): void {
  const { type, fixed } = attribute;
  try {
    const text = formatPlan(type, value, encoder.output);
    if (encoder.validating) {
      checkSimple(encoder, type, value, text);
    } else if (type.texts !== undefined && !type.texts.has(text)) {
      encoder.problem('enumeration', `${describe(value)} is not one of the enumerated values`);
    }
    if (fixed !== undefined) {
      requireFixed(encoder, type, value, fixed);
    }
    encoder.trace?.attribute(attribute.namespace, attribute.name, type, value, encoder.place());
    encoder.output.attribute(attribute.namespace, attribute.name, text);
  } catch (error) {
    encoder.lexical(error);
  }
}

function encodeOpenAttributes(encoder: Encoder, plan: ComplexPlan, attributes: Record<string, unknown>): void {
  for (const [key, text] of Object.entries(attributes)) {
    const { namespace, name } = parseExpandedName(key);
    if (typeof text === 'string') {
      encoder.output.attribute(encoder.output.programNamespace(namespace), name, text);
      if (encoder.validating) {
        checkOpenAttribute(encoder, plan, key, namespace, text);
      }
    } else {
      encoder.problem(
        'wrong-type',
        `expected a string for the attribute ${JSON.stringify(key)}, got ${describe(text)}`,
      );
    }
  }
}

/** An attribute that a wildcard allows: its namespace, and its value if it is declared (Part 1, 3.10.1). */
function checkOpenAttribute(encoder: Encoder, plan: ComplexPlan, key: string, namespace: string, text: string): void {
  const { anyAttribute } = plan;
  if (anyAttribute === undefined) {
    return;
  }
  encoder.path.push('$anyAttribute', key);
  if (!wildcardAllows(anyAttribute, namespace, parseExpandedName(key).name)) {
    encoder.problem('wildcard', `namespace ${JSON.stringify(namespace)} is not allowed here`);
  } else if (anyAttribute.process !== 'skip' && encoder.declarations?.attributes !== undefined) {
    const declared = declarationNamed(encoder.declarations.attributes, key);
    if (declared !== undefined) {
      checkDeclared(encoder, declared, text);
    } else if (anyAttribute.process === 'strict') {
      encoder.problem('undeclared-attribute', 'the attribute is not declared');
    }
  }
  encoder.path.length -= 2;
}

/** The text of an open attribute is kept without the declarations of its prefixes, so a name is checked as far as possible. */
const anyPrefix: LexicalContext = { resolvePrefix: () => '', prefixFor: () => '' };

function checkDeclared(encoder: Encoder, declared: AttributeDescriptor, text: string): void {
  const type = simplePlan(resolve(declared.type));
  try {
    if (isNameType(type)) {
      parsePlan({ ...type, facets: undefined }, text, anyPrefix, 'all');
      return;
    }
    const value = parsePlan(type, text, encoder.output, 'all');
    if (declared.fixed !== undefined) {
      requireFixed(encoder, type, value, declared.fixed);
    }
    encoder.trace?.attribute(declared.namespace, declared.name, type, value, encoder.place());
  } catch (error) {
    encoder.lexical(error);
  }
}
