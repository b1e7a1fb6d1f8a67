import { type Exchange, errorFacts } from './context.js';
import { ResponseTooLargeError } from './errors.js';
import { isError } from './is-error.js';
import type { TransportResponse } from './transport.js';

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
