import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Entrance } from '../server/entrance.js';
import { meteredBody, type ReceivedAnswer } from '../server/receiving.js';
import { type IncomingBody, uncountedBytes } from '../server/turns/incoming-bodies.js';
import { type RefusalStatus, refusals } from '../server/whole-request.js';
import { decodedLength } from '../server/wire/coded-body.js';
import { RequestCost } from '../server/wire/request-cost.js';
import { busyResponse, tooManyResponse, type WireRequest, type WireResponse } from '../server/wire/wire.js';
import { isClosed } from './closed-output.js';
import { connectionOf } from './connection.js';
import {
  fieldsOf,
  type GivenBody,
  givenBody,
  hasBody,
  headersFor,
  type MountedRequest,
  placeOf,
  takenBody,
} from './mounted.js';
import { inPresentContext, type Pipeline, Pipelines } from './pipelines.js';
import { canRest, openBody, readBody, rest } from './request-body.js';
import { refuse, send } from './send.js';

/**
 * A request handler of `node:http`, with the `next` that Connect-like frameworks pass. It also takes the request and the reply of Fastify, which have
 * Node's as `raw`; handlers then find Fastify's request in `context.request`.
 */
export type NodeListener = (
  request: IncomingMessage | HasRaw<IncomingMessage>,
  response: ServerResponse | HasRaw<ServerResponse>,
  next?: (error?: unknown) => void,
) => void;

/** An object of a framework that has Node's own. */
export interface HasRaw<Own> {
  readonly raw: Own;
}

const noBody: GivenBody = { bytes: new Uint8Array(0), isText: false, isDecoded: false };

/** The handler of a server; clients may leave an answer that is made as it is sent unread for `stallMs`, 0 means no limit. It does not throw, whatever a request or a framework contains: errors become answers. */
export function createNodeListener(core: Entrance, stallMs = 0): NodeListener {
  const pipelines = new Pipelines(core.settings.limits.maxConcurrentCalls);
  return (host, reply, next) => {
    const request = hasRaw(host, 'headers') ? host.raw : host;
    const response = hasRaw(reply, 'writeHead') ? reply.raw : reply;
    if (next !== undefined && isForOthers(core, request)) {
      next();
    } else if (!isPipelined(request, response)) {
      enter(core, request, response, { host, stallMs });
    } else {
      const pipeline = pipelines.admit(request, response);
      if (pipeline !== undefined) {
        enter(core, request, response, { host, stallMs, pipeline });
      }
    }
  };
}

/** True for an object whose `raw` has the member that tells what it is: others may have a property of that name, too. */
function hasRaw<Own extends object>(given: Own | HasRaw<Own>, member: keyof Own & string): given is HasRaw<Own> {
  const raw: unknown = 'raw' in given ? given.raw : undefined;
  return typeof raw === 'object' && raw !== null && member in raw;
}

/**
 * True if an earlier answer is still due on the connection, which Node has not given to this one yet. Hosts that make requests by themselves
 * may have no connection at all.
 */
function isPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  return response.socket === null && socket instanceof Socket;
}

/**
 * True for a path that does not belong to any service. An unreadable request counts as ours, since its answer says what is
 * wrong.
 */
function isForOthers(core: Entrance, request: MountedRequest): boolean {
  try {
    return !core.knows(placeOf(request).url);
  } catch {
    return false;
  }
}

/** Where an exchange takes place. */
interface ExchangePlace {
  /** The request as the host gave it. */
  readonly host: unknown;
  /** Set when an earlier answer is still due on the connection. */
  readonly pipeline?: Pipeline;
  readonly stallMs: number;
}

/** A request whose body comes later than its head. */
type IncomingRequest = { -readonly [Member in keyof WireRequest]: WireRequest[Member] };

