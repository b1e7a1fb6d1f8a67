import http, {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import https from 'node:https';
import { AbortError, ResponseTooLargeError, ResponseTruncatedError, TransportError } from '../client/errors/errors.js';
import { closedEarly, connectionFacts, connectionText } from '../client/errors/system-errors.js';
import { ByteCollector } from '../http/byte-collector.js';
import type { OpenedResponse, Transport, TransportRequest, TransportResponse } from '../http/transport.js';
import { Agents, type NodeTransportOptions } from './agents.js';
import { decompress, withAnswer } from './decompress.js';
import { endWithText } from './end-with-text.js';
import { headerOf, incomingHeaders } from './incoming-headers.js';
import { isReset, LostConnection, sentAgain } from './lost-connection.js';
import { type BodyErrors, OpenedBody } from './opened-answer.js';
import { OriginCache } from './origins.js';
import { outgoingHeaders } from './outgoing-headers.js';
import type { ProxyServer } from './proxies.js';
import { sendStream } from './send-stream.js';

/** A transport that keeps connections. */
export interface NodeTransport extends Transport {
  /** Closes the connections of the transport's own agents. Idle ones do not keep the process alive. */
  close(): void;
}

/**
 * A transport over `node:http` and `node:https` with kept-alive connections: about three times as fast as `fetch`. A request that finds its kept-alive
 * connection reset before any byte of an answer is sent again, once, when it is marked `idempotent`; otherwise nobody can know whether the
 * service acted, and the call fails.
 *
 * `request` is looked up in these modules for each call, and gets options in the ordinary form: tracing agents and libraries that mock HTTP
 * replace it, before or after this module is loaded, and copy headers as an object.
 *
 * Throws `TypeError` for options that do not exist, are of another kind or exclude each other, and for a proxy that is not an address, and the system's error for a certificate or a key that
 * cannot be read.
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const agents = new Agents(options);
  const connections: Connections = { agents, origins: new OriginCache() };
  return Object.assign((request: TransportRequest) => exchange(connections, request, undefined), {
    listensToOnCancel: true,
    sendsStreams: true,
    open: (request: TransportRequest) => exchange<OpenedResponse>(connections, request, openedAnswer),
    close(): void {
      agents.close();
    },
  });
}

interface Connections {
  readonly agents: Agents;
  readonly origins: OriginCache;
}

/** Makes the result of an exchange whose answer has begun; undefined for one that waits for its end. */
type Open<Response> = (incoming: IncomingMessage, errors: BodyErrors) => Response;

function exchange<Response = TransportResponse>(
  connections: Connections,
  request: TransportRequest,
  open: Open<Response> | undefined,
): Promise<Response> {
  return sentAgain(request, (mayRepeat) => attempt(connections, request, mayRepeat, open));
}

function attempt<Response>(
  connections: Connections,
  request: TransportRequest,
  mayRepeat: boolean,
  open: Open<Response> | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const resolveWhole = resolve as (response: TransportResponse | Response) => void;
    const begin =
      open && ((incoming: IncomingMessage, errors: BodyErrors): void => resolveWhole(open(incoming, errors)));
    new Exchange(connections, request, mayRepeat, resolveWhole, reject, begin).send();
  });
}

function openedAnswer(incoming: IncomingMessage, errors: BodyErrors): OpenedResponse {
  return { ...headOf(incoming), body: new OpenedBody(incoming, errors) };
}

interface OutgoingOptions extends RequestOptions {
  readonly headers: OutgoingHttpHeaders;
}

/** Options as everybody writes them, and new for each request: agents add headers to them. */
function requestOptions(connections: Connections, request: TransportRequest): OutgoingOptions {
  const { origin, path } = connections.origins.target(request.url);
  const { agent, proxy } = connections.agents.routeTo(origin);
  const headers = outgoingHeaders(origin, request);
  if (proxy !== undefined) {
    return viaProxy(proxy, `${origin.address}${path}`, request, headers, agent);
  }
  return {
    protocol: origin.secure ? 'https:' : 'http:',
    hostname: origin.hostname,
    port: origin.port,
    path,
    method: request.method,
    headers,
    agent,
  };
}

/** A request that is handed to a proxy, with the whole address (RFC 9112, 3.2.2). */
function viaProxy(
  proxy: ProxyServer,
  address: string,
  { method }: TransportRequest,
  headers: OutgoingHttpHeaders,
  agent: http.Agent,
): OutgoingOptions {
  return {
    protocol: proxy.secure ? 'https:' : 'http:',
    hostname: proxy.hostname,
    port: proxy.port,
    path: address,
    method,
    headers: { ...headers, ...proxy.headers },
    agent,
  };
}

