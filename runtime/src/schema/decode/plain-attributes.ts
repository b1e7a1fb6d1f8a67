import { inheritanceOf } from '../context/attribute-engine.js';
import type { Decoder } from '../context/decoder.js';
import { expandedName, writeProperty } from '../descriptor/resolve.js';
import type { AttributePlan, ComplexPlan } from '../plan/plan.js';
import { noPrefixes } from '../plan/simple-plan.js';
import { checkFixed } from '../simple/fixed-value.js';
import { parsePlan } from '../simple/simple.js';
import { isOpen } from './open-attributes.js';
import { isInstanceName } from './other-attributes.js';

/** Reads attributes as they usually are, in little code: plain reading has it. Full reading reads them by `declared-attributes.ts`. */

type Value = Record<string, unknown>;

/** Reads the attributes of the start tag at the cursor into an object (Part 1, 3.4.4), and those that elements inside inherit. */
export function decodeAttributesPlainly(decoder: Decoder, plan: ComplexPlan, result: Value): void {
  if (plan.attributes.length > 0 || decoder.cursor.attributeCount > 0) {
    readAttributes(decoder, plan, result);
    decoder.inherited = inheritanceOf(plan)?.fromStart(decoder, plan) ?? decoder.inherited;
  }
}

/** The attributes of a nil element, as a value with `$nil`; null if it has none (Part 1, 3.3.4, 3). */
export function decodeNilPlainly(decoder: Decoder, plan: ComplexPlan, typeName: string | undefined): Value | null {
  const isGiven = ({ namespace, name }: AttributePlan): boolean =>
    decoder.cursor.attribute(namespace, name) !== undefined;
  if (!plan.attributes.some(isGiven) && Object.keys(openAttributes(decoder, plan)).length === 0) {
    return null;
  }
  const nilled: Value = typeName === undefined ? { $nil: true } : { $nil: true, $type: typeName };
  readAttributes(decoder, plan, nilled);
  return nilled;
}

function readAttributes(decoder: Decoder, plan: ComplexPlan, result: Value): void {
  for (const attribute of plan.attributes) {
    const value = decodeAttribute(decoder, attribute);
    if (value !== undefined) {
      writeProperty(result, attribute.property, value);
    }
  }
  if (plan.anyAttribute !== undefined) {
    result.$anyAttribute = openAttributes(decoder, plan);
  }
}

function decodeAttribute(decoder: Decoder, attribute: AttributePlan): unknown {
  const { namespace, name, property, required, tolerant, type } = attribute;
  const given = decoder.cursor.attribute(namespace, name);
  const text = given ?? (required ? undefined : (attribute.fixed ?? attribute.default));
  if (text === undefined && (!required || tolerant)) {
    return undefined;
  }
  decoder.path.push(property);
  if (text === undefined) {
    throw decoder.error('missing-attribute', `attribute "${name}" is missing`);
  }
  try {
    const value = parsePlan(type, text, given === undefined ? noPrefixes : decoder);
    checkFixed(type, value, attribute);
    decoder.path.pop();
    return value;
  } catch (error) {
    throw decoder.wrap(error);
  }
}

/** Attributes that a wildcard allows and the type does not declare. */
function openAttributes({ cursor }: Decoder, plan: ComplexPlan): Value {
  const open: Value = {};
  for (let i = 0; i < cursor.attributeCount; i++) {
    const namespace = cursor.attributeNamespace(i);
    const name = cursor.attributeName(i);
    const isDeclared = plan.attributes.some((each) => each.name === name && each.namespace === namespace);
    if (!isDeclared && !isInstanceName(namespace, name) && isOpen(plan, namespace, name)) {
      writeProperty(open, expandedName(cursor.wireNamespace(namespace), name), cursor.attributeValue(i));
    }
  }
  return open;
}
