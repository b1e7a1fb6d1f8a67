import { type Caller, leavesRoom } from './callers.js';
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
  readonly caller: Caller | undefined;
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

  /** True if a call with a body of this length may begin, and leaves room for other callers. */
  admits(bodyBytes: number, caller?: Caller): boolean {
    const left = this.#maxCalls - this.#calls;
    if (left <= 0 || (caller?.hasOthers === true && !leavesRoom(caller.calls, left))) {
      return false;
    }
    if (!this.#hasRoom(bodyBytes, caller) && this.#unseen.size > 0) {
      this.#lookAtAll();
    }
    return this.#hasRoom(bodyBytes, caller);
  }

  #hasRoom(bodyBytes: number, caller: Caller | undefined): boolean {
    const expected = Math.min(mostHeldBytes(bodyBytes), mostExpected * this.#maxBytes);
    const left = this.#maxBytes - this.#bytes - expected;
    const own = caller?.hasOthers === true ? caller.heldBytes : 0;
    return this.#bytes === 0 || (left >= 0 && (own === 0 || leavesRoom(own + expected, left)));
  }

  #lookAtAll(): void {
    for (const call of this.#unseen) {
      this.#hold(call, -call.bytes);
      call.bytes = this.#counted(heldBytes(call.bodyBytes, call.input));
      this.#hold(call, call.bytes);
    }
    this.#unseen.clear();
  }

  #hold({ caller }: UnseenCall, bytes: number): void {
    this.#bytes += bytes;
    if (caller !== undefined) {
      caller.heldBytes += bytes;
    }
  }

  #count({ caller }: UnseenCall, calls: number): void {
    this.#calls += calls;
    if (caller !== undefined) {
      caller.calls += calls;
    }
  }

  #counted(bytes: number): number {
    return Math.min(bytes, mostCounted * this.#maxBytes);
  }

  /**
   * Counts a call until the returned function is called (more than once does no harm). It counts even if it was not admitted,
   * since the caller may not have checked.
   */
  begin(bodyBytes: number, input: unknown, caller?: Caller): () => void {
    const call: UnseenCall = { bodyBytes, input, caller, bytes: this.#counted(mostHeldBytes(bodyBytes)) };
    if (bodyBytes > unseenBody) {
      this.#unseen.add(call);
    }
    this.#count(call, 1);
    this.#hold(call, call.bytes);
    let running = true;
    return () => {
      if (running) {
        running = false;
        this.#unseen.delete(call);
        this.#count(call, -1);
        this.#hold(call, -call.bytes);
      }
    };
  }
}
