import { having, requireKind } from '../base/options.js';
import { ByteCollector } from '../http/byte-collector.js';
import type { Entrance } from './entrance.js';
import { meteredBody, type OpenBody } from './receiving.js';
import { type IncomingBody, uncountedBytes } from './turns/incoming-bodies.js';
import { answerWhole, type RefusalStatus, refusals, waitForTurn } from './whole-request.js';
import { BodyTakenError } from './wire/coded-body.js';
import { leastPiece, RequestCost } from './wire/request-cost.js';
import { type RequestHead, requestWith, type WireRequest, type WireResponse, type WireStream } from './wire/wire.js';

const empty = new Uint8Array(0);

/** What a host with `fetch` knows of a request's connection, and the request itself does not tell. */
export interface FetchConnection {
  /** Address of the other end: `info.remoteAddr.hostname` of Deno, `server.requestIP(request)?.address` of Bun, the field `CF-Connecting-IP` of Cloudflare's workers. */
  readonly remoteAddress?: string | undefined;
  /** Address or name to which the host's listener is bound: its option `hostname`. At a loopback address, only requests that name it are answered. */
  readonly listensAt?: string | undefined;
}

/** A server without a listener: give it requests by hand, or to a host that speaks Fetch. */
export interface SoapServer {
  /** Answers a request. Never rejects: whatever goes wrong is an answer. */
  handle(request: WireRequest): Promise<WireResponse>;
  /** Answers a Fetch request (Deno, Bun, Workers, Hono…); `connection` is what the host knows besides. */
  fetch(request: Request, connection?: FetchConnection): Promise<Response>;
}

/** The ways into a server that need no listener. */
export function serverOf(core: Entrance): SoapServer {
  return {
    handle: async (request) => answerWhole(core, request),
    fetch: (request, connection) => answerFetch(core, request, connection),
  };
}

/** Answers a Fetch request. Rejects only when the host's own stream of the body fails, and with `TypeError` for what is no request. */
async function answerFetch(
  core: Entrance,
  request: Request,
  connection: FetchConnection | null | undefined,
): Promise<Response> {
  requireKind('The argument of `fetch`', request, having('a Request', 'headers'));
  const head = headOf(request, connection ?? {});
  const answer = await answerOf(core, request, head);
  try {
    return toResponse(answer);
  } catch (error) {
    // A header of the handler's that HTTP cannot carry.
    return toResponse(core.failed(head, error));
  }
}

function headOf(request: Request, { remoteAddress, listensAt }: FetchConnection): RequestHead {
  const headers: Record<string, string> = Object.create(null);
  request.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return {
    method: request.method,
    url: request.url,
    headers,
    signal: request.signal,
    request,
    remoteAddress,
    listensAt,
    scheme: request.url.startsWith('https:') ? 'https' : 'http',
  };
}

async function answerOf(core: Entrance, request: Request, judged: RequestHead): Promise<WireResponse> {
  const admission = core.admit(judged);
  if ('status' in admission) {
    // A host whose stream cannot be cancelled has nothing to say about it.
    void request.body?.cancel().catch(() => undefined);
    return admission;
  }
  const cost = new RequestCost(core, admission.caller);
  const head = requestWith(judged, { body: empty, admission, cost });
  if (request.bodyUsed || request.body?.locked === true) {
    const advice = 'Give the server the request itself, or a clone of it: request.clone().';
    return core.failed(head, new BodyTakenError(advice));
  }
  const received =
    request.body === null ? undefined : core.receiving?.(head, meteredBody(openBody(request.body), cost, core.turns));
  if (received !== undefined) {
    return (await received).response;
  }
  const reading = new BodyOfRequest(core, request, cost);
  try {
    const body = await reading.read();
    const refused = typeof body === 'number' ? body : await reading.wait(body.length);
    if (typeof body === 'number' || refused !== undefined) {
      return core.refuse(head, refusals[refused ?? 503](closing));
    }
    reading.end();
    return await core.turns.run(cost, () => core.dispatch(requestWith(judged, { body, admission, cost })));
  } finally {
    reading.end();
  }
}

const closing = { Connection: 'close' };

