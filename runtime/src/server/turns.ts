/** Milliseconds of work in one go, after which other events have their turn. */
const sliceMs = 10;
/** Classes of work by length: up to 1 KiB, 2 KiB, 4 KiB… */
const classes = 16;

/** Work that waits for its turn. */
interface Waiting {
  readonly work: () => void;
  /** Nothing more is done in the same go: its work only begins when `work` has returned. */
  readonly alone: boolean;
}

/**
 * Keeps expensive requests from making the others wait. Work is done at once as long as there is little of it. When it has
 * taken more than a moment, further work is put in a queue, and the event loop runs between its pieces. Messages cost the
 * more the longer they are, so the shortest one is first; but as much time as the others take is also given to the longest,
 * which would otherwise wait forever.
 */
export class Turns {
  readonly #queues: Waiting[][] = Array.from({ length: classes }, () => []);
  #waiting = 0;
  #spentMs = 0;
  /** Whether the work taken last from the queue was the longest; `#aheadMs` is how much more time such work had than the others. */
  #longest: boolean | undefined;
  #aheadMs = 0;
  #scheduled = false;

  /** True if work should be put off by `later`. */
  get busy(): boolean {
    return this.#waiting > 0 || this.#spentMs >= sliceMs;
  }

  /** Begins to measure work; the result goes to `stop`, also when the work throws. */
  start(): number {
    return performance.now();
  }

  /** Ends what `start` began. */
  stop(started: number): void {
    const ms = performance.now() - started;
    this.#spentMs += ms;
    if (this.#longest !== undefined) {
      this.#aheadMs = Math.max(-2 * sliceMs, this.#aheadMs + (this.#longest ? ms : -ms));
    }
    if (this.#spentMs >= sliceMs) {
      this.#schedule();
    }
  }

  /** Does work, which must not throw, in its turn. `bytes` is the length of its message. */
  later(bytes: number, work: () => void): void {
    this.#put(bytes, { work, alone: false });
  }

  /** Resolves when it is the turn of a message of this length; the work after that is measured. */
  turn(bytes: number): Promise<void> {
    return new Promise((resolve) => this.#put(bytes, { work: resolve, alone: true }));
  }

  #put(bytes: number, waiting: Waiting): void {
    this.#queues[classOf(bytes)]?.push(waiting);
    this.#waiting++;
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#scheduled) {
      this.#scheduled = true;
      soon(() => this.#go());
    }
  }

  #go(): void {
    this.#scheduled = false;
    this.#spentMs = 0;
    while (this.#spentMs < sliceMs) {
      const next = this.#take();
      if (next === undefined) {
        return;
      }
      const started = this.start();
      next.work();
      this.stop(started);
      if (next.alone) {
        break;
      }
    }
    this.#schedule();
  }

  #take(): Waiting | undefined {
    if (this.#waiting === 0) {
      this.#longest = undefined;
      this.#aheadMs = 0;
      return undefined;
    }
    this.#waiting--;
    this.#longest = this.#aheadMs < -sliceMs;
    if (this.#longest) {
      // Its cost may not be measured, or only later.
      this.#aheadMs += sliceMs;
    }
    const isWaiting = (queue: readonly Waiting[]): boolean => queue.length > 0;
    return (this.#longest ? this.#queues.findLast(isWaiting) : this.#queues.find(isWaiting))?.shift();
  }
}

/** The smallest class first. */
function classOf(bytes: number): number {
  return Math.min(classes - 1, 32 - Math.clz32(bytes >>> 10));
}

/** Node, Deno and Bun have `setImmediate`; a timer of no time does elsewhere. */
function soon(run: () => void): void {
  const { setImmediate } = globalThis as { setImmediate?: (run: () => void) => unknown };
  if (setImmediate === undefined) {
    setTimeout(run, 0);
  } else {
    setImmediate(run);
  }
}
