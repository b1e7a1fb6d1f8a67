import { type CallPlan, type EncodedCall, type Exchange, errorFacts } from './context.js';
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
}

/** Encodes a call, sends it and decodes the answer. Rejects with a `ServiceError`, or `XmlEncodeError` for an input that does not fit. */
export async function send(plan: CallPlan, call: ClientCall, options: SendOptions): Promise<ClientAnswer> {
  const encoded = plan.encode(call.input, call.soapHeaders);
  const pending = call.timeoutMs > 0 || call.signal !== undefined ? new Pending(call) : undefined;
  const request = requestOf(plan, call, encoded, options, pending?.signal);
  const exchange: Exchange = { plan, request, input: call.input };
  let response: TransportResponse;
  try {
    response = await (pending === undefined
      ? options.transport(request)
      : pending.race(options.transport, request, exchange));
    if (response.body.byteLength > options.maxResponseBytes) {
      throw new ResponseTooLargeError(options.maxResponseBytes);
    }
  } catch (error) {
    throw inContext(error, exchange);
  }
  return plan.decode(exchange, response);
}

function requestOf(
  plan: CallPlan,
  call: ClientCall,
  encoded: EncodedCall,
  options: SendOptions,
  signal: AbortSignal | undefined,
): TransportRequest {
  return {
    method: plan.method,
    url: encoded.url,
    headers: mergeHeaders(mergeHeaders(plan.headers, encoded.headers), call.headers),
    body: encoded.body,
    signal,
    maxResponseBytes: options.maxResponseBytes,
    idempotent: call.idempotent,
  };
}

/** A request under way that a signal or the clock may end, whether the transport listens or not. */
class Pending {
  readonly #controller = new AbortController();
  readonly #call: ClientCall;

  constructor(call: ClientCall) {
    this.#call = call;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  race(transport: Transport, request: TransportRequest, exchange: Exchange): Promise<TransportResponse> {
    const { signal, timeoutMs } = this.#call;
    return new Promise((resolve, reject) => {
      const give = (error: Error): void => {
        reject(error);
        this.#controller.abort(error);
      };
      const onAbort = (): void => give(new AbortError({ ...errorFacts(exchange), cause: signal?.reason }));
      if (signal?.aborted) {
        onAbort();
        return;
      }
      const timer =
        timeoutMs > 0
          ? setTimeout(() => give(new TimeoutError(timeoutMs, errorFacts(exchange))), timeoutMs)
          : undefined;
      signal?.addEventListener('abort', onAbort, { once: true });
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      transport(request).then(
        (response) => {
          settle();
          resolve(response);
        },
        (error: unknown) => {
          settle();
          reject(error);
        },
      );
    });
  }
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
