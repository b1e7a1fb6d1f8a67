import { attributeEngine } from '../context/attribute-engine.js';
import type { Decoder } from '../context/decoder.js';
import { expandedName, instanceNamespace, lookUpName, writeProperty } from '../descriptor/resolve.js';
import { wildcardAllows } from '../descriptor/wildcard.js';
import { parseTypeName } from '../lexical/names.js';
import { collapseWhiteSpace } from '../lexical/whitespace.js';
import type { ComplexPlan } from '../plan/plan.js';

/** Expanded name in `xsi:type`, if there is one. */
export function typeAttribute(decoder: Decoder): string | undefined {
  const text = decoder.cursor.attribute(instanceNamespace, 'type');
  if (text === undefined) {
    return undefined;
  }
  try {
    const { namespace, name } = parseTypeName(collapseWhiteSpace(text), decoder.context);
    return lookUpName(namespace, name);
  } catch (error) {
    throw decoder.wrap(error);
  }
}

/** Reads the attributes of the start tag at the cursor into an object (Part 1, 3.4.4). */
export function decodeAttributes(decoder: Decoder, plan: ComplexPlan, result: Record<string, unknown>): void {
  const found = attributeEngine(plan)?.decode(decoder, plan, result) ?? 0;
  if (decoder.cursor.attributeCount > found || plan.anyAttribute !== undefined) {
    decodeOthers(decoder, plan, result);
  }
}

/** True for the attributes of the schema instance namespace, which every element may have (Part 1, 2.6). */
export function isInstanceName(namespace: string, name: string): boolean {
  return namespace === instanceNamespace && /^(?:type|nil|schemaLocation|noNamespaceSchemaLocation)$/.test(name);
}

/** Refuses attributes that the type does not have. */
export function checkAttributeNames(decoder: Decoder, plan: ComplexPlan): void {
  decodeOthers(decoder, plan, {});
}

/** True if the start tag at the cursor has an attribute of the type, declared or allowed by its wildcard. */
export function hasAttributes(decoder: Decoder, plan: ComplexPlan): boolean {
  const { cursor } = decoder;
  for (let i = 0; i < cursor.attributeCount; i++) {
    const namespace = cursor.attributeNamespace(i);
    const name = cursor.attributeName(i);
    if (isInstanceName(namespace, name)) {
      continue;
    }
    if (isDeclared(plan, namespace, name)) {
      return true;
    }
    if (plan.anyAttribute !== undefined && wildcardAllows(plan.anyAttribute, namespace, name)) {
      return true;
    }
  }
  return false;
}

function isDeclared(plan: ComplexPlan, namespace: string, name: string): boolean {
  return plan.attributes.some((attribute) => attribute.name === name && attribute.namespace === namespace);
}

/** True for an attribute that SOAP encoding puts on any element. */
export function isEncodingAttribute({ encoding }: Decoder, namespace: string, name: string): boolean {
  return encoding?.isAttribute(namespace, name) === true;
}

/** Attributes that are not declared: those of `xsi`, those that a wildcard allows, and others. */
function decodeOthers(decoder: Decoder, plan: ComplexPlan, result: Record<string, unknown>): void {
  const { cursor } = decoder;
  const open: Record<string, string> = {};
  for (let i = 0; i < cursor.attributeCount; i++) {
    const namespace = cursor.attributeNamespace(i);
    const name = cursor.attributeName(i);
    if (isInstanceName(namespace, name)) {
      continue;
    }
    if (isDeclared(plan, namespace, name)) {
      continue;
    }
    if (plan.anyAttribute !== undefined && wildcardAllows(plan.anyAttribute, namespace, name)) {
      const onWire = cursor.wireNamespace(namespace);
      decoder.countName(onWire);
      writeProperty(open, expandedName(onWire, name), cursor.attributeValue(i));
    } else if (
      !isEncodingAttribute(decoder, namespace, name) &&
      attributeEngine(plan)?.isReadAs(decoder, plan, i) !== true
    ) {
      decoder.unknown('attribute', namespace, name);
    }
  }
  if (plan.anyAttribute !== undefined) {
    result.$anyAttribute = open;
  }
}
