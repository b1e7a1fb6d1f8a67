import { endElement, startElement } from '../../xml/reader.js';
import { attributeEngine, decodedType } from '../context/attribute-engine.js';
import { engineOf, treeEngine } from '../context/content-engine.js';
import { type Decoder, enter, readText } from '../context/decoder.js';
import { derivationEngine } from '../context/derivation-engine.js';
import { writeProperty } from '../descriptor/resolve.js';
import type { ComplexPlan, ElementNode, ElementPlan } from '../plan/plan.js';
import { noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';
import { checkFixed } from './fixed-value.js';
import { isNil } from './is-nil.js';

/**
 * Reads elements as they usually are, in little code: bundles for browsers and workers have it. What fits its type is read as
 * `full-reading.ts` reads it; what a type does not have is ignored, and everything else is an error.
 */

type Value = Record<string, unknown>;

/** Value of the element at whose start the cursor is. */
export function decodePlainly(decoder: Decoder, element: ElementPlan): unknown {
  const declared = decodedType(decoder, element);
  if (declared.kind === 'complex' && declared.mode === 'tree') {
    return treeEngine(declared).decodeTree(decoder, element);
  }
  const found = derivationEngine(element, declared)?.decoded(decoder, element, declared);
  const { plan, typeName } = found ?? { plan: declared, typeName: undefined };
  if (element.nillable && isNil(decoder)) {
    const value = plan.kind === 'complex' ? attributeEngine(plan)?.decodeNil(decoder, plan, typeName) : null;
    decoder.skip();
    return value ?? null;
  }
  return plan.kind === 'simple'
    ? parseText(decoder, element, plan)
    : decodeComplex(decoder, element, plan, typeName === undefined ? {} : { $type: typeName });
}

function decodeComplex(decoder: Decoder, element: ElementPlan, plan: ComplexPlan, result: Value): unknown {
  if (plan.mode === 'array') {
    return engineOf(plan).decodeArray(decoder, plan, decodePlainly);
  }
  if (plan.mode === 'tree') {
    return treeEngine(plan).decodeTree(decoder, element);
  }
  const { inherited } = decoder;
  attributeEngine(plan)?.decode(decoder, plan, result);
  enter(decoder, plan);
  switch (plan.mode) {
    case 'text':
      result.$value = plan.text && parseText(decoder, element, plan.text);
      break;
    case 'mixed':
      engineOf(plan).decodeMixed(decoder, plan, element, result);
      break;
    case 'record':
      decodeFields(decoder, plan, result);
      break;
    case 'groups':
      engineOf(plan).decode(decoder, plan, result, decodePlainly);
      break;
  }
  decoder.inherited = inherited;
  decoder.load -= plan.weight;
  return plan.unwrap === undefined ? result : result[plan.unwrap];
}

/** Elements that each have their own name, in any order: the properties come in the order of the fields. */
function decodeFields(decoder: Decoder, { fields, byName }: ComplexPlan, result: Value): void {
  const { cursor } = decoder;
  const found = new Map<ElementNode, unknown[]>();
  while (cursor.next() !== endElement) {
    if (cursor.event === startElement) {
      const field = byName.get(cursor.localName)?.find(({ namespace }) => namespace === cursor.namespace)?.node;
      const values = (field && found.get(field)) ?? [];
      if (field === undefined || (values.length > 0 && !field.list)) {
        decoder.skip();
      } else {
        found.set(field, values);
        values.push(decodeField(decoder, field, values.length));
      }
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
    checkFixed(plan, value, element.fixed);
    return value;
  } catch (error) {
    throw decoder.wrap(error);
  }
}
