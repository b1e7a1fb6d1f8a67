import type { DecodeOptions } from '../schema/context/decoder.js';
import type { EncodeOptions } from '../schema/context/encoder.js';
import { decodeContent, decodeElement, isNear } from '../schema/decode/decode.js';
import { resolve } from '../schema/descriptor/resolve.js';
import { encodeContent, encodeElement } from '../schema/encode/encode.js';
import type { MessageDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import type { SoapVersion } from '../service/soap-version.js';
import { nextChild, skipElement, type XmlCursor } from '../xml/interfaces/reader.js';
import type { XmlOutput } from '../xml/interfaces/writer.js';
import type { BodyDocument, BodyStyle } from './body-style.js';
import type { EncodedMessages } from './encoded.js';
import { type BodyPart, elementValue, saysNothing } from './message-value.js';
import { type OtherElement, refuseOther } from './other-element.js';
import type { RpcMessages } from './rpc.js';

/**
 * Reads and writes the content of a Body according to its message: literal, or by SOAP section 5. Clients and servers share
 * it.
 */
export interface BodyCodec {
  /** Writes the content of the Body. Throws `XmlEncodeError` for a value that does not fit. */
  encode(message: MessageDescriptor, value: unknown, output: XmlOutput): void;
  /**
   * Reads the Body whose start tag the cursor is on and returns the method's parameter or result; leaves the cursor on the Body's end tag.
   * Throws `XmlDecodeError`, and what `otherElement` and `onFault` throw.
   */
  decode(message: MessageDescriptor, cursor: XmlCursor, options?: DecodeOptions, document?: BodyDocument): unknown;
}

/** What reads and writes some messages. */
interface BodyParts {
  readonly encoded?: EncodedMessages | undefined;
  readonly rpc?: RpcMessages | undefined;
}

/** The points in which codecs differ. */
export interface BodyCodecOptions {
  /** How values are written. */
  readonly written?: EncodeOptions;
  /** The version of the envelopes that are written. */
  readonly version: SoapVersion;
  /** How to treat a Body that does not begin with the message's element. Default: `XmlDecodeError`. */
  readonly otherElement?: OtherElement;
  /** What messages in SOAP encoding and in rpc style need. */
  readonly parts?: BodyParts;
  /** Where the values of messages have more than the Body. */
  readonly bodyPart?: BodyPart | undefined;
}

/** The facts of a binding that a codec needs. */
type CodecFacts = Partial<Pick<SoapBindingDescriptor, 'encoded' | 'style'>>;

const noOptions: DecodeOptions = {};
const noDocument: BodyDocument = {};

/** Literal messages in document style. */
const literal: BodyStyle = { hasReferences: false, encode: encodeElement, decode: decodeElement };

/** The codec of a binding. */
export function bodyCodec(
  binding: CodecFacts,
  { written = {}, version, otherElement, parts = {}, bodyPart }: BodyCodecOptions,
): BodyCodec {
  const rpcOrNone = binding.style === 'rpc' ? parts.rpc : undefined;
  const style = (binding.encoded ? parts.encoded?.style(version, rpcOrNone) : rpcOrNone?.style) ?? literal;
  const onOther = otherElement ?? style.otherElement ?? refuseOther;
  return {
    encode(message, given, output) {
      const { element, content } = message;
      const whole = bodyPart === undefined ? given : bodyPart(given);
      if (content) {
        // The fields of the message are the children of the Body: it has several parts in document style, or one with a type.
        encodeContent(resolve(content), whole ?? {}, output, written);
      } else if (element !== undefined && !saysNothing(message, whole)) {
        style.encode(element, elementValue(element, message, whole), output, written, message);
      }
    },
    decode(message, cursor, options = noOptions, document = noDocument) {
      const { element, content } = message;
      if (content) {
        return unwrap(message, decodeContent(resolve(content), cursor, options));
      }
      const envelope = cursor.namespace;
      const present = nextChild(cursor);
      const { localName: name, namespace } = cursor;
      if (present && name === 'Fault' && namespace === envelope) {
        document.onFault?.();
      }
      let value: unknown;
      if (!present && message.absent === 'null') {
        value = null;
      } else if (element !== undefined) {
        const isNamed = present && name === element.name;
        const isMessage = isNamed && (namespace === element.namespace || isNear(cursor, options));
        const other = isMessage ? 'element' : onOther(element, cursor, present, message);
        value =
          other === 'element'
            ? style.decode(element, cursor, options, message, document)
            : other(message, element, cursor, present, options);
      } else if (present) {
        skipElement(cursor);
      }
      // Elements after the message are not part of it; in SOAP encoding they are the targets of references, and have been
      // read.
      while (present && !(element && style.hasReferences) && nextChild(cursor)) {
        skipElement(cursor);
      }
      return unwrap(message, value);
    },
  };
}

function unwrap(message: MessageDescriptor, value: unknown): unknown {
  const { unwrap: property } = message;
  return property === undefined ? value : (value as Readonly<Record<string, unknown>> | null | undefined)?.[property];
}