function toResponse(answer: WireResponse): Response {
  // These statuses must not have a body, not even an empty one (Fetch, 6.5).
  const bodyless = answer.status === 204 || answer.status === 205 || answer.status === 304;
  if (answer.stream !== undefined) {
    return streamedResponse(answer, answer.stream);
  }
  const bytes = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body;
  const headers = headersOf(answer);
  if (!bodyless) {
    headers.set('Content-Length', String(bytes.length));
  }
  return new Response(bodyless ? null : (bytes as Uint8Array<ArrayBuffer>), { status: answer.status, headers });
}

function headersOf({ headers: given, cookies = [] }: WireResponse): Headers {
  const headers = new Headers(given);
  for (const cookie of cookies) {
    headers.append('Set-Cookie', cookie);
  }
  return headers;
}

/** A response whose body is made as the host asks for it. An error in it ends the connection. */
function streamedResponse(answer: WireResponse, stream: WireStream): Response {
  try {
    const { status } = answer;
    const headers = headersOf(answer);
    if (stream.length !== undefined) {
      headers.set('Content-Length', String(stream.length));
    }
    return new Response(stream.readable() as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
  } catch (error) {
    void stream.return();
    throw error;
  }
}

/** A body in parts. */
function openBody(body: ReadableStream<Uint8Array>): OpenBody {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return {
    async next() {
      reader ??= body.getReader();
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done: false, value };
    },
    async return() {
      // A host whose stream cannot be cancelled has nothing to say about it.
      await reader?.cancel().catch(() => undefined);
      return { done: true, value: undefined };
    },
  };
}

/** Reads a body from its stream, but no more than allowed. */
class BodyOfRequest {
  readonly #core: Entrance;
  readonly #request: Request;
  readonly #cost: RequestCost;
  readonly #body = new ByteCollector();
  #counted: IncomingBody | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #refused: RefusalStatus | undefined;

  constructor(core: Entrance, request: Request, cost: RequestCost) {
    this.#core = core;
    this.#request = request;
    this.#cost = cost;
  }

  /** The whole body, or the status of its refusal. */
  async read(): Promise<Uint8Array | RefusalStatus> {
    const { body, headers } = this.#request;
    if (body === null) {
      return empty;
    }
    const { maxBodyBytes } = this.#core.settings.limits;
    const length = Number(headers.get('content-length') ?? maxBodyBytes);
    if (length > maxBodyBytes) {
      await body.cancel();
      return 413;
    }
    // The body is left where it is as long as its caller has to wait.
    if (length > uncountedBytes && this.#core.turns.holdsBack(this.#cost.caller)) {
      if (this.#core.fairness.isFull(this.#cost.caller)) {
        await body.cancel();
        return 429;
      }
      await this.#core.turns.turn(this.#cost.caller, length);
    }
    this.#reader = body.getReader();
    await this.#readAll(this.#reader);
    this.#counted?.complete();
    return this.#refused ?? this.#body.bytes();
  }

  /** Waits until it is the turn of the body that was read; gives the status of its refusal. */
  async wait(bytes: number): Promise<RefusalStatus | undefined> {
    const isCoded = this.#request.headers.has('content-encoding');
    const refused = await waitForTurn(this.#core, this.#cost, {
      bytes: isCoded ? this.#core.settings.limits.maxBodyBytes : bytes,
      counted: this.#counted,
    });
    return refused ?? (this.#request.signal.aborted ? 503 : undefined);
  }

  /** The body is not held any longer. */
  end(): void {
    this.#counted?.end();
  }

  async #readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const { turns, settings } = this.#core;
    const { caller } = this.#cost;
    while (this.#refused === undefined) {
      if (this.#body.length > uncountedBytes && turns.holdsBack(caller)) {
        await turns.turn(caller, settings.limits.maxBodyBytes);
      }
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      this.#add(value);
    }
  }

  #add(chunk: Uint8Array): void {
    if (this.#body.length + chunk.length > this.#core.settings.limits.maxBodyBytes) {
      this.#refuse(413);
      return;
    }
    this.#body.add(chunk);
    this.#cost.read(Math.max(leastPiece, chunk.length));
    if (this.#counted !== undefined) {
      this.#counted.grow(chunk.length);
    } else if (this.#body.length > uncountedBytes) {
      this.#counted = this.#core.incoming.begin(() => this.#refuse(503), this.#cost.caller);
      this.#counted.grow(this.#body.length);
    }
  }

  /** Ends the reading, also from outside. */
  #refuse(status: RefusalStatus): void {
    this.#refused = status;
    // A host whose stream cannot be cancelled has nothing to say about it.
    this.#reader?.cancel().catch(() => undefined);
  }
}
