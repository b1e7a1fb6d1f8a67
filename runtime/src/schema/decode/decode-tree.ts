import type { XmlElement } from '../../xml/tree.js';
import { readTree } from '../../xml/tree-io.js';
import type { Decoder } from '../context/decoder.js';
import type { ElementPlan } from '../plan/plan.js';
import { skipNil } from './decode-nil.js';
import { isNil } from './is-nil.js';

/**
 * An element of any type. If it has `xsi:nil` and nothing else, it is `null`, as elsewhere; with further attributes, it is
 * kept as a whole.
 */
export function decodeTree(decoder: Decoder, element: ElementPlan): XmlElement | null {
  const { cursor } = decoder;
  if (element.nillable && cursor.attributeCount === 1 && isNil(decoder)) {
    return skipNil(decoder, element);
  }
  return readTree(cursor, 'wire');
}
