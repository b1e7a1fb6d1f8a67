import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { WireRequest, WireResponse } from '@wsdl-codegen/runtime';
import { defaultTimeout, type HttpAccess } from '../source/http-access.js';
import { connectionFailure } from '../source/http-failure.js';
import { openRequest } from '../source/http-request.js';
import { headerOf } from './message-text.js';

/** Header fields that belong to one connection (RFC 9110, 7.6.1), or that the next one makes anew. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'accept-encoding',
  'content-encoding',
  'expect',
]);

/** The live service did not answer; the message says why. */
export class NoAnswerError extends Error {}

/** A live service. */
export class Upstream {
  readonly #base: URL;
  readonly #access: HttpAccess;
  /** Paths of the services of the contract. */
  readonly #paths: readonly string[];

  constructor(base: URL, access: HttpAccess, paths: readonly string[]) {
    this.#base = base;
    this.#access = access;
    this.#paths = paths;
  }

  /** Passes a request on. The answer is decompressed. Throws `NoAnswerError`. */
  async send(request: WireRequest): Promise<WireResponse> {
    const url = this.addressOf(request.url);
    const timeout = this.#access.timeout ?? defaultTimeout;
    const limit = AbortSignal.timeout(timeout);
    const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal]);
    const encoding = headerOf(request.headers, 'content-encoding');
    try {
      const headers = { ...passedOn(request.headers), ...(encoding !== '' && { 'content-encoding': encoding }) };
      const sent = await openRequest(url, { method: request.method, headers, signal }, this.#access);
      return await new Promise((resolve, reject) => {
        sent.on('error', reject);
        sent.on('response', (response) => answerOf(response).then(resolve, reject));
        sent.end(request.method === 'GET' || request.method === 'HEAD' ? undefined : request.body);
      });
    } catch (error) {
      throw new NoAnswerError(connectionFailure(limit.aborted ? limit.reason : error, url.host, timeout));
    }
  }

  /** The address of a request at the live service: its path after that of a base that ends in `/`, otherwise in the place of the path of a service. */
  addressOf(target: string): URL {
    const { pathname: base, origin } = this.#base;
    const service = this.#paths.find((path) => target.toLowerCase().startsWith(path.toLowerCase()));
    const path =
      base.endsWith('/') || service === undefined
        ? base.replace(/\/$/, '') + target
        : base + target.slice(service.length);
    const url = new URL(origin + path);
    url.username = this.#base.username;
    url.password = this.#base.password;
    return url;
  }

  /**
   * A document of the live service with the addresses of this server in it: those of the live service, and in a WSDL also those of other hosts at which
   * the document has one of the contract's services.
   */
  withOwnAddresses(text: string, own: string): string {
    const { origin, pathname, host } = this.#base;
    const [service] = this.#paths;
    const whole = !pathname.endsWith('/') && service !== undefined ? [[origin + pathname, own + service] as const] : [];
    const prefix = pathname.length > 1 && pathname.endsWith('/') ? [[origin + pathname, `${own}/`] as const] : [];
    const all = [...whole, ...prefix, [origin, own] as const, [`http://${host}`, own] as const];
    const changed = all.reduce((before, [from, to]) => before.replaceAll(from, to), text);
    return changed.replace(
      /(<(?:\w+:)?address\s+location=["'])https?:\/\/[^/"'<]+([^"'?<]*)/g,
      (whole, start: string, path: string) =>
        this.#paths.some((each) => each.toLowerCase() === path.toLowerCase()) ? start + own + path : whole,
    );
  }
}

function passedOn(headers: WireRequest['headers']): Readonly<Record<string, string>> {
  const named = new Set(listOf(headerOf(headers, 'connection')));
  return Object.fromEntries(
    Object.keys(headers)
      .filter((name) => !ofConnection.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
      .map((name) => [name, headerOf(headers, name.toLowerCase())]),
  );
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, Buffer>(gunzip),
  deflate: promisify<Buffer, Buffer>(inflate),
  br: promisify<Buffer, Buffer>(brotliDecompress),
};

async function answerOf(response: IncomingMessage): Promise<WireResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  let body = Buffer.concat(chunks);
  for (const coding of [...listOf(headerOf(response.headers, 'content-encoding'))].reverse()) {
    body = Buffer.from((await decoders[coding]?.(body)) ?? body);
  }
  return { status: response.statusCode ?? 502, headers: { ...passedOn(response.headers) }, body };
}

/** The items of a list in a header field, in lower case. */
function listOf(value: string): readonly string[] {
  return value
    .toLowerCase()
    .split(',')
    .map((item) => item.trim());
}
