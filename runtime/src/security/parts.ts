import { callback, either, flag, type OptionKinds, requireKind, requireOptions, text } from '../base/options.js';
import { formatBase64 } from '../schema/lexical/binary.js';
import type { ExtensionStates } from '../soap/extension.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import { digestOf } from './digest.js';
import { seconds } from './instants.js';
import { base64Encoding, passwordDigest, passwordText, securityElement, wsse, wsu } from './names.js';

/** A part of the security header block of a client, made anew for each attempt. */
export interface SecurityPart {
  /** The element, with instants as of now. `extensions` has the data of the exchange that the message belongs to. */
  write(now: Date, extensions?: ExtensionStates): XmlElement | Promise<XmlElement>;
}

/** Options of `usernameToken`. */
export interface UsernameTokenOptions {
  /** Send a digest of the password instead of the password itself. Default false. */
  readonly digest?: boolean;
  /** Send a nonce and the instant of the token, which digests always have. Default false. */
  readonly nonce?: boolean;
}

/** A password, or a function that gives it for each attempt. */
export type Password = string | (() => string | Promise<string>);

const tokenKinds: OptionKinds<UsernameTokenOptions> = { digest: flag, nonce: flag };
const passwordKind = either('a string, or a function that gives one', text, callback);

/** Octets of a nonce. */
const nonceLength = 16;

/**
 * A user's name and password (UsernameToken Profile 1.1, 3.1). Without `digest` the password goes as it is: only over TLS. A digest is as good as the password
 * to guess it from. Throws `TypeError` for options that do not exist or have another kind.
 */
export function usernameToken(user: string, password: Password, options: UsernameTokenOptions = {}): SecurityPart {
  requireOptions('usernameToken', options, tokenKinds);
  requireKind('The user of `usernameToken`', user, text);
  requireKind('The password of `usernameToken`', password, passwordKind, 'something else');
  return {
    write: async (now) => {
      const secret = typeof password === 'function' ? await password() : password;
      requireKind('The password that the function of `usernameToken` gives', secret, text, 'something else');
      const hasNonce = options.digest === true || options.nonce === true;
      const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
      const created = now.toISOString();
      const sent = options.digest === true ? await digestOf(nonce, created, secret) : secret;
      return securityElement(wsse, 'UsernameToken', [
        securityElement(wsse, 'Username', [user]),
        securityElement(wsse, 'Password', [sent], { Type: options.digest === true ? passwordDigest : passwordText }),
        ...(hasNonce ? freshness(nonce, created) : []),
      ]);
    },
  };
}

function freshness(nonce: Uint8Array, created: string): readonly XmlElement[] {
  return [
    securityElement(wsse, 'Nonce', [formatBase64(nonce)], { EncodingType: base64Encoding }),
    securityElement(wsu, 'Created', [created]),
  ];
}

/** When a message was made, and how long it is good for (SOAP Message Security 1.1, 10). Throws `TypeError` as `usernameToken` does. */
export function timestamp(options: { /** Default 300. */ readonly seconds?: number } = {}): SecurityPart {
  requireOptions('timestamp', options, { seconds });
  const lifetime = (options.seconds ?? 300) * 1000;
  return { write: (now) => timestampElement(now, lifetime) };
}

/** The element of a timestamp; `lifetime` is in milliseconds. */
export function timestampElement(now: Date, lifetime: number): XmlElement {
  return securityElement(wsu, 'Timestamp', [
    securityElement(wsu, 'Created', [now.toISOString()]),
    securityElement(wsu, 'Expires', [new Date(now.getTime() + lifetime).toISOString()]),
  ]);
}
