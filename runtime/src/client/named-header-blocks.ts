import type { DecodeOptions } from '../schema/context/decoder.js';
import type {
  OperationDescriptor,
  ServiceDescriptor,
  SoapBindingDescriptor,
  SoapBindingKind,
} from '../service/descriptor.js';
import type { NamespaceTranslation } from '../service/translation.js';
import type { EncodedMessages } from '../soap/encoded.js';
import type { HeaderFacts, SoapHeaderBlock } from '../soap/envelope.js';
import type { ExtensionStates, HeaderContext, SoapHeaderExtension } from '../soap/extension.js';
import type { SoapVersion, SoapVersionFacts } from '../soap/version.js';
import type { XmlReader } from '../xml/engine.js';
import type { XmlElement, XmlOutput, XmlReaderOptions } from '../xml/index.js';
import type { XmlCursor } from '../xml/reader.js';
import type { SoapHeadersOption } from './soap-headers-option.js';
import type { TransportResponse } from './transport.js';

/** What extensions know of a call. */
export type ExtensionCall = Omit<HeaderContext, 'side' | 'message'>;

/** The extensions of a client, made by `clientExtensions`. */
export interface ClientExtensions {
  /** What writes and reads header blocks. */
  readonly headerBlocks: HeaderBlocks;
  /** The extensions, in their order. */
  readonly all: readonly SoapHeaderExtension[];
  /** True for the header block whose start tag the cursor is on when an extension reads it. */
  takes(cursor: XmlCursor, facts: HeaderFacts): boolean;
  /** The blocks of a request. */
  write(call: ExtensionCall): Promise<readonly SoapHeaderBlock[]>;
  /** Gives each extension its blocks of an answer, those of a fault too. */
  read(response: TransportResponse, reader: XmlReaderOptions, call: ExtensionCall): Promise<void>;
}

/** A client, as far as header blocks need it. */
export interface HeaderClient {
  readonly service: ServiceDescriptor<unknown>;
  readonly values: Readonly<Record<string, string>>;
  readonly translation: NamespaceTranslation;
  readonly reader: XmlReaderOptions;
  readonly decode: DecodeOptions;
  readonly soapHeaders: SoapHeadersOption | undefined;
  readonly extensions: ClientExtensions | undefined;
  readonly parts: { readonly encoded?: EncodedMessages | undefined; readonly isPartial?: boolean };
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
}

/** A call, as far as header blocks need it. */
export interface HeaderCall {
  readonly soapHeaders: SoapHeadersOption | undefined;
  readonly address: string;
  readonly to: HeaderContext['to'];
  readonly extensions: ExtensionStates;
}

/** Values of SOAP headers by property, and other blocks in `$any`. */
export type HeaderValues = Readonly<Record<string, unknown>> & { readonly $any?: readonly XmlElement[] };

/** Reads the header blocks of one answer. */
export interface HeaderReading {
  /** What was read so far. */
  readonly values: HeaderValues;
  /** Reads the block at whose start tag the cursor is, and leaves the cursor on its end tag. Throws `SoapFormatError` for one that had to be understood. */
  read(cursor: XmlReader, version: SoapVersionFacts): void;
}

/** What writes and reads SOAP header blocks: `soapHeaderBlocks`. */
export interface HeaderBlocks {
  /** Throws `TypeError` for headers of a client that none of its operations declares. */
  check(client: HeaderClient): void;
  /** The blocks of an attempt: those of the client, of the call and of extensions. Undefined where there are none. */
  blocks(plan: SoapCallPlan, call: HeaderCall): Promise<readonly SoapHeaderBlock[]> | undefined;
  /** Writes an envelope with blocks; `writeBody` writes the content of its Body. */
  write(
    plan: SoapCallPlan,
    blocks: readonly SoapHeaderBlock[],
    output: XmlOutput,
    writeBody: (output: XmlOutput) => void,
  ): void;
  /** Gives extensions their blocks of an answer; undefined where there are no extensions. */
  receive(
    plan: SoapCallPlan,
    response: TransportResponse,
    url: string,
    states: ExtensionStates,
  ): Promise<void> | undefined;
  /** Begins to read the blocks of an answer; `open` begins the document anew. */
  reading(plan: SoapCallPlan, open: () => XmlReader): HeaderReading;
}

/** For clients that have SOAP headers only where they name them. */
export const noHeaderBlocks: HeaderBlocks | undefined = undefined;

/** What writes and reads header blocks, where an option may need it. Throws `TypeError` if it does, and nothing is there. */
export function headerBlocksFor(needed: unknown, blocks: HeaderBlocks | undefined): HeaderBlocks | undefined {
  if (needed && blocks === undefined) {
    throw new TypeError(
      'In browsers and workers, the options soapHeaders and strict need `headerBlocks: soapHeaderBlocks` of @wsdl-codegen/runtime.',
    );
  }
  return blocks;
}
