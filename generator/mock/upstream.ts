import type { IncomingMessage } from 'node:http';
import type { WireHeaders, WireRequest, WireResponse } from '@wsdl-codegen/runtime';
import { connectionFields, isProxyField } from '@wsdl-codegen/runtime/http';
import { bytesOf, decompress } from '../source/download.js';
import { defaultTimeout, type HttpAccess } from '../source/http-access.js';
import { connectionFailure } from '../source/http-failure.js';
import { openRequest } from '../source/http-request.js';
import { headerOf } from './message-text.js';

/** Bytes of an answer, before and after it is decompressed. */
const maxBytes = 64 * 1024 * 1024;

/** The live service did not answer; the message says why. */
export class NoAnswerError extends Error {}

/** Sends requests to a live service. */
export class Upstream {
  readonly #access: HttpAccess;

  constructor(access: HttpAccess) {
    this.#access = access;
  }

  /** Passes a request on. The answer is decompressed, and no redirect is followed. Throws `NoAnswerError`. */
  async send(url: URL, { method, headers, body, signal }: WireRequest): Promise<WireResponse> {
    const timeout = this.#access.timeout ?? defaultTimeout;
    const limit = AbortSignal.timeout(timeout);
    const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
    try {
      const fields = passedOn(headers, (name) => name === 'accept-encoding' || isProxyField(name));
      const sent = await openRequest(url, { method, headers: fields, signal: either }, this.#access);
      return await new Promise((resolve, reject) => {
        sent.on('error', reject);
        sent.on('response', (response) =>
          answerOf(response)
            .then(resolve, reject)
            .finally(() => sent.destroy()),
        );
        sent.end(method === 'GET' || method === 'HEAD' ? undefined : body);
      });
    } catch (error) {
      throw error instanceof NoAnswerError
        ? error
        : new NoAnswerError(connectionFailure(limit.aborted ? limit.reason : error, url.host, timeout));
    }
  }
}

/** Fields without those of the connection and those that `isDropped` names, in lower case. */
function passedOn(headers: WireHeaders, isDropped: (name: string) => boolean): Record<string, string> {
  const isOfConnection = connectionFields(headerOf(headers, 'connection'));
  return Object.fromEntries(
    Object.keys(headers)
      .filter((name) => !isOfConnection(name) && !isDropped(name.toLowerCase()))
      .map((name) => [name, headerOf(headers, name.toLowerCase())]),
  );
}

async function answerOf(response: IncomingMessage): Promise<WireResponse> {
  const { headers, statusCode: status = 502 } = response;
  const body = plain(await bytesOf(response, maxBytes), headers['content-encoding'] ?? '');
  // It is this server that tells browsers who may read an answer.
  const isOwn = (name: string): boolean =>
    name === 'content-encoding' || name === 'set-cookie' || name.startsWith('access-control-');
  const cookies = headers['set-cookie'];
  return { status, headers: passedOn(headers, isOwn), body, ...(cookies && { cookies }) };
}

/** Bytes without their codings; `undefined` stands for too many of them. An answer to HEAD has none. */
function plain(bytes: Uint8Array | undefined, codings: string): Uint8Array {
  try {
    if (bytes !== undefined) {
      return bytes.length === 0 ? bytes : decompress(bytes, codings, maxBytes);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_BUFFER_TOO_LARGE') {
      throw new NoAnswerError(`the answer cannot be decompressed: ${message}`);
    }
  }
  throw new NoAnswerError(`the answer is longer than ${maxBytes} bytes`);
}
