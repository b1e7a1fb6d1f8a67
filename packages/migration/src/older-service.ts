import http, { type Agent, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import {
  type BelievedCaller,
  FallbackError,
  type ServerFallback,
  type WireRequest,
  type WireResponse,
} from '@wsdl-codegen/runtime';
import {
  connectionFields,
  duration,
  emptyResponse,
  flag,
  isPlainPath,
  isProxyField,
  number,
  type OptionKinds,
  object,
  parseUrl,
  requireOptions,
  splitTarget,
  text,
  withoutEndSlashes,
} from '@wsdl-codegen/runtime/extend';
import { OlderAnswer } from './older-answer.js';

/** Where an older service is, and how it is called. */
export interface OlderServiceOptions {
  /** Scheme and authority of the older service, and a path in front if there is one: path and query of each request follow it. Requests go nowhere else. */
  readonly baseUrl: string;
  /** Milliseconds until the answer begins, and between pieces of it. Default 60,000. */
  readonly timeoutMs?: number;
  /** Requests to the older service at once; more are answered 503. Default 256. */
  readonly maxConcurrent?: number;
  /** Node's agent, for certificates and proxies. Default: one that keeps connections. */
  readonly agent?: Agent;
}

/** The kinds of these options. */
export const olderServiceOptions: OptionKinds<OlderServiceOptions> = {
  baseUrl: text,
  timeoutMs: duration,
  maxConcurrent: number,
  agent: object,
};

/** Milliseconds for which connections are kept: the older service must not close one at the moment when a request is sent on it. */
const idleMs = 4000;

/** Sends requests to an older service as they came, and gives its answers as they come. */
export class OlderService {
  readonly #base: URL;
  readonly #path: string;
  readonly #timeoutMs: number;
  readonly #maxConcurrent: number;
  readonly #agent: Agent;
  #running = 0;

  /** Throws `TypeError` for an address that is not one of http or https, or has a query. */
  constructor({ baseUrl, timeoutMs = 60_000, maxConcurrent = 256, agent }: OlderServiceOptions) {
    this.#base = baseOf(baseUrl);
    this.#path = withoutEndSlashes(this.#base.pathname);
    this.#timeoutMs = timeoutMs;
    this.#maxConcurrent = maxConcurrent;
    this.#agent =
      agent ?? new (this.#base.protocol === 'https:' ? https : http).Agent({ keepAlive: true, timeout: idleMs });
  }

  /** Rejects with `FallbackError`. A request for what is not below the address is answered with 400. */
  async send(request: WireRequest, caller: BelievedCaller): Promise<WireResponse> {
    if (!isPlainPath(splitTarget(request.url).path)) {
      return emptyResponse(400);
    }
    if (this.#running >= this.#maxConcurrent) {
      throw new FallbackError(503, `${this.#maxConcurrent} requests to ${this.#base.host} are under way`);
    }
    this.#running++;
    let running = true;
    const end = (): void => {
      this.#running -= running ? 1 : 0;
      running = false;
    };
    try {
      return answerOf(await this.#answer(request, caller), end);
    } catch (error) {
      end();
      throw error;
    }
  }

  #answer(request: WireRequest, caller: BelievedCaller): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const fail = (status: 502 | 504, cause: unknown): void => {
        const { message } = cause as Error;
        reject(new FallbackError(status, `${this.#base.host} gave no answer: ${message}`, { cause }));
      };
      let outgoing: ClientRequest;
      try {
        outgoing = this.#begin(request, caller);
      } catch (error) {
        // Node does not send every path and every header.
        fail(502, error);
        return;
      }
      const signal = request.signal ?? request.client?.signal;
      const abort = (): void => void outgoing.destroy(new Error('the caller went away'));
      let late = false;
      outgoing.once('timeout', () => {
        late = true;
        outgoing.destroy(new Error(`nothing came for ${this.#timeoutMs} ms`));
      });
      outgoing.once('response', resolve);
      outgoing.on('error', (error) => fail(late ? 504 : 502, error));
      outgoing.once('close', () => {
        signal?.removeEventListener('abort', abort);
        // To Node, a service that changes the protocol (101) has done nothing wrong.
        fail(502, new Error('the connection ended without an answer'));
      });
      signal?.addEventListener('abort', abort, { once: true });
      if (signal?.aborted) {
        abort();
      }
      outgoing.end(request.body);
    });
  }

  #begin(request: WireRequest, caller: BelievedCaller): ClientRequest {
    const { path, query } = splitTarget(request.url);
    const mark = request.url.includes('?') ? '?' : '';
    const { protocol, hostname, port, username, password } = this.#base;
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return (protocol === 'https:' ? https : http).request({
      method: request.method,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: this.#path + path + mark + query,
      headers: headersOf(request, caller),
      agent: this.#agent,
      timeout: this.#timeoutMs,
      ...(user !== ':' && request.headers.authorization === undefined && { auth: user }),
    });
  }
}

