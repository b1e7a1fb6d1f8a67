import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { TransportError } from '../client/errors/errors.js';
import { connectionFacts } from '../client/errors/system-errors.js';
import type { ProxyServer } from './proxies.js';
import { connectionTls } from './tls-options.js';

/** Bytes of a proxy's answer. */
const maxAnswer = 16_384;

/** Milliseconds for a proxy to make a connection. */
const tunnelTimeoutMs = 30_000;

/** The end of a tunnel: a connection to the host behind the proxy, or the error. */
type TunnelCallback = (error: Error | null, socket?: Socket) => void;

/**
 * Asks a proxy for a connection to a host (RFC 9110, 9.3.6). The error is a `TransportError` whose `phase` is `connect`.
 *
 * @returns The connection to the proxy. Destroying it ends the attempt without a call of `callback`.
 */
export function openTunnel(proxy: ProxyServer, host: string, port: string | number, callback: TunnelCallback): Socket {
  const { hostname, secure, tls } = proxy;
  const socket = secure
    ? connectTls({ host: hostname, port: proxy.port, servername: nameOf(hostname), ...connectionTls(tls ?? {}) })
    : connectTcp({ host: hostname, port: proxy.port });
  new Tunnel(proxy, socket, callback).begin(`${host.includes(':') ? `[${host}]` : host}:${port}`);
  return socket;
}

/** Names of hosts go into the handshake, addresses do not (RFC 6066, 3). */
function nameOf(hostname: string): string {
  return /^[\d.]+$|:/.test(hostname) ? '' : hostname;
}

/** A connection to a proxy, up to its answer. */
class Tunnel {
  readonly #proxy: ProxyServer;
  readonly #socket: Socket;
  readonly #callback: TunnelCallback;
  #answer = Buffer.alloc(0);

  constructor(proxy: ProxyServer, socket: Socket, callback: TunnelCallback) {
    this.#proxy = proxy;
    this.#socket = socket;
    this.#callback = callback;
  }

  begin(target: string): void {
    const socket = this.#socket;
    socket.setTimeout(tunnelTimeoutMs, this.#onTimeout);
    socket.on('error', this.#onError);
    socket.on('end', this.#onEnd);
    socket.on('data', this.#onData);
    const fields = Object.entries({ Host: target, ...this.#proxy.headers });
    socket.write(
      `CONNECT ${target} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
  }

  readonly #onTimeout = (): void => this.#fail('did not answer in time', { kind: 'unreachable', code: 'ETIMEDOUT' });

  readonly #onEnd = (): void => this.#fail('closed the connection', { kind: 'proxy', code: 'ECONNRESET' });

  readonly #onError = (error: NodeJS.ErrnoException): void => {
    const { kind } = connectionFacts(error);
    this.#fail(`cannot be reached: ${error.message}`, { kind, code: error.code, cause: error });
  };

  readonly #onData = (data: Buffer): void => {
    this.#answer = Buffer.concat([this.#answer, data]);
    const end = this.#answer.indexOf('\r\n\r\n');
    if (end < 0) {
      if (this.#answer.length > maxAnswer) {
        this.#fail('gave an answer that is too long', { kind: 'proxy' });
      }
      return;
    }
    const status = /^HTTP\/1\.\d (\d{3})/.exec(this.#answer.toString('latin1', 0, end))?.[1];
    if (status?.startsWith('2')) {
      this.#finish(this.#answer.subarray(end + 4));
    } else if (status === '407') {
      this.#fail('asks for a user and a password (407)', { kind: 'proxy' });
    } else {
      this.#fail(status === undefined ? 'does not speak HTTP' : `refused the connection (${status})`, {
        kind: 'proxy',
      });
    }
  };

  #finish(rest: Buffer): void {
    const socket = this.#socket;
    this.#letGo();
    if (rest.length > 0) {
      socket.unshift(rest);
    }
    this.#callback(null, socket);
  }

  #letGo(): void {
    const socket = this.#socket;
    socket.setTimeout(0);
    socket.off('timeout', this.#onTimeout);
    socket.off('error', this.#onError);
    socket.off('end', this.#onEnd);
    socket.off('data', this.#onData);
  }

  #fail(problem: string, { kind, code, cause }: TunnelFailure): void {
    this.#letGo();
    this.#socket.on('error', () => undefined);
    this.#socket.destroy();
    const message = `The proxy ${this.#proxy.host} ${problem}`;
    this.#callback(new TransportError(message, { phase: 'connect', kind, code }, cause && { cause }));
  }
}

interface TunnelFailure {
  readonly kind: TransportError['kind'];
  readonly code?: string | undefined;
  readonly cause?: Error;
}
