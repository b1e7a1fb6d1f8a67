import { type DecodeOptions, decodeElement, type EncodedBlocks } from '../schema/index.js';
import type { HeaderDescriptor } from '../service/descriptor.js';
import type { XmlCursor } from '../xml/reader.js';

/** True on the start tag of a declared header block. */
export function isHeader({ element }: HeaderDescriptor, cursor: XmlCursor): boolean {
  return cursor.localName === element.name && cursor.namespace === element.namespace;
}

/**
 * Reads the declared header block at whose start tag the cursor is, literal or in SOAP encoding, and leaves the cursor on its
 * end tag. Throws `XmlDecodeError`.
 */
export function decodeHeader(
  { element, encoded }: HeaderDescriptor,
  cursor: XmlCursor,
  blocks: EncodedBlocks,
  options: DecodeOptions,
): unknown {
  return encoded ? blocks.decode(element, cursor, options) : decodeElement(element, cursor, options);
}
