import { sentenceEnd, trimEnd } from '../diagnostics/trim-end.js';

/** The error of a connection, in words that say what to do about it where that is known. */
export function connectionFailure(error: unknown, address: string, timeout: number): string {
  const { code = '', name, message, cause, phase } = error as NodeJS.ErrnoException & { readonly phase?: string };
  if (name === 'AbortError' || name === 'TimeoutError') {
    return `no answer within ${timeout / 1000} s`;
  }
  // Commands have no option of the runtime.
  const text = trimEnd(message || code, sentenceEnd)
    .replace(/^The /, 'the ')
    .replace(' (limits.maxResponseBytes)', '');
  if (phase === 'receive' || text.startsWith('the proxy ')) {
    return text;
  }
  const inner = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  const { protocol, host } = new URL(address);
  const known = reasons[code] === undefined ? inner : code;
  const reason = reasons[known]?.(host);
  return reason !== undefined && ofOtherProtocol.has(known)
    ? `${reason} (does it speak ${protocol === 'https:' ? 'http' : 'https'} there?)`
    : (reason ?? text);
}

/** What a server may do that speaks http where https is expected, or the other way round. */
const ofOtherProtocol: ReadonlySet<string> = new Set(['ECONNRESET', 'EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER']);

const unknownAuthority = (host: string): string =>
  `the certificate of ${host} is signed by an authority that is not known here; save that authority's certificate and name it with --ca FILE`;

const reasons: Readonly<Record<string, (host: string) => string>> = {
  ENOTFOUND: (host) => `there is no host ${host}`,
  EAI_AGAIN: (host) => `the name ${host} cannot be looked up; the network or its name server does not answer`,
  ECONNREFUSED: (host) => `${host} refuses connections at this port`,
  ECONNRESET: (host) => `${host} ended the connection without an answer`,
  EHOSTUNREACH: (host) => `there is no way to ${host}`,
  ENETUNREACH: (host) => `there is no way to ${host}`,
  ETIMEDOUT: (host) => `${host} does not answer`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) =>
    `the certificate of ${host} is signed by itself; if it is the right one, save it and name it with --ca FILE`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: (host) => `the certificate of ${host} has expired`,
  CERT_NOT_YET_VALID: (host) => `the certificate of ${host} is not valid yet; check the clock of this computer`,
  CERT_REVOKED: (host) => `the certificate of ${host} has been revoked`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `the certificate is not one for ${host}`,
  EPROTO: (host) => `${host} does not speak TLS at this port, or no version of it that is known here`,
  ERR_SSL_WRONG_VERSION_NUMBER: (host) => `${host} does not speak TLS at this port`,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: (host) =>
    `${host} asks for a certificate of the client; name yours with --cert FILE and --key FILE, or --pfx FILE`,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: (host) =>
    `${host} refuses the connection; it may ask for a certificate of the client (--cert FILE and --key FILE, or --pfx FILE)`,
};
