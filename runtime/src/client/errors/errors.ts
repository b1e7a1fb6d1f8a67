import type { QName } from '../../schema/descriptor/descriptor.js';
import type { SoapVersion } from '../../service/soap-version.js';
import type { FaultCode, FaultInfo, FaultReason } from '../../soap/fault.js';
import { contentMessage, statusMessage } from './answer-messages.js';
import { detailTexts } from './fault-texts.js';
import { ServiceError, type ServiceErrorOptions } from './service-error.js';

export {
  type CallFacts,
  type RequestSummary,
  type ResponseSummary,
  ServiceError,
  type ServiceErrorOptions,
} from './service-error.js';
export type { TransportErrorKind, TransportPhase } from './system-errors.js';
export {
  AbortError,
  ContentEncodingError,
  ResponseTooLargeError,
  ResponseTruncatedError,
  TimeoutError,
  TransportError,
  type TransportErrorFacts,
} from './transport-errors.js';

/**
 * The service answered with a SOAP fault, of either version. When the fault is a declared one, `faultName` names it and `detail` is its value:
 * `if (error instanceof SoapFaultError && error.faultName === 'AddressFault')`.
 */
export class SoapFaultError<Detail = unknown> extends ServiceError {
  static override readonly $mark: string = 'SoapFaultError';
  declare readonly name: string;
  /** Version of the envelope that contained the fault, whatever that of the call was. */
  declare readonly soapVersion: SoapVersion;
  /** Code on the wire. */
  declare readonly code: QName;
  /** Whose fault it is, in SOAP 1.1's words for both versions; undefined for a code of the service's own. */
  declare readonly kind: FaultCode | undefined;
  /** SOAP 1.2 subcodes, outermost first. */
  declare readonly subcodes: readonly QName[];
  declare readonly reason: string;
  declare readonly reasons: readonly FaultReason[];
  declare readonly actor: string | undefined;
  declare readonly node: string | undefined;
  declare readonly faultName: string | undefined;
  /** Value of the declared fault; `XmlElement[]` if the detail contains something else; undefined without a detail. */
  declare readonly detail: Detail;

  constructor(fault: FaultInfo, options?: ServiceErrorOptions, title = 'SOAP fault') {
    const { version: soapVersion, detailText, ...facts } = fault;
    super(`${title} ${fault.code.name}: ${fault.reason}${detailTexts(fault)}`, options, {
      soapVersion,
      ...facts,
    });
  }
}

/**
 * A SOAP fault in the other version of SOAP than the call's: the service speaks only that one, or something in front of it
 * answered. Everything that applies to a `SoapFaultError` applies here, too.
 */
export class SoapVersionFaultError<Detail = unknown> extends SoapFaultError<Detail> {
  static override readonly $mark: string = 'SoapVersionFaultError';
  declare readonly name: 'SoapVersionFaultError';
  /** Version of the call. */
  declare readonly expectedVersion: SoapVersion;

  constructor(fault: FaultInfo, expectedVersion: SoapVersion, options?: ServiceErrorOptions) {
    super(fault, options, `SOAP ${fault.version} fault in answer to SOAP ${expectedVersion}`);
    this.expectedVersion = expectedVersion;
  }
}

/** The facts about an answer whose status does not mean success. */
export interface StatusFacts {
  readonly status: number;
  readonly statusText: string;
  readonly serverMessage: string | undefined;
  /** See `HttpStatusError.retryAfterMs`. */
  readonly retryAfterMs?: number | undefined;
}

/** An HTTP status that does not mean success, without a SOAP fault in the body. */
export class HttpStatusError extends ServiceError {
  static override readonly $mark: string = 'HttpStatusError';
  declare readonly name: string;
  /** 0 for a redirect that a browser hides. */
  declare readonly status: number;
  declare readonly statusText: string;
  /** The readable text of the body: ASP.NET's plain text, or the title of an HTML page; undefined if there is none. */
  declare readonly serverMessage: string | undefined;
  /** How long the service asks to wait before the next attempt (`Retry-After`), in milliseconds; undefined if it does not say. */
  declare readonly retryAfterMs: number | undefined;

  constructor(answer: StatusFacts, options: ServiceErrorOptions = {}, more = '') {
    super(statusMessage(answer, options, more), options, answer);
  }
}

/**
 * A redirect (3xx). Redirects are not followed: a POST would become a GET or be sent twice, and credentials could go to
 * another host. Set `address` to the new address of the service.
 */
export class RedirectError extends HttpStatusError {
  static override readonly $mark: string = 'RedirectError';
  declare readonly name: 'RedirectError';
  /** Absolute address of the target, with credentials masked; undefined if the answer names none or a browser hides it. */
  declare readonly location: string | undefined;
  /** True if the target has another scheme, host or port. */
  declare readonly crossOrigin: boolean;

