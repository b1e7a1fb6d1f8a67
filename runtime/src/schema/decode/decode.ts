import type { XmlCursor } from '../../xml/reader.js';
import type { DecodeOptions } from '../context/decoder.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { elementOf, elementPlan } from '../plan/plan.js';
import { decodeFully, fullDecoder } from './full-reading.js';

/**
 * Decodes the element at whose start the cursor is, whatever its name, and leaves the cursor on its end. Throws
 * `XmlDecodeError` with the path to the value, `XmlSyntaxError` if the document is not well-formed.
 */
export function decodeElement<T>(element: ElementDescriptor<T>, cursor: XmlCursor, options: DecodeOptions = {}): T {
  return decodeFully(fullDecoder(cursor, element.name, options), elementPlan(element)) as T;
}

/**
 * Decodes attributes and content of the element at whose start the cursor is by a type, and leaves the cursor on its end.
 * `xsi:nil` and `xsi:type` are handled as for an element of that type that is not nillable.
 */
export function decodeContent<T>(type: Type<T>, cursor: XmlCursor, options: DecodeOptions = {}): T {
  const element = elementOf(cursor.namespace, cursor.localName, type);
  return decodeFully(fullDecoder(cursor, element.name, options), element) as T;
}
