import type { XmlElement } from '../../xml/interfaces/tree.js';
import type { TreeEngine } from '../context/content-engine.js';
import type { Decoder } from '../context/decoder.js';
import { isNil, skipNil } from '../decode/decode-nil.js';
import { readOpenElement } from '../decode/open-content.js';
import { encodeChildren, encodeTree } from '../encode/encode-tree.js';
import type { ElementPlan } from '../plan/plan.js';

/** Elements of any type, as trees. */
export const treeContent: TreeEngine = {
  decodeWhole: (decoder, _, element) => decodeTree(decoder, element),
  encodeTree,
  encodeWhole: (encoder, _, value) => encodeChildren(encoder, value),
};

/**
 * An element of any type. If it has `xsi:nil` and nothing else, it is `null`, as elsewhere; with further attributes, it is
 * kept as a whole.
 */
function decodeTree(decoder: Decoder, element: ElementPlan): XmlElement | null {
  if (element.nillable && decoder.cursor.attributeCount === 1 && isNil(decoder)) {
    return skipNil(decoder, element);
  }
  return readOpenElement(decoder);
}
