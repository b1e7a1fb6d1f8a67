/** The names of WS-Trust 1.3 and 1.4, which have the same namespace and the same actions. */

/** The namespace of WS-Trust 1.3, which 1.4 keeps. */
export const trustNamespace = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
/** The namespace of what WS-Trust 1.4 adds. */
export const trust14Namespace = 'http://docs.oasis-open.org/ws-sx/ws-trust/200802';

/** What a token service is asked to do. */
export type TrustAction = 'Issue' | 'Renew' | 'Validate' | 'Cancel';

/** How a token is bound to its holder: not at all, by a secret, or by a key pair. */
export type TokenKeyType = 'bearer' | 'symmetric' | 'public';

/** The addresses of key types. */
export const keyTypes: Readonly<Record<TokenKeyType, string>> = {
  bearer: `${trustNamespace}/Bearer`,
  symmetric: `${trustNamespace}/SymmetricKey`,
  public: `${trustNamespace}/PublicKey`,
};

/** The algorithm by which a secret is computed from what both sides give. */
export const computedKey: string = `${trustNamespace}/CK/PSHA1`;
/** The type of octets that are one side's part of a secret. */
export const nonceType: string = `${trustNamespace}/Nonce`;
/** The status of a token that is good. */
export const validStatus: string = `${trustNamespace}/status/valid`;
/** The type of a token that only says whether another one is good. */
export const statusType: string = `${trustNamespace}/RSTR/Status`;

/** True for a type or a namespace of WS-SecureConversation, of any version. */
export const isSecureConversation = (name: string): boolean =>
  /^http:\/\/(?:docs\.oasis-open\.org\/ws-sx\/ws-secureconversation|schemas\.xmlsoap\.org\/ws\/2005\/02\/sc)\b/.test(
    name,
  );
