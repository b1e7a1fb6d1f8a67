import { hostErrors } from '#host-errors';
import { ContentEncodingError, ResponseTooLargeError, ResponseTruncatedError, TransportError } from './errors.js';
import { IncomingAnswer } from './fetch-body.js';
import { isError } from './is-error.js';
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
  const [cause, code] = underlying(error);
  const message = isError(cause) ? cause.message || code || cause.name : String(cause);
  // The URL parser finds invalid addresses, since hosts other than Node do not set a code for them.
  const isAddress =
    isError(cause) && cause.name === 'TypeError' && /url|header/i.test(message) && code !== 'UND_ERR_SOCKET';
  const facts = isAddress ? ({ kind: 'address', phase: 'connect' } as const) : hostErrors.factsOf(cause);
  return new TransportError(message, { ...facts, code }, { cause: error });
}

/** The error for a body that ended in the middle, or cannot be decompressed. */
export function bodyFailure(error: unknown, incoming: IncomingAnswer): TransportError {
  const [cause, code] = underlying(error);
  const partial = incoming.answer();
  const { headers } = partial;
  const contentEncoding = headers.get('content-encoding') ?? '';
  if (code !== undefined && /^(?:Z_|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code)) {
    const message = `The ${contentEncoding} body is broken: ${isError(cause) ? cause.message : code}`;
    return new ContentEncodingError(message, { contentEncoding, code, partial }, { cause: error });
  }
  const length = headers.get('content-length');
  const expected = length !== null && contentEncoding === '' ? Number(length) : undefined;
  return new ResponseTruncatedError({ received: incoming.length, expected, code, partial }, { cause: error });
}

/** Node's fetch says only "fetch failed" or "terminated" and keeps the reason in `cause`. */
function underlying(error: unknown): readonly [cause: unknown, code: string | undefined] {
  const cause = isError(error) && isError(error.cause) ? error.cause : error;
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return [cause, typeof code === 'string' ? code : undefined];
}