function baseOf(baseUrl: string): URL {
  const url = parseUrl(baseUrl);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new TypeError(`The baseUrl ${JSON.stringify(baseUrl)} is not an address of http or https without a query.`);
  }
  return url;
}

function headersOf({ headers, body, method }: WireRequest, caller: BelievedCaller): OutgoingHttpHeaders {
  const isDropped = connectionFields(String(headers.connection ?? ''));
  const kept: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !isDropped(name) && !isClaim(name, caller)) {
      kept[name] = typeof value === 'string' ? value : [...value];
    }
  }
  Object.assign(kept, callerFields(caller));
  if (body.length > 0 || (method !== 'GET' && method !== 'HEAD')) {
    kept['content-length'] = body.length;
  }
  return kept;
}

function answerOf(incoming: IncomingMessage, end: () => void): WireResponse {
  const isDropped = connectionFields(String(incoming.headers.connection ?? ''));
  const fields = new Map<string, readonly [name: string, value: string]>();
  const cookies: string[] = [];
  const { rawHeaders } = incoming;
  // Which sites may read an answer is for the server in front to say.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const value = rawHeaders[i + 1] ?? '';
    const key = name.toLowerCase();
    if (key === 'set-cookie') {
      cookies.push(value);
    } else if (!isDropped(name) && !key.startsWith('access-control-')) {
      const same = fields.get(key);
      fields.set(key, same === undefined ? [name, value] : [same[0], `${same[1]}, ${value}`]);
    }
  }
  const length = incoming.headers['content-length'];
  return {
    status: incoming.statusCode ?? 502,
    headers: Object.fromEntries(fields.values()),
    body: '',
    stream: new OlderAnswer(incoming, length === undefined ? undefined : Number(length), end),
    ...(cookies.length > 0 && { cookies }),
  };
}

/** Fields that are made anew for each request; `Forwarded` says the same once more. */
const ownFields: ReadonlySet<string> = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]);

/** True for a field that is a claim of the caller about itself. What a trusted proxy says besides is kept. */
function isClaim(name: string, { isTrustedProxy }: BelievedCaller): boolean {
  return isProxyField(name) && (!isTrustedProxy || ownFields.has(name.toLowerCase().replaceAll('_', '-')));
}

/** The fields that tell the older service who called, and at which address. */
function callerFields({ address, scheme, host }: BelievedCaller): Readonly<Record<string, string>> {
  return {
    ...(address !== undefined && { 'x-forwarded-for': address, 'x-real-ip': address }),
    ...(host !== undefined && { 'x-forwarded-host': host }),
    'x-forwarded-proto': scheme,
  };
}

/** Options of `fallback`. */
export interface FallbackOptions extends OlderServiceOptions {
  /** Let pages of services, and `?WSDL`, come from the older service. Default false. */
  readonly pages?: boolean;
  /** Pass requests on whose address belongs to no service here. Default false. */
  readonly otherPaths?: boolean;
}

const kinds: OptionKinds<FallbackOptions> = { ...olderServiceOptions, pages: flag, otherPaths: flag };

/**
 * An older service that answers what a server does not: calls of methods that `unfinished` leaves open, and calls that name no operation here. Requests are passed on before
 * anything of them is decoded, and answers as they come, faults too. Throws `TypeError` for an address that is not one of http or https, and for options that do not exist or are of another kind.
 */
export function fallback(options: FallbackOptions): ServerFallback {
  requireOptions('fallback', options, kinds, ['baseUrl']);
  const service = new OlderService(options);
  return {
    pages: options.pages ?? false,
    otherPaths: options.otherPaths ?? false,
    answer: (request, caller) => service.send(request, caller),
  };
}
