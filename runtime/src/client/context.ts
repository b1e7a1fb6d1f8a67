import type { DecodeOptions } from '../schema/index.js';
import type { BindingKind, OperationDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import type { NamespaceTranslation } from '../service/placeholders.js';
import type { XmlReaderOptions } from '../xml/index.js';
import { bodyText } from './answer.js';
import type { ServiceErrorOptions } from './errors.js';
import type { Masker } from './masking.js';
import type { ClientAnswer, SoapHeaders } from './options.js';
import type { TransportRequest, TransportResponse } from './transport.js';

/** What all calls of a client share. */
export interface ClientContext {
  readonly service: ServiceDescriptor<unknown>;
  /** Values of placeholders. */
  readonly values: Readonly<Record<string, string>>;
  readonly translation: NamespaceTranslation;
  readonly reader: XmlReaderOptions;
  readonly decode: DecodeOptions;
  readonly masker: Masker;
  /** HTTP headers of every call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly soap12Action: boolean;
  readonly mtom: boolean;
}

/** An encoded input. */
export interface EncodedCall {
  readonly url: string;
  readonly body: string | Uint8Array | undefined;
  /** Headers that only this call has, such as a multipart boundary. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation over one binding, with all that is the same for each call worked out. */
export interface CallPlan {
  readonly context: ClientContext;
  readonly operation: OperationDescriptor;
  readonly binding: BindingKind;
  readonly method: 'GET' | 'POST';
  /** Headers of every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Throws `XmlEncodeError` for an input that does not fit the schema. */
  encode(input: unknown, soapHeaders: SoapHeaders | undefined): EncodedCall;
  /** Throws a `ServiceError` for an answer that is no success. */
  decode(exchange: Exchange, response: TransportResponse): ClientAnswer;
}

/** A request that was sent for a call; what errors need to say what happened. */
export interface Exchange {
  readonly plan: CallPlan;
  readonly request: TransportRequest;
  readonly input: unknown;
}

/** Options of an error: names of the call, and masked summaries of what was on the wire. */
export function errorFacts(exchange: Exchange, response?: TransportResponse, cause?: unknown): ServiceErrorOptions {
  const { context, operation, binding } = exchange.plan;
  const secrets = context.masker.secrets(exchange.input);
  return {
    service: context.service.name,
    operation: operation.name,
    binding,
    request: context.masker.request(exchange.request, secrets),
    ...(response !== undefined && { response: context.masker.response(response, bodyText(response), secrets) }),
    ...(cause !== undefined && { cause }),
  };
}

/** A text from the service, without the credentials that the call sent: services quote them in their messages. */
export function withoutSecrets(exchange: Exchange, text: string): string {
  const { masker } = exchange.plan.context;
  return masker.text(text, masker.secrets(exchange.input));
}
