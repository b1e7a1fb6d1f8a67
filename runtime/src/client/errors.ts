import type { QName } from '../schema/descriptor.js';
import type { BindingKind } from '../service/descriptor.js';
import type { FaultCode, FaultInfo, FaultReason } from '../soap/fault.js';
import type { SoapVersion } from '../soap/version.js';

/** What was sent, for logs: credentials masked, the body cut. */
export interface RequestSummary {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back, for logs: credentials masked, the body cut. */
export interface ResponseSummary {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bytes of the whole body. */
  readonly bodyLength: number;
}

/** Which call failed, and what was on the wire. */
export interface CallFacts {
  /** Name of the service; `''` outside of a call. */
  readonly service: string;
  /** Name of the operation on the wire. */
  readonly operation: string;
  readonly binding: BindingKind | undefined;
  readonly request: RequestSummary | undefined;
  readonly response: ResponseSummary | undefined;
}

/** Options of every error here. */
export interface ServiceErrorOptions extends Partial<CallFacts> {
  readonly cause?: unknown;
}

/** A call that did not succeed. Base of all errors that calls reject with, but mistakes in the caller's own values and options. */
export abstract class ServiceError extends Error implements CallFacts {
  abstract override readonly name: string;
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingKind | undefined;
  readonly request: RequestSummary | undefined;
  readonly response: ResponseSummary | undefined;

  constructor(message: string, options: ServiceErrorOptions = {}) {
    const where = options.operation ? `${options.service ?? ''}.${options.operation} (${options.binding ?? ''}): ` : '';
    super(where + message, 'cause' in options ? { cause: options.cause } : undefined);
    this.service = options.service ?? '';
    this.operation = options.operation ?? '';
    this.binding = options.binding;
    this.request = options.request;
    this.response = options.response;
  }
}

/**
 * The service answered with a SOAP fault, of either version. When the fault is a declared one, `faultName` names it and `detail` is its value:
 * `if (error instanceof SoapFaultError && error.faultName === 'AddressFault')`.
 */
export class SoapFaultError<Detail = unknown> extends ServiceError {
  override readonly name = 'SoapFaultError';
  /** Version of the envelope that held the fault, whatever the call's was. */
  readonly soapVersion: SoapVersion;
  /** Code on the wire. */
  readonly code: QName;
  /** Whose fault it is, in SOAP 1.1's words for both versions; undefined for a code of the service's own. */
  readonly kind: FaultCode | undefined;
  /** SOAP 1.2 subcodes, outermost first. */
  readonly subcodes: readonly QName[];
  readonly reason: string;
  readonly reasons: readonly FaultReason[];
  readonly actor: string | undefined;
  readonly node: string | undefined;
  readonly faultName: string | undefined;
  /** Value of the declared fault; `XmlElement[]` when the detail holds something else; undefined without a detail. */
  readonly detail: Detail;

  constructor(fault: FaultInfo, options: ServiceErrorOptions = {}) {
    super(`SOAP fault ${fault.code.name}: ${fault.reason}`, options);
    this.soapVersion = fault.version;
    this.code = fault.code;
    this.kind = fault.kind;
    this.subcodes = fault.subcodes;
    this.reason = fault.reason;
    this.reasons = fault.reasons;
    this.actor = fault.actor;
    this.node = fault.node;
    this.faultName = fault.faultName;
    this.detail = fault.detail as Detail;
  }
}

/** An HTTP status that is no success, and no SOAP fault in the body. Redirects end here too: they are not followed. */
export class HttpStatusError extends ServiceError {
  override readonly name = 'HttpStatusError';
  /** 0 for a redirect that a browser hides. */
  readonly status: number;
  readonly statusText: string;
  /** What the body says in words: ASP.NET's plain text, the title of an HTML page; undefined when there is none. */
  readonly serverMessage: string | undefined;

  constructor(
    answer: { readonly status: number; readonly statusText: string; readonly serverMessage: string | undefined },
    options: ServiceErrorOptions = {},
  ) {
    const { status, statusText, serverMessage } = answer;
    super(
      `HTTP ${status}${statusText && ` ${statusText}`}${serverMessage ? `: ${serverMessage}` : ', empty body'}`,
      options,
    );
    this.status = status;
    this.statusText = statusText;
    this.serverMessage = serverMessage;
  }
}

/** A success whose body is of a kind that the binding does not answer with: an HTML page, JSON. */
export class ContentTypeError extends ServiceError {
  override readonly name = 'ContentTypeError';
  /** Value of the header; `''` when absent. */
  readonly contentType: string;

  constructor(contentType: string, expected: string, saw: string, options: ServiceErrorOptions = {}) {
    super(`Expected ${expected}, the answer is ${contentType || 'without Content-Type'}: ${saw}`, options);
    this.contentType = contentType;
  }
}

/** A success with an empty body, where the operation has a result. */
export class EmptyResponseError extends ServiceError {
  override readonly name = 'EmptyResponseError';

  constructor(options: ServiceErrorOptions = {}) {
    super(`The answer is empty (HTTP ${options.response?.status ?? 200})`, options);
  }
}

/**
 * An answer that is not well-formed XML, not a SOAP message, or does not fit the schema. `cause` is the `XmlDecodeError`,
 * `XmlSyntaxError` or `SoapFormatError`.
 */
export class ResponseDecodeError extends ServiceError {
  override readonly name = 'ResponseDecodeError';
  /** Where the value stands: `/ExchangeResponse/ExchangeResult`; undefined when the document itself is at fault. */
  readonly path: string | undefined;

  constructor(message: string, path: string | undefined, options: ServiceErrorOptions = {}) {
    super(message, options);
    this.path = path;
  }
}

/** How far a request came: `connect` (nothing sent), `send` (perhaps sent), `receive` (an answer had begun), `unknown`. */
export type TransportPhase = 'connect' | 'send' | 'receive' | 'unknown';

/** The connection failed: refused, reset, name not found, certificate refused, answer cut short. */
export class TransportError extends ServiceError {
  override readonly name = 'TransportError';
  readonly phase: TransportPhase;
  /** The system's code (`ECONNREFUSED`, `ECONNRESET`, `ENOTFOUND`…), when there is one. */
  readonly code: string | undefined;

  constructor(
    message: string,
    facts: { readonly phase: TransportPhase; readonly code?: string | undefined },
    options: ServiceErrorOptions = {},
  ) {
    super(message, options);
    this.phase = facts.phase;
    this.code = facts.code;
  }
}

/** The answer is longer than `limits.maxResponseBytes`; it was not read to its end. */
export class ResponseTooLargeError extends ServiceError {
  override readonly name = 'ResponseTooLargeError';
  /** Limit, in bytes. */
  readonly limit: number;

  constructor(limit: number, options: ServiceErrorOptions = {}) {
    super(`The answer is longer than ${limit} bytes (limits.maxResponseBytes)`, options);
    this.limit = limit;
  }
}

/** No answer within the time allowed. The service may have done its work all the same. */
export class TimeoutError extends ServiceError {
  override readonly name = 'TimeoutError';
  /** Time allowed, in milliseconds. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number, options: ServiceErrorOptions = {}) {
    super(`No answer within ${timeoutMs} ms`, options);
    this.timeoutMs = timeoutMs;
  }
}

/** The caller's signal was aborted; `cause` is the signal's reason. */
export class AbortError extends ServiceError {
  override readonly name = 'AbortError';

  constructor(options: ServiceErrorOptions = {}) {
    super('The call was aborted', options);
  }
}
