/** The algorithms of signatures and digests: their names, their addresses in XML, and what Web Crypto calls them. */
import { source } from '../octets.js';
import { SignatureError } from '../signature-error.js';

/** Digests by their names. SHA-1 is there for peers that have nothing else, and used only where a program names it. */
export const digestAlgorithms = {
  sha256: { uri: 'http://www.w3.org/2001/04/xmlenc#sha256', hash: 'SHA-256' },
  sha384: { uri: 'http://www.w3.org/2001/04/xmldsig-more#sha384', hash: 'SHA-384' },
  sha512: { uri: 'http://www.w3.org/2001/04/xmlenc#sha512', hash: 'SHA-512' },
  sha1: { uri: 'http://www.w3.org/2000/09/xmldsig#sha1', hash: 'SHA-1' },
} as const;

/** Names a digest. */
export type DigestName = keyof typeof digestAlgorithms;

const first = 'http://www.w3.org/2000/09/xmldsig#';
const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const mask = 'http://www.w3.org/2007/05/xmldsig-more#';

/** What is known of a signature algorithm. */
export interface SignatureAlgorithm {
  readonly uri: string;
  readonly scheme: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS' | 'ECDSA' | 'HMAC';
  readonly hash: (typeof digestAlgorithms)[DigestName]['hash'];
}

/** Names a signature algorithm. */
export type SignatureName =
  | 'rsa-sha256'
  | 'rsa-sha384'
  | 'rsa-sha512'
  | 'rsa-pss-sha256'
  | 'rsa-pss-sha384'
  | 'rsa-pss-sha512'
  | 'ecdsa-sha256'
  | 'ecdsa-sha384'
  | 'ecdsa-sha512'
  | 'hmac-sha256'
  | 'hmac-sha384'
  | 'hmac-sha512'
  | 'rsa-sha1'
  | 'ecdsa-sha1'
  | 'hmac-sha1';

/** Signatures by their names. */
export const signatureAlgorithms: Readonly<Record<SignatureName, SignatureAlgorithm>> = {
  'rsa-sha256': { uri: `${more}rsa-sha256`, scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  'rsa-sha384': { uri: `${more}rsa-sha384`, scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
  'rsa-sha512': { uri: `${more}rsa-sha512`, scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  'rsa-pss-sha256': { uri: `${mask}sha256-rsa-MGF1`, scheme: 'RSA-PSS', hash: 'SHA-256' },
  'rsa-pss-sha384': { uri: `${mask}sha384-rsa-MGF1`, scheme: 'RSA-PSS', hash: 'SHA-384' },
  'rsa-pss-sha512': { uri: `${mask}sha512-rsa-MGF1`, scheme: 'RSA-PSS', hash: 'SHA-512' },
  'ecdsa-sha256': { uri: `${more}ecdsa-sha256`, scheme: 'ECDSA', hash: 'SHA-256' },
  'ecdsa-sha384': { uri: `${more}ecdsa-sha384`, scheme: 'ECDSA', hash: 'SHA-384' },
  'ecdsa-sha512': { uri: `${more}ecdsa-sha512`, scheme: 'ECDSA', hash: 'SHA-512' },
  'hmac-sha256': { uri: `${more}hmac-sha256`, scheme: 'HMAC', hash: 'SHA-256' },
  'hmac-sha384': { uri: `${more}hmac-sha384`, scheme: 'HMAC', hash: 'SHA-384' },
  'hmac-sha512': { uri: `${more}hmac-sha512`, scheme: 'HMAC', hash: 'SHA-512' },
  'rsa-sha1': { uri: `${first}rsa-sha1`, scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' },
  'ecdsa-sha1': { uri: `${more}ecdsa-sha1`, scheme: 'ECDSA', hash: 'SHA-1' },
  'hmac-sha1': { uri: `${first}hmac-sha1`, scheme: 'HMAC', hash: 'SHA-1' },
};

/** All names of a table that do not stand for SHA-1. */
const strong = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] =>
  (Object.keys(table) as Name[]).filter((name) => !name.endsWith('sha1'));

/** The algorithms that are taken where a program names none. */
export const strongAlgorithms: ReadonlyArray<SignatureName | DigestName> = [
  ...strong(signatureAlgorithms),
  ...strong(digestAlgorithms),
];

/** The name of the algorithm that has an address, which has to be among those that are allowed. */
export function allowedName<Name extends string>(
  table: Readonly<Record<Name, { readonly uri: string }>>,
  uri: string | undefined,
  allowed: readonly string[],
): Name {
  const name = (Object.keys(table) as Name[]).find((known) => table[known].uri === uri);
  if (name === undefined) {
    throw new SignatureError('algorithm', `The algorithm "${uri ?? ''}" is not known.`);
  }
  if (!allowed.includes(name)) {
    throw new SignatureError('algorithm', `The algorithm "${name}" is not among those that are allowed.`);
  }
  return name;
}

/** The digest of octets. */
export async function digestOf(name: DigestName, octets: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(digestAlgorithms[name].hash, source(octets)));
}