/** Brings a request to the front door, and in. */
function enter(core: Entrance, request: MountedRequest, response: ServerResponse, place: ExchangePlace): void {
  try {
    const wire = wireOf(request, response, place.host);
    const admission = core.admit(wire);
    if ('status' in admission) {
      turnAway(request, response, admission);
    } else {
      wire.admission = admission;
      new Exchange(core, request, response, wire, place).begin();
    }
  } catch (error) {
    send(response, core.failed(request, error));
  }
}

/** Answers a request that was not let in, whether or not somebody has read its body. */
function turnAway(request: MountedRequest, response: ServerResponse, answer: WireResponse): void {
  if (hasBody(request) && !request.readableEnded) {
    refuse(request, response, answer);
  } else {
    send(response, answer);
  }
}

/** The head of a request in the form that the server accepts. */
function wireOf(request: MountedRequest, response: ServerResponse, host: unknown): IncomingRequest {
  const { url, mountPath } = placeOf(request);
  const { remoteAddress, listensAt } = connectionOf(request.socket);
  return {
    method: request.method ?? 'GET',
    url,
    headers: fieldsOf(request),
    body: noBody.bytes,
    client: new AbortOnClose(response),
    request: host,
    scheme: isEncrypted(request) ? 'https' : 'http',
    remoteAddress,
    listensAt,
    admission: undefined,
    cost: undefined,
    mountPath,
  };
}

/** A request that was let in, and its answer. Handlers run in the asynchronous context in which the listener was called. */
class Exchange {
  readonly #core: Entrance;
  readonly #request: MountedRequest;
  readonly #response: ServerResponse;
  readonly #wire: IncomingRequest;
  readonly #pipeline: Pipeline | undefined;
  readonly #stallMs: number;
  readonly #cost: RequestCost;

  constructor(
    core: Entrance,
    request: MountedRequest,
    response: ServerResponse,
    wire: IncomingRequest,
    { pipeline, stallMs }: ExchangePlace,
  ) {
    this.#stallMs = stallMs;
    this.#core = core;
    this.#request = request;
    this.#response = response;
    this.#wire = wire;
    this.#pipeline = pipeline;
    this.#cost = new RequestCost(core, wire.admission?.caller);
    wire.cost = this.#cost;
  }

