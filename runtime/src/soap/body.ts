import {
  type DecodeOptions,
  decodeContent,
  decodeElement,
  decodeEncoded,
  encodeContent,
  encodeElement,
  encodeEncoded,
  XmlDecodeError,
} from '../schema/index.js';
import type { MessageDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import type { XmlCursor } from '../xml/reader.js';
import type { XmlOutput } from '../xml/writer.js';
import { nextChild, skipElement } from './cursor.js';
import { besideAttachments } from './message-value.js';
import type { SoapVersion } from './version.js';

/** How the values of messages stand in a Body: literal, or after SOAP section 5. */
export interface BodyCodec {
  /** Writes the content of the Body. Throws `XmlEncodeError` for a value that does not fit. */
  encode(message: MessageDescriptor, value: unknown, output: XmlOutput): void;
  /**
   * Reads the Body whose start tag the cursor stands on and returns the method's parameter or result; leaves the cursor on the Body's end tag.
   * Throws `XmlDecodeError`.
   */
  decode(message: MessageDescriptor, cursor: XmlCursor, options?: BodyDecodeOptions): unknown;
}

/** Options of `BodyCodec.decode`. */
export interface BodyDecodeOptions extends DecodeOptions {
  /** Called where a Fault stands instead of the message, to throw; the cursor is on its start tag. */
  readonly onFault?: () => void;
  /** Take the first element for the message's whatever its name is: ASP.NET goes by the SOAPAction alone. */
  readonly anyElement?: boolean;
  /** The message may hold references, and what they refer to beside it (`use="encoded"`). */
  readonly encoded?: boolean;
}

/** The codec for a binding. `version` is that of the envelopes it makes. */
export function bodyCodec(binding: SoapBindingDescriptor, version: SoapVersion): BodyCodec {
  // In rpc style the name of the answer's wrapper says nothing (SOAP 1.1, 7.1).
  const anyElement = binding.style === 'rpc';
  if (!binding.encoded && !anyElement) {
    return documentLiteral;
  }
  return {
    encode: binding.encoded ? (message, value, output) => encodeAfterSection5(message, value, output, version) : encode,
    decode: (message, cursor, options) =>
      decode(message, cursor, { ...options, anyElement, encoded: binding.encoded === true }),
  };
}

const documentLiteral: BodyCodec = { encode, decode };

function encodeAfterSection5(
  message: MessageDescriptor,
  value: unknown,
  output: XmlOutput,
  version: SoapVersion,
): void {
  if (message.element === undefined) {
    encode(message, value, output);
  } else {
    encodeEncoded(message.element, value ?? {}, output, { version });
  }
}

function encode(message: MessageDescriptor, whole: unknown, output: XmlOutput): void {
  const value = message.property === undefined ? whole : besideAttachments(whole, message.property);
  if (message.element !== undefined) {
    // A wrapper without children: the method has no parameter.
    encodeElement(message.element, value === undefined && isComplex(message.element.type) ? {} : value, output);
  } else if (message.content !== undefined) {
    encodeContent(resolveLazy(message.content), value ?? {}, output);
  }
}

function isComplex(type: NonNullable<MessageDescriptor['element']>['type']): boolean {
  return resolveLazy(type).kind === 'complex';
}

function resolveLazy<T extends object>(reference: T | (() => T)): T {
  return typeof reference === 'function' ? (reference as () => T)() : reference;
}

function decode(message: MessageDescriptor, cursor: XmlCursor, options: BodyDecodeOptions = {}): unknown {
  if (message.content !== undefined) {
    return unwrap(message, decodeContent(resolveLazy(message.content), cursor, options));
  }
  const envelope = cursor.namespace;
  const present = nextChild(cursor);
  if (present && cursor.namespace === envelope && cursor.localName === 'Fault') {
    options.onFault?.();
  }
  const value =
    message.element === undefined ? undefined : decodeMessageElement(message.element, cursor, present, options);
  // What follows is not part of the message.
  if (present && !(options.encoded && message.element !== undefined)) {
    if (message.element === undefined) {
      skipElement(cursor);
    }
    while (nextChild(cursor)) {
      skipElement(cursor);
    }
  }
  return unwrap(message, value);
}

function decodeMessageElement(
  element: NonNullable<MessageDescriptor['element']>,
  cursor: XmlCursor,
  present: boolean,
  options: BodyDecodeOptions,
): unknown {
  if (!present) {
    throw new XmlDecodeError(
      'missing-element',
      `expected <${element.name}>, the Body is empty`,
      'Body',
      [],
      cursor.position(),
    );
  }
  if (!options.anyElement && (cursor.localName !== element.name || cursor.namespace !== element.namespace)) {
    const found = `found <${cursor.localName}> in namespace "${cursor.namespace}"`;
    const message = `expected <${element.name}> in namespace "${element.namespace}", ${found}`;
    throw new XmlDecodeError('wrong-element', message, 'Body', [], cursor.position());
  }
  return options.encoded ? decodeEncoded(element, cursor, options) : decodeElement(element, cursor, options);
}

function unwrap(message: MessageDescriptor, value: unknown): unknown {
  if (message.unwrap === undefined) {
    return value;
  }
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[message.unwrap] : undefined;
}
