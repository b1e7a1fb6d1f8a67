import type { Decoder } from '../context/decoder.js';
import { LexicalError, XmlDecodeError } from '../descriptor/errors.js';
import { expandedName, instanceNamespace, lookUpName, writeProperty } from '../descriptor/resolve.js';
import { wildcardAllows } from '../descriptor/wildcard.js';
import { parseTypeName } from '../lexical/names.js';
import { collapseWhiteSpace } from '../lexical/whitespace.js';
import type { AttributePlan, ComplexPlan } from '../plan/plan.js';
import { equalValues, noPrefixes } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';
import { attributePlace, recoverMissing, recoverText } from './decode-missing.js';

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
  const { cursor } = decoder;
  let found = 0;
  for (const attribute of plan.attributes) {
    let text = cursor.attribute(attribute.namespace, attribute.name);
    if (text === undefined && decoder.near && cursor.attributeCount > found) {
      text = readLookAlike(decoder, plan, attribute);
    }
    if (text !== undefined) {
      found++;
    }
    const value = decodeAttribute(decoder, attribute, text);
    if (value !== undefined) {
      writeProperty(result, attribute.property, value);
    }
  }
  if (cursor.attributeCount > found || plan.anyAttribute !== undefined) {
    decodeOthers(decoder, plan, result);
  }
}

/** The text of an attribute whose exact name is not there, if another one stands for it. The listener is called. */
function readLookAlike(decoder: Decoder, plan: ComplexPlan, attribute: AttributePlan): string | undefined {
  const at = lookAlikeAt(decoder, plan, attribute);
  if (at < 0) {
    return undefined;
  }
  decoder.tell('namespace', decoder.cursor.attributeNamespace(at), attribute.name);
  return decoder.cursor.attributeValue(at);
}

/**
 * Index of the attribute that stands for one whose exact name is not there: without a prefix where the type has it with one, or with the prefix
 * of the element or its type where the type has it without. -1 if there is none, or several.
 */
function lookAlikeAt(decoder: Decoder, plan: ComplexPlan, { namespace, name }: AttributePlan): number {
  const { cursor } = decoder;
  let at = -1;
  for (let i = 0; i < cursor.attributeCount; i++) {
    if (cursor.attributeName(i) === name && isLookAlike(decoder, plan, cursor.attributeNamespace(i), namespace)) {
      if (at >= 0) {
        return -1;
      }
      at = i;
    }
  }
  return at >= 0 && isFree(plan, cursor.attributeNamespace(at), name) ? at : -1;
}

function isLookAlike({ cursor }: Decoder, { type }: ComplexPlan, found: string, declared: string): boolean {
  return declared === '' ? found !== '' && (found === cursor.namespace || found === type.namespace) : found === '';
}

/** True for a name that no attribute of the type and no wildcard takes, and whose local part one attribute has. */
function isFree(plan: ComplexPlan, namespace: string, name: string): boolean {
  const isOpen = plan.anyAttribute !== undefined && wildcardAllows(plan.anyAttribute, namespace, name);
  const same = plan.attributes.filter((each) => each.name === name);
  return !isOpen && same.length === 1 && same[0]?.namespace !== namespace;
}

function decodeAttribute(decoder: Decoder, attribute: AttributePlan, text: string | undefined): unknown {
  const used = text ?? (attribute.required ? undefined : (attribute.fixed ?? attribute.default));
  if (used === undefined && !attribute.required) {
    return undefined;
  }
  decoder.path.push(attribute.property);
  const value =
    decoder.collector === undefined
      ? usedAttribute(decoder, attribute, used, text === undefined)
      : collectedAttribute(decoder, attribute, used, text === undefined);
  decoder.path.pop();
  return value;
}

function usedAttribute(
  decoder: Decoder,
  attribute: AttributePlan,
  text: string | undefined,
  isDefault: boolean,
): unknown {
  return text === undefined
    ? missingAttribute(decoder, attribute)
    : attributeValue(decoder, attribute, text, isDefault);
}

/** As `usedAttribute`; undefined for an attribute with an error, which is kept. */
function collectedAttribute(...given: Parameters<typeof usedAttribute>): unknown {
  try {
    return usedAttribute(...given);
  } catch (error) {
    if (!(error instanceof XmlDecodeError)) {
      throw error;
    }
    given[0].refuse(error);
    return undefined;
  }
}

function missingAttribute(decoder: Decoder, attribute: AttributePlan): unknown {
  if (attribute.tolerant && !decoder.strict) {
    decoder.tell('missing', attribute.namespace, attribute.name);
    return undefined;
  }
  return recoverMissing(decoder, attributePlace(decoder, attribute), () =>
    decoder.error('missing-attribute', `attribute "${attribute.name}" is missing`),
  );
}

function attributeValue(decoder: Decoder, attribute: AttributePlan, text: string, isDefault: boolean): unknown {
  try {
    const value = parsePlan(attribute.type, text, isDefault ? noPrefixes : decoder.context, decoder.check);
    const { fixed } = attribute;
    if (
      fixed !== undefined &&
      !equalValues(attribute.type, value, parsePlan(attribute.type, fixed, noPrefixes, 'enumeration'))
    ) {
      throw new LexicalError(`the value must be ${JSON.stringify(fixed)}`);
    }
    return value;
  } catch (error) {
    if (error instanceof LexicalError && !decoder.strict) {
      return recoverText(decoder, attributePlace(decoder, attribute), text, error);
    }
    throw decoder.wrap(error);
  }
}

/** Attributes of the schema instance namespace, which every element may have (Part 1, 2.6). */
export const xsiNames: ReadonlySet<string> = new Set(['type', 'nil', 'schemaLocation', 'noNamespaceSchemaLocation']);

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
    if (namespace === instanceNamespace && xsiNames.has(name)) {
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

/** True for the attribute at an index if it was read in the place of another one. */
function isReadAs(decoder: Decoder, plan: ComplexPlan, index: number): boolean {
  const { cursor, near } = decoder;
  const meant = near ? plan.attributes.find(({ name }) => name === cursor.attributeName(index)) : undefined;
  return (
    meant !== undefined &&
    cursor.attribute(meant.namespace, meant.name) === undefined &&
    lookAlikeAt(decoder, plan, meant) === index
  );
}

/** Attributes that are not declared: those of `xsi`, those that a wildcard allows, and others. */
function decodeOthers(decoder: Decoder, plan: ComplexPlan, result: Record<string, unknown>): void {
  const { cursor } = decoder;
  const open: Record<string, string> = {};
  for (let i = 0; i < cursor.attributeCount; i++) {
    const namespace = cursor.attributeNamespace(i);
    const name = cursor.attributeName(i);
    if (namespace === instanceNamespace && xsiNames.has(name)) {
      continue;
    }
    if (isDeclared(plan, namespace, name)) {
      continue;
    }
    if (plan.anyAttribute !== undefined && wildcardAllows(plan.anyAttribute, namespace, name)) {
      const onWire = cursor.wireNamespace(namespace);
      decoder.countName(onWire);
      writeProperty(open, expandedName(onWire, name), cursor.attributeValue(i));
    } else if (!isEncodingAttribute(decoder, namespace, name) && !isReadAs(decoder, plan, i)) {
      decoder.unknown('attribute', namespace, name);
    }
  }
  if (plan.anyAttribute !== undefined) {
    result.$anyAttribute = open;
  }
}
