import { laterEngine, type OctetEngine } from '../context/later.js';
import { isOctets } from '../lexical/binary.js';

/** Writes binary content that is put outside the document (XOP 1.0, 3.1: only canonical base64), or that comes later. */
export const encodeOctets: OctetEngine = (encoder, element, plan, value) => {
  if (element?.fixed !== undefined) {
    return false;
  }
  if (isOctets(value)) {
    return plan.builtIn === 'base64Binary' && value.length > 0 && encoder.output.binary?.(value) === true;
  }
  return laterEngine(encoder)?.bytes(encoder, value, plan.builtIn, element?.default) === true;
};
