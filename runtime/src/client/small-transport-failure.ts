import { type Exchange, errorFacts, maskerOf } from './context.js';
import { ResponseTooLargeError, ResponseTruncatedError, ServiceError, TimeoutError, TransportError } from './errors.js';

/** As `transportFailure`, for the errors of transports over `fetch`. */
export function smallTransportFailure(error: unknown, exchange: Exchange): unknown {
  const masker = maskerOf(exchange);
  const known = error instanceof ServiceError ? error : undefined;
  if (known?.operation) {
    return masker.value(error);
  }
  const facts = errorFacts(exchange, known && ServiceError.partialOf(known), known ? known.cause : error);
  if (error instanceof ResponseTooLargeError) {
    return new ResponseTooLargeError(error.limit, facts);
  }
  if (error instanceof TimeoutError) {
    return new TimeoutError(error.timeoutMs, facts);
  }
  if (error instanceof ResponseTruncatedError) {
    return new ResponseTruncatedError(error, facts);
  }
  const message = masker.text(error instanceof Error ? error.message : String(error));
  return new TransportError(message, error instanceof TransportError ? error : { phase: 'unknown' }, facts);
}