  constructor(
    answer: StatusFacts & { readonly location: string | undefined; readonly crossOrigin: boolean },
    options?: ServiceErrorOptions,
  ) {
    super(answer, options);
  }
}

/** The service, or something in front of it, requires other credentials or refuses these: 401, 403, 407. */
export class AccessDeniedError extends HttpStatusError {
  static override readonly $mark: string = 'AccessDeniedError';
  declare readonly name: 'AccessDeniedError';
  /** The authentication that is required: `WWW-Authenticate` or `Proxy-Authenticate`; undefined if the answer does not say. */
  declare readonly challenge: string | undefined;

  constructor(answer: StatusFacts & { readonly challenge: string | undefined }, options?: ServiceErrorOptions) {
    super(answer, options);
  }
}

/** A success whose body is of a kind that the binding does not answer with: plain text, JSON. */
export class ContentTypeError extends ServiceError {
  static override readonly $mark: string = 'ContentTypeError';
  declare readonly name: string;
  /** Value of the header; `''` if absent. */
  declare readonly contentType: string;

  constructor(contentType: string, expected: string, saw: string, options: ServiceErrorOptions = {}) {
    super(contentMessage(contentType, expected, saw, options), options, { contentType });
  }
}

/** A status of success with an HTML page, whatever its content type says: a login or an error page. */
export class HtmlResponseError extends ContentTypeError {
  static override readonly $mark: string = 'HtmlResponseError';
  declare readonly name: 'HtmlResponseError';
  /** The title of the page; `''` if it has none. */
  declare readonly title: string;

  constructor(contentType: string, expected: string, title: string, options?: ServiceErrorOptions) {
    super(contentType, expected, `HTML page${title && ` "${title}"`}`, options);
    this.title = title;
  }
}

/** A success with an empty body, where the operation has a result. */
export class EmptyResponseError extends ServiceError {
  static override readonly $mark: string = 'EmptyResponseError';
  declare readonly name: 'EmptyResponseError';

  constructor(options?: ServiceErrorOptions) {
    super(`The answer is empty (HTTP ${options?.response?.status ?? 200})`, options);
  }
}

/** An answer in XML that does not fit the schema. `cause` is the `XmlDecodeError`. Base class of other errors about XML. */
export class ResponseDecodeError extends ServiceError {
  static override readonly $mark: string = 'ResponseDecodeError';
  declare readonly name: string;
  /** The path of the value: `/ExchangeResponse/ExchangeResult`; undefined if the document itself is at fault. */
  declare readonly path: string | undefined;

  constructor(message: string, path: string | undefined, options?: ServiceErrorOptions, more?: object) {
    super(message, options, { path, ...more });
  }
}

/** An answer that calls itself XML and is not well-formed. `cause` is the `XmlSyntaxError`. */
export class MalformedResponseError extends ResponseDecodeError {
  static override readonly $mark: string = 'MalformedResponseError';
  declare readonly name: 'MalformedResponseError';
  /** Where reading stopped, from 1. */
  declare readonly line: number;
  /** From 1, in UTF-16 code units. */
  declare readonly column: number;

  constructor(message: string, at: { readonly line: number; readonly column: number }, options?: ServiceErrorOptions) {
    const { line, column } = at;
    super(message, undefined, options, { line, column });
  }
}

/**
 * The way in which a well-formed answer differs from the expected message:
 * - `not-envelope`: its root is not a SOAP envelope, or over GET and POST not the result's element;
 * - `version`: an envelope of an unknown version of SOAP;
 * - `envelope`: a SOAP envelope in answer to a GET or POST;
 * - `no-body`, `two-bodies`: the envelope does not have one Body;
 * - `unrelated`: an answer to another request, by its WS-Addressing headers;
 * - `not-understood`: with the option `strict`, a header block that must be understood is not;
 * - `expired`: by its timestamp of WS-Security, the answer is too old or from the future;
 * - `security`: its timestamp of WS-Security is missing or cannot be read;
 * - `empty-body`: the Body is empty;
 * - `wrong-element`: the Body contains another element, for example because the wrapper is missing.
 */
export type UnexpectedMessageProblem =
  | 'not-envelope'
  | 'version'
  | 'envelope'
  | 'no-body'
  | 'two-bodies'
  | 'unrelated'
  | 'not-understood'
  | 'expired'
  | 'security'
  | 'empty-body'
  | 'wrong-element';

/** An answer in well-formed XML that is another document than the operation's. */
export class UnexpectedMessageError extends ResponseDecodeError {
  static override readonly $mark: string = 'UnexpectedMessageError';
  declare readonly name: 'UnexpectedMessageError';
  declare readonly problem: UnexpectedMessageProblem;

  constructor(message: string, problem: UnexpectedMessageProblem, options?: ServiceErrorOptions) {
    super(message, undefined, options, { problem });
  }
}
