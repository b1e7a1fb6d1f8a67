import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from '../server/callers.js';
import type { ServerSettings } from '../server/options.js';
import { leavesRoom } from '../server/share-of-rest.js';

/** Milliseconds that a connection costs its caller. */
const connectionMs = 0.2;

/** Bounds on connections. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Milliseconds that a connection may wait for its turn; 0 means no limit. */
  readonly headersTimeoutMs: number;
}

/**
 * Divides the connections of a server among callers. What is more than one may have is dropped. Those of a caller that has to wait are not read from, and of those that
 * come at the same moment only one of each caller is at once: the first bytes of a request are parsed before anybody can stop it.
 */
export class Connections {
  readonly #settings: Pick<ServerSettings, 'fairness' | 'turns'>;
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Caller, number>();
  readonly #justCame = new Set<Caller>();
  #count = 0;

  constructor(settings: Pick<ServerSettings, 'fairness' | 'turns'>, limits: ConnectionLimits) {
    this.#settings = settings;
    this.#limits = limits;
  }

  /** Watches a server that does not listen yet. */
  watch(server: Server, isTls: boolean): void {
    const event = isTls ? 'secureConnection' : 'connection';
    const begins = server.listeners(event);
    const begin = (socket: Socket): void => {
      for (const each of begins) {
        each.call(server, socket);
      }
      socket.resume();
    };
    server.maxConnections = this.#limits.maxConnections;
    if (!isTls) {
      // An option of `net.createServer` that `http` does not pass on: nothing is read before the connection begins.
      Object.assign(server, { pauseOnConnect: true });
    }
    server.removeAllListeners(event).on(event, (socket) => this.#beginInTurn(socket, begin));
    server.prependListener('connection', (socket) => this.#admit(socket));
  }

  #callerOf(socket: Socket): Caller {
    return this.#settings.fairness.callerAt(socket.remoteAddress);
  }

  #admit(socket: Socket): void {
    const caller = this.#callerOf(socket);
    if (!leavesRoom(this.#open.get(caller) ?? 0, this.#limits.maxConnections - this.#count)) {
      socket.destroy();
      return;
    }
    caller.use(connectionMs);
    this.#add(caller, 1);
    socket.once('close', () => this.#add(caller, -1));
  }

  #add(caller: Caller, count: number): void {
    const own = (this.#open.get(caller) ?? 0) + count;
    this.#count += count;
    if (own === 0) {
      this.#open.delete(caller);
    } else {
      this.#open.set(caller, own);
    }
  }

  #beginInTurn(socket: Socket, begin: (socket: Socket) => void): void {
    const caller = this.#callerOf(socket);
    if (socket.destroyed) {
      return;
    }
    const isNotFirst = this.#isNotFirst(caller);
    if (isNotFirst || this.#settings.turns.holdsBack(caller)) {
      this.#hold(caller, socket, begin);
    } else {
      begin(socket);
    }
  }

  #hold(caller: Caller, socket: Socket, begin: (socket: Socket) => void): void {
    const cut = (): unknown => socket.destroy();
    const putOff = this.#settings.turns.later(caller, 0, () => {
      socket.setTimeout(0).off('timeout', cut).off('error', cut);
      begin(socket);
    });
    socket.on('error', cut).setTimeout(this.#limits.headersTimeoutMs, cut);
    socket.once('close', () => putOff.cancel());
  }

  /** True if another connection of a caller has come at this moment. */
  #isNotFirst(caller: Caller): boolean {
    const isNotFirst = this.#justCame.has(caller);
    if (this.#justCame.size === 0) {
      setImmediate(() => this.#justCame.clear());
    }
    this.#justCame.add(caller);
    return isNotFirst;
  }
}
