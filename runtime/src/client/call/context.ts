import type { BodyStream, TransportRequest, TransportResponse } from '../../http/transport.js';
import type { DecodeOptions } from '../../schema/index.js';
import type {
  BindingKind,
  OperationDescriptor,
  PortDescriptor,
  ServiceDescriptor,
  SoapBindingDescriptor,
  SoapBindingKind,
} from '../../service/descriptor.js';
import type { SoapVersion } from '../../service/soap-version.js';
import type { NamespaceTranslation } from '../../service/translation.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import type { OutgoingMessage } from '../../soap/envelope-frame.js';
import type { ExtensionStates } from '../../soap/extension.js';
import type { HeaderExtensions } from '../../soap/header-extensions.js';
import type { RelatedPart } from '../../soap/mime.js';
import type { MessagePrefixes } from '../../soap/prefixes.js';
import type { XmlReaderOptions } from '../../xml/index.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import type { ServiceErrorOptions } from '../errors/errors.js';
import type { CallMasker } from '../masking/call-masker.js';
import type { CallMaskers } from '../masking/masker.js';
import type { ClientAnswer, ClientCall, ClientOptions } from '../options/options.js';
import type { ClientAddressing, ClientParts } from '../options/parts.js';
import { answerForErrors, summarizeRequest } from './excerpts.js';

/** State that all calls of a client share. */
export interface ClientContext
  extends Pick<
    ClientOptions,
    'namespaces' | 'headers' | 'soapHeaders' | 'soap12Action' | 'mtom' | 'unknownProperties' | 'validate'
  > {
  readonly service: ServiceDescriptor<unknown>;
  readonly translation: NamespaceTranslation;
  readonly reader: XmlReaderOptions;
  readonly decode: DecodeOptions;
  readonly maskers: CallMaskers;
  readonly parts: ClientParts;
  /** Undefined if there are none. */
  readonly extensions: HeaderExtensions | undefined;
  /** Undefined for a client without WS-Addressing. */
  readonly addressing: ClientAddressing | undefined;
  /** Undefined if none are chosen. */
  readonly prefixes: MessagePrefixes | undefined;
}

/** The part of a call that is in its message. */
export type CallContent = Pick<ClientCall, 'input' | 'address' | 'attachments'>;

/** An encoded input. */
export interface EncodedCall {
  readonly url: string;
  readonly body: string | Uint8Array | undefined;
  /** Headers that only this call has, such as a multipart boundary. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In the place of `body`: one that is made as it is sent. */
  readonly stream?: BodyStream;
  /** The envelope before extensions sealed it: credentials in it are hidden, too. */
  readonly unsealed?: string;
}

/** An envelope that is written, before it is sent. */
export interface WrittenCall {
  readonly url: string;
  readonly text: string;
  readonly parts: readonly RelatedPart[];
  /** What it would have without parts. */
  readonly contentType: string;
  /** True for a package of MTOM. */
  readonly mtom: boolean;
}

/** An answer whose envelope extensions may have opened. */
export interface UnsealedAnswer extends TransportResponse {
  /** The answer as it was received, which errors show. */
  readonly sealed?: TransportResponse;
}

/** An answer as it was received. */
export function asReceived(response: UnsealedAnswer): TransportResponse {
  return response.sealed ?? response;
}

/** A request as those need it who write it while it is sent. */
export interface OutgoingCall extends OutgoingMessage {
  readonly url: string;
}

