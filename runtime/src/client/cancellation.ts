import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** The reason why a call ended before its answer: the caller's signal, or the clock. */
export type CancelCause = 'aborted' | 'timeout';

/** Ends a request when the caller's signal is aborted or time is over, whether the transport listens or not. */
export interface CallCancellation {
  /** The reason why the call ended; undefined if it did not. */
  readonly cause: CancelCause | undefined;
  /** The reason of the caller's signal, or of the clock. */
  readonly reason: unknown;
  /** The members of a request by which its transport learns that the call has ended. */
  of(transport: Transport): Pick<TransportRequest, 'signal' | 'onCancel'>;
  /** The outcome of `start`, or a rejection as soon as the call ends early; then `cause` is the reason. */
  race(start: () => Promise<TransportResponse>): Promise<TransportResponse>;
  /** Ends the request of a call that ended early. Gives as much of an answer as the transport had. */
  end(): Promise<TransportResponse | undefined>;
  /** Stops the clock and lets go of the caller's signal. */
  dispose(): void;
}

/** Begins the time of a call; 0 means no limit. */
export type SetCancellation = (signal: AbortSignal | undefined, timeoutMs: number) => CallCancellation;

/** The error of a call whose time is over. */
export function timeIsOver(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}
