import type { CallTarget } from '../../service/endpoint-reference.js';
import type { SoapVersionFacts } from '../../service/soap-version.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import type { OtherHeaderBlocks } from '../../soap/header-block.js';
import type { HeaderExtensions } from '../../soap/header-extensions.js';
import type { XmlElement } from '../../xml/index.js';
import type { XmlReader } from '../../xml/read/xml-reader.js';

/**
 * SOAP headers to send: values of the operation's declared headers by property, with other blocks in `$any`; or a list of blocks. Blocks can carry
 * `mustUnderstand` and `actor`. GET and POST have no place for such headers, so they are left out.
 */
export type SoapHeaders<Headers = Readonly<Record<string, unknown>>> =
  | (Headers & OtherHeaderBlocks)
  | readonly SoapHeaderBlock[];

/** SOAP headers, or a function that gives them, anew for each attempt of a call: a nonce is never sent twice. */
export type SoapHeadersOption<Headers = Readonly<Record<string, unknown>>> =
  | SoapHeaders<Headers>
  | (() => SoapHeaders<Headers> | PromiseLike<SoapHeaders<Headers>>);

/** The extensions of a client. */
export interface ClientExtensions {
  /** What writes and reads the header blocks of extensions. */
  readonly headers: HeaderExtensions;
  /** The address of an endpoint reference. Throws `TypeError` for one that nothing can be sent to. Absent without WS-Addressing. */
  addressOf?(to: CallTarget): string;
}

/** Values of SOAP headers by property, and other blocks in `$any`. */
export type HeaderValues = Readonly<Record<string, unknown>> & { readonly $any?: readonly XmlElement[] };

/** Reads the header blocks of one answer. */
export interface HeaderReading {
  /** The header blocks that were read so far. */
  readonly values: HeaderValues;
  /** Reads the block at whose start tag the cursor is, and leaves the cursor on its end tag. Throws `SoapFormatError` for one that had to be understood. */
  read(cursor: XmlReader, version: SoapVersionFacts): void;
}
