import { type Exchange, errorFacts, maskerOf } from './context.js';
import {
  AbortError,
  ContentEncodingError,
  ResponseTooLargeError,
  ResponseTruncatedError,
  ServiceError,
  TimeoutError,
  TransportError,
} from './errors.js';
import { withAnswerSummary } from './failures.js';
import { isError } from './is-error.js';
import { withRaw } from './system-errors.js';

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
