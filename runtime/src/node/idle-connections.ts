import type { Agent, ClientRequest, ClientRequestArgs, IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { headerOf } from './incoming-headers.js';

/** Idle connections of an agent to one host: more are closed. */
const maxIdle = 256;
/** Milliseconds before the time announced by a server at which its connection is not used any more. */
const marginMs = 1000;

/** The longest time of a timer. */
const maxTimerMs = 2 ** 31 - 1;

/** An agent as Node's requests see it. */
interface RequestAgent {
  addRequest(request: ClientRequest, options: ClientRequestArgs): void;
}

type FreeListener = (socket: Socket, options: ClientRequestArgs) => void;

/** A request whose answer has been read. */
type Answered = ClientRequest & { readonly res?: IncomingMessage | null };

interface Idle {
  readonly socket: Socket;
  readonly since: number;
  readonly limitMs: number;
}

/**
 * Makes an agent keep its idle connections here instead of in its own lists, for `idleMs` (0 means no limit), or less where a server
 * announces that (`Keep-Alive`, RFC 2068, 19.7.1.1). For each request Node copies all options twice, puts the name of the connection together four times, and sets two timers:
 * that is a fifth of the processor time of a request. Everything else remains the agent's: new connections, requests that wait for one, and the count of both.
 *
 * The agent has to be one that keeps connections, without a `timeout` of its own; its requests must not have options of TLS.
 */
export function keepIdle<Kept extends Agent>(agent: Kept, idleMs: number): Kept {
  const requests = agent as unknown as RequestAgent;
  const [onFree, other] = agent.listeners('free');
  // Other platforms may have agents that work in another way.
  if (typeof requests.addRequest === 'function' && onFree !== undefined && other === undefined) {
    const connections = new IdleConnections(agent, onFree as FreeListener, idleMs);
    const open = requests.addRequest;
    requests.addRequest = (request, options) => {
      if (!connections.give(request, options)) {
        open.call(agent, request, options);
      }
    };
    agent.removeAllListeners('free');
    agent.on('free', (socket: Socket, options: ClientRequestArgs) => connections.take(socket, options));
  }
  return agent;
}

class IdleConnections {
  readonly #agent: Agent;
  readonly #isSecure: boolean;
  /** Node's own way with connections that are free. */
  readonly #onFree: FreeListener;
  readonly #idleMs: number;
  /** The connections to each host, of which that at the end was used last. */
  readonly #idle = new Map<string, Idle[]>();
  /** Hosts of all connections that were idle once. */
  readonly #names = new WeakMap<Socket, string>();
  #timer: NodeJS.Timeout | undefined;
  /** The last host, and its name. */
  #host: ClientRequestArgs['host'];
  #port: ClientRequestArgs['port'];
  #hostHeader: string | undefined;
  #name = '';
  /** The last announcement of a server, and what it means. */
  #announced = '';
  #announcedMs = Number.POSITIVE_INFINITY;

  constructor(agent: Agent, onFree: FreeListener, idleMs: number) {
    this.#agent = agent;
    this.#isSecure = agent instanceof https.Agent;
    this.#onFree = onFree;
    this.#idleMs = idleMs > 0 ? Math.min(idleMs, maxTimerMs) : maxTimerMs;
  }

  /** Gives an idle connection to a request; false if there is none. */
  give(request: ClientRequest, options: ClientRequestArgs): boolean {
    const idle = this.#idle.get(this.#nameOf(request, options));
    if (idle === undefined) {
      return false;
    }
    const now = performance.now();
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      const { socket } = last;
      if (socket.writable && isUsable(last, now)) {
        request.reusedSocket = true;
        socket.ref();
        request.onSocket(socket);
        if (options.timeout !== undefined) {
          socket.setTimeout(options.timeout);
        }
        return true;
      }
      socket.destroy();
    }
    return false;
  }

  /** Keeps a connection that is free. */
  take(socket: Socket, options: ClientRequestArgs): void {
    const owner = socket as { _httpMessage?: Answered | null };
    const request = owner._httpMessage;
    if (!socket.writable || !request?.shouldKeepAlive || this.#isWaitedFor(options)) {
      this.#onFree.call(this.#agent, socket, options);
      return;
    }
    const idle = this.#idleOf(this.#names.get(socket) ?? this.#begin(socket, request, options));
    const limitMs = Math.min(this.#idleMs, this.#limitOf(request.res && headerOf(request.res, 'keep-alive')));
    if (limitMs <= 0 || idle.length >= maxIdle) {
      socket.destroy();
      return;
    }
    owner._httpMessage = null;
    socket.unref();
    idle.push({ socket, since: performance.now(), limitMs });
    this.#timer ??= setTimeout(this.#onTimer, this.#idleMs).unref();
  }

  /** Prepares a connection that is idle for the first time. */
  #begin(socket: Socket, request: ClientRequest, options: ClientRequestArgs): string {
    const name = this.#nameOf(request, options);
    this.#names.set(socket, name);
    // The error of a connection that nobody uses concerns nobody.
    socket.on('error', ignore);
    return name;
  }

  #idleOf(name: string): Idle[] {
    let idle = this.#idle.get(name);
    if (idle === undefined) {
      idle = [];
      this.#idle.set(name, idle);
    }
    return idle;
  }

  /** True if another request waits for the connection, because there may not be more of them. */
  #isWaitedFor(options: ClientRequestArgs): boolean {
    const { requests, maxSockets } = this.#agent;
    return maxSockets !== Number.POSITIVE_INFINITY && (requests[this.#agent.getName(options)]?.length ?? 0) > 0;
  }

  /** The name that all requests have which may use the same connection. */
  #nameOf(request: ClientRequest, options: ClientRequestArgs): string {
    const { host, port, localAddress, family, socketPath } = options;
    // The certificate has to be that of the host in the header.
    const hostHeader = this.#isSecure ? String(request.getHeader('host')) : undefined;
    if (localAddress || family || socketPath) {
      return [host, port, hostHeader, localAddress, family, socketPath].join('\n');
    }
    if (host !== this.#host || port !== this.#port || hostHeader !== this.#hostHeader) {
      this.#host = host;
      this.#port = port;
      this.#hostHeader = hostHeader;
      this.#name = [host, port, hostHeader].join('\n');
    }
    return this.#name;
  }

  /** Milliseconds for which a server keeps an idle connection, less a margin. */
  #limitOf(announced: string | null | undefined): number {
    if (announced === undefined || announced === null) {
      return Number.POSITIVE_INFINITY;
    }
    if (announced !== this.#announced) {
      const seconds = /^timeout=(\d+)/.exec(announced)?.[1];
      this.#announced = announced;
      this.#announcedMs = seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000 - marginMs;
    }
    return this.#announcedMs;
  }

  /** Closes the connections whose time is over. */
  readonly #onTimer = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [name, connections] of this.#idle) {
      const kept = connections.filter((each) => isUsable(each, now));
      for (const { socket } of connections.filter((each) => !isUsable(each, now))) {
        socket.destroy();
      }
      if (kept.length === 0) {
        this.#idle.delete(name);
      } else {
        this.#idle.set(name, kept);
        nextMs = kept.reduce((ms, { since, limitMs }) => Math.min(ms, since + limitMs - now), nextMs);
      }
    }
    if (this.#idle.size > 0) {
      this.#timer = setTimeout(this.#onTimer, Math.ceil(nextMs)).unref();
    }
  };
}

function isUsable({ socket, since, limitMs }: Idle, now: number): boolean {
  return !socket.destroyed && now - since < limitMs;
}

function ignore(): void {}
