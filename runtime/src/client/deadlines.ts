/** Calls a function after some milliseconds, unless its deadline is cancelled before. */
export type SetDeadline = (timeoutMs: number, onTime: () => void) => Deadline;

/** Durations for which a queue is kept: callers use few, but retries and wrong uses may bring many. */
const maxDurations = 100;

/** Deadlines of which those of one duration share a timer. */
export function sharedDeadlines(): SetDeadline {
  const queues = new Map<number, Deadlines>();
  return (timeoutMs, onTime) => {
    let queue = queues.get(timeoutMs);
    if (queue === undefined) {
      queue = new Deadlines(timeoutMs);
      if (queues.size < maxDurations) {
        queues.set(timeoutMs, queue);
      }
    }
    return queue.add(onTime);
  };
}

/** A deadline that waits. */
export interface Deadline {
  /** Lets go of it. Calling twice does no harm. */
  cancel(): void;
}

interface Entry extends Deadline {
  readonly at: number;
  readonly onTime: () => void;
  previous: Entry | undefined;
  next: Entry | undefined;
  waiting: boolean;
}

/**
 * Deadlines of one duration, over one timer: nearly all are cancelled long before they are reached, and a timer for each costs a tenth of a call.
 * Entries are in the order in which they end, because all last equally long. In Node the timer does not keep the process alive; the connection that a
 * call waits for does.
 */
export class Deadlines {
  readonly #durationMs: number;
  #first: Entry | undefined;
  #last: Entry | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  /** Calls `onTime` once the duration is over. */
  add(onTime: () => void): Deadline {
    const entry: Entry = {
      at: performance.now() + this.#durationMs,
      onTime,
      previous: this.#last,
      next: undefined,
      waiting: true,
      cancel: () => this.#remove(entry),
    };
    if (this.#last === undefined) {
      this.#first = entry;
    } else {
      this.#last.next = entry;
    }
    this.#last = entry;
    if (this.#timer === undefined) {
      this.#start(this.#durationMs);
    } else if (entry.previous === undefined) {
      hold(this.#timer, true);
    }
    return entry;
  }

  #remove(entry: Entry): void {
    if (!entry.waiting) {
      return;
    }
    entry.waiting = false;
    if (entry.previous === undefined) {
      this.#first = entry.next;
    } else {
      entry.previous.next = entry.next;
    }
    if (entry.next === undefined) {
      this.#last = entry.previous;
    } else {
      entry.next.previous = entry.previous;
    }
    // A dead entry that the collector has moved among the old objects would keep all that come after it alive.
    entry.previous = undefined;
    entry.next = undefined;
    // A timer keeps the program alive while a call waits, and an idle one must not.
    if (this.#first === undefined && this.#timer !== undefined && !hold(this.#timer, false)) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  #start(ms: number): void {
    this.#timer = setTimeout(this.#onTimer, ms);
  }

  readonly #onTimer = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    // Timers may fire a millisecond early.
    for (let entry = this.#first; entry !== undefined && entry.at <= now + 1; entry = this.#first) {
      this.#remove(entry);
      entry.onTime();
    }
    if (this.#first !== undefined && this.#timer === undefined) {
      this.#start(Math.max(1, this.#first.at - now));
    }
  };
}

/** Decides whether a timer keeps the program alive; false where it always does. */
function hold(timer: ReturnType<typeof setTimeout>, isHeld: boolean): boolean {
  const { ref, unref } = timer as Partial<Record<'ref' | 'unref', () => void>>;
  (isHeld ? ref : unref)?.call(timer);
  return ref !== undefined;
}
