/** Resolves after some time; rejects with the signal's reason when it is aborted before. */
export function waiting(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal.aborted) {
      end();
    }
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Settles as a promise does, or rejects with the signal's reason when it is aborted before. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) {
    return promise;
  }
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) {
      end();
    }
    signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
