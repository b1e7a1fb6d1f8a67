import { isError } from '../../base/recognized-error.js';
import type { TransportResponse } from '../../http/transport.js';
import { type Exchange, errorFacts, maskerOf } from '../call/context.js';
import { withAnswerSummary } from '../call/failures.js';
import {
  AbortError,
  ContentEncodingError,
  ResponseTooLargeError,
  ResponseTruncatedError,
  ServiceError,
  TimeoutError,
  TransportError,
} from '../errors/errors.js';
import { withRaw } from '../errors/system-errors.js';

/**
 * The error for an answer that is within `limits.maxResponseBytes` and yet longer than a string can be, for an error of the engine that says so; any
 * other error as it is.
 */
export function tooLongForText(exchange: Exchange, response: TransportResponse, error: unknown): unknown {
  if (!isStringLimit(error)) {
    return error;
  }
  const length = response.body.byteLength;
  const message = `The answer has ${length} bytes, which is more text than one string can hold here; read it item by item: stream(client) of @wsdl-codegen/runtime/stream`;
  const limit = exchange.request.maxResponseBytes ?? Number.POSITIVE_INFINITY;
  return new ResponseTooLargeError(limit, { ...errorFacts(exchange, response, error), message });
}

type NamedError = Error & { readonly code?: unknown };

/** True for the errors of the engines when a string would become too long. */
function isStringLimit(error: unknown): boolean {
  if (!isError(error)) {
    return false;
  }
  const { name, code, message } = error as NamedError;
  return (
    code === 'ERR_STRING_TOO_LONG' ||
    (/^(?:Range|Internal)Error$/.test(name) &&
      /^(?:invalid string length|out of memory|allocation size)/i.test(message))
  );
}

/** The error of a transport with the names of the call, the request, and as much of an answer as arrived; credentials masked. */
export function transportFailure(error: unknown, exchange: Exchange): unknown {
  const masker = maskerOf(exchange);
  if (!(error instanceof ServiceError)) {
    return new TransportError(
      masker.text(messageOf(error)),
      { phase: 'unknown' },
      errorFacts(exchange, undefined, error),
    );
  }
  if (error.operation !== '') {
    return masker.value(error);
  }
  const partial = ServiceError.partialOf(error);
  const facts = errorFacts(exchange, partial, error.cause);
  if (error instanceof ResponseTooLargeError) {
    return new ResponseTooLargeError(error.limit, facts);
  }
  if (error instanceof TimeoutError) {
    return new TimeoutError(error.timeoutMs, facts);
  }
  if (error instanceof AbortError) {
    return new AbortError(facts);
  }
  if (error instanceof ResponseTruncatedError) {
    return new ResponseTruncatedError(error, facts);
  }
  if (!(error instanceof TransportError)) {
    return masker.value(error);
  }
  const message = masker.text(error.message);
  return error instanceof ContentEncodingError
    ? new ContentEncodingError(partial ? withAnswerSummary(exchange, partial, message) : message, error, facts)
    : new TransportError(withRaw(message, error, masker), error, facts);
}

/** A thrown value, in words; it may be anything. */
function messageOf(thrown: unknown): string {
  try {
    return isError(thrown) ? String(thrown.message) : String(thrown);
  } catch {
    return 'The transport failed';
  }
}
