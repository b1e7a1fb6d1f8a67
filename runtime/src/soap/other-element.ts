import type { DecodeOptions } from '../schema/context/decoder.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { XmlDecodeError } from '../schema/descriptor/errors.js';
import type { MessageDescriptor } from '../service/descriptor.js';
import type { XmlCursor } from '../xml/interfaces/reader.js';

/**
 * Decides about a Body that does not begin with the message's element. The cursor is on the first element, or on the Body's
 * end tag if `present` is false. `'element'` reads the element as if it had the right name; a function reads the value in its own way, as
 * `readContent` does. Throws if the Body is not accepted.
 */
export type OtherElement = (
  element: ElementDescriptor,
  cursor: XmlCursor,
  present: boolean,
  message: MessageDescriptor,
) => 'element' | OtherReading;

/** Reads the value of a Body that does not begin with the message's element, at which the cursor is if it is `present`. */
export type OtherReading = (
  message: MessageDescriptor,
  element: ElementDescriptor,
  cursor: XmlCursor,
  present: boolean,
  options: DecodeOptions,
) => unknown;

/**
 * Accepts an element of any name, but not an empty Body: in rpc style, the name of an answer's wrapper has no meaning (SOAP
 * 1.1, 7.1).
 */
export const anyName: OtherElement = (element, cursor, present) =>
  present ? 'element' : refuseOther(element, cursor, present);

/** Throws `XmlDecodeError`: the Body is empty, or begins with another element. */
export function refuseOther(element: ElementDescriptor, cursor: XmlCursor, present: boolean): never {
  if (!present) {
    const message = `expected <${element.name}>, the Body is empty`;
    throw new XmlDecodeError('missing-element', message, 'Body', [], cursor.position());
  }
  const found = `found <${cursor.localName}> in namespace "${cursor.namespace}"`;
  const message = `expected <${element.name}> in namespace "${element.namespace}", ${found}`;
  throw new XmlDecodeError('wrong-element', message, 'Body', [], cursor.position());
}
