import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { withLimits } from '../server/base/limits.js';
import type { Fairness } from '../server/turns/fairness.js';
import type { Turns } from '../server/turns/turns.js';
import { Connections } from './connections.js';
import type { NodeListener } from './listener.js';
import { holdBody } from './request-body.js';
import type { ListenTls } from './tls-options.js';

/** Bounds on connections, against slow and half-open clients. Times in milliseconds. */
export interface ListenLimits {
  /** Bytes of a request's head. Default 16 KiB; more is answered 431. */
  readonly maxHeaderBytes?: number;
  /** Time for the head of a request to arrive. Default 10,000; later is answered 408. */
  readonly headersTimeoutMs?: number;
  /** Time for a whole request to arrive. Default 30,000; later is answered 408. */
  readonly requestTimeoutMs?: number;
  /** Time for which a client may leave a long answer unread. Default 30,000; then the connection is cut. */
  readonly answerTimeoutMs?: number;
  /** Time that an idle connection is kept. Default 10,000. */
  readonly keepAliveTimeoutMs?: number;
  /** Connections at once, four fifths of them from one address; more are dropped. Default 2000. */
  readonly maxConnections?: number;
}

/** A server that listens. */
export interface ListeningServer {
  readonly port: number;
  /** Base address for clients on this machine: `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Accepts no more connections, lets the requests under way finish, closes idle connections and those by which nothing has come, and resolves when all are
   * closed. Connections that are still busy after `graceMs` (default 10,000) are cut.
   */
  close(graceMs?: number): Promise<void>;
}

/** The limits of `listen` that are not given. */
export const defaultListenLimits: Required<ListenLimits> = {
  maxHeaderBytes: 16_384,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  answerTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  maxConnections: 2000,
};

/** How a server listens. */
export interface ListenOptions {
  readonly fairness: Fairness;
  readonly turns: Turns;
  readonly limits: ListenLimits | undefined;
  readonly tls: ListenTls | undefined;
}

/** Starts to listen. Throws the system's error for a certificate that cannot be read. Rejects with the system's error when that is not possible. */
export function listen(
  listener: NodeListener,
  { fairness, turns, limits: given, tls }: ListenOptions,
  port: number,
  host: string | undefined,
): Promise<ListeningServer> {
  const limits = withLimits<keyof ListenLimits>(defaultListenLimits, given);
  const giveUp = giveUpUnread(limits.answerTimeoutMs);
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('prefinish', giveUp);
    listener(request, response);
  };
  const options = {
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs || limits.headersTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // Late requests are found within a tenth of the shortest time.
    connectionsCheckingInterval: Math.max(
      50,
      Math.min(limits.headersTimeoutMs || 10_000, limits.requestTimeoutMs || 10_000) / 10,
    ),
  };
  const server =
    tls === undefined
      ? createServer(options, handle)
      : createTlsServer({ ...tls, ...options, handshakeTimeout: limits.headersTimeoutMs || 120_000 }, handle);
  const connections = new Connections({ fairness, turns }, limits);
  connections.watch(server, tls !== undefined);
  server.on('checkContinue', (request, response) => {
    // A body that would be refused need not be sent at all.
    holdBody(request, response);
    handle(request, response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(listening(server, connections, tls === undefined ? 'http' : 'https'));
    });
  });
}

/** Bytes that wait in a connection before it is watched: shorter answers leave at once. */
const unreadBytes = 65_536;

/** For `prefinish`: cuts the connection when nothing of a long answer leaves for so long. Without a listener, Node does that by itself. */
function giveUpUnread(timeoutMs: number): (this: ServerResponse) => void {
  return function giveUp() {
    if ((this.socket?.writableLength ?? 0) > unreadBytes) {
      this.setTimeout(timeoutMs);
    }
  };
}

function listening(server: Server, connections: Connections, scheme: 'http' | 'https'): ListeningServer {
  const { port, address, family } = server.address() as AddressInfo;
  const any = address === '::' || address === '0.0.0.0';
  const host = any ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  const stop = (graceMs = 10_000): Promise<void> => close(server, connections, graceMs);
  return { port, url: `${scheme}://${host}:${port}`, close: stop };
}

/** How often a closing server looks for connections that have become idle. */
const idleCheckMs = 20;

function close(server: Server, connections: Connections, graceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // A request that arrives on a connection still open is answered, and marked as the last one there.
    server.prependListener('request', (_, response) => {
      response.shouldKeepAlive = false;
    });
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    const idle = setInterval(() => {
      server.closeIdleConnections();
      connections.closeSilent();
    }, idleCheckMs);
    server.close((error) => {
      clearTimeout(cut);
      clearInterval(idle);
      if (error === undefined || (error as NodeJS.ErrnoException).code === 'ERR_SERVER_NOT_RUNNING') {
        resolve();
      } else {
        reject(error);
      }
    });
  });
}
