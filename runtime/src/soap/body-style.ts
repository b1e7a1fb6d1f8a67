import type { DecodeOptions } from '../schema/context/decoder.js';
import type { EncodeOptions } from '../schema/context/encoder.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import type { MessageDescriptor } from '../service/descriptor.js';
import type { XmlCursor } from '../xml/interfaces/reader.js';
import type { XmlOutput } from '../xml/interfaces/writer.js';
import type { OtherElement } from './other-element.js';

/** The document around a Body that is read. */
export interface BodyDocument {
  /** Called where a Fault is in the place of the message, to throw; the cursor is on its start tag. */
  readonly onFault?: () => void;
  /** Restarts the document, for messages in SOAP encoding that refer to content outside the Body. */
  readonly open?: () => XmlCursor;
}

/** How the element of a message is written and read, where it is not literal in document style. */
export interface BodyStyle {
  /** True where elements after that of the message belong to it: references point to them. */
  readonly hasReferences: boolean;
  /** How to treat another element than that of the message. */
  readonly otherElement?: OtherElement;
  /** Writes the element. Throws `XmlEncodeError`. */
  encode(
    element: ElementDescriptor,
    value: unknown,
    output: XmlOutput,
    options: EncodeOptions,
    message: MessageDescriptor,
  ): void;
  /** Reads the element at whose start tag the cursor is. Throws `XmlDecodeError`. */
  decode(
    element: ElementDescriptor,
    cursor: XmlCursor,
    options: DecodeOptions,
    message: MessageDescriptor,
    document: BodyDocument,
  ): unknown;
}
