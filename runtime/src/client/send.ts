import { Cancellation } from './cancellation.js';
import { type CallPlan, type EncodedCall, type Exchange, errorFacts } from './context.js';
import type { Deadlines } from './deadlines.js';
import {
  AbortError,
  ResponseTooLargeError,
  ServiceError,
  type ServiceErrorOptions,
  TimeoutError,
  TransportError,
} from './errors.js';
import { mergeHeaders } from './headers.js';
import type { ClientAnswer, ClientCall } from './options.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** What sending needs besides the call. */
export interface SendOptions {
  readonly transport: Transport;
  readonly maxResponseBytes: number;
  /** The queue for a duration; undefined for 0, which is no limit. */
  readonly deadlines: (timeoutMs: number) => Deadlines | undefined;
}

/** Encodes a call, sends it and decodes the answer. Rejects with a `ServiceError`, or `XmlEncodeError` for an input that does not fit. */
export async function send(plan: CallPlan, call: ClientCall, options: SendOptions): Promise<ClientAnswer> {
  const encoded = plan.encode(call.input, call.soapHeaders);
  const cancellation =
    call.timeoutMs > 0 || call.signal !== undefined
      ? new Cancellation(call.signal, options.deadlines(call.timeoutMs))
      : undefined;
  const request = requestOf(plan, call, encoded, options, cancellation);
  const exchange: Exchange = { plan, request, input: call.input };
  let response: TransportResponse;
  try {
    response =
      cancellation === undefined
        ? await options.transport(request)
        : await cancellation.race(() => options.transport(request));
    if (response.body.byteLength > options.maxResponseBytes) {
      throw new ResponseTooLargeError(options.maxResponseBytes);
    }
  } catch (error) {
    throw cancellation?.cause === undefined
      ? inContext(error, exchange)
      : cancelled(cancellation, call.timeoutMs, exchange);
  } finally {
    cancellation?.dispose();
  }
  return plan.decode(exchange, response);
}

function requestOf(
  plan: CallPlan,
  call: ClientCall,
  encoded: EncodedCall,
  options: SendOptions,
  cancellation: Cancellation | undefined,
): TransportRequest {
  return {
    method: plan.method,
    url: encoded.url,
    headers: mergeHeaders(mergeHeaders(plan.headers, encoded.headers), call.headers),
    body: encoded.body,
    signal: options.transport.listensToOnCancel ? undefined : cancellation?.signal,
    onCancel: options.transport.listensToOnCancel ? cancellation?.onCancel : undefined,
    maxResponseBytes: options.maxResponseBytes,
    idempotent: call.idempotent,
  };
}

function cancelled(cancellation: Cancellation, timeoutMs: number, exchange: Exchange): ServiceError {
  const facts = errorFacts(exchange, undefined, cancellation.reason);
  return cancellation.cause === 'timeout' ? new TimeoutError(timeoutMs, facts) : new AbortError(facts);
}

/** The error of a transport with the names of the call and what was sent. */
function inContext(error: unknown, exchange: Exchange): unknown {
  if (error instanceof ServiceError && error.operation !== '') {
    return error;
  }
  const cause = error instanceof ServiceError ? error.cause : error;
  const facts: ServiceErrorOptions = errorFacts(exchange, undefined, cause);
  if (error instanceof TransportError) {
    return new TransportError(error.message, error, facts);
  }
  if (error instanceof ResponseTooLargeError) {
    return new ResponseTooLargeError(error.limit, facts);
  }
  if (error instanceof ServiceError) {
    return error;
  }
  return new TransportError(error instanceof Error ? error.message : String(error), { phase: 'unknown' }, facts);
}
