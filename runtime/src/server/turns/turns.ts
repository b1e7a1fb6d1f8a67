import type { Caller, RequestPayer } from './callers.js';
import type { IncomingBody } from './incoming-bodies.js';
import { type QueuedTurn, TurnQueue } from './turn-queue.js';

/** Milliseconds of work in one go, after which other events have their turn. */
const sliceMs = 10;
/** Milliseconds after which callers that have to wait are looked at again, at most: the others may have gone. */
const longestRestMs = 1000;
/** Workers of Cloudflare drop timers with the request that began them, so each request that waits has one of its own, which looks at the queue this often. */
const ownTimerMs = 100;

/** Work that waits for its turn. */
interface Waiting extends QueuedTurn {
  /** Whose work it is, if that matters. */
  readonly caller: Caller | undefined;
  /** Who pays for the work itself. */
  readonly cost: RequestPayer | undefined;
  /** Undefined when it is not wanted any longer. */
  work: (() => void) | undefined;
  /** Nothing more is done in the same go: its work only begins when `work` has returned. */
  readonly alone: boolean;
}

/** Work that was put off. */
export interface PutOff {
  /** It is not done; false if it was done before. */
  cancel(): boolean;
}

/**
 * Keeps expensive requests from making the others wait. Work is done at once as long as there is little of it. When it has
 * taken more than a moment, further work is put in a queue, and the event loop runs between its pieces. The work of callers that have used more than their part
 * waits until they have paid for it, or until the others leave room: the one that owes least is first.
 */
export class Turns {
  readonly #ready = new TurnQueue<Waiting>(sliceMs);
  /** The work of callers that are behind. */
  readonly #resting = new Map<Caller, TurnQueue<Waiting>>();
  #spentMs = 0;
  #isRunning = false;
  #isScheduled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When this looked last, and when before: calls that were sent until then have been heard, since the event loop has gone round. Others may wait behind long work. */
  #lookedAt = 0;
  #heardUntil = 0;

  /** True if work of a caller should be put off by `later`. */
  mustWait(caller: Caller): boolean {
    return this.busy || this.holdsBack(caller);
  }

  /** True for a caller that has to wait because it has used more than its part. */
  holdsBack(caller: Caller): boolean {
    return caller.isBehind && (this.#resting.size > 0 || this.#restMs(caller) > 0);
  }

  /** True if work should be put off, whoever it is for. */
  get busy(): boolean {
    return this.#ready.length > 0 || this.#spentMs >= sliceMs;
  }

  /** Does work at once, for which a request pays. Throws what it throws. Work inside other work belongs to that. */
  run<T>(cost: RequestPayer | undefined, work: () => T): T {
    if (this.#isRunning) {
      return work();
    }
    this.#isRunning = true;
    const started = performance.now();
    try {
      return work();
    } finally {
      this.#isRunning = false;
      const ms = performance.now() - started;
      cost?.took(ms);
      this.#spentMs += ms;
      this.#ready.took(ms);
      if (this.#spentMs >= sliceMs) {
        this.#schedule();
      }
    }
  }

  /** Does work, which must not throw, when it is the turn of a caller with so many bytes. `cost` pays for it, if it costs anything. */
  later(caller: Caller | undefined, bytes: number, work: () => void, cost?: RequestPayer): PutOff {
    return this.#put({ caller, cost, bytes, work, alone: cost === undefined });
  }

  /**
   * Resolves when it is the turn of a caller with so many bytes; the work after that is for `run`. What is for no caller waits for its turn only. False if there was no
   * room for `body` in the meantime.
   */
  async turn(caller: Caller | undefined, bytes: number, body?: IncomingBody): Promise<boolean> {
    const ownTimer = setInterval(() => {
      this.#look();
      soon(() => this.#go());
    }, ownTimerMs);
    try {
      return await new Promise((resolve) => {
        const work = (): void => resolve(true);
        const putOff = this.#put({ caller, cost: undefined, bytes, work, alone: true });
        body?.wait(() => {
          if (putOff.cancel()) {
            resolve(false);
          }
        });
      });
    } finally {
      clearInterval(ownTimer);
    }
  }

  #put(waiting: Waiting): PutOff {
    if (waiting.caller !== undefined) {
      waiting.caller.waiting++;
    }
    this.#ready.add(waiting);
    this.#schedule();
    return {
      cancel: () => {
        const isWaiting = waiting.work !== undefined;
        waiting.work = undefined;
        return isWaiting;
      },
    };
  }

  #schedule(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      soon(() => this.#go());
    }
  }

  #look(): void {
    this.#heardUntil = this.#lookedAt;
    this.#lookedAt = performance.now();
  }

  #restMs(caller: Caller): number {
    return caller.restMs(this.#heardUntil);
  }

  #go(): void {
    this.#look();
    this.#isScheduled = false;
    this.#spentMs = 0;
    while (this.#spentMs < sliceMs) {
      const next = this.#take();
      if (next === undefined) {
        break;
      }
      const { work, caller } = next;
      if (caller !== undefined) {
        caller.waiting--;
      }
      if (work !== undefined) {
        next.work = undefined;
        this.run(next.cost, work);
        if (next.alone || caller?.isBehind === true) {
          break;
        }
      }
    }
    this.#goOn();
  }

  /** The next go is at once, or when a caller that is behind may have its turn. */
  #goOn(): void {
    clearTimeout(this.#timer);
    if (this.busy) {
      this.#schedule();
      return;
    }
    const next = this.#nextResting();
    if (next === undefined) {
      return;
    }
    const restMs = this.#restMs(next);
    if (restMs === 0) {
      this.#schedule();
    } else {
      this.#timer = setTimeout(
        () => {
          this.#look();
          this.#schedule();
        },
        Math.ceil(Math.min(restMs, longestRestMs)),
      );
    }
  }

  #take(): Waiting | undefined {
    const resting = this.#nextResting();
    if (resting !== undefined && !resting.isBehind) {
      return this.#takeOf(resting);
    }
    for (let next = this.#ready.take(); next !== undefined; next = this.#ready.take()) {
      if (next.work === undefined || next.caller?.isBehind !== true) {
        return next;
      }
      this.#rest(next, next.caller);
    }
    const first = this.#nextResting();
    return first !== undefined && this.#restMs(first) === 0 ? this.#takeOf(first) : undefined;
  }

  #rest(waiting: Waiting, caller: Caller): void {
    let queue = this.#resting.get(caller);
    if (queue === undefined) {
      queue = new TurnQueue(sliceMs);
      this.#resting.set(caller, queue);
    }
    queue.add(waiting);
  }

  #takeOf(caller: Caller): Waiting | undefined {
    caller.begin();
    const queue = this.#resting.get(caller);
    const next = queue?.take();
    if (queue?.length === 0) {
      this.#resting.delete(caller);
    }
    return next;
  }

  /** The caller of those that have to wait who has to wait least; of several, the one that owes least. */
  #nextResting(): Caller | undefined {
    let next: Caller | undefined;
    for (const caller of this.#resting.keys()) {
      if (next === undefined || this.#isBefore(caller, next)) {
        next = caller;
      }
    }
    return next;
  }

  #isBefore(caller: Caller, other: Caller): boolean {
    const [rests, otherRests] = [this.#restMs(caller), this.#restMs(other)];
    return rests < otherRests || (rests === otherRests && caller.owedMs < other.owedMs);
  }
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
