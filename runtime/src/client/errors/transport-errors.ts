import type { TransportResponse } from '../../http/transport.js';
import { ServiceError, type ServiceErrorOptions } from './service-error.js';
import { keepRaw, kindOf, type TransportErrorKind, type TransportPhase } from './system-errors.js';

/** The facts that a transport knows about its failure. */
export interface TransportErrorFacts {
  readonly phase: TransportPhase;
  readonly code?: string | undefined;
  /** Derived from `code` if absent; in browsers, where there are no codes, `other`. */
  readonly kind?: TransportErrorKind;
  /** As much of the answer as came. */
  readonly partial?: TransportResponse | undefined;
  /** The bytes that arrived instead of an answer, for the kind `protocol`. */
  readonly raw?: Uint8Array | undefined;
}

/** The connection failed: refused, reset, name not found, certificate refused, answer cut short. `kind` says which. */
export class TransportError extends ServiceError {
  static override readonly $mark: string = 'TransportError';
  declare readonly name: string;
  declare readonly phase: TransportPhase;
  declare readonly kind: TransportErrorKind;
  /** The system's code (`ECONNREFUSED`, `ECONNRESET`, `ENOTFOUND`…), when there is one. */
  declare readonly code: string | undefined;

  constructor(message: string, facts: TransportErrorFacts, options?: ServiceErrorOptions, more?: object) {
    const { phase, code, kind = kindOf(code), partial } = facts;
    super(message, { partial, ...options }, { phase, code, kind, ...more });
    keepRaw(this, facts.raw);
  }
}

const inBody = { phase: 'receive', kind: 'body' } as const;

/** The connection ended in the middle of the answer's body. `response` has the part that arrived. */
export class ResponseTruncatedError extends TransportError {
  static override readonly $mark: string = 'ResponseTruncatedError';
  declare readonly name: 'ResponseTruncatedError';
  /** Bytes of the body that came, as they were on the wire. */
  declare readonly received: number;
  /** Bytes that Content-Length had announced; undefined if it had not. */
  declare readonly expected: number | undefined;

  constructor(
    facts: {
      readonly received: number;
      readonly expected: number | undefined;
      readonly code?: string | undefined;
      readonly partial?: TransportResponse | undefined;
    },
    options?: ServiceErrorOptions,
  ) {
    const { received, expected } = facts;
    const bytes = expected === undefined ? received : `${received} of ${expected}`;
    super(`The answer was cut short after ${bytes} bytes`, { ...facts, ...inBody }, options, { received, expected });
  }
}

/**
 * The body is not in the coding that Content-Encoding names, is in an unknown one, or is compressed and the header is
 * missing.
 */
export class ContentEncodingError extends TransportError {
  static override readonly $mark: string = 'ContentEncodingError';
  declare readonly name: 'ContentEncodingError';
  /** Value of Content-Encoding; `''` if absent. */
  declare readonly contentEncoding: string;

  constructor(
    message: string,
    facts: {
      readonly contentEncoding: string;
      readonly code?: string | undefined;
      readonly partial?: TransportResponse | undefined;
    },
    options?: ServiceErrorOptions,
  ) {
    const { contentEncoding } = facts;
    super(message, { ...facts, ...inBody }, options, { contentEncoding });
  }
}

/**
 * The answer is longer than `limits.maxResponseBytes`, and was not read to its end; or longer than a string can be, if the
 * limit is higher.
 */
export class ResponseTooLargeError extends ServiceError {
  static override readonly $mark: string = 'ResponseTooLargeError';
  declare readonly name: 'ResponseTooLargeError';
  /** Limit, in bytes. */
  declare readonly limit: number;

  constructor(limit: number, options: ServiceErrorOptions & { readonly message?: string } = {}) {
    super(options.message ?? `The answer is longer than ${limit} bytes (limits.maxResponseBytes)`, options, { limit });
  }
}

/**
 * No answer within the time allowed, or none that was complete: then `response` has as much as came. The service may have done its work all the
 * same.
 */
export class TimeoutError extends ServiceError {
  static override readonly $mark: string = 'TimeoutError';
  declare readonly name: 'TimeoutError';
  /** Time allowed, in milliseconds. */
  declare readonly timeoutMs: number;

  constructor(timeoutMs: number, options: ServiceErrorOptions = {}) {
    const { response } = options;
    const [complete, begun] = response
      ? [' complete', `: HTTP ${response.status}, then ${response.bodyLength} bytes`]
      : ['', ''];
    super(`No${complete} answer within ${timeoutMs} ms${begun}`, options, { timeoutMs });
  }
}

/** The caller's signal was aborted; `cause` is the signal's reason. `response` has as much of an answer as had come. */
export class AbortError extends ServiceError {
  static override readonly $mark: string = 'AbortError';
  declare readonly name: 'AbortError';

  constructor(options?: ServiceErrorOptions) {
    super('The call was aborted', options);
  }
}
