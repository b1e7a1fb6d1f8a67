import type { Decoder, ValuePlace } from '../context/decoder.js';
import type { LexicalError, XmlDecodeError } from '../descriptor/errors.js';
import { isWhiteSpace } from '../lexical/whitespace.js';
import { type ElementPlan, targetOf } from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import { isNil } from './is-nil.js';

/** Values that are missing or do not fit. What is read in their place is for the decoder's `ContentRecovery`, if it has one. */

/**
 * Value of a required element that is missing: an error, or the value that ASP.NET uses. In SOAP encoding, leaving an
 * accessor out is a way to say that it is nil (SOAP 1.1, 5.1, rule 10). `hint` is added to the error.
 */
export function missingValue(decoder: Decoder, element: ElementPlan, hint = ''): unknown {
  if (element.absentNull === true || (decoder.encoded && element.nillable)) {
    return null;
  }
  if (decoder.missingDefault) {
    return decoder.recovery?.zeroOf(decoder, element);
  }
  if (element.tolerant === true && !decoder.strict) {
    decoder.tell('missing', element.namespace, element.name);
    return undefined;
  }
  const failure = (): XmlDecodeError => decoder.error('missing-element', `element "${element.name}" is missing${hint}`);
  if (decoder.collector !== undefined) {
    decoder.refuse(failure());
    return undefined;
  }
  return recoverMissing(decoder, placeOf(decoder, element), failure);
}

/**
 * The value for a text that is not a value of its type; undefined for an optional value that is absent. The listener is called. Throws
 * `XmlDecodeError` if the text is not tolerated.
 */
export function recoverText(
  decoder: Decoder,
  place: ValuePlace & { readonly type: SimplePlan },
  text: string,
  error: LexicalError,
): unknown {
  if (decoder.near && place.optional && isWhiteSpace(text)) {
    decoder.tell('empty', place.namespace, place.name);
    return undefined;
  }
  if (decoder.tolerance === undefined || decoder.recovery === undefined) {
    throw decoder.wrap(error);
  }
  return decoder.recovery.text(decoder, place, text, error);
}

/** The value of a required one that is missing. The listener is called. Throws `failure` if that is not tolerated. */
export function recoverMissing(decoder: Decoder, place: ValuePlace, failure: () => XmlDecodeError): unknown {
  if (decoder.tolerance === undefined || decoder.recovery === undefined) {
    throw failure();
  }
  return decoder.recovery.missing(decoder, place, failure);
}

/** Where a value is that an element should have. */
export function placeOf(decoder: Decoder, element: ElementPlan): ValuePlace {
  const target = targetOf(element);
  return {
    namespace: element.namespace,
    name: element.name,
    type: target.kind === 'simple' ? target : undefined,
    optional: element.optional === true,
    nillable: element.nillable,
    zero: () => decoder.recovery?.zeroOf(decoder, element),
  };
}

/**
 * The value of an element that is nil where it is not nillable, at whose start the cursor is; the cursor moves to its end. Undefined if the
 * decoder does not tolerate that: then the element is read by its content.
 */
export function nilValue(decoder: Decoder, element: ElementPlan): { readonly value: unknown } | undefined {
  const { recovery } = decoder;
  const found = element.nillable || !isNil(decoder) ? undefined : recovery?.nil(decoder, placeOf(decoder, element));
  if (found !== undefined) {
    decoder.skip();
  }
  return found;
}
