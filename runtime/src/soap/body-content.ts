import type { DecodeOptions } from '../schema/context/decoder.js';
import { decodeContent } from '../schema/decode/decode.js';
import { zeroOfType } from '../schema/decode/zero-values.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { resolve } from '../schema/descriptor/resolve.js';
import { skipElement, type XmlCursor } from '../xml/interfaces/reader.js';
import { XmlReader } from '../xml/read/xml-reader.js';
import type { OtherReading } from './other-element.js';

/**
 * Reads only the children of the element in a Body, none if there is no element: a value that has no children is zero, or null if the message
 * allows null.
 */
export const readContent: OtherReading = (message, element, cursor, present, options) =>
  message.absent === undefined ? decodeChildren(element, present ? cursor : emptyElement(), options) : passOver(cursor);

function emptyElement(): XmlCursor {
  const empty = new XmlReader('<empty/>');
  empty.next();
  return empty;
}

function decodeChildren(element: ElementDescriptor, cursor: XmlCursor, options: DecodeOptions): unknown {
  const type = resolve(element.type);
  if (type.kind === 'complex') {
    return decodeContent(type, cursor, options);
  }
  skipElement(cursor);
  return zeroOfType(type);
}

/** Null, for an element in a place where the message does not have it. */
function passOver(cursor: XmlCursor): null {
  skipElement(cursor);
  return null;
}