/** One request and its answer. */
class Exchange {
  readonly #connections: Connections;
  readonly #request: TransportRequest;
  readonly #mayRepeat: boolean;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  /** Takes an answer that has begun, instead of reading it. */
  readonly #begin: ((incoming: IncomingMessage, errors: BodyErrors) => void) | undefined;
  readonly #body = new ByteCollector(Buffer.allocUnsafeSlow);
  #outgoing: ClientRequest | undefined;
  #incoming: IncomingMessage | undefined;
  #ended = false;
  #settled = false;
  #onAbort: (() => void) | undefined;

  constructor(
    connections: Connections,
    request: TransportRequest,
    mayRepeat: boolean,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
    begin: ((incoming: IncomingMessage, errors: BodyErrors) => void) | undefined,
  ) {
    this.#begin = begin;
    this.#connections = connections;
    this.#request = request;
    this.#mayRepeat = mayRepeat;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  send(): void {
    const { onCancel } = this.#request;
    if (onCancel !== undefined) {
      onCancel((reason) => {
        this.#cancel(reason);
        return this.#partial();
      });
    } else {
      this.#listen(this.#request.signal);
    }
    if (!this.#settled) {
      this.#write();
    }
  }

  #listen(signal: AbortSignal | undefined): void {
    if (signal?.aborted) {
      this.#fail(new AbortError({ cause: signal.reason }));
    } else if (signal !== undefined) {
      this.#onAbort = () => this.#cancel(signal.reason);
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
  }

  #cancel(reason: unknown): void {
    if (this.#settled && this.#begin !== undefined) {
      end(this.#outgoing);
    }
    this.#fail(new AbortError({ cause: reason }));
  }

  #write(): void {
    try {
      const options = requestOptions(this.#connections, this.#request);
      const module = options.protocol === 'https:' ? https : http;
      const outgoing = module.request(options, (incoming) => this.#read(incoming));
      this.#outgoing = outgoing;
      outgoing.on('error', (error) => this.#onError(error));
      outgoing.on('close', () => this.#onClose());
      if (this.#request.stream === undefined) {
        endWith(outgoing, this.#request.body, options.headers);
      } else {
        sendStream(outgoing, this.#request.stream, (error) => {
          this.#fail(error);
          end(outgoing);
        });
      }
    } catch (error) {
      this.#fail(error instanceof TransportError ? error : notSent(error));
    }
  }

  #read(incoming: IncomingMessage): void {
    this.#incoming = incoming;
    if (this.#begin !== undefined) {
      this.#settled = true;
      this.#begin(incoming, {
        truncated: (error, received) => this.#truncated(incoming, error as NodeJS.ErrnoException | undefined, received),
        end: () => end(this.#outgoing),
      });
      return;
    }
    const limit = this.#request.maxResponseBytes ?? Number.POSITIVE_INFINITY;
    incoming.on('data', (data: Uint8Array | string) => {
      if (this.#settled) {
        return;
      }
      // Libraries that mock HTTP may give texts.
      this.#body.add(typeof data === 'string' ? Buffer.from(data) : data);
      if (this.#body.length > limit) {
        this.#fail(new ResponseTooLargeError(limit, { partial: answerOf(incoming, this.#body.bytes()) }));
      }
    });
    incoming.on('end', () => this.#onEnd(incoming, limit));
    incoming.on('error', (error) => this.#onError(error));
  }

  /** A request may end without an error: when the service switches protocols unasked, or an agent destroys the answer. */
  #onClose(): void {
    if (this.#settled || this.#ended) {
      return;
    }
    if (this.#incoming === undefined) {
      this.#fail(new TransportError(closedEarly, { phase: 'send', code: 'ECONNRESET' }));
    } else if (this.#incoming.destroyed) {
      this.#fail(this.#truncated(this.#incoming, undefined));
    }
  }

  #onEnd(incoming: IncomingMessage, limit: number): void {
    this.#ended = true;
    if (this.#settled) {
      return;
    }
    // Answers of mocks may not know.
    if (incoming.complete === false) {
      this.#fail(this.#truncated(incoming, undefined));
      return;
    }
    const body = this.#wholeBody(limit);
    if (body === undefined) {
      return;
    }
    const encoding = headerOf(incoming, 'content-encoding');
    if (encoding === undefined || body.byteLength === 0) {
      this.#finish(incoming, body);
      return;
    }
    decompress(body, encoding, limit).then(
      (plain) => this.#finish(incoming, plain),
      (error: unknown) => this.#fail(withAnswer(error, answerOf(incoming, body))),
    );
  }

  /** Undefined for a body that is too long for one array of bytes, after which the call has failed: limits may be set as high as that. */
  #wholeBody(limit: number): Uint8Array | undefined {
    try {
      return this.#body.bytes();
    } catch (error) {
      this.#fail(new ResponseTooLargeError(limit, { cause: error }));
      return undefined;
    }
  }

