import { ContentEncodingError, ResponseTooLargeError, ResponseTruncatedError, TransportError } from './errors.js';
import { IncomingAnswer } from './fetch-body.js';
import { isError } from './is-error.js';
import type { BodyStream, OpenedResponse, Transport, TransportRequest, TransportResponse } from './transport.js';
import { connectionFacts } from './transport-errors.js';

/**
 * A transport over the Fetch API: browsers, Deno, Bun, edge hosts. Content-Length, compression and keep-alive are the host's.
 * Default is the global `fetch` at the time of each call.
 */
export function createFetchTransport(fetchFunction?: typeof fetch): Transport {
  const transport = (request: TransportRequest): Promise<TransportResponse> =>
    exchange(fetchFunction ?? fetch, request);
  const open = (request: TransportRequest): Promise<OpenedResponse> => openAnswer(fetchFunction ?? fetch, request);
  return Object.assign(transport, { listensToOnCancel: true, sendsStreams: true, open });
}

/** Default transport of clients. */
export const defaultTransport: Transport = createFetchTransport();

async function exchange(fetchFunction: typeof fetch, request: TransportRequest): Promise<TransportResponse> {
  let incoming: IncomingAnswer | undefined;
  const { controller, signal } = cancelling(request, () => incoming?.answer());
  const response = await send(fetchFunction, request, signal);
  incoming = new IncomingAnswer(response, request.maxResponseBytes ?? Number.POSITIVE_INFINITY);
  const reading = incoming.read();
  try {
    await reading;
  } catch (error) {
    if (error instanceof ResponseTooLargeError) {
      controller?.abort(error);
      throw error;
    }
    throw bodyFailure(error, incoming);
  }
  return incoming.answer();
}

/** As `exchange`, as far as the head of the answer. */
async function openAnswer(fetchFunction: typeof fetch, request: TransportRequest): Promise<OpenedResponse> {
  const { controller, signal } = cancelling(request, () => undefined);
  const response = await send(fetchFunction, request, signal);
  const incoming = new IncomingAnswer(response, Number.POSITIVE_INFINITY);
  const { status, statusText, headers } = incoming.answer();
  return { status, statusText, headers, body: openedBody(incoming, controller) };
}

function openedBody(incoming: IncomingAnswer, controller: AbortController | undefined): OpenedResponse['body'] {
  const chunks = incoming.chunks();
  let isOpen = true;
  return {
    async next() {
      try {
        const step = await chunks.next();
        isOpen &&= step.done !== true;
        return step;
      } catch (error) {
        isOpen = false;
        throw bodyFailure(error, incoming);
      }
    },
    async return() {
      if (isOpen) {
        isOpen = false;
        controller?.abort();
        // Takes effect where the host's stream does not end with the request.
        chunks.return(undefined).catch(() => undefined);
      }
      return { done: true, value: undefined };
    },
  };
}

interface Cancelling {
  readonly controller: AbortController | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What ends a request; `partial` gives as much of an answer as has come. */
function cancelling(request: TransportRequest, partial: () => TransportResponse | undefined): Cancelling {
  if (request.onCancel === undefined) {
    return { controller: undefined, signal: request.signal };
  }
  const controller = new AbortController();
  request.onCancel((reason) => {
    controller.abort(reason);
    return partial();
  });
  return { controller, signal: controller.signal };
}

async function send(
  fetchFunction: typeof fetch,
  request: TransportRequest,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetchFunction(request.url, {
      method: request.method,
      headers: request.headers,
      // Other hosts' types know fewer kinds of bodies than are accepted.
      ...(request.stream === undefined
        ? { body: (request.body ?? null) as BodyInit | null }
        : streamedBody(request.stream)),
      signal: signal ?? null,
      redirect: 'manual',
    });
  } catch (error) {
    void request.stream?.return();
    throw error instanceof TransportError ? error : failure(error);
  }
}

/** A body that is made as it is sent. Throws `TransportError` where the host would send the name of the stream in its place. */
function streamedBody(stream: BodyStream): RequestInit {
  streamsRequests ??= hostStreamsRequests();
  if (!streamsRequests) {
    const message = 'fetch of this host cannot send a body as it is made; give the lists and binary values as a whole';
    throw new TransportError(message, { phase: 'connect', kind: 'address' });
  }
  return { body: stream.readable(), duplex: 'half' } as RequestInit;
}

let streamsRequests: boolean | undefined;

/** Hosts that know no streams in requests take one for a text, and give it the content type of texts (Fetch, 5.2). */
function hostStreamsRequests(): boolean {
  try {
    const probe = { method: 'POST', body: new ReadableStream(), duplex: 'half' };
    return !new Request('http://localhost/', probe as RequestInit).headers.has('content-type');
  } catch {
    return false;
  }
}

function failure(error: unknown): TransportError {
  const [cause, code] = underlying(error);
  const message = isError(cause) ? cause.message || code || cause.name : String(cause);
  // The URL parser finds invalid addresses, since hosts other than Node do not set a code for them.
  const isAddress =
    isError(cause) && cause.name === 'TypeError' && /url|header/i.test(message) && code !== 'UND_ERR_SOCKET';
  const facts = isAddress ? ({ kind: 'address', phase: 'connect' } as const) : connectionFacts(cause);
  return new TransportError(message, { ...facts, code, raw: rawOf(cause, code) }, { cause: error });
}

/** The bytes that arrived instead of HTTP; of the hosts, only Node keeps them. */
function rawOf(cause: unknown, code: string | undefined): Uint8Array | undefined {
  const { data } = (cause ?? {}) as { readonly data?: unknown };
  return code?.startsWith('HPE_') && typeof data === 'string' ? new TextEncoder().encode(data) : undefined;
}

/** The error for a body that ended in the middle, or cannot be decompressed. */
function bodyFailure(error: unknown, incoming: IncomingAnswer): TransportError {
  const [cause, code] = underlying(error);
  const partial = incoming.answer();
  const { headers } = partial;
  const contentEncoding = headers.get('content-encoding') ?? '';
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_FORMAT') || code?.startsWith('ERR_PADDING')) {
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
