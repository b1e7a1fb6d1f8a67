import { ByteCollector } from '../http/byte-collector.js';
import { ContentEncodingError, ResponseTooLargeError, ResponseTruncatedError, TransportError } from './errors.js';
import { isError } from './is-error.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';
import { connectionFacts } from './transport-errors.js';

/**
 * A transport over the Fetch API: browsers, Deno, Bun, edge hosts. Content-Length, compression and keep-alive are the host's.
 * Default is the global `fetch` at the time of each call.
 */
export function createFetchTransport(fetchFunction?: typeof fetch): Transport {
  const transport = (request: TransportRequest): Promise<TransportResponse> => send(fetchFunction ?? fetch, request);
  return Object.assign(transport, { listensToOnCancel: true });
}

/** Transport of clients that are given none. */
export const defaultTransport: Transport = createFetchTransport();

/** An answer on its way. */
interface Incoming {
  readonly response: Response;
  readonly body: ByteCollector;
}

async function send(fetchFunction: typeof fetch, request: TransportRequest): Promise<TransportResponse> {
  let incoming: Incoming | undefined;
  let { signal } = request;
  if (request.onCancel !== undefined) {
    const controller = new AbortController();
    signal = controller.signal;
    request.onCancel((reason) => {
      controller.abort(reason);
      return incoming && answerOf(incoming);
    });
  }
  let response: Response;
  try {
    response = await fetchFunction(request.url, {
      method: request.method,
      headers: request.headers,
      // Other hosts' types know fewer kinds of bodies than are accepted.
      body: (request.body ?? null) as BodyInit | null,
      signal: signal ?? null,
      redirect: 'manual',
    });
  } catch (error) {
    throw failure(error);
  }
  incoming = { response, body: new ByteCollector() };
  await readBody(incoming, request.maxResponseBytes ?? Number.POSITIVE_INFINITY);
  return answerOf(incoming);
}

async function readBody(incoming: Incoming, limit: number): Promise<void> {
  const reader = incoming.response.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw bodyFailure(error, incoming);
    });
    if (done) {
      return;
    }
    incoming.body.add(value);
    if (incoming.body.length > limit) {
      reader.cancel().catch(() => undefined);
      throw new ResponseTooLargeError(limit, { partial: answerOf(incoming) });
    }
  }
}

function answerOf({ response: { status, statusText, headers }, body }: Incoming): TransportResponse {
  return { status, statusText, headers, body: body.bytes() };
}

function failure(error: unknown): TransportError {
  const [cause, code] = underlying(error);
  const message = isError(cause) ? cause.message || code || cause.name : String(cause);
  // Addresses that are none are told by the URL parser, which other hosts than Node give no code.
  const isAddress =
    isError(cause) && cause.name === 'TypeError' && /url|header/i.test(message) && code !== 'UND_ERR_SOCKET';
  const facts = isAddress ? ({ kind: 'address', phase: 'connect' } as const) : connectionFacts(cause);
  return new TransportError(message, { ...facts, code, raw: rawOf(cause, code) }, { cause: error });
}

/** What came instead of HTTP: of the hosts, Node keeps it. */
function rawOf(cause: unknown, code: string | undefined): Uint8Array | undefined {
  const { data } = (cause ?? {}) as { readonly data?: unknown };
  return code?.startsWith('HPE_') && typeof data === 'string' ? new TextEncoder().encode(data) : undefined;
}

/** The error for a body that ended in the middle, or cannot be decompressed. */
function bodyFailure(error: unknown, incoming: Incoming): TransportError {
  const [cause, code] = underlying(error);
  const { headers } = incoming.response;
  const partial = answerOf(incoming);
  const contentEncoding = headers.get('content-encoding') ?? '';
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_FORMAT') || code?.startsWith('ERR_PADDING')) {
    const message = `The ${contentEncoding} body is broken: ${isError(cause) ? cause.message : code}`;
    return new ContentEncodingError(message, { contentEncoding, code, partial }, { cause: error });
  }
  const length = headers.get('content-length');
  const expected = length !== null && contentEncoding === '' ? Number(length) : undefined;
  return new ResponseTruncatedError({ received: incoming.body.length, expected, code, partial }, { cause: error });
}

/** Node's fetch says only "fetch failed" or "terminated" and keeps what happened in `cause`. */
function underlying(error: unknown): readonly [cause: unknown, code: string | undefined] {
  const cause = isError(error) && isError(error.cause) ? error.cause : error;
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return [cause, typeof code === 'string' ? code : undefined];
}
