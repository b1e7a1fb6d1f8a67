import type { TreeEngine } from '../context/content-engine.js';
import { decodeTree } from '../decode/decode-tree.js';
import { encodeChildren, encodeTree } from '../encode/encode-tree.js';

/** Elements of any type, as trees. */
export const treeContent: TreeEngine = {
  decodeWhole: (decoder, _, element) => decodeTree(decoder, element),
  encodeTree,
  encodeWhole: (encoder, _, value) => encodeChildren(encoder, value),
};
