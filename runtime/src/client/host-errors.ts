import type { CallMasker } from './masking/masker.js';
import type { TransportErrorKind, TransportPhase } from './transport-errors.js';

/** The facts about a failure below HTTP. */
export interface ConnectionFacts {
  readonly kind: TransportErrorKind;
  /** How far the request got, if no answer had begun. */
  readonly phase: TransportPhase;
  /** The bytes that arrived instead of HTTP, where the host keeps them. */
  readonly raw?: Uint8Array | undefined;
}

/** What the errors of a host say. */
export interface HostErrors {
  /** The kind of an error by the system's code. */
  kindOf(code: string | undefined): TransportErrorKind;
  /** The facts that an error of `fetch` has. */
  factsOf(error: unknown): ConnectionFacts;
  /** A message with the beginning of bytes that are not HTTP. */
  withRaw(message: string, raw: Uint8Array | undefined, masker: CallMasker): string;
}

/** Browsers do not say why a connection failed. */
export const hostErrors: HostErrors = {
  kindOf: () => 'other',
  factsOf: () => ({ kind: 'other', phase: 'unknown' }),
  withRaw: (message) => message,
};
