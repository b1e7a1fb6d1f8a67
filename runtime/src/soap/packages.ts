import { DocumentWriter } from '../xml/engine.js';
import type { XmlReaderOptions } from '../xml/index.js';
import { type FormattedRelated, identified, type RelatedPart } from './mime.js';
import { envelopeText, type OutgoingMessage } from './outgoing.js';
import { attachmentParts, BinaryParts, openMessage, packMessage, withAttachments } from './xop.js';

/** An answer as far as packages need it. */
interface Received {
  readonly headers: {
    get(name: string): string | null;
    forEach(callback: (value: string, name: string) => void): void;
  };
  readonly body: Uint8Array;
}

/** An answer as if its envelope had come alone, and its parts. */
export interface OpenedAnswer<R> {
  readonly response: R;
  readonly attachments: readonly RelatedPart[];
}

/** What reads and writes messages in several parts: MTOM, and SOAP with attachments. */
export interface SoapPackages {
  readonly attachmentParts: typeof attachmentParts;
  readonly withAttachments: typeof withAttachments;
  readonly identified: typeof identified;
  /** A message as a package; undefined for one that has no parts. Throws `XmlEncodeError`. */
  pack(message: OutgoingMessage): FormattedRelated | undefined;
  /** An answer as if its envelope had come alone, and its parts; undefined if it did. Throws `XmlSyntaxError`. */
  open<R extends Received>(answer: R, reader: XmlReaderOptions): OpenedAnswer<R> | undefined;
}

/**
 * Messages in several parts, for clients in browsers and workers, where size counts: generated operations name it if they have binary values or
 * attachments, others can get it as the option `packages`. On Node every client has it.
 */
export const soapPackages: SoapPackages = { attachmentParts, withAttachments, identified, pack, open };

function pack(message: OutgoingMessage): FormattedRelated | undefined {
  const { mtom, attachments, contentType, writer } = message;
  if (!mtom && attachments.length === 0) {
    return undefined;
  }
  const binaries = new BinaryParts();
  const envelope = envelopeText(
    message,
    mtom ? { ...writer, attach: binaries.attach, writer: DocumentWriter } : writer,
  );
  return packMessage(envelope, contentType, [...binaries.parts, ...attachments], mtom);
}

function open<R extends Received>(answer: R, reader: XmlReaderOptions): OpenedAnswer<R> | undefined {
  const { headers } = answer;
  const contentType = headers.get('content-type');
  const opened =
    contentType === null || !/^\s*multipart\//i.test(contentType)
      ? undefined
      : openMessage(answer.body, contentType, { reader });
  if (opened === undefined) {
    return undefined;
  }
  const whole: Received['headers'] = {
    get: (name) => (name.toLowerCase() === 'content-type' ? opened.contentType : headers.get(name)),
    forEach: (callback) => headers.forEach(callback),
  };
  return { response: { ...answer, headers: whole, body: opened.body }, attachments: opened.attachments };
}
