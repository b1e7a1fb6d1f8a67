import { nextChild, skipElement } from '../../xml/children.js';
import { attributeEngine, decodedType } from '../context/attribute-engine.js';
import { contentEngine, treeEngine } from '../context/content-engine.js';
import { type Decoder, enter, readText } from '../context/decoder.js';
import { derivationEngine } from '../context/derivation-engine.js';
import { writeProperty } from '../descriptor/resolve.js';
import type { ComplexPlan, ElementNode, ElementPlan } from '../plan/plan.js';
import { noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { checkFixed } from '../simple/fixed-value.js';
import { parsePlan } from '../simple/simple.js';
import { isNil } from './is-nil.js';

/**
 * Reads elements as they usually are, in little code: bundles for browsers and workers have it. Content that fits its type is read as
 * `full-reading.ts` reads it; elements and attributes that the type does not have are ignored, and everything else is an error.
 */

type Value = Record<string, unknown>;

/** Value of the element at whose start the cursor is. */
export function decodePlainly(decoder: Decoder, element: ElementPlan): unknown {
  const declared = decodedType(decoder, element);
  const found = derivationEngine(element, declared)?.decoded(decoder, element, declared);
  const { plan, typeName } = found ?? { plan: declared, typeName: undefined };
  if (plan.kind === 'complex' && (plan.mode === 'tree' || plan.mode === 'array')) {
    return treeEngine(plan).decodeWhole(decoder, plan, element, decodePlainly);
  }
  if (element.nillable && isNil(decoder)) {
    const value = plan.kind === 'complex' ? attributeEngine(plan)?.decodeNil(decoder, plan, typeName) : null;
    skipElement(decoder.cursor);
    return value ?? null;
  }
  return plan.kind === 'simple'
    ? parseText(decoder, element, plan)
    : decodeComplex(decoder, element, plan, typeName === undefined ? {} : { $type: typeName });
}

function decodeComplex(decoder: Decoder, element: ElementPlan, plan: ComplexPlan, result: Value): unknown {
  const { inherited } = decoder;
  attributeEngine(plan)?.decode(decoder, plan, result);
  enter(decoder, plan);
  if (plan.text !== undefined) {
    result.$value = parseText(decoder, element, plan.text);
  } else if (plan.mode === 'record') {
    decodeFields(decoder, plan, result);
  } else {
    contentEngine(plan)?.decode(decoder, plan, element, result, decodePlainly);
  }
  decoder.inherited = inherited;
  decoder.load -= plan.weight;
  return plan.unwrap === undefined ? result : result[plan.unwrap];
}

/** Elements that each have their own name, in any order: the properties come in the order of the fields. */
function decodeFields(decoder: Decoder, { fields, byName }: ComplexPlan, result: Value): void {
  const { cursor } = decoder;
  const found = new Map<ElementNode, unknown[]>();
  while (nextChild(cursor)) {
    const field = byName.get(cursor.localName)?.find(({ namespace }) => namespace === cursor.namespace)?.node;
    const values = (field && found.get(field)) ?? [];
    if (field === undefined || (values.length > 0 && !field.list)) {
      skipElement(cursor);
    } else {
      found.set(field, values);
      values.push(decodeField(decoder, field, values.length));
    }
  }
  for (const field of fields) {
    takeField(decoder, field, found.get(field) ?? [], result);
  }
}

function decodeField(decoder: Decoder, { property, list, element }: ElementNode, index: number): unknown {
  const { path } = decoder;
  const { length } = path;
  path.push(property);
  if (list) {
    path.push(index);
  }
  const value = decodePlainly(decoder, element);
  path.length = length;
  return value;
}

function takeField(
  decoder: Decoder,
  { property, list, min, element }: ElementNode,
  values: readonly unknown[],
  result: Value,
): void {
  if (list || values.length > 0) {
    writeProperty(result, property, list ? values : values[0]);
  } else if (min > 0 && element.absentNull) {
    writeProperty(result, property, null);
  } else if (min > 0 && !element.tolerant) {
    decoder.path.push(property);
    throw decoder.error('missing-element', `element "${element.name}" is missing`);
  }
}

/** Value of the text of the element at whose start the cursor is. */
function parseText(decoder: Decoder, element: ElementPlan, plan: SimplePlan): unknown {
  const text = readText(decoder);
  const fallback = text === '' ? (element.fixed ?? element.default) : undefined;
  try {
    const value = parsePlan(plan, fallback ?? text, fallback === undefined ? decoder : noPrefixes);
    checkFixed(plan, value, element);
    return value;
  } catch (error) {
    throw decoder.wrap(error);
  }
}
