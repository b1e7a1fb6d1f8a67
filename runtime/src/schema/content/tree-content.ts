import type { TreeEngine } from '../context/content-engine.js';
import { decodeTree } from '../decode/decode-tree.js';
import { encodeChildren, encodeTree } from '../encode/encode-tree.js';
import type { CompiledContent, ContentPreparation } from '../plan/plan-nodes.js';

/** Elements of any type, as trees. */
export const treeContent: Pick<ContentPreparation, 'compile'> & TreeEngine = {
  compile: compileTree,
  decodeWhole: (decoder, _, element) => decodeTree(decoder, element),
  encodeTree,
  encodeWhole: (encoder, _, value) => encodeChildren(encoder, value),
};

function compileTree(): CompiledContent {
  return { mode: 'tree', content: undefined, model: undefined, fields: [], shared: new Set(), wildcards: [] };
}
