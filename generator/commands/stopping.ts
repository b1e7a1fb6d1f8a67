import type { Terminal } from './terminal.js';

/** Milliseconds in which requests may finish when a server closes. */
export const closingMs = 2000;

/** Aborted when the user or the system ends the command. A second Ctrl+C ends the process at once. */
export function stopping({ stop }: Terminal): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  stop?.addEventListener('abort', abort, { once: true });
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  return {
    signal: controller.signal,
    end: () => {
      stop?.removeEventListener('abort', abort);
      process.off('SIGINT', abort);
      process.off('SIGTERM', abort);
    },
  };
}

/** Waits until a signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    }
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
