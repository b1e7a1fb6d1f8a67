import { ResponseTooLargeError, TransportError } from './errors.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/**
 * A transport over the Fetch API: browsers, Deno, Bun, edge hosts. Content-Length, compression and keep-alive are the host's.
 * Default is the global `fetch` at the time of each call.
 */
export function createFetchTransport(fetchFunction?: typeof fetch): Transport {
  return (request) => send(fetchFunction ?? fetch, request);
}

/** Transport of clients that are given none. */
export const defaultTransport: Transport = createFetchTransport();

async function send(fetchFunction: typeof fetch, request: TransportRequest): Promise<TransportResponse> {
  let response: Response;
  try {
    response = await fetchFunction(request.url, {
      method: request.method,
      headers: request.headers,
      // Other hosts' types know fewer kinds of bodies than are accepted.
      body: (request.body ?? null) as BodyInit | null,
      signal: request.signal ?? null,
      redirect: 'manual',
    });
  } catch (error) {
    throw failure(error, 'unknown');
  }
  const { status, statusText, headers } = response;
  return { status, statusText, headers, body: await readBody(response, request.maxResponseBytes) };
}

async function readBody(response: Response, limit: number = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  if (response.body === null) {
    return new Uint8Array();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw failure(error, 'receive');
    });
    if (done) {
      return join(chunks, length);
    }
    length += value.byteLength;
    if (length > limit) {
      reader.cancel().catch(() => undefined);
      throw new ResponseTooLargeError(limit);
    }
    chunks.push(value);
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) {
    return first;
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function failure(error: unknown, phase: 'unknown' | 'receive'): TransportError {
  // Node's fetch says only "fetch failed" and keeps what happened in `cause`.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new TransportError(message, { phase, code: typeof code === 'string' ? code : undefined }, { cause: error });
}
