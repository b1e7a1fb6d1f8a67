import { heldBytes, mostHeldBytes, unseenBody } from './held-bytes.js';

/**
 * The maximum part of the memory that one call is expected to need, and the part that it counts for, so there is always some
 * left for short messages.
 */
const mostExpected = 0.5;
const mostCounted = 0.4;

/** A call whose input has not been looked at: it counts for the most that it may hold. */
interface UnseenCall {
  readonly bodyBytes: number;
  readonly input: unknown;
  bytes: number;
}

/** Counts the calls whose handlers run, and estimates the memory that their inputs hold. Inputs are looked at only when there might be no room for another call. */
export class RunningCalls {
  readonly #maxCalls: number;
  readonly #maxBytes: number;
  readonly #unseen = new Set<UnseenCall>();
  #calls = 0;
  #bytes = 0;

  /** `maxCalls` at once, whose inputs hold `maxBytes` bytes together. */
  constructor(maxCalls: number, maxBytes: number) {
    this.#maxCalls = maxCalls;
    this.#maxBytes = maxBytes;
  }

  /** True if a call with a body of this length may begin. */
  admits(bodyBytes: number): boolean {
    if (this.#calls >= this.#maxCalls) {
      return false;
    }
    if (!this.#hasRoom(bodyBytes) && this.#unseen.size > 0) {
      this.#lookAtAll();
    }
    return this.#hasRoom(bodyBytes);
  }

  #hasRoom(bodyBytes: number): boolean {
    const expected = Math.min(mostHeldBytes(bodyBytes), mostExpected * this.#maxBytes);
    return this.#bytes === 0 || this.#bytes + expected <= this.#maxBytes;
  }

  #lookAtAll(): void {
    for (const call of this.#unseen) {
      this.#bytes -= call.bytes;
      call.bytes = this.#counted(heldBytes(call.bodyBytes, call.input));
      this.#bytes += call.bytes;
    }
    this.#unseen.clear();
  }

  #counted(bytes: number): number {
    return Math.min(bytes, mostCounted * this.#maxBytes);
  }

  /**
   * Counts a call until the returned function is called (more than once does no harm). It counts even if it was not admitted,
   * since the caller may not have checked.
   */
  begin(bodyBytes: number, input: unknown): () => void {
    const call: UnseenCall = { bodyBytes, input, bytes: this.#counted(mostHeldBytes(bodyBytes)) };
    if (bodyBytes > unseenBody) {
      this.#unseen.add(call);
    }
    this.#calls++;
    this.#bytes += call.bytes;
    let running = true;
    return () => {
      if (running) {
        running = false;
        this.#unseen.delete(call);
        this.#calls--;
        this.#bytes -= call.bytes;
      }
    };
  }
}
