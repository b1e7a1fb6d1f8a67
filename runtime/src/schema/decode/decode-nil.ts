import { skipElement } from '../../xml/interfaces/reader.js';
import { attributeEngine } from '../context/attribute-engine.js';
import type { Decoder } from '../context/decoder.js';
import { instanceNamespace } from '../descriptor/resolve.js';
import { collapseWhiteSpace } from '../lexical/whitespace.js';
import type { ComplexPlan, ElementPlan } from '../plan/plan.js';
import { decodeNilAttributes } from './declared-attributes.js';
import { otherAttributes, unknownAttributes } from './other-attributes.js';

/** Elements that are nil (Part 1, 3.3.4, 3): they have no content, but the attributes of their type all the same. */

/**
 * Value of a nil element of complex type: its attributes with `$nil`, or `null` if it has none. Where the declared type is abstract, the type that
 * the element names is kept in any case: without it, the element would not be valid.
 */
export function decodeNil(
  decoder: Decoder,
  element: ElementPlan,
  plan: ComplexPlan,
  typeName: string | undefined,
  declared: ComplexPlan,
): Record<string, unknown> | null {
  let value: Record<string, unknown> | null = null;
  if (attributeEngine(plan) === undefined) {
    unknownAttributes(decoder, otherAttributes);
  } else {
    value = decodeNilAttributes(decoder, plan, typeName);
  }
  skipNil(decoder, element);
  return value === null && declared.abstract && typeName !== undefined ? { $nil: true, $type: typeName } : value;
}

/**
 * True for an element that is nil where its type knows no nil, if it says the same as one that is left out: an accessor of an encoded message
 * (SOAP 1.1, 5.1, rule 10), whose type literal messages use as well, and an optional element.
 */
export function isLeftOut(decoder: Decoder, element: ElementPlan): boolean {
  const { cursor } = decoder;
  if (cursor.attributeCount === 0 || element.nillable || decoder.strict) {
    return false;
  }
  if (decoder.encoded) {
    return isNil(decoder);
  }
  const isOut = decoder.near !== undefined && element.optional === true && isNil(decoder);
  if (isOut) {
    decoder.tell('nil', cursor.namespace, cursor.localName);
  }
  return isOut;
}

/** Moves to the end of a nil element, which must be empty. */
export function skipNil(decoder: Decoder, element: ElementPlan): null {
  if (decoder.strictness === undefined) {
    skipElement(decoder.cursor);
  } else {
    decoder.strictness.skipNil(decoder, element);
  }
  return null;
}

/** True if the element at whose start the cursor is has `xsi:nil` with the value true. */
export function isNil(decoder: Decoder): boolean {
  const text = decoder.cursor.attribute(instanceNamespace, 'nil') ?? '0';
  const value = collapseWhiteSpace(text);
  if (value === 'true' || value === '1') {
    return true;
  }
  if (value !== 'false' && value !== '0') {
    throw decoder.error('invalid-nil', `${JSON.stringify(text)} is not a valid xsi:nil`);
  }
  return false;
}