  /** As much of the answer as has arrived; undefined before its head. Compressed as it is on the wire. */
  #partial(): TransportResponse | undefined {
    return this.#incoming && answerOf(this.#incoming, this.#body.bytes());
  }

  #truncated(
    incoming: IncomingMessage,
    cause: NodeJS.ErrnoException | undefined,
    received: number = this.#body.length,
  ): ResponseTruncatedError {
    const length = headerOf(incoming, 'content-length');
    const facts = {
      received,
      expected: length === undefined ? undefined : Number(length),
      code: cause?.code ?? 'ECONNRESET',
      partial: this.#partial(),
    };
    return new ResponseTruncatedError(facts, cause && { cause });
  }

  #finish(incoming: IncomingMessage, body: Uint8Array): void {
    if (!this.#settled) {
      this.#settle();
      this.#resolve(answerOf(incoming, body));
    }
  }

  #onError(error: NodeJS.ErrnoException): void {
    if (this.#settled) {
      return;
    }
    if (error instanceof TransportError) {
      this.#fail(error);
    } else if (this.#incoming !== undefined) {
      const { kind } = connectionFacts(error);
      this.#fail(
        kind === 'protocol'
          ? new TransportError(
              textOf(error),
              { phase: 'receive', kind, code: error.code, partial: this.#partial() },
              { cause: error },
            )
          : this.#truncated(this.#incoming, error),
      );
    } else if (this.#outgoing?.reusedSocket && isReset(error)) {
      const message = 'The kept-alive connection was closed before an answer came';
      this.#fail(
        this.#mayRepeat
          ? new LostConnection()
          : new TransportError(message, { phase: 'send', code: error.code }, { cause: error }),
      );
    } else {
      this.#fail(failure(error));
    }
  }

  #fail(error: unknown): void {
    if (!this.#settled) {
      this.#settle();
      this.#reject(error);
      end(this.#outgoing);
    }
  }

  #settle(): void {
    this.#settled = true;
    if (this.#onAbort !== undefined) {
      this.#request.signal?.removeEventListener('abort', this.#onAbort);
    }
  }
}

/** Ends a request. The request of a mock may have only one of these methods, or neither. */
function end(outgoing: Partial<ClientRequest> | undefined): void {
  if (outgoing?.destroy !== undefined) {
    outgoing.destroy();
  } else {
    outgoing?.abort?.();
  }
}

/** Sends the body, and ends the request. */
function endWith(outgoing: ClientRequest, body: string | Uint8Array | undefined, headers: OutgoingHttpHeaders): void {
  if (typeof body === 'string') {
    endWithText(outgoing, body, Number(headers['Content-Length']));
  } else {
    outgoing.end(body);
  }
}

function answerOf(incoming: IncomingMessage, body: Uint8Array): TransportResponse {
  return {
    status: incoming.statusCode ?? 0,
    statusText: incoming.statusMessage ?? '',
    headers: incomingHeaders(incoming),
    body,
  };
}

function headOf(incoming: IncomingMessage): Omit<TransportResponse, 'body'> {
  const { status, statusText, headers } = answerOf(incoming, noBytes);
  return { status, statusText, headers };
}

const noBytes = new Uint8Array(0);

function failure(error: NodeJS.ErrnoException): TransportError {
  const facts = connectionFacts(error);
  // Over a connection that was there the request may have gone out.
  const phase = facts.phase === 'unknown' ? 'send' : facts.phase;
  return new TransportError(textOf(error), { ...facts, phase, code: error.code, raw: rawOf(error) }, { cause: error });
}

/** The error for requests that Node refuses before it sends anything. */
function notSent(error: unknown): TransportError {
  const { code } = error as NodeJS.ErrnoException;
  return new TransportError(textOf(error), { phase: 'connect', code }, { cause: error });
}

/** The bytes that arrived instead of HTTP, if Node's parser provides them. */
function rawOf(error: unknown): Uint8Array | undefined {
  const { rawPacket } = error as { readonly rawPacket?: unknown };
  return rawPacket instanceof Uint8Array ? rawPacket : undefined;
}

/** An AggregateError (all addresses of a name refused) has an empty message. */
function textOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return connectionText(message, code) || String(error);
}

/** Default transport of clients. They all share its connections. */
export const defaultTransport: Transport = createNodeTransport();
