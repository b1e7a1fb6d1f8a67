import { contentMessage, statusMessage } from './answer-messages.js';
import { detailTexts } from './fault-texts.js';
import type { ConnectionFacts, FetchFailure, HostErrors } from './host-errors.js';
import { isCompressed } from './is-compressed.js';
import { isError } from './is-error.js';
import type { CallMasker } from './masking/call-masker.js';
import { retryAfterMs } from './retry-after.js';
import type { TransportErrorKind } from './transport-errors.js';

export { everyBody as otherBody } from './other-body.js';

/** What the errors of Node say, and those of its `fetch`. */
export const hostErrors: HostErrors = {
  kindOf,
  ofFetch,
  codingProblem,
  retryAfterMs,
  detailTexts,
  statusMessage,
  contentMessage,
  keepRaw,
  withRaw,
};

/** The kinds by the codes of Node, its `fetch`, OpenSSL and hosts that are like them. */
const kinds: readonly (readonly [kind: TransportErrorKind, codes: RegExp])[] = [
  ['address', /^ERR_(?:INVALID_(?:URL|CHAR|HTTP_TOKEN)|UNESCAPED_CHARACTERS)$/],
  ['name', /^(?:ENOTFOUND|EAI_(?:AGAIN|FAIL|NODATA))$/],
  [
    'unreachable',
    /^(?:E(?:CONNREFUSED|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRNOTAVAIL|TIMEDOUT)|UND_ERR_CONNECT_TIMEOUT)$/,
  ],
  ['tls', /^(?:EPROTO$|ERR_(?:TLS|SSL|OSSL)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_)/],
  ['reset', /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/],
  ['protocol', /^HPE_/],
];

function kindOf(code = ''): TransportErrorKind {
  return kinds.find(([, codes]) => codes.test(code))?.[0] ?? 'other';
}

/**
 * The facts about a failure below HTTP from the system's error: its kind, and how far the request got if no answer had begun.
 * A TLS handshake comes before the request, so nothing was sent if it failed.
 */
export function connectionFacts(error: unknown): ConnectionFacts {
  const {
    code,
    message = '',
    syscall,
  } = (error ?? {}) as {
    readonly code?: string;
    readonly message?: string;
    readonly syscall?: string;
  };
  const kind = /before secure TLS connection/.test(message) ? 'tls' : kindOf(code);
  switch (kind) {
    case 'address':
    case 'name':
    case 'unreachable':
    case 'tls':
      // The system also gives up on a connection that was there.
      return code === 'ETIMEDOUT' && syscall !== 'connect'
        ? { kind: 'reset', phase: 'send' }
        : { kind, phase: 'connect' };
    case 'reset':
    case 'protocol':
      return { kind, phase: 'send' };
    case 'proxy':
    case 'body':
    case 'other':
      return { kind, phase: 'unknown' };
  }
}

/** Node's fetch says only "fetch failed" or "terminated" and keeps the reason in `cause`. */
function ofFetch(error: unknown): FetchFailure {
  const cause = isError(error) && isError(error.cause) ? error.cause : error;
  const given = (cause as { readonly code?: unknown } | undefined)?.code;
  const code = typeof given === 'string' ? given : undefined;
  const message = isError(cause) ? cause.message || code || cause.name : String(cause);
  // The URL parser finds invalid addresses, since hosts other than Node do not set a code for them.
  const isAddress =
    isError(cause) && cause.name === 'TypeError' && /url|header/i.test(message) && code !== 'UND_ERR_SOCKET';
  return { message, code, ...(isAddress ? { kind: 'address', phase: 'connect' } : factsOf(cause)) };
}

/** True for the code of an error that says that a body is not in its coding. */
export function isBrokenCoding(code = ''): boolean {
  return /^(?:Z_|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code);
}

/** Codings that transports undo. */
const knownCodings: ReadonlySet<string> = new Set(['', 'gzip', 'x-gzip', 'deflate', 'br', 'identity']);

function codingProblem(body: Uint8Array, header: string, coding: string): string | undefined {
  if (!header.split(',').every((each) => knownCodings.has(each.trim().toLowerCase()))) {
    return `Unknown Content-Encoding "${coding}"`;
  }
  return isCompressed(body) ? 'The body is gzip data, but Content-Encoding does not say so' : undefined;
}

function factsOf(error: unknown): ConnectionFacts {
  const { data, code } = (error ?? {}) as { readonly data?: unknown; readonly code?: unknown };
  const isRaw = typeof code === 'string' && code.startsWith('HPE_') && typeof data === 'string';
  return { ...connectionFacts(error), ...(isRaw && { raw: new TextEncoder().encode(data) }) };
}

const raws = new WeakMap<Error, Uint8Array>();

function keepRaw(error: Error, raw: Uint8Array | undefined): void {
  if (raw !== undefined) {
    raws.set(error, raw);
  }
}

function withRaw(message: string, error: Error, masker: CallMasker): string {
  const raw = raws.get(error);
  if (raw === undefined || raw.length === 0) {
    return message;
  }
  const text = new TextDecoder()
    .decode(raw.subarray(0, 4096))
    .replace(/[\s\p{Cc}\p{Cf}\ufffd]+/gu, ' ')
    .trim();
  const beginning = masker.beginning(text, 80);
  return `${message} (${raw.length} bytes: ${beginning || 'binary data'})`;
}
