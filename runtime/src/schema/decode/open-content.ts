import type { XmlElement } from '../../xml/interfaces/tree.js';
import { TreeCursor } from '../../xml/trees/tree-cursor.js';
import { readPlacedTree } from '../../xml/trees/tree-io.js';
import type { Decoder } from '../context/decoder.js';

/** Reads the element at whose start the cursor is, which the schema leaves open, and moves the cursor to its end. */
export function readOpenElement(decoder: Decoder): XmlElement {
  const { cursor, collector } = decoder;
  decoder.isOpen = true;
  // What is a tree already is not copied: trees in trees would be, once for each around them.
  const taken = cursor instanceof TreeCursor && cursor.isOnWire ? cursor.take() : undefined;
  return taken ?? readPlacedTree(cursor, 'wire', collector?.offsets);
}
