/** Classes of work by length: up to 1 KiB, 2 KiB, 4 KiB… */
const classes = 16;

/** Work that waits for its turn. */
export interface QueuedTurn {
  /** Bytes of its message. */
  readonly bytes: number;
}

/**
 * Work in the order in which it is done. Messages cost the more the longer they are, so the shortest one is first; but as much time as the others take is also given
 * to the longest, which would otherwise wait forever.
 */
export class TurnQueue<Work extends QueuedTurn> {
  readonly #leadMs: number;
  readonly #queues: Work[][] = Array.from({ length: classes }, () => []);
  #length = 0;
  /** Whether the work taken last was the longest; `#aheadMs` is how much more time such work had than the others. */
  #longest: boolean | undefined;
  #aheadMs = 0;

  /** The longest work is taken when the others had `leadMs` more. */
  constructor(leadMs: number) {
    this.#leadMs = leadMs;
  }

  get length(): number {
    return this.#length;
  }

  add(work: Work): void {
    this.#queues[classOf(work.bytes)]?.push(work);
    this.#length++;
  }

  /** The next one; undefined if there is none. */
  take(): Work | undefined {
    if (this.#length === 0) {
      this.#longest = undefined;
      this.#aheadMs = 0;
      return undefined;
    }
    this.#length--;
    this.#longest = this.#aheadMs < -this.#leadMs;
    if (this.#longest) {
      // Its cost may not be measured, or only later.
      this.#aheadMs += this.#leadMs;
    }
    const isWaiting = (queue: readonly Work[]): boolean => queue.length > 0;
    return (this.#longest ? this.#queues.findLast(isWaiting) : this.#queues.find(isWaiting))?.shift();
  }

  /** The work taken last took so long. */
  took(ms: number): void {
    if (this.#longest !== undefined) {
      this.#aheadMs = Math.max(-2 * this.#leadMs, this.#aheadMs + (this.#longest ? ms : -ms));
    }
  }
}

/** The smallest class first. */
function classOf(bytes: number): number {
  return Math.min(classes - 1, 32 - Math.clz32(bytes >>> 10));
}
