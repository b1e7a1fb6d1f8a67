import { heldBytes, mostHeldBytes } from './held-bytes.js';

/**
 * The maximum part of the memory that one call is expected to need, and the part that it counts for, so there is always some
 * left for short messages.
 */
const mostExpected = 0.5;
const mostCounted = 0.4;

/** Counts the calls whose handlers run, and estimates the memory that their inputs hold. */
export class RunningCalls {
  readonly #maxCalls: number;
  readonly #maxBytes: number;
  #calls = 0;
  #bytes = 0;

  /** `maxCalls` at once, whose inputs hold `maxBytes` bytes together. */
  constructor(maxCalls: number, maxBytes: number) {
    this.#maxCalls = maxCalls;
    this.#maxBytes = maxBytes;
  }

  /** True if a call with a body of this length may begin. */
  admits(bodyBytes: number): boolean {
    const expected = Math.min(mostHeldBytes(bodyBytes), mostExpected * this.#maxBytes);
    return this.#calls < this.#maxCalls && (this.#bytes === 0 || this.#bytes + expected <= this.#maxBytes);
  }

  /**
   * Counts a call until the returned function is called (more than once does no harm). It counts even if it was not admitted,
   * since the caller may not have checked.
   */
  begin(bodyBytes: number, input: unknown): () => void {
    const bytes = Math.min(heldBytes(bodyBytes, input), mostCounted * this.#maxBytes);
    this.#calls++;
    this.#bytes += bytes;
    let running = true;
    return () => {
      if (running) {
        running = false;
        this.#calls--;
        this.#bytes -= bytes;
      }
    };
  }
}
