import type { Deadline, SetDeadline } from './deadlines.js';
import type { CancelListener, TransportResponse } from './transport.js';

/** The reason why a call ended before its answer: the caller's signal, or the clock. */
export type CancelCause = 'aborted' | 'timeout';

/** Ends a request when the caller's signal is aborted or time is over, whether the transport listens or not. */
export class Cancellation {
  /** The reason why the call ended; undefined if it did not. */
  cause: CancelCause | undefined;
  /** The reason of the caller's signal, or of the clock. */
  reason: unknown;
  /** As much of an answer as the transport had when the call ended; known after `endRequest`. */
  partial: TransportResponse | undefined;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #deadline: Deadline | undefined;
  #controller: AbortController | undefined;
  #listener: CancelListener | undefined;
  #reject: ((error: unknown) => void) | undefined;

  /** The clock starts now; 0 means no limit. */
  constructor(signal: AbortSignal | undefined, timeoutMs: number, setDeadline: SetDeadline) {
    this.#callerSignal = signal;
    if (signal?.aborted) {
      this.#onAbort();
      return;
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (timeoutMs > 0) {
      this.#deadline = setDeadline(timeoutMs, () =>
        this.#cancel('timeout', new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      );
    }
  }

  readonly #onAbort = (): void => this.#cancel('aborted', this.#callerSignal?.reason);

  #cancel(cause: CancelCause, reason: unknown): void {
    this.cause = cause;
    this.reason = reason;
    this.dispose();
    this.#reject?.(reason);
  }

  /**
   * Ends the request of a call that ended early. The call does that itself, once `race` has rejected: the clock and the caller's signal are shared
   * with other calls, and the transport would run in their asynchronous context.
   */
  endRequest(): void {
    try {
      this.partial = this.#listener?.(this.reason) || undefined;
    } catch {
      // The caller learns why the call ended, not how a transport failed to end it.
    }
    this.#controller?.abort(this.reason);
  }

  /** For transports: aborted when the call ends early. Made on first use. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.cause !== undefined) {
        this.#controller.abort(this.reason);
      }
    }
    return this.#controller.signal;
  }

  /** For transports: `listener` is called when the call ends early. There is one at a time. */
  readonly onCancel = (listener: CancelListener): void => {
    if (this.cause === undefined) {
      this.#listener = listener;
    } else {
      listener(this.reason);
    }
  };

  /** The outcome of `start`, or a rejection as soon as the call ends early; then `cause` is the reason. */
  race<T>(start: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.cause !== undefined) {
        reject(this.reason);
        return;
      }
      this.#reject = reject;
      start().then(resolve, reject);
    });
  }

  /** Stops the clock and lets go of the caller's signal. */
  dispose(): void {
    this.#deadline?.cancel();
    this.#callerSignal?.removeEventListener('abort', this.#onAbort);
  }
}
