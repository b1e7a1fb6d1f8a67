import type { XmlElement } from '../../xml/interfaces/tree.js';
import { readPlacedTree } from '../../xml/trees/tree-io.js';
import type { Decoder } from '../context/decoder.js';

/** Reads the element at whose start the cursor is, which the schema leaves open, and moves the cursor to its end. */
export function readOpenElement(decoder: Decoder): XmlElement {
  decoder.isOpen = true;
  return readPlacedTree(decoder.cursor, 'wire', decoder.collector?.offsets);
}
