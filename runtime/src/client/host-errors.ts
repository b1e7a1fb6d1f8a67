import type { FaultInfo } from '../soap/fault.js';
import type { StatusMessageFacts } from './answer-messages.js';
import type { CallMasker } from './masking/call-masker.js';
import type { ServiceErrorOptions } from './service-error.js';
import type { TransportErrorKind, TransportPhase } from './transport-errors.js';

export { smallBody as otherBody } from './small-body.js';

/** The facts about a failure below HTTP. */
export interface ConnectionFacts {
  readonly kind: TransportErrorKind;
  /** How far the request got, if no answer had begun. */
  readonly phase: TransportPhase;
  /** The bytes that arrived instead of HTTP, where the host keeps them. */
  readonly raw?: Uint8Array | undefined;
}

/** What an error of `fetch` says. */
export interface FetchFailure extends ConnectionFacts {
  readonly message: string;
  readonly code?: string | undefined;
}

/** What the errors of a host say. */
export interface HostErrors {
  /** The kind of an error by the system's code. */
  kindOf(code: string | undefined): TransportErrorKind;
  /** The facts that an error of `fetch` has, or of the body that it gave. */
  ofFetch(error: unknown): FetchFailure;
  /** What is wrong with the coding of a body that came as a success of `fetch` or of the transport; `coding` is Content-Encoding as errors show it. */
  codingProblem(body: Uint8Array, header: string, coding: string): string | undefined;
  /** The wait that a `Retry-After` requests, in milliseconds; undefined if it is absent or not known. */
  retryAfterMs(value: string | null): number | undefined;
  /** The texts of a detail for the message of a fault; `''` if there are none. */
  detailTexts(fault: FaultInfo): string;
  /** The message about a status that does not mean success; `more` comes after the address. */
  statusMessage(answer: StatusMessageFacts, options: ServiceErrorOptions, more: string): string;
  /** The message about a success of another content type than the expected. */
  contentMessage(contentType: string, expected: string, saw: string, options: ServiceErrorOptions): string;
  /** Keeps the bytes that arrived instead of HTTP for an error, unmasked, so out of reach of whatever prints errors. */
  keepRaw(error: Error, raw: Uint8Array | undefined): void;
  /** The message of an error, with the beginning of the bytes that are kept for it. */
  withRaw(message: string, error: Error, masker: CallMasker): string;
}

/** Browsers do not say why a connection failed, and undo codings by themselves. Waits are in seconds there, and messages of faults without details. */
export const hostErrors: HostErrors = {
  kindOf: () => 'other',
  ofFetch(error) {
    const message = error instanceof Error ? error.message || error.name : String(error);
    return error instanceof TypeError && /url|header/i.test(message)
      ? { message, kind: 'address', phase: 'connect' }
      : { message, kind: 'other', phase: 'unknown' };
  },
  codingProblem: () => undefined,
  retryAfterMs: (value) => Number(value) * 1000 || undefined,
  detailTexts: () => '',
  statusMessage({ status, statusText, serverMessage, location = '' }, { request }, more) {
    const where = `${statusText && ` ${statusText}`} from ${request?.url}${location && `, a redirect to ${location}`}`;
    return `HTTP ${status}${where}${more}${serverMessage ? `: ${serverMessage}` : ''}`;
  },
  contentMessage: (contentType, expected, saw, { request }) =>
    `Expected ${expected}, but ${request?.url} answered with ${contentType || 'no Content-Type'}, ${saw}`,
  keepRaw: () => undefined,
  withRaw: (message) => message,
};
