import { brief } from '../base/describe.js';
import { callback, requireKind } from '../base/options.js';
import type { Transport, TransportRequest, TransportResponse } from '../http/transport.js';
import {
  ContentEncodingError,
  ResponseTooLargeError,
  ResponseTruncatedError,
  TransportError,
} from './errors/errors.js';
import { foreignCoding, ofFetch } from './errors/system-errors.js';
import { bodyChunks } from './fetch-body.js';

/**
 * A transport over the Fetch API: browsers, Deno, Bun, edge hosts. Content-Length, compression and keep-alive are the host's.
 * Default is the global `fetch` at the time of each call. Throws `TypeError` for what is not a function.
 */
export function createFetchTransport(fetchFunction?: typeof fetch): Transport {
  if (fetchFunction !== undefined) {
    requireKind('The argument of `createFetchTransport`', fetchFunction, callback);
  }
  const host: typeof fetch = (...request) => (fetchFunction ?? fetch)(...request);
  const transport = (request: TransportRequest): Promise<TransportResponse> => exchange(host, request);
  return Object.assign(transport, { sendsStreams: true, fetch: host });
}

/** Default transport of clients. */
export const defaultTransport: Transport = createFetchTransport();

async function exchange(host: typeof fetch, request: TransportRequest): Promise<TransportResponse> {
  const { maxResponseBytes = Number.POSITIVE_INFINITY } = request;
  const response = await sendRequest(host, request);
  const { status, statusText, headers } = response;
  let bytes = new Uint8Array(0);
  let length = 0;
  const answer = (): TransportResponse => ({ status, statusText, headers, body: bytes.subarray(0, length) });
  const tooLong = (reached: number): void => {
    if (reached > maxResponseBytes) {
      throw new ResponseTooLargeError(maxResponseBytes, { partial: answer() });
    }
  };
  try {
    for await (const chunk of bodyChunks(response, tooLong)) {
      const end = length + chunk.length;
      if (length === 0) {
        // Most bodies are one chunk, which is not copied.
        bytes = chunk as Uint8Array<ArrayBuffer>;
      } else {
        // Memory grows with the body, however short the chunks are.
        if (end > bytes.length) {
          const longer = new Uint8Array(2 * end);
          longer.set(bytes);
          bytes = longer;
        }
        bytes.set(chunk, length);
      }
      length = end;
      tooLong(end);
    }
  } catch (error) {
    throw error instanceof ResponseTooLargeError ? error : bodyFailure(error, answer());
  }
  const contentEncoding = headers.get('content-encoding') ?? '';
  const foreign = foreignCoding(contentEncoding);
  if (foreign !== undefined && length > 0) {
    const message = `Unknown Content-Encoding "${brief(foreign, 100)}"`;
    throw new ContentEncodingError(message, { contentEncoding, partial: answer() });
  }
  return answer();
}

/** Sends a request, and resolves with the head of its answer. Rejects with `TransportError`. */
export async function sendRequest(host: typeof fetch, request: TransportRequest): Promise<Response> {
  const { method, headers, body, stream, signal } = request;
  try {
    return await host(request.url, {
      method,
      headers,
      // Other hosts' types know fewer kinds of bodies than are accepted.
      ...(stream === undefined
        ? { body: (body ?? null) as BodyInit | null }
        : ({ body: stream.readable(), duplex: 'half' } as RequestInit)),
      signal: signal ?? null,
      redirect: 'manual',
    });
  } catch (error) {
    void stream?.return();
    throw error instanceof TransportError ? error : failure(error);
  }
}

function failure(error: unknown): TransportError {
  const { message, ...facts } = ofFetch(error);
  return new TransportError(message, facts, { cause: error });
}

/** The error for a body that ended in the middle, or is not in its coding; `received` is its length if it was not kept. */
export function bodyFailure(
  cause: unknown,
  partial: TransportResponse,
  received: number = partial.body.length,
): TransportError {
  const { headers } = partial;
  const { code, kind, message } = ofFetch(cause);
  const contentEncoding = headers.get('content-encoding') ?? '';
  if (kind === 'body') {
    const facts = { contentEncoding, code, partial };
    return new ContentEncodingError(`The ${contentEncoding} body is broken: ${message}`, facts, { cause });
  }
  const length = contentEncoding ? null : headers.get('content-length');
  const expected = length === null ? undefined : Number(length);
  return new ResponseTruncatedError({ received, expected, code: code ?? 'ECONNRESET', partial }, { cause });
}
