import type { ServerOptions } from 'node:https';
import { type ConnectionOptions, createSecureContext } from 'node:tls';

/** How `https:` addresses are called: members of Node's `tls.connect` and `tls.createSecureContext`. */
export type ClientTls = Pick<
  ConnectionOptions,
  | 'ca'
  | 'cert'
  | 'checkServerIdentity'
  | 'ciphers'
  | 'key'
  | 'maxVersion'
  | 'minVersion'
  | 'passphrase'
  | 'pfx'
  | 'rejectUnauthorized'
  | 'servername'
>;

/** How `listen` serves over TLS: members of Node's `https.createServer`. */
export type ListenTls = Pick<
  ServerOptions,
  | 'SNICallback'
  | 'ca'
  | 'cert'
  | 'ciphers'
  | 'key'
  | 'maxVersion'
  | 'minVersion'
  | 'passphrase'
  | 'pfx'
  | 'rejectUnauthorized'
  | 'requestCert'
>;

/**
 * The options of connections, with certificates and keys read at once: agents would compare them, as texts, with each request. Throws
 * the system's error for a certificate, a key or a passphrase that is wrong.
 */
export function connectionTls(tls: ClientTls): ConnectionOptions {
  const { servername, rejectUnauthorized, checkServerIdentity, ...context } = tls;
  return {
    secureContext: createSecureContext(context),
    ...(servername !== undefined && { servername }),
    ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
    ...(checkServerIdentity !== undefined && { checkServerIdentity }),
  };
}
