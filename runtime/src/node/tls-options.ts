import type { ServerOptions } from 'node:https';
import { type ConnectionOptions, createSecureContext } from 'node:tls';

import { anyValue, callback, flag, type OptionKinds, requireOptions, text } from '../base/options.js';

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

/** What both have in common; Node says by itself what is wrong with certificates and keys. */
const tlsOptions = {
  ca: anyValue,
  cert: anyValue,
  ciphers: text,
  key: anyValue,
  maxVersion: text,
  minVersion: text,
  passphrase: text,
  pfx: anyValue,
  rejectUnauthorized: flag,
};
const clientTls: OptionKinds<ClientTls> = { ...tlsOptions, checkServerIdentity: callback, servername: text };
const listenTls: OptionKinds<ListenTls> = { ...tlsOptions, SNICallback: callback, requestCert: flag };

/** Throws `TypeError` for an option of `tls` that listeners do not have, or of another kind. */
export function checkListenTls(tls: ListenTls | undefined): void {
  requireOptions('tls', tls ?? {}, listenTls);
}

/** The same for how addresses are called. */
export function checkClientTls(tls: ClientTls | undefined): void {
  requireOptions('tls', tls ?? {}, clientTls);
}

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
