import type { DecodeOptions } from '../schema/context/decoder.js';
import { decodeElement } from '../schema/decode/decode.js';
import type { EncodedBlocks } from '../schema/soap-encoding/encoded.js';
import type { HeaderDescriptor } from '../service/descriptor.js';
import type { XmlCursor } from '../xml/reader.js';

/** True on the start tag of a declared header block. */
export function isHeader({ element }: HeaderDescriptor, cursor: XmlCursor): boolean {
  return cursor.localName === element.name && cursor.namespace === element.namespace;
}

/**
 * Reads the declared header block at whose start tag the cursor is, literal or in SOAP encoding, and leaves the cursor on its
 * end tag. `blocks` reads those in SOAP encoding. Throws `XmlDecodeError`.
 */
export function decodeHeader(
  { element, encoded }: HeaderDescriptor,
  cursor: XmlCursor,
  blocks: EncodedBlocks | undefined,
  options: DecodeOptions,
): unknown {
  return encoded && blocks !== undefined
    ? blocks.decode(element, cursor, options)
    : decodeElement(element, cursor, options);
}
