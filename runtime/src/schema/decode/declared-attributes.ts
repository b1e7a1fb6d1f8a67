import { inheritanceOf } from '../context/attribute-engine.js';
import { type Decoder, refuse } from '../context/decoder.js';
import { LexicalError, XmlDecodeError } from '../descriptor/errors.js';
import { expandedName, writeProperty } from '../descriptor/resolve.js';
import type { AttributePlan, ComplexPlan } from '../plan/plan.js';
import { noPrefixes } from '../plan/simple-plan.js';
import { checkFixed, parsePlan } from '../simple/simple.js';
import { isEmptyOptional } from './decode-simple.js';
import { isInstanceName, isOpen, otherAttributes } from './other-attributes.js';

/** Reads the attributes of the start tag at the cursor into an object (Part 1, 3.4.4), and those that elements inside inherit. */
export function decodeAttributes(decoder: Decoder, plan: ComplexPlan, result: Record<string, unknown>): void {
  if (plan.attributes.length > 0 || decoder.cursor.attributeCount > 0) {
    readAttributes(decoder, plan, result);
    decoder.inherited = inheritanceOf(plan)?.fromStart(decoder, plan) ?? decoder.inherited;
  }
}

function readAttributes(decoder: Decoder, plan: ComplexPlan, result: Record<string, unknown>): void {
  const found = decodeDeclared(decoder, plan, result);
  if (decoder.cursor.attributeCount > found || plan.anyAttribute !== undefined) {
    decodeOthers(decoder, plan, result);
  }
}

/** The attributes of a nil element, as a value with `$nil`; null if it has none (Part 1, 3.3.4, 3). */
export function decodeNilAttributes(
  decoder: Decoder,
  plan: ComplexPlan,
  typeName: string | undefined,
): Record<string, unknown> | null {
  // Stacks that do not support attributes on nil elements leave required ones out, too: only a strict decoder requires them.
  if (!decoder.strict && !hasAttributes(decoder, plan)) {
    decodeOthers(decoder, plan, {});
    return null;
  }
  const nilled: Record<string, unknown> = typeName === undefined ? { $nil: true } : { $nil: true, $type: typeName };
  readAttributes(decoder, plan, nilled);
  return hasAttributes(decoder, plan) ? nilled : null;
}

/** True if the start tag at the cursor has an attribute of the type, declared or allowed by its wildcard. */
function hasAttributes({ cursor }: Decoder, plan: ComplexPlan): boolean {
  for (let i = 0; i < cursor.attributeCount; i++) {
    const namespace = cursor.attributeNamespace(i);
    const name = cursor.attributeName(i);
    if (!isInstanceName(namespace, name) && (isDeclared(plan, namespace, name) || isOpen(plan, namespace, name))) {
      return true;
    }
  }
  return false;
}

function isDeclared(plan: ComplexPlan, namespace: string, name: string): boolean {
  return plan.attributes.some((attribute) => attribute.name === name && attribute.namespace === namespace);
}

/** Attributes that are not declared: those that a wildcard allows, and others. */
function decodeOthers(decoder: Decoder, plan: ComplexPlan, result: Record<string, unknown>): void {
  const { cursor } = decoder;
  const open: Record<string, string> = {};
  const others = otherAttributes(decoder, (namespace, name, index) => {
    if (isDeclared(plan, namespace, name)) {
      return true;
    }
    if (!isOpen(plan, namespace, name)) {
      return decoder.near?.isReadAs(decoder, plan, index) === true;
    }
    const onWire = cursor.wireNamespace(namespace);
    decoder.countName(onWire);
    decoder.isOpen = true;
    writeProperty(open, expandedName(onWire, name), cursor.attributeValue(index));
    return true;
  });
  for (const [namespace, name] of others) {
    decoder.unknown('attribute', namespace, name);
  }
  if (plan.anyAttribute !== undefined) {
    result.$anyAttribute = open;
  }
}

/** Reads the declared ones. Returns how many there are. */
function decodeDeclared(decoder: Decoder, plan: ComplexPlan, result: Record<string, unknown>): number {
  const { cursor } = decoder;
  let found = 0;
  for (const attribute of plan.attributes) {
    let text = cursor.attribute(attribute.namespace, attribute.name);
    if (text === undefined && cursor.attributeCount > found) {
      text = decoder.near?.attribute(decoder, plan, attribute);
    }
    if (text !== undefined) {
      found++;
    }
    const value = decodeAttribute(decoder, attribute, text);
    if (value !== undefined) {
      writeProperty(result, attribute.property, value);
    }
  }
  return found;
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
    refuse(given[0], error);
    return undefined;
  }
}

function missingAttribute(decoder: Decoder, attribute: AttributePlan): unknown {
  if (attribute.tolerant && !decoder.strict) {
    decoder.tell('missing', attribute.namespace, attribute.name);
    return undefined;
  }
  const failure = (): XmlDecodeError => decoder.error('missing-attribute', `attribute "${attribute.name}" is missing`);
  return decoder.recovery === undefined
    ? refuse(decoder, failure())
    : decoder.recovery.missingAttribute(decoder, attribute, failure);
}

function attributeValue(decoder: Decoder, attribute: AttributePlan, text: string, isDefault: boolean): unknown {
  try {
    const value = parsePlan(attribute.type, text, isDefault ? noPrefixes : decoder, decoder.check);
    checkFixed(attribute.type, value, attribute.fixed);
    return value;
  } catch (error) {
    if (error instanceof LexicalError && !decoder.strict) {
      return recoveredAttribute(decoder, attribute, text, error);
    }
    throw decoder.wrap(error);
  }
}

/** The value for a text that is not a value of its type; undefined if the attribute may be absent, and the text is empty. */
function recoveredAttribute(decoder: Decoder, attribute: AttributePlan, text: string, error: LexicalError): unknown {
  const { namespace, name, required, tolerant } = attribute;
  if (isEmptyOptional(decoder, { namespace, name, optional: !required || tolerant }, text)) {
    return undefined;
  }
  if (decoder.recovery === undefined) {
    throw decoder.wrap(error);
  }
  return decoder.recovery.attributeText(decoder, attribute, text, error);
}
