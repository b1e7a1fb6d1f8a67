import type { LaterContent } from '../../xml/interfaces/writer.js';
import { type Encoder, type LaterEngine, laterEngine, type OctetEngine } from '../context/encoder.js';
import { formatPath } from '../descriptor/errors.js';
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

/** Content that comes later, for an output that leaves gaps: `leave` is told of each, and says whether it has left one. */
export function laterContent(leave: (content: LaterContent) => boolean): LaterEngine {
  return {
    items: (encoder, source, write) => leaveItems(encoder, source, write, leave),
    bytes: (encoder, source, builtIn, fallback = '') =>
      leave({
        kind: 'bytes',
        source,
        path: placeOf(encoder),
        form: builtIn === 'hexBinary' ? 'hex' : 'base64',
        whenEmpty: fallback === '' ? '' : ' ',
      }),
  };
}

/** The items are written later, with the state that the encoder has now. */
function leaveItems(
  encoder: Encoder,
  source: unknown,
  write: (item: unknown) => void,
  leave: (content: LaterContent) => boolean,
): boolean {
  const { inherited } = encoder;
  const path = [...encoder.path];
  const hidden = [...encoder.hidden];
  return leave({
    kind: 'items',
    source,
    path: placeOf(encoder),
    write: (item, index, inside) => {
      encoder.into(inside);
      encoder.inherited = inherited;
      encoder.path.splice(0, encoder.path.length, ...path, index);
      encoder.hidden.splice(0, encoder.hidden.length, ...hidden);
      try {
        write(item);
      } catch (error) {
        encoder.refuse(error);
      }
    },
  });
}

function placeOf(encoder: Encoder): string {
  return formatPath(encoder.root, encoder.place());
}
