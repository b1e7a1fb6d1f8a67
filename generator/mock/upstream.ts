import type { TransportResponse, WireHeaders, WireRequest, WireResponse } from '@wsdl-codegen/runtime';
import { connectionFields, isProxyField } from '@wsdl-codegen/runtime/http';
import { defaultTimeout, type HttpAccess } from '../source/http-access.js';
import { connectionFailure } from '../source/http-failure.js';
import { sendRequest } from '../source/http-request.js';
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
      const answer = await sendRequest(
        {
          method,
          url: url.href,
          headers: fields,
          ...(method !== 'GET' && method !== 'HEAD' && { body }),
          signal: either,
          maxResponseBytes: maxBytes,
        },
        this.#access,
      );
      return answerOf(answer);
    } catch (error) {
      throw new NoAnswerError(connectionFailure(limit.aborted ? limit.reason : error, url.href, timeout));
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

function answerOf({ status, headers, body }: TransportResponse): WireResponse {
  const fields: Record<string, string> = {};
  headers.forEach((value, name) => {
    fields[name] = value;
  });
  // It is this server that tells browsers who may read an answer.
  const isOwn = (name: string): boolean =>
    name === 'content-encoding' || name === 'set-cookie' || name.startsWith('access-control-');
  const cookies = headers.getSetCookie?.() ?? [];
  return { status, headers: passedOn(fields, isOwn), body, ...(cookies.length > 0 && { cookies }) };
}
