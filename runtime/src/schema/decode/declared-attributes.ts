import type { Decoder, ValuePlace } from '../context/decoder.js';
import { LexicalError, XmlDecodeError } from '../descriptor/errors.js';
import { writeProperty } from '../descriptor/resolve.js';
import { wildcardAllows } from '../descriptor/wildcard.js';
import type { AttributePlan, ComplexPlan } from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import { equalValues, noPrefixes } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';
import { recoverMissing, recoverText } from './decode-missing.js';

/** Reads the declared attributes of the start tag at the cursor into an object (Part 1, 3.4.4). Returns how many there are. */
export function decodeDeclared(decoder: Decoder, plan: ComplexPlan, result: Record<string, unknown>): number {
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
  return found;
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

/** Where a value is that an attribute should have. */
function attributePlace(decoder: Decoder, attribute: AttributePlan): ValuePlace & { readonly type: SimplePlan } {
  const { namespace, name, required, tolerant, fixed, type } = attribute;
  return {
    namespace,
    name,
    type,
    optional: !required || tolerant,
    nillable: false,
    zero: () =>
      fixed === undefined
        ? decoder.recovery?.zeroOfAttribute(decoder, attribute)
        : parsePlan(type, fixed, noPrefixes, 'enumeration'),
  };
}

/** True for the attribute at an index if it was read in the place of another one. */
export function isReadAs(decoder: Decoder, plan: ComplexPlan, index: number): boolean {
  const { cursor, near } = decoder;
  const meant = near ? plan.attributes.find(({ name }) => name === cursor.attributeName(index)) : undefined;
  return (
    meant !== undefined &&
    cursor.attribute(meant.namespace, meant.name) === undefined &&
    lookAlikeAt(decoder, plan, meant) === index
  );
}
