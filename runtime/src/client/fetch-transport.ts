import { hostErrors } from '#host-errors';
import { ContentEncodingError, ResponseTooLargeError, ResponseTruncatedError, TransportError } from './errors.js';
import { IncomingAnswer } from './fetch-body.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/**
 * A transport over the Fetch API: browsers, Deno, Bun, edge hosts. Content-Length, compression and keep-alive are the host's.
 * Default is the global `fetch` at the time of each call.
 */
export function createFetchTransport(fetchFunction?: typeof fetch): Transport {
  const host: typeof fetch = (...request) => (fetchFunction ?? fetch)(...request);
  const transport = (request: TransportRequest): Promise<TransportResponse> => exchange(host, request);
  return Object.assign(transport, { listensToOnCancel: true, sendsStreams: true, fetch: host });
}

/** Default transport of clients. */
export const defaultTransport: Transport = createFetchTransport();

async function exchange(host: typeof fetch, request: TransportRequest): Promise<TransportResponse> {
  let incoming: IncomingAnswer | undefined;
  const { response, controller } = await sendRequest(host, request, () => incoming?.answer());
  incoming = new IncomingAnswer(response, request.maxResponseBytes ?? Number.POSITIVE_INFINITY);
  try {
    await incoming.read();
  } catch (error) {
    if (error instanceof ResponseTooLargeError) {
      controller?.abort(error);
      throw error;
    }
    throw bodyFailure(error, incoming);
  }
  return incoming.answer();
}

/** An answer whose head is there, and what ends its request; undefined if the caller's signal does. */
export interface SentRequest {
  readonly response: Response;
  readonly controller: AbortController | undefined;
}

/**
 * Sends a request, and resolves with the head of its answer. `partial` gives as much of an answer as has come when the call ends early. Rejects with
 * `TransportError`.
 */
export async function sendRequest(
  host: typeof fetch,
  request: TransportRequest,
  partial: () => TransportResponse | undefined,
): Promise<SentRequest> {
  const { method, headers, body, stream, onCancel } = request;
  const controller = onCancel && new AbortController();
  onCancel?.((reason) => {
    controller?.abort(reason);
    return partial();
  });
  try {
    const response = await host(request.url, {
      method,
      headers,
      // Other hosts' types know fewer kinds of bodies than are accepted.
      ...(stream === undefined
        ? { body: (body ?? null) as BodyInit | null }
        : ({ body: stream.readable(), duplex: 'half' } as RequestInit)),
      signal: controller?.signal ?? request.signal ?? null,
      redirect: 'manual',
    });
    return { response, controller };
  } catch (error) {
    void stream?.return();
    throw error instanceof TransportError ? error : failure(error);
  }
}

function failure(error: unknown): TransportError {
  const { message, ...facts } = hostErrors.ofFetch(error);
  return new TransportError(message, facts, { cause: error });
}

/** The error for a body that ended in the middle, or cannot be decompressed. */
export function bodyFailure(error: unknown, incoming: IncomingAnswer): TransportError {
  const { message, code } = hostErrors.ofFetch(error);
  const partial = incoming.answer();
  const contentEncoding = partial.headers.get('content-encoding') ?? '';
  if (hostErrors.isBrokenCoding(code)) {
    const facts = { contentEncoding, code, partial };
    return new ContentEncodingError(`The ${contentEncoding} body is broken: ${message}`, facts, { cause: error });
  }
  const length = partial.headers.get('content-length');
  const expected = length !== null && contentEncoding === '' ? Number(length) : undefined;
  return new ResponseTruncatedError({ received: incoming.length, expected, code, partial }, { cause: error });
}