/** One operation over one binding, with all that is the same for each call worked out. */
export interface CallPlan {
  readonly context: ClientContext;
  readonly operation: OperationDescriptor;
  readonly binding: BindingKind;
  /** Version of the envelopes; undefined where the binding has none. */
  readonly version: SoapVersion | undefined;
  readonly method: 'GET' | 'POST';
  /** The service's address, where calls go that name no other. */
  readonly address: string;
  /** Headers of every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the faults that are in SOAP encoding. */
  readonly encodedFaults?: readonly string[] | undefined;
  /** The header blocks of an attempt: those of the client, of the call and of extensions. Undefined, or absent, where there are none. */
  headerBlocks?(call: ClientCall): Promise<readonly SoapHeaderBlock[]> | undefined;
  /** Throws `XmlEncodeError` for an input that does not fit the schema. */
  encode(call: CallContent, blocks?: readonly SoapHeaderBlock[]): EncodedCall;
  /** In the place of `encode`, where extensions seal what is sent. Rejects as `encode` throws. */
  readonly sealed?: ((call: ClientCall, blocks?: readonly SoapHeaderBlock[]) => Promise<EncodedCall>) | undefined;
  /** What `encode` would send; undefined where the binding sends no XML. */
  outgoing(call: CallContent, blocks?: readonly SoapHeaderBlock[]): OutgoingCall | undefined;
  /** Throws a `ServiceError` for an answer that does not mean success. Returns a promise if extensions read the answer. */
  decode(exchange: Exchange, response: TransportResponse): ClientAnswer | Promise<ClientAnswer>;
}

/** The plan of a call over SOAP 1.1 or 1.2. Packages put others of its members in the place of these. */
export interface SoapPlan extends CallPlan {
  readonly binding: SoapBindingKind;
  readonly version: SoapVersion;
  readonly facts: SoapBindingDescriptor;
  /** The SOAP action, with placeholders filled in. */
  readonly action: string;
  outgoing(call: CallContent, blocks?: readonly SoapHeaderBlock[]): OutgoingCall;
  /** The envelope and parts of a message. */
  parted(message: OutgoingCall): Pick<WrittenCall, 'text' | 'parts'>;
  /** What is sent of it. */
  packed(written: WrittenCall): EncodedCall;
  /** `cause` is what is wrong with an answer that holds no envelope. */
  decode(exchange: Exchange, response: TransportResponse, cause?: unknown): ClientAnswer | Promise<ClientAnswer>;
}

/** A request that was sent for a call; the data that errors need to say what happened. */
export interface Exchange {
  readonly plan: CallPlan;
  readonly request: TransportRequest;
  readonly input: unknown;
  readonly extensions: ExtensionStates;
  /** The request before extensions sealed it, in which credentials are looked for. */
  readonly unsealed?: TransportRequest | undefined;
  /** Set for a call whose answer is read in parts. */
  readonly reading?: { readonly rest: AnswerRest | undefined } | undefined;
}

/** How an answer is read of which parts were taken out: errors and listeners hear of places in the whole answer. */
export interface AnswerRest {
  /** A reader of what is left, whose errors have their places in the whole answer. */
  open(options: XmlReaderOptions): XmlReader;
  /** Options for decoding it. */
  options(decode: DecodeOptions): DecodeOptions;
}

/** A reader of the text of an answer. */
export function openAnswer({ reading, plan }: Exchange, text: string): XmlReader {
  const { reader } = plan.context;
  return reading?.rest?.open(reader) ?? new XmlReader(text, reader);
}

/** Options for decoding an answer. */
export function answerOptions({ reading, plan }: Exchange): DecodeOptions {
  const { decode } = plan.context;
  return reading?.rest?.options(decode) ?? decode;
}

/** Options of an error: names of the call, and masked summaries of what was on the wire. */
export function errorFacts(exchange: Exchange, response?: TransportResponse, cause?: unknown): ServiceErrorOptions {
  const { context, operation, binding } = exchange.plan;
  const masker = maskerOf(exchange);
  return {
    service: context.service.name,
    operation: operation.name,
    binding,
    request: summarizeRequest(exchange.request, masker),
    response: response && answerForErrors(asReceived(response), masker),
    ...(cause !== undefined && { cause: masker.value(cause) }),
  };
}

/** Hides the credentials of a call in its errors: those that it sent, and all values with secret names in the answer. */
export function maskerOf({ plan, input, request, unsealed = request }: Exchange): CallMasker {
  return plan.context.maskers.of({ operation: plan.operation, input, request: unsealed });
}

/** The client side of a kind of binding. */
export interface ClientBinding {
  /** Works out the calls of an operation at an address of the port; undefined if the port does not offer the operation. */
  plan(
    context: ClientContext,
    operation: OperationDescriptor,
    port: PortDescriptor,
    address: string,
  ): CallPlan | undefined;
}
