import type { CancelListener, Transport, TransportRequest, TransportResponse } from '../../http/transport.js';
import { ServiceError } from '../errors/errors.js';

/** Why a call ended before its answer. */
export interface CancelledCall {
  /** The caller's signal, or the clock. */
  readonly cause: 'aborted' | 'timeout';
  /** The reason of the signal, or the error of the clock. */
  readonly reason: unknown;
  /** As much of an answer as the transport had. */
  readonly partial?: TransportResponse | undefined;
}

/** Ends a request when the caller's signal is aborted or time is over, whether the transport listens or not. */
export class CallCancellation {
  #ended: CancelledCall | undefined;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: AbortController | undefined;
  #listener: CancelListener | undefined;
  #sent: Promise<TransportResponse> | undefined;
  #reject: ((error: unknown) => void) | undefined;

  /** Begins the time of a call; 0 means no limit. */
  constructor(signal: AbortSignal | undefined, timeoutMs: number) {
    this.#callerSignal = signal;
    if (signal?.aborted) {
      this.#onAbort();
      return;
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (timeoutMs > 0) {
      // A timer of its own for each call: workers of Cloudflare drop one with the request that began it.
      this.#timer = setTimeout(() => this.#cancel('timeout', timeIsOver()), timeoutMs);
    }
  }

  readonly #onAbort = (): void => this.#cancel('aborted', this.#callerSignal?.reason);

  #cancel(cause: CancelledCall['cause'], reason: unknown): void {
    this.#ended = { cause, reason };
    this.dispose();
    this.#reject?.(reason);
  }

  /** The members of a request by which its transport learns that the call has ended. */
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

  /** The outcome of `start`, or a rejection as soon as the call ends early. */
  race(start: () => TransportResponse | Promise<TransportResponse>): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended.reason);
        return;
      }
      this.#reject = reject;
      // JavaScript callers may give no promise.
      this.#sent = Promise.resolve(start());
      this.#sent.then(resolve, reject);
    });
  }

  /**
   * Ends the request of a call that ended early. Undefined if it did not. The call does this itself, once `race` has rejected: the caller's signal may be shared with
   * other calls, and the transport would run in their asynchronous context.
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

  /** Stops the clock and lets go of the caller's signal. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this.#onAbort);
  }
}

function timeIsOver(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}

/** Turns of the microtask queue in which a transport that was told to end says what it had. */
const maxTurns = 32;

/** As much of an answer as came, by the error of a transport that was told to end; undefined from one that does not end at once. */
async function partialAnswer(sent: Promise<TransportResponse>): Promise<TransportResponse | undefined> {
  let partial: TransportResponse | undefined;
  let isOver = false;
  sent.catch((error: unknown) => {
    isOver = true;
    partial = error instanceof ServiceError ? ServiceError.partialOf(error) : undefined;
  });
  for (let turn = 0; turn < maxTurns && !isOver; turn++) {
    await undefined;
  }
  return partial;
}
