import { type CallCancellation, type CancelCause, type SetCancellation, timeIsOver } from './cancellation.js';
import { type Deadline, type SetDeadline, sharedDeadlines } from './deadlines.js';
import { partialAnswer } from './partial-answer.js';
import type { CancelListener, Transport, TransportRequest, TransportResponse } from './transport.js';

/** Cancellations of which those of one duration share a timer, and which make a signal for transports that need one. */
export function sharedCancellations(): SetCancellation {
  const setDeadline = sharedDeadlines();
  return (signal, timeoutMs) => new SharedCancellation(signal, timeoutMs, setDeadline);
}

class SharedCancellation implements CallCancellation {
  cause: CancelCause | undefined;
  reason: unknown;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #deadline: Deadline | undefined;
  #controller: AbortController | undefined;
  #listener: CancelListener | undefined;
  #sent: Promise<TransportResponse> | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(signal: AbortSignal | undefined, timeoutMs: number, setDeadline: SetDeadline) {
    this.#callerSignal = signal;
    if (signal?.aborted) {
      this.#onAbort();
      return;
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (timeoutMs > 0) {
      this.#deadline = setDeadline(timeoutMs, () => this.#cancel('timeout', timeIsOver()));
    }
  }

  readonly #onAbort = (): void => this.#cancel('aborted', this.#callerSignal?.reason);

  #cancel(cause: CancelCause, reason: unknown): void {
    this.cause = cause;
    this.reason = reason;
    this.dispose();
    this.#reject?.(reason);
  }

  of({ listensToOnCancel }: Transport): Pick<TransportRequest, 'signal' | 'onCancel'> {
    if (listensToOnCancel) {
      return { signal: undefined, onCancel: this.#onCancel };
    }
    this.#controller = new AbortController();
    if (this.cause !== undefined) {
      this.#controller.abort(this.reason);
    }
    return { signal: this.#controller.signal, onCancel: undefined };
  }

  readonly #onCancel = (listener: CancelListener): void => {
    if (this.cause === undefined) {
      this.#listener = listener;
    } else {
      listener(this.reason);
    }
  };

  race(start: () => Promise<TransportResponse>): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      if (this.cause !== undefined) {
        reject(this.reason);
        return;
      }
      this.#reject = reject;
      this.#sent = start();
      this.#sent.then(resolve, reject);
    });
  }

  /**
   * The call does this itself, once `race` has rejected: the clock and the caller's signal are shared with other calls, and the transport would run in
   * their asynchronous context.
   */
  async end(): Promise<TransportResponse | undefined> {
    let partial: TransportResponse | undefined;
    try {
      partial = this.#listener?.(this.reason) || undefined;
    } catch {
      // The caller learns why the call ended, not how a transport failed to end it.
    }
    this.#controller?.abort(this.reason);
    return partial ?? (this.#controller && this.#sent && partialAnswer(this.#sent));
  }

  dispose(): void {
    this.#deadline?.cancel();
    this.#callerSignal?.removeEventListener('abort', this.#onAbort);
  }
}
