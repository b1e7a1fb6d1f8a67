/** True for promises and objects that behave like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** What `use` makes of a value: at once, if the value is there. */
export function whenThere<T, U>(value: T | Promise<T>, use: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** Gives an exchange to a listener, whose errors, also later ones, do not break the call. */
export function tell<Exchange>(listener: (exchange: Exchange) => unknown, exchange: Exchange): void {
  try {
    const told = listener(exchange);
    if (isThenable(told)) {
      told.then(undefined, () => undefined);
    }
  } catch {
    // The call matters more than a broken listener.
  }
}
