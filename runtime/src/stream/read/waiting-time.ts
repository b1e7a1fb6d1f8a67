import { readableOf } from '../../http/body-streams.js';
import type { BodyStream } from '../../http/transport.js';

/** The time for which the other side is waited for. */
export class WaitingTime {
  readonly #ms: number;
  readonly #onTimeout: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  /** Begins to wait. */
  constructor(ms: number, onTimeout: () => void) {
    this.#ms = ms;
    this.#onTimeout = onTimeout;
    this.restart();
  }

  /** Our side has something to do first: no time passes. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Begins to wait once more. */
  restart(): void {
    this.pause();
    if (!this.#over) {
      this.#timer = setTimeout(this.#onTimeout, this.#ms);
    }
  }

  /** The wait is over. */
  stop(): void {
    this.#over = true;
    this.pause();
  }
}

/** A body of a request that gives the other side its time for each chunk, and lets none pass while a source is slow. */
export class TimedStream implements BodyStream {
  readonly #stream: BodyStream;
  readonly #time: () => WaitingTime | undefined;

  constructor(stream: BodyStream, time: () => WaitingTime | undefined) {
    this.#stream = stream;
    this.#time = time;
  }

  get length(): number | undefined {
    return this.#stream.length;
  }

  get failure(): BodyStream['failure'] {
    return this.#stream.failure;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    this.#time()?.pause();
    try {
      return await this.#stream.next();
    } finally {
      this.#time()?.restart();
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    return this.#stream.return();
  }

  readable(): ReadableStream<Uint8Array> {
    return readableOf(this);
  }
}
