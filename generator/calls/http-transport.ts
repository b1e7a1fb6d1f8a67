import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Transport, TransportError, type TransportResponse } from '@wsdl-codegen/runtime';
import { bytesOf, decompress } from '../source/download.js';
import { defaultTimeout, type HttpAccess } from '../source/http-access.js';
import { connectionFailure } from '../source/http-failure.js';
import { openRequest } from '../source/http-request.js';

const maxBytes = 256 * 1024 * 1024;

/** Sends calls with header fields, credentials, certificates and proxies of the user. */
export function accessTransport(access: HttpAccess): Transport {
  return async ({ method, url, headers, body, signal, maxResponseBytes = maxBytes }) => {
    const octets = typeof body === 'string' ? Buffer.from(body) : body;
    const fields = {
      ...headers,
      'accept-encoding': 'gzip, deflate, br',
      'content-length': String(octets?.length ?? 0),
    };
    try {
      const own = signal ?? AbortSignal.timeout(access.timeout ?? defaultTimeout);
      const request = await openRequest(new URL(url), { method, headers: fields, signal: own }, access);
      return await responseOf(await answerTo(request, octets), maxResponseBytes);
    } catch (error) {
      // The client knows that its own time was up.
      if (signal?.aborted) {
        throw error;
      }
      const { code } = error as NodeJS.ErrnoException;
      const reason = connectionFailure(error, new URL(url).host, access.timeout ?? defaultTimeout);
      throw error instanceof TransportError ? error : new TransportError(reason, { phase: 'unknown', code });
    }
  };
}

function answerTo(request: ClientRequest, body: Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((done, reject) => {
    request.on('error', reject);
    request.on('response', done);
    request.end(body);
  });
}

async function responseOf(answer: IncomingMessage, limit: number): Promise<TransportResponse> {
  const { statusCode = 0, statusMessage = '', headers } = answer;
  const bytes = await bytesOf(answer, limit);
  if (bytes === undefined) {
    throw new TransportError(`the answer is longer than ${limit} bytes`, { phase: 'receive', kind: 'body' });
  }
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) {
      fields.append(name, each);
    }
  }
  const coding = headers['content-encoding'] ?? '';
  fields.delete('content-encoding');
  return { status: statusCode, statusText: statusMessage, headers: fields, body: decompress(bytes, coding, limit) };
}