  begin(): void {
    try {
      const given = givenBody(this.#request, this.#core.settings.limits.maxFormFields);
      if (given !== undefined) {
        this.#take(given);
      } else if (hasBody(this.#request)) {
        this.#readOrReceive();
      } else {
        this.#take(noBody);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #readOrReceive(): void {
    const { receiving } = this.#core;
    const answer =
      receiving === undefined || this.#pipeline !== undefined
        ? undefined
        : receiving(this.#wire, meteredBody(openBody(this.#request), this.#cost, this.#core.turns));
    if (answer === undefined) {
      this.#readInTurn();
    } else {
      void answer.then((received) => this.#finishReceived(received));
    }
  }

  #finishReceived({ response, isRead }: ReceivedAnswer): void {
    if (isRead) {
      send(this.#response, response);
    } else {
      refuse(this.#request, this.#response, response);
    }
  }

  /** Begins to read, or leaves the body in the connection as long as its caller has to wait. */
  #readInTurn(): void {
    const { turns, fairness, settings } = this.#core;
    const length = Number(this.#request.headers['content-length'] ?? settings.limits.maxBodyBytes);
    if (length <= uncountedBytes || !turns.holdsBack(this.#cost.caller)) {
      this.#read();
    } else if (fairness.isFull(this.#cost.caller)) {
      this.#refuse(429);
    } else {
      const goOn = canRest(this.#request) ? rest(this.#request) : undefined;
      const read = (): void => {
        goOn?.();
        this.#read();
      };
      const putOff = turns.later(this.#cost.caller, length, inPresentContext(read));
      this.#response.once('close', () => putOff.cancel());
    }
  }

  #read(): void {
    const context = new AsyncResource('SoapRequest');
    readBody(
      this.#request,
      { core: this.#core, cost: this.#cost },
      {
        done: (bytes, counted) =>
          context.runInAsyncScope(this.#take, this, { bytes, isText: false, isDecoded: false }, counted),
        refuse: (status) => this.#refuse(status),
        taken: () => this.#fail(takenBody()),
      },
    );
  }

  /** Accepts a whole body, as soon as its connection may begin another call. */
  #take(body: GivenBody, counted?: IncomingBody): void {
    if (this.#pipeline === undefined) {
      this.#inTurn(body, counted);
    } else {
      this.#pipeline.begin(() => this.#inTurn(body, counted));
    }
  }

  /** Calls at once, or when it is the request's turn. */
  #inTurn(body: GivenBody, counted: IncomingBody | undefined): void {
    const { turns, fairness } = this.#core;
    const { caller } = this.#cost;
    if (!turns.mustWait(caller)) {
      counted?.end();
      turns.run(this.#cost, () => this.#call(body));
    } else if (fairness.isFull(caller)) {
      counted?.end();
      this.#finish(this.#core.refuse(this.#request, tooManyResponse()));
    } else {
      this.#putOff(body, counted);
    }
  }

  #putOff(body: GivenBody, counted: IncomingBody | undefined): void {
    const call = (): void => {
      counted?.end();
      if (isClosed(this.#response)) {
        this.#pipeline?.end();
      } else {
        this.#call(body);
      }
    };
    const { bytes, isDecoded } = body;
    const { turns, settings } = this.#core;
    const { maxBodyBytes } = settings.limits;
    const length = isDecoded ? bytes.length : decodedLength(this.#request.headers, bytes.length, maxBodyBytes);
    const putOff = turns.later(this.#cost.caller, length, inPresentContext(call), this.#cost);
    counted?.wait(() => {
      if (putOff.cancel()) {
        this.#finish(this.#core.refuse(this.#request, busyResponse()));
      }
    });
    this.#response.once('close', () => {
      if (putOff.cancel()) {
        counted?.end();
        this.#pipeline?.end();
      }
    });
  }

  #call(body: GivenBody): void {
    const answer = this.#answer(body);
    if (answer instanceof Promise) {
      // `dispatch` answers errors itself: the promise does not reject.
      void answer.then((late) => this.#finish(late));
    } else {
      this.#finish(answer);
    }
  }

  #answer(body: GivenBody): WireResponse | Promise<WireResponse> {
    try {
      const wire = this.#wire;
      wire.headers = headersFor(body, wire.headers);
      wire.body = body.bytes;
      return this.#core.dispatch(wire);
    } catch (error) {
      return this.#failure(error);
    }
  }

  #finish(answer: WireResponse): void {
    send(this.#response, answer, this.#stallMs);
    if (answer.stream === undefined || isClosed(this.#response)) {
      this.#pipeline?.end();
    } else {
      this.#response.once('close', () => this.#pipeline?.end());
    }
  }

  #failure(error: unknown): WireResponse {
    return this.#core.failed(this.#request, error);
  }

  #fail(error: unknown): void {
    send(this.#response, this.#failure(error));
  }

  #refuse(status: RefusalStatus): void {
    refuse(this.#request, this.#response, this.#core.refuse(this.#request, refusals[status]()));
  }
}

function isEncrypted(request: IncomingMessage): boolean {
  const socket: Socket | null | undefined = request.socket;
  return socket !== null && socket !== undefined && 'encrypted' in socket;
}

/** True if the whole answer was sent. Over HTTP/2 a response that was cut off says that it is finished, too. */
function isAnswered(response: ServerResponse): boolean {
  return response.writableFinished && response.writableEnded;
}

/** Makes an abort signal only for handlers that ask for one. */
class AbortOnClose {
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      const response = this.#response;
      this.#controller = controller;
      const closed = (): void => {
        if (!isAnswered(response)) {
          controller.abort(new Error('The client closed the connection.'));
        }
      };
      if (isClosed(response)) {
        closed();
      } else {
        response.once('close', closed);
      }
    }
    return this.#controller.signal;
  }
}
