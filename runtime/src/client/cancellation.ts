import type { Transport, TransportRequest, TransportResponse } from './transport.js';

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
export interface CallCancellation {
  /** The members of a request by which its transport learns that the call has ended. */
  of(transport: Transport): Pick<TransportRequest, 'signal' | 'onCancel'>;
  /** The outcome of `start`, or a rejection as soon as the call ends early. */
  race(start: () => Promise<TransportResponse>): Promise<TransportResponse>;
  /** Ends the request of a call that ended early. Undefined if it did not. */
  end(): PromiseLike<CancelledCall> | CancelledCall | undefined;
  /** Stops the clock and lets go of the caller's signal. */
  dispose(): void;
}

/** Begins the time of a call; 0 means no limit. */
export type SetCancellation = (signal: AbortSignal | undefined, timeoutMs: number) => CallCancellation;

/** The error of a call whose time is over. */
export function timeIsOver(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}
