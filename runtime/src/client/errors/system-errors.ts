import { isError } from '../../base/recognized-error.js';
import type { CallMasker } from '../masking/call-masker.js';

/** The facts about failures below HTTP. Hosts that do not say why a connection failed have fewer of them. */

/** How far a request came: `connect` (nothing sent), `send` (perhaps sent), `receive` (an answer had begun), `unknown`. */
export type TransportPhase = 'connect' | 'send' | 'receive' | 'unknown';

/**
 * The part that failed:
 * - `address`: not an http or https address, or a header that cannot be sent;
 * - `name`: the host's name is not known (DNS);
 * - `unreachable`: refused, or no route to the host;
 * - `tls`: no secure connection: the certificate, the versions, or no TLS at the other end;
 * - `proxy`: the proxy did not make the connection;
 * - `reset`: the connection was open, and was closed by the other side;
 * - `protocol`: what came back is not HTTP;
 * - `body`: the answer's body is cut short, or its coding is broken;
 * - `other`: unknown.
 */
export type TransportErrorKind =
  | 'address'
  | 'name'
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'reset'
  | 'protocol'
  | 'body'
  | 'other';

/** The facts about a failure below HTTP. */
export interface ConnectionFacts {
  readonly kind: TransportErrorKind;
  /** How far the request got, if no answer had begun. */
  readonly phase: TransportPhase;
  /** The bytes that arrived instead of HTTP, where the host keeps them. */
  readonly raw?: Uint8Array | undefined;
}

/** The message of an error of `fetch`. */
export interface FetchFailure extends ConnectionFacts {
  readonly message: string;
  readonly code?: string | undefined;
}

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
  // A body that is not in its coding.
  ['body', /^(?:Z_|ERR__ERROR_FORMAT|ERR_PADDING)/],
];

/** The kind of an error by the system's code. */
export function kindOf(code = ''): TransportErrorKind {
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

/** The message for a connection that the other side closed too early. */
export const closedEarly = 'The connection was closed before an answer came';

/** What an error of a connection says, in the same words on all hosts that know the reason. */
export function connectionText(message: string, code: string | undefined): string {
  if (code?.startsWith('HPE_')) {
    return 'The answer is not valid HTTP';
  }
  return code === 'UND_ERR_SOCKET' || message === 'socket hang up' ? closedEarly : message || (code ?? '');
}

/** The facts that an error of `fetch` has, or of the body that it gave. Node's says only "fetch failed" or "terminated", and keeps the reason in `cause`. */
export function ofFetch(error: unknown): FetchFailure {
  const cause = isError(error) && isError(error.cause) ? error.cause : error;
  const given = (cause as { readonly code?: unknown } | undefined)?.code;
  const found = typeof given === 'string' ? given : undefined;
  const message = isError(cause) ? connectionText(cause.message, found) || cause.name : String(cause);
  const code = found === 'UND_ERR_SOCKET' ? 'ECONNRESET' : found;
  // The URL parser finds invalid addresses, since hosts other than Node do not set a code for them.
  const isAddress =
    isError(cause) && cause.name === 'TypeError' && /url|header/i.test(message) && code !== 'ECONNRESET';
  return { message, code, ...(isAddress ? { kind: 'address', phase: 'connect' } : factsOf(cause)) };
}

/** Codings that transports undo. */
const knownCodings: ReadonlySet<string> = new Set(['', 'gzip', 'x-gzip', 'deflate', 'br', 'identity']);

/** Codings that some hosts undo: their `fetch` leaves the header as it was. */
const hostCodings: ReadonlySet<string> = new Set([...knownCodings, 'zstd', 'dcb', 'dcz']);

/** The first coding of a `Content-Encoding` that no `fetch` undoes; undefined if there is none. */
export function foreignCoding(header: string): string | undefined {
  return header
    .split(',')
    .map((each) => each.trim())
    .find((each) => !hostCodings.has(each.toLowerCase()));
}

/** The fault in the coding of a body that came as a success of `fetch` or of the transport; `coding` is Content-Encoding as errors show it. */
export function codingProblem(body: Uint8Array, header: string, coding: string): string | undefined {
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

/** Keeps the bytes that arrived instead of HTTP for an error, unmasked, so out of reach of whatever prints errors. */
export function keepRaw(error: Error, raw: Uint8Array | undefined): void {
  if (raw !== undefined) {
    raws.set(error, raw);
  }
}

/** The message of an error, with the beginning of the bytes that are kept for it. */
export function withRaw(message: string, error: Error, masker: CallMasker): string {
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

/** True for the first bytes of gzip (RFC 1952, 2.3.1). */
export function isCompressed(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}
