import { type CancelCause, type SetCancellation, timeIsOver } from './cancellation.js';
import { partialAnswer } from './partial-answer.js';
import type { TransportResponse } from './transport.js';

/** Cancellations with a signal and a timer each. */
export function smallCancellations(): SetCancellation {
  return (given, timeoutMs) => {
    const controller = new AbortController();
    const { signal } = controller;
    let cause: CancelCause | undefined;
    let sent: Promise<TransportResponse>;
    const end = (why: CancelCause, reason: unknown): void => {
      cause ??= why;
      controller.abort(reason);
    };
    const onAbort = (): void => end('aborted', given?.reason);
    const timer = timeoutMs > 0 ? setTimeout(() => end('timeout', timeIsOver()), timeoutMs) : undefined;
    given?.addEventListener('abort', onAbort);
    if (given?.aborted) {
      onAbort();
    }
    const listen = (listener: (reason: unknown) => unknown): void =>
      signal.addEventListener('abort', () => listener(signal.reason));
    return {
      get cause() {
        return cause;
      },
      get reason() {
        return signal.reason;
      },
      of: () => ({ signal, onCancel: listen }),
      race: (start) =>
        new Promise((resolve, reject) => {
          if (signal.aborted) {
            reject(signal.reason);
          } else {
            listen(reject);
            sent = start();
            sent.then(resolve, reject);
          }
        }),
      end: async () => sent && partialAnswer(sent),
      dispose() {
        clearTimeout(timer);
        given?.removeEventListener('abort', onAbort);
      },
    };
  };
}
