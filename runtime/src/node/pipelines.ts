import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The part of all calls that one connection may have. */
const shareOfConnection = 10;
/** Requests whose answers wait for earlier ones: so many for each call that may run, and so many at least. */
const heldPerCall = 10;
const leastHeld = 2000;

/**
 * Bounds pipelining: requests that come on a connection before earlier ones are answered. Each could start a call, so one
 * connection could use all places. Those beyond its share wait, and nothing more is read from it in the meantime. Each is
 * held until all before it are answered; a connection whose requests would be too many, together with those of all others, is
 * cut.
 */
export class Pipelines {
  readonly #maxCalls: number;
  readonly #maxHeld: number;
  readonly #connections = new WeakMap<Socket, Pipeline>();
  #held = 0;

  constructor(maxConcurrentCalls: number) {
    this.#maxCalls = Math.max(1, Math.ceil(maxConcurrentCalls / shareOfConnection));
    this.#maxHeld = Math.max(leastHeld, heldPerCall * maxConcurrentCalls);
  }

  /** Accepts a request that comes after others, and returns the requests of its connection; undefined if that is cut. */
  admit({ socket }: IncomingMessage, response: ServerResponse): Pipeline | undefined {
    const pipeline = this.#pipeline(socket);
    this.#held += pipeline.hold(1);
    response.once('close', () => {
      this.#held += pipeline.hold(-1);
    });
    if (this.#held > this.#maxHeld) {
      socket.destroy();
    }
    return socket.destroyed ? undefined : pipeline;
  }

  #pipeline(socket: Socket): Pipeline {
    let pipeline = this.#connections.get(socket);
    if (pipeline === undefined) {
      const made = new Pipeline(socket, this.#maxCalls);
      this.#connections.set(socket, made);
      socket.once('close', () => {
        this.#held += made.cut();
      });
      pipeline = made;
    }
    return pipeline;
  }
}

/** The requests of one connection that came after others. */
export class Pipeline {
  readonly #socket: Socket;
  readonly #maxCalls: number;
  readonly #waiting: (() => void)[] = [];
  #calls = 0;
  #held = 0;
  #beginning = false;
  #paused = false;

  constructor(socket: Socket, maxCalls: number) {
    this.#socket = socket;
    this.#maxCalls = maxCalls;
  }

  /** Begins a call, or has it wait. `call` must not throw; `end` is due when it has its answer. */
  begin(call: () => void): void {
    if (this.#calls < this.#maxCalls) {
      this.#calls++;
      call();
      return;
    }
    this.#waiting.push(inPresentContext(call));
    // Node continues reading after each request: it is stopped when the data read so far is parsed.
    process.nextTick(() => this.#stopReading());
  }

  /** A call that `begin` began has its answer. */
  end(): void {
    this.#calls--;
    if (!this.#beginning) {
      this.#beginWaiting();
    }
  }

  /** Calls that have their answer at once come back here: one after the other, not one in the other. */
  #beginWaiting(): void {
    this.#beginning = true;
    while (this.#calls < this.#maxCalls && this.#waiting.length > 0) {
      this.#calls++;
      this.#waiting.shift()?.();
    }
    this.#beginning = false;
    if (this.#paused && this.#waiting.length === 0) {
      this.#paused = false;
      this.#socket.resume();
    }
  }

  /** Counts requests that are held, or are not held any longer; returns the change of their number. */
  hold(count: 1 | -1): number {
    if (count < 0 && this.#held === 0) {
      return 0;
    }
    this.#held += count;
    return count;
  }

  /**
   * The connection has ended, so nobody waits for the answers. Returns the change in the number of held requests, as a
   * negative number.
   */
  cut(): number {
    const held = this.#held;
    this.#held = 0;
    this.#waiting.length = 0;
    return -held;
  }

  #stopReading(): void {
    if (this.#waiting.length > 0) {
      this.#paused = true;
      this.#socket.pause();
    }
  }
}

/**
 * A function that runs `run` in the asynchronous context of now, whenever it is called. `AsyncResource.bind` does the same, but defines accessors for each
 * function, which keeps the garbage of each request alive until a full collection.
 */
export function inPresentContext(run: () => void): () => void {
  const context = new AsyncResource('SoapRequest');
  return () => context.runInAsyncScope(run);
}
