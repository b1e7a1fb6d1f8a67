import { laterEngine, type OctetEngine } from '../context/later.js';

/** Writes binary content that is put outside the document (XOP 1.0, 3.1: only canonical base64), or that comes later. */
export const encodeOctets: OctetEngine = (encoder, element, plan, value) => {
  if (element?.fixed !== undefined) {
    return false;
  }
  if (value instanceof Uint8Array) {
    return plan.builtIn === 'base64Binary' && value.length > 0 && encoder.output.binary?.(value) === true;
  }
  return laterEngine(encoder)?.bytes(encoder, value, plan.builtIn, element?.default) === true;
};
