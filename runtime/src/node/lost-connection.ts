import { connectionFacts } from '../client/errors/system-errors.js';
import type { TransportRequest } from '../http/transport.js';

/** A connection that was kept was reset before an answer came, and the request may be sent again. */
export class LostConnection {}

/** True if the connection was closed, or reset. */
export function isReset(error: NodeJS.ErrnoException): boolean {
  return connectionFacts(error).kind === 'reset';
}

/**
 * Sends a request; one that may be sent twice a second time if its connection is lost.
 *
 * @param request A body that is made as it is sent can be read only once.
 * @param attempt Rejects with `LostConnection` only if it is told that the request may be repeated.
 */
export function sentAgain<T>(request: TransportRequest, attempt: (mayRepeat: boolean) => Promise<T>): Promise<T> {
  if (!request.idempotent || request.stream !== undefined) {
    return attempt(false);
  }
  // After a promise rather than in the event of the old connection, which belongs to the call that opened it: the
  // asynchronous context of the caller, and with it the parent of a span, would be another one.
  return attempt(true).catch((error: unknown) => {
    if (error instanceof LostConnection) {
      return attempt(false);
    }
    throw error;
  });
}
