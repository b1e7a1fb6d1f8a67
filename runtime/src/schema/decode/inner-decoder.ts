import type { XmlCursor } from '../../xml/reader.js';
import type { Decoder } from '../context/decoder.js';
import { ElementDecoder } from './element-decoder.js';

/**
 * A decoder of an element that was read as a tree, at the present path: `cursor` is at its start. Its errors say the position of `offset` in
 * the document, where the element began.
 */
export function innerDecoder(outer: Decoder, cursor: XmlCursor, offset: number): Decoder {
  // No others read what was read as a tree.
  const { root, options, engine, encoding } = outer as ElementDecoder;
  const decoder = new ElementDecoder(cursor, root, options, engine, encoding);
  decoder.path.push(...outer.path);
  decoder.inherited = outer.inherited;
  decoder.load = outer.load;
  decoder.origin = () => (outer as ElementDecoder).position(offset);
  return decoder;
}
