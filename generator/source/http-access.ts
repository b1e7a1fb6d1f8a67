import type { ProxySettings } from '@wsdl-codegen/runtime/node';
import type { User } from './places.js';

/** What a request over http(s) needs besides its address: credentials, certificates, proxies. Nothing of it is ever written or shown. */
export interface HttpAccess {
  /**
   * Addresses that the user named. Header fields, user and client certificate go to their origins alone, never to another host that
   * a document or a redirect names.
   */
  readonly addresses: readonly string[];
  /** Header fields, name and value. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** User and password of HTTP Basic authentication. */
  readonly user?: User;
  readonly tls?: TlsAccess;
  readonly proxies?: ProxySettings;
  /** How long one request may take, in milliseconds. Default 30,000. */
  readonly timeout?: number;
}

/** Certificates, as the contents of the files that the user named. */
export interface TlsAccess {
  /** Certificate of the client and those that sign it, as PEM. */
  readonly cert?: Uint8Array;
  /** Its private key, as PEM. */
  readonly key?: Uint8Array;
  /** Certificate and key in one file, as PKCS #12. */
  readonly pfx?: Uint8Array;
  /** Opens the private key. */
  readonly passphrase?: string;
  /** Certificates of authorities that are trusted besides those of Node, as PEM. */
  readonly ca?: Uint8Array;
}

/** How long one request may take by default, in milliseconds. */
export const defaultTimeout = 30_000;

/** True if an address may get the credentials of the user: it has the origin of an address that the user named, or is the same host over TLS. */
export function mayGetCredentials(url: string, { addresses }: Pick<HttpAccess, 'addresses'>): boolean {
  const { origin } = new URL(url);
  return addresses.some((address) => {
    const named = new URL(address);
    const isUpgrade = named.protocol === 'http:' && named.port === '' && origin === `https://${named.hostname}`;
    return named.origin === origin || isUpgrade;
  });
}
