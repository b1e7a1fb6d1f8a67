import { type CancelledCall, type SetCancellation, timeIsOver } from './cancellation.js';

/** Cancellations with a signal and a timer each. They do not ask transports for what had come of an answer. */
export function smallCancellations(): SetCancellation {
  return (given, timeoutMs) => {
    const controller = new AbortController();
    const { signal } = controller;
    let ended: CancelledCall | undefined;
    const end = (cause: CancelledCall['cause'], reason: unknown): void => {
      ended ??= { cause, reason };
      controller.abort(reason);
    };
    const onAbort = (): void => end('aborted', given?.reason);
    const onCancel = (listener: (reason: unknown) => unknown): void =>
      signal.addEventListener('abort', () => listener(signal.reason));
    const timer = timeoutMs > 0 ? setTimeout(() => end('timeout', timeIsOver()), timeoutMs) : undefined;
    given?.addEventListener('abort', onAbort);
    if (given?.aborted) {
      onAbort();
    }
    return {
      of: () => ({ signal, onCancel }),
      race: (start) =>
        new Promise((resolve, reject) => {
          if (ended) {
            reject(ended);
          } else {
            onCancel(reject);
            start().then(resolve, reject);
          }
        }),
      end: () => ended,
      dispose() {
        clearTimeout(timer);
        given?.removeEventListener('abort', onAbort);
      },
    };
  };
}
