import type { XmlOutput, XmlWriterOptions } from '../xml/interfaces/writer.js';
import { XmlWriter } from '../xml/write/xml-writer.js';
import type { RelatedPart } from './mime.js';

/** A message as those need it who write it while it is sent. */
export interface OutgoingMessage {
  /** What it would have without parts. */
  readonly contentType: string;
  /** The text before and after what `write` writes. */
  readonly before: string;
  readonly after: string;
  readonly writer: XmlWriterOptions;
  /** True if binary values are sent as parts of a package (MTOM). */
  readonly mtom: boolean;
  /** Parts that its value declares. */
  readonly attachments: readonly RelatedPart[];
  /** Throws `XmlEncodeError` for a value that does not fit the schema. */
  write(output: XmlOutput): void;
}

/** The whole text of a message. Throws as `write`. */
export function envelopeText(message: OutgoingMessage, options: XmlWriterOptions = message.writer): string {
  const writer = new XmlWriter(options);
  message.write(writer);
  return message.before + writer.toString() + message.after;
}
