import { type CallCancellation, type CancelledCall, type SetCancellation, timeIsOver } from './cancellation.js';
import { type Deadline, type SetDeadline, sharedDeadlines } from './deadlines.js';
import { partialAnswer } from './partial-answer.js';
import type { CancelListener, Transport, TransportRequest, TransportResponse } from './transport.js';

/** Cancellations of which those of one duration share a timer, and which make a signal for transports that need one. */
export function sharedCancellations(): SetCancellation {
  const setDeadline = sharedDeadlines();
  return (signal, timeoutMs) => new SharedCancellation(signal, timeoutMs, setDeadline);
}

class SharedCancellation implements CallCancellation {
  #ended: CancelledCall | undefined;
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

  #cancel(cause: CancelledCall['cause'], reason: unknown): void {
    this.#ended = { cause, reason };
    this.dispose();
    this.#reject?.(reason);
  }

  of({ listensToOnCancel }: Transport): Pick<TransportRequest, 'signal' | 'onCancel'> {
    if (listensToOnCancel) {
      return { signal: undefined, onCancel: this.#onCancel };
    }
    this.#controller = new AbortController();
    if (this.#ended !== undefined) {
      this.#controller.abort(this.#ended.reason);
    }
    return { signal: this.#controller.signal, onCancel: undefined };
  }

  readonly #onCancel = (listener: CancelListener): void => {
    if (this.#ended === undefined) {
      this.#listener = listener;
    } else {
      listener(this.#ended.reason);
    }
  };

  race(start: () => Promise<TransportResponse>): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended.reason);
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
  end(): Promise<CancelledCall> | undefined {
    return this.#ended && this.#end(this.#ended);
  }

  async #end({ cause, reason }: CancelledCall): Promise<CancelledCall> {
    let partial: TransportResponse | undefined;
    try {
      partial = this.#listener?.(reason) || undefined;
    } catch {
      // The caller learns why the call ended, not how a transport failed to end it.
    }
    this.#controller?.abort(reason);
    partial ??= this.#controller && this.#sent && (await partialAnswer(this.#sent));
    return { cause, reason, partial };
  }

  dispose(): void {
    this.#deadline?.cancel();
    this.#callerSignal?.removeEventListener('abort', this.#onAbort);
  }
}
