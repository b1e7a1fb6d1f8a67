import { type Decoder, refuse } from '../context/decoder.js';
import type { XmlDecodeError } from '../descriptor/errors.js';
import type { ElementPlan } from '../plan/plan.js';

/**
 * Value of a required element that is missing: an error, or what the decoder's `ContentRecovery` has for it. In SOAP encoding, leaving an
 * accessor out is a way to say that it is nil (SOAP 1.1, 5.1, rule 10). `hint` is added to the error.
 */
export function missingValue(decoder: Decoder, element: ElementPlan, hint = ''): unknown {
  if (element.absentNull === true || (decoder.encoded && element.nillable)) {
    return null;
  }
  if (element.tolerant === true && !decoder.strict && !decoder.missingDefault) {
    decoder.tell('missing', element.namespace, element.name);
    return undefined;
  }
  const failure = (): XmlDecodeError => decoder.error('missing-element', `element "${element.name}" is missing${hint}`);
  return decoder.recovery === undefined
    ? refuse(decoder, failure())
    : decoder.recovery.missing(decoder, element, failure);
}
