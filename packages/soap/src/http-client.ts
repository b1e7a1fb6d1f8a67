import {
  ResponseTooLargeError,
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '@wsdl-codegen/runtime';
import type { SoapHttpClient } from './soap-package.js';

/**
 * A transport over the package's HTTP client, for programs that have set one up (proxies, logging, their own `axios`):
 * `new AccountApiClient({ …, transport: httpClientTransport(new HttpClient()) })`. `options` go along with every request. Slower than the transport that
 * clients have by themselves.
 */
export function httpClientTransport(
  client: SoapHttpClient,
  options: Readonly<Record<string, unknown>> = {},
): Transport {
  return (request) => send(client, request, options);
}

/** As much of an `axios` answer as is read. */
interface HttpAnswer {
  readonly status: number;
  readonly statusText?: string;
  readonly headers?: object;
  readonly data?: unknown;
}

function send(
  client: SoapHttpClient,
  request: TransportRequest,
  options: Readonly<Record<string, unknown>>,
): Promise<TransportResponse> {
  const { url, method, headers, body, signal, maxResponseBytes } = request;
  return new Promise((resolve, reject) => {
    const settings: Record<string, unknown> = {
      ...options,
      method,
      // Bytes as they came: the charset is the reader's business.
      responseType: 'arraybuffer',
      maxRedirects: 0,
      ...(signal !== undefined && { signal }),
      ...(maxResponseBytes !== undefined && { maxContentLength: maxResponseBytes }),
    };
    const data = body instanceof Uint8Array ? Buffer.from(body) : body;
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    const done = (error: unknown, response: unknown): void => {
      // With NTLM, a status that does not mean success arrives as an error.
      const answer = response ?? (error as { readonly response?: unknown } | null)?.response;
      if (answer === undefined || answer === null) {
        reject(failure(error, maxResponseBytes));
      } else {
        resolve(responseOf(answer as HttpAnswer));
      }
    };
    try {
      // Without data the client would make a GET of it.
      const sent = client.request(url, data ?? '', done, { ...headers, 'Content-Length': length }, settings);
      if (sent instanceof Promise) {
        // The callback receives failures, too.
        sent.catch(() => undefined);
      }
    } catch (error) {
      reject(failure(error, maxResponseBytes));
    }
  });
}

function responseOf({ status, statusText, headers, data }: HttpAnswer): TransportResponse {
  const collected = new Headers();
  for (const [name, value] of Object.entries(headers ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'string' || typeof one === 'number') {
        collected.append(name, String(one));
      }
    }
  }
  return { status, statusText: statusText ?? '', headers: collected, body: bytesOf(data) };
}

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) {
    return data;
  }
  return data instanceof ArrayBuffer ? new Uint8Array(data) : Buffer.from(typeof data === 'string' ? data : '', 'utf8');
}

const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ERR_INVALID_URL']);

function failure(error: unknown, limit: number | undefined): Error {
  const { message = String(error), code } = (error ?? {}) as { readonly message?: string; readonly code?: string };
  if (limit !== undefined && message.startsWith('maxContentLength')) {
    return new ResponseTooLargeError(limit);
  }
  const phase = neverSent.has(code ?? '') ? 'connect' : 'unknown';
  return new TransportError(message || (code ?? 'no answer'), { phase, code }, { cause: error });
}
