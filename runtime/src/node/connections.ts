import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerSettings } from '../server/settings/options.js';
import { type Caller, leavesRoom } from '../server/turns/callers.js';

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
  readonly #open = new Map<Caller, OwnConnections>();
  readonly #justCame = new Set<Caller>();
  /** Those of which nothing was read yet, as far as anybody knows; true for those of which nothing had been read a moment ago. */
  readonly #silent = new Map<Socket, boolean>();
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
    if (isTls) {
      server.prependListener('secureConnection', (socket) => this.#mayBeSilent(socket));
    }
    server.on('timeout', (socket) => this.#giveUp(socket));
  }

  /**
   * Closes the connections by which nothing has come, unless nobody may read from them: Node counts them as busy. To be called several times, since bytes may just be arriving.
   */
  closeSilent(): void {
    for (const [socket, wasSilent] of this.#silent) {
      if (socket.bytesRead > 0) {
        this.#silent.delete(socket);
      } else if (!this.#isHeld(socket)) {
        this.#silent.set(socket, true);
        if (wasSilent) {
          socket.destroy();
        }
      }
    }
  }

  #mayBeSilent(socket: Socket): void {
    this.#silent.set(socket, false);
    socket.once('close', () => this.#silent.delete(socket));
  }

  #isHeld(socket: Socket): boolean {
    return this.#open.get(this.#callerOf(socket))?.holds(socket) === true;
  }

  /** An idle connection has had its time; one that waits may hold a request that nobody has read. */
  #giveUp(socket: Socket): void {
    if (this.#isHeld(socket)) {
      socket.setTimeout(socket.timeout ?? 0);
    } else {
      socket.destroy();
    }
  }

  #callerOf(socket: Socket): Caller {
    return this.#settings.fairness.callerAt(socket.remoteAddress);
  }

  #admit(socket: Socket): void {
    const caller = this.#callerOf(socket);
    if (!leavesRoom(this.#open.get(caller)?.count ?? 0, this.#limits.maxConnections - this.#count)) {
      socket.destroy();
      return;
    }
    const own = this.#open.get(caller) ?? this.#first(caller);
    caller.use(connectionMs);
    own.count++;
    this.#count++;
    this.#mayBeSilent(socket);
    socket.once('close', () => {
      own.count--;
      this.#count--;
      if (own.count === 0) {
        caller.whenBehind = undefined;
        this.#open.delete(caller);
      }
    });
  }

  #first(caller: Caller): OwnConnections {
    const own = new OwnConnections(caller, this.#settings.turns);
    this.#open.set(caller, own);
    return own;
  }

  #beginInTurn(socket: Socket, begin: (socket: Socket) => void): void {
    const caller = this.#callerOf(socket);
    const own = this.#open.get(caller);
    if (socket.destroyed) {
      return;
    }
    const isNotFirst = this.#isNotFirst(caller);
    if (own !== undefined && (isNotFirst || this.#settings.turns.holdsBack(caller))) {
      this.#hold(own, socket, begin);
    } else {
      begin(socket);
      own?.begun(socket);
    }
  }

  #hold(own: OwnConnections, socket: Socket, begin: (socket: Socket) => void): void {
    const cut = (): unknown => socket.destroy();
    socket.on('error', cut).setTimeout(this.#limits.headersTimeoutMs, cut);
    own.hold(socket, () => {
      socket.setTimeout(0).off('timeout', cut).off('error', cut);
      begin(socket);
      own.begun(socket);
    });
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

/** Bytes for which a connection waits for its turn, as if they were a message: so many Node reads at once. */
const readBytes = 65_536;

/** The connections of one caller. As soon as it has to wait, none of them is read from; then one after the other, each in a turn of its caller. */
class OwnConnections {
  count = 0;
  readonly #caller: Caller;
  readonly #turns: ServerSettings['turns'];
  /** Those that are read from. */
  readonly #begun = new Set<Socket>();
  /** Those that wait, and how they go on. */
  readonly #held = new Map<Socket, () => void>();
  #isWaiting = false;

  constructor(caller: Caller, turns: ServerSettings['turns']) {
    this.#caller = caller;
    this.#turns = turns;
    caller.whenBehind = () => this.#holdAll();
  }

  /** A connection is read from. */
  begun(socket: Socket): void {
    this.#begun.add(socket);
    socket.once('close', () => {
      this.#begun.delete(socket);
      this.#held.delete(socket);
    });
  }

  /** True for a connection that waits for its turn. */
  holds(socket: Socket): boolean {
    return this.#held.has(socket);
  }

  /** A connection waits for its turn. */
  hold(socket: Socket, goOn: () => void): void {
    this.#held.set(socket, goOn);
    socket.once('close', () => this.#held.delete(socket));
    this.#wait();
  }

  /** Those that rest because of their requests go on when these do. */
  #holdAll(): void {
    if (this.#begun.size === 0 || !this.#turns.holdsBack(this.#caller)) {
      return;
    }
    for (const socket of this.#begun) {
      if (!socket.isPaused()) {
        socket.pause();
        this.#held.set(socket, () => socket.resume());
      }
      socket.once('resume', () => this.#begun.add(socket));
    }
    this.#begun.clear();
    this.#wait();
  }

  #wait(): void {
    if (!this.#isWaiting && this.#held.size > 0) {
      this.#isWaiting = true;
      this.#turns.later(this.#caller, readBytes, () => this.#next());
    }
  }

  #next(): void {
    this.#isWaiting = false;
    const [next] = this.#held;
    if (next !== undefined) {
      const [socket, goOn] = next;
      this.#held.delete(socket);
      goOn();
      this.#wait();
    }
  }
}
