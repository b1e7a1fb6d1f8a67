import type { MessageDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import { type SoapVersion, type SoapVersionFacts, soapVersion } from '../service/soap-version.js';
import type { XmlOutput, XmlWriterOptions } from '../xml/interfaces/writer.js';
import { XmlWriter } from '../xml/write/xml-writer.js';
import { writeAround } from './envelope.js';
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

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const schemaDeclarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** The fixed text before and after the content of the Body. */
export interface EnvelopeFrame {
  readonly start: string;
  readonly end: string;
}

/**
 * The text around the content of the Body of a message without headers, so that only the content has to be written each time.
 * `schemaPrefixes` also declares `xsi` and `xsd`, as ASP.NET does.
 */
export function envelopeFrame(
  version: SoapVersion,
  options: { readonly schemaPrefixes?: boolean } = {},
): EnvelopeFrame {
  const { namespace } = soapVersion(version);
  const extra = options.schemaPrefixes ? schemaDeclarations : '';
  return {
    start: `${declaration}<soap:Envelope xmlns:soap="${namespace}"${extra}><soap:Body>`,
    end: '</soap:Body></soap:Envelope>',
  };
}

/** The envelope around a Body whose content a function writes. */
type BodyFrame = (writeBody: (output: XmlOutput) => void) => Pick<OutgoingMessage, 'before' | 'after' | 'write'>;

/**
 * How the envelopes of an operation without header blocks are written; `prefixes` are those that a client chooses. One element in the Body goes between two
 * fixed texts, other content is written with the envelope.
 */
export function bodyFrame(
  version: SoapVersionFacts,
  message: MessageDescriptor,
  binding: SoapBindingDescriptor,
  prefixes: object | undefined,
): BodyFrame {
  if (message.content !== undefined || binding.encoded === true || prefixes !== undefined) {
    return (writeBody) => ({ before: '', after: '', write: (output) => writeAround(output, version, writeBody) });
  }
  const { start: before, end: after } = envelopeFrame(version.version);
  return (write) => ({ before, after, write });
}
