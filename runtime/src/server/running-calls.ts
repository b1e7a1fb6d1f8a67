import { heldBytes } from './held-bytes.js';

/** Bodies of more bytes than this leave half of the memory of calls to shorter ones. */
const shortBody = 16_384;

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

  /** True when a call with a body of this length may begin. */
  admits(bodyBytes: number): boolean {
    const share = bodyBytes > shortBody ? this.#maxBytes / 2 : this.#maxBytes;
    return this.#calls < this.#maxCalls && (this.#bytes === 0 || this.#bytes < share);
  }

  /**
   * Counts a call until the function that is returned is called (more than once does no harm). It counts even when it was not admitted: nobody
   * asked, or its input turned out to be large.
   */
  begin(bodyBytes: number, input: unknown): () => void {
    const bytes = heldBytes(bodyBytes, input);
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
