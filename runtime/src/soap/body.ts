import type { DecodeOptions } from '../schema/context/decoder.js';
import type { EncodeOptions } from '../schema/context/encoder.js';
import { decodeContent, decodeElement } from '../schema/decode/decode.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { XmlDecodeError } from '../schema/descriptor/errors.js';
import { resolve } from '../schema/descriptor/resolve.js';
import { encodeContent, encodeElement } from '../schema/encode/encode.js';
import type { MessageDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import type { XmlCursor } from '../xml/reader.js';
import type { XmlOutput } from '../xml/writer.js';
import type { BodyDecodeOptions, BodyStyle } from './body-style.js';
import { nextChild, skipElement } from './cursor.js';
import type { EncodedMessages } from './encoded.js';
import { attachmentProperties, elementValue, saysNothing, withoutAttachments } from './message-value.js';
import type { RpcMessages } from './rpc.js';
import type { SoapVersion } from './version.js';

/**
 * Reads and writes the content of a Body according to its message: literal, or by SOAP section 5. Clients and servers share
 * it.
 */
export interface BodyCodec {
  /** Writes the content of the Body. Throws `XmlEncodeError` for a value that does not fit. */
  encode(message: MessageDescriptor, value: unknown, output: XmlOutput): void;
  /**
   * Reads the Body whose start tag the cursor is on and returns the method's parameter or result; leaves the cursor on the Body's end tag.
   * Throws `XmlDecodeError`, and what `otherElement` throws.
   */
  decode(message: MessageDescriptor, cursor: XmlCursor, options?: BodyDecodeOptions): unknown;
}

/** The points in which codecs differ. */
export interface BodyCodecOptions extends Pick<EncodeOptions, 'unknownProperties'> {
  /** The version of the envelopes that are written. */
  readonly version: SoapVersion;
  /** How to treat a Body that does not begin with the message's element. Default: `XmlDecodeError`. */
  readonly otherElement?: OtherElement;
  /** Needed for messages in SOAP encoding. */
  readonly encoding?: EncodedMessages | undefined;
  /** Needed for messages in rpc style. */
  readonly rpc?: RpcMessages | undefined;
}

/** The facts of a binding that a codec needs. */
type CodecFacts = Partial<Pick<SoapBindingDescriptor, 'encoded' | 'style' | 'inputAttachments' | 'outputAttachments'>>;

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

/** The codec of a binding. */
export function bodyCodec(binding: CodecFacts, options: BodyCodecOptions): BodyCodec {
  return new MessageCodec(binding, options);
}

/**
 * Accepts an element of any name, but not an empty Body: in rpc style, the name of an answer's wrapper has no meaning (SOAP
 * 1.1, 7.1).
 */
export const anyName: OtherElement = (element, cursor, present) =>
  present ? 'element' : refuseOther(element, cursor, present);

/** Throws `XmlDecodeError`: the Body is empty, or begins with another element. */
function refuseOther(element: ElementDescriptor, cursor: XmlCursor, present: boolean): never {
  if (!present) {
    const message = `expected <${element.name}>, the Body is empty`;
    throw new XmlDecodeError('missing-element', message, 'Body', [], cursor.position());
  }
  const found = `found <${cursor.localName}> in namespace "${cursor.namespace}"`;
  const message = `expected <${element.name}> in namespace "${element.namespace}", ${found}`;
  throw new XmlDecodeError('wrong-element', message, 'Body', [], cursor.position());
}

const noOptions: BodyDecodeOptions = {};

class MessageCodec implements BodyCodec {
  /** Undefined for literal messages in document style. */
  readonly #style: BodyStyle | undefined;
  readonly #otherElement: OtherElement;
  readonly #options: EncodeOptions;
  readonly #attachments: ReadonlySet<string>;

  constructor(
    binding: CodecFacts,
    { version, otherElement = refuseOther, encoding, rpc, ...options }: BodyCodecOptions,
  ) {
    const rpcOrNone = binding.style === 'rpc' ? rpc : undefined;
    this.#style = binding.encoded === true ? encoding?.style(version, rpcOrNone) : rpcOrNone?.style;
    this.#otherElement = otherElement;
    this.#options = options;
    this.#attachments = attachmentProperties(binding);
  }

  encode(message: MessageDescriptor, whole: unknown, output: XmlOutput): void {
    const { element, content } = message;
    if (content !== undefined) {
      encodeContent(resolve(content), withoutAttachments(whole ?? {}, this.#attachments), output, this.#options);
    } else if (element !== undefined && !saysNothing(message, whole)) {
      const value = withoutAttachments(elementValue(element, message, whole), this.#attachments);
      if (this.#style === undefined) {
        encodeElement(element, value, output, this.#options);
      } else {
        this.#style.encode(element, value, output, message, this.#options);
      }
    }
  }

  decode(message: MessageDescriptor, cursor: XmlCursor, options: BodyDecodeOptions = noOptions): unknown {
    const { element, content } = message;
    if (content !== undefined) {
      return unwrap(message, decodeContent(resolve(content), cursor, options));
    }
    const envelope = cursor.namespace;
    const present = nextChild(cursor);
    if (present && cursor.localName === 'Fault' && cursor.namespace === envelope) {
      options.onFault?.();
    }
    let value: unknown;
    if (!present && message.absent === 'null') {
      value = null;
    } else if (element !== undefined) {
      value = this.#decodeElement(element, message, cursor, present, options);
    } else if (present) {
      skipElement(cursor);
    }
    if (present && (element === undefined || this.#style?.hasReferences !== true)) {
      // Elements after the message are not part of it; in SOAP encoding they are the targets of references, and have been
      // read.
      skipRest(cursor);
    }
    return unwrap(message, value);
  }

  #decodeElement(
    element: ElementDescriptor,
    message: MessageDescriptor,
    cursor: XmlCursor,
    present: boolean,
    options: BodyDecodeOptions,
  ): unknown {
    if (!present || cursor.localName !== element.name || cursor.namespace !== element.namespace) {
      if (present && cursor.localName === element.name && isNearEnough(options)) {
        const { namespace, localName: name, offset } = cursor;
        options.onUnknown?.({ kind: 'namespace', namespace, name, path: '/Body', offset });
      } else {
        const other = this.#otherElement(element, cursor, present, message);
        if (other !== 'element') {
          return other(message, element, cursor, present, options);
        }
      }
    }
    return this.#style === undefined
      ? decodeElement(element, cursor, options)
      : this.#style.decode(element, cursor, message, options);
  }
}

/** True if an element counts that has the right local name, but another namespace than its message. */
function isNearEnough({ strict, nearMisses }: DecodeOptions): boolean {
  return strict !== true && nearMisses !== 'refuse';
}

function skipRest(cursor: XmlCursor): void {
  while (nextChild(cursor)) {
    skipElement(cursor);
  }
}

function unwrap(message: MessageDescriptor, value: unknown): unknown {
  if (message.unwrap === undefined) {
    return value;
  }
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[message.unwrap] : undefined;
}
