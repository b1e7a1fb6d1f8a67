import { isThenable } from '../is-thenable.js';

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
