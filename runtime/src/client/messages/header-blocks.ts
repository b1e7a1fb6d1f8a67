import type { TransportResponse } from '../../http/transport.js';
import type { DecodeOptions } from '../../schema/context/decoder.js';
import type {
  OperationDescriptor,
  ServiceDescriptor,
  SoapBindingDescriptor,
  SoapBindingKind,
} from '../../service/descriptor.js';
import type { CallTarget } from '../../service/endpoint-reference.js';
import type { SoapVersion, SoapVersionFacts } from '../../service/soap-version.js';
import type { NamespaceTranslation } from '../../service/translation.js';
import type { EncodedMessages } from '../../soap/encoded.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import type { OutgoingMessage } from '../../soap/envelope-frame.js';
import type { ExtensionStates, HeaderContext } from '../../soap/extension.js';
import type { OtherHeaderBlocks } from '../../soap/header-block.js';
import type { OutgoingAttachment } from '../../soap/mime.js';
import type { XmlElement, XmlOutput, XmlReaderOptions } from '../../xml/index.js';
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
  /** The plan of a call whose messages may have header blocks of extensions as well. */
  around<Plan extends SoapCallPlan>(plan: Plan): Plan;
  /** The address of an endpoint reference. Throws `TypeError` for one that nothing can be sent to. Absent without WS-Addressing. */
  addressOf?(to: CallTarget): string;
}

/** A client, as far as header blocks need it. */
export interface HeaderClient {
  readonly service: ServiceDescriptor<unknown>;
  readonly namespaces?: Readonly<Record<string, string>>;
  readonly translation: NamespaceTranslation;
  readonly reader: XmlReaderOptions;
  readonly decode: DecodeOptions;
  readonly soapHeaders?: SoapHeadersOption;
  readonly extensions: ClientExtensions | undefined;
  readonly parts: { readonly encoded?: EncodedMessages | undefined; readonly isPartial?: boolean };
}

/** A call, as far as header blocks need it. */
export interface HeaderCall {
  readonly soapHeaders: SoapHeadersOption | undefined;
  readonly address: string;
  readonly to: HeaderContext['to'];
  readonly extensions: ExtensionStates;
}

/** The part of a call that is in its message. */
export interface CallContent {
  readonly input: unknown;
  readonly address: string;
  readonly attachments: readonly OutgoingAttachment[];
}

/** The message of a call, and what writes the content of its Body. */
export interface FramedMessage extends OutgoingMessage {
  readonly url: string;
  writeBody(output: XmlOutput): void;
}

/** A request that was answered. */
export interface AnsweredRequest {
  readonly request: { readonly url: string };
  readonly extensions: ExtensionStates;
}

/** The plan of a call over SOAP, as far as header blocks need it. */
export interface SoapCallPlan {
  readonly context: HeaderClient;
  readonly operation: OperationDescriptor;
  readonly binding: SoapBindingKind;
  readonly version: SoapVersion;
  readonly facts: SoapBindingDescriptor;
  /** The SOAP action, with placeholders filled in. */
  readonly action: string;
  /** The header blocks of an attempt: those of the client, of the call and of extensions. Undefined where there are none. */
  headerBlocks(call: HeaderCall): Promise<readonly SoapHeaderBlock[]> | undefined;
  /** The message of a call. */
  outgoing(call: CallContent, blocks?: readonly SoapHeaderBlock[]): FramedMessage;
  /** Begins to read the blocks of an answer; `open` begins the document anew. Absent where they are skipped. */
  reading?(open: () => XmlReader): HeaderReading;
  /** Reads an answer. Returns a promise if extensions read it. `cause` is what is wrong with one that holds no envelope. */
  decode(exchange: AnsweredRequest, response: TransportResponse, cause?: unknown): object | Promise<object>;
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
