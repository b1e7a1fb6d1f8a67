import type { TreeEngine } from '../context/content-engine.js';
import { decodeTree } from '../decode/decode-tree.js';
import { encodeChildren, encodeTree } from '../encode/encode-tree.js';

/** Elements of any type, as trees. */
export const treeContent: TreeEngine = { decodeTree, encodeTree, encodeChildren };
