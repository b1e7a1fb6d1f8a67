/** Keys as programs give them, made ready for one algorithm. A key is never used for another kind of algorithm than its own. */
import type { ExtensionStates } from '@wsdl-codegen/runtime';
import { octetsOf, source } from '../octets.js';
import { type SignatureAlgorithm, type SignatureName, signatureAlgorithms } from '../signature/algorithms.js';
import { SignatureError } from '../signature-error.js';
import { type Certificate, keyAlgorithm, readCertificate } from './certificate.js';
import { derItems, derTags, derValue } from './der.js';
import { pemOctets } from './pem.js';
import { privateKeyInfo } from './private-key.js';

/** A secret that both sides know, for HMAC. It has at least 16 octets. */
export interface SharedSecret {
  readonly secret: Uint8Array | string;
}

/** A key that signs: PEM (PKCS #8, PKCS #1 of RSA, SEC 1 of EC), a key of Web Crypto, or a secret. */
export type SigningKey = string | CryptoKey | SharedSecret;

/** A key that verifies: a public key or certificate as PEM, a certificate that was read, a key of Web Crypto, or a secret. */
export type VerificationKey = string | CryptoKey | Certificate | SharedSecret;

/**
 * Stands for a key that is elsewhere, as in an HSM. It signs `data` and gives the signature as Web Crypto does: of ECDSA the two numbers one after the other. For a message,
 * `extensions` has the data of its exchange.
 */
export type Signer = (data: Uint8Array, algorithm: SignatureName, extensions?: ExtensionStates) => Promise<Uint8Array>;

/** Signs with a key of the program. */
export async function signWith(key: SigningKey, name: SignatureName, data: Uint8Array): Promise<Uint8Array> {
  const algorithm = signatureAlgorithms[name];
  const ready = await importKey(key, algorithm, name, 'sign');
  return new Uint8Array(await crypto.subtle.sign(parametersOf(algorithm), ready, source(data)));
}

/** True if a signature was made by the owner of a key. */
export async function verifyWith(
  key: VerificationKey,
  name: SignatureName,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const algorithm = signatureAlgorithms[name];
  const ready = await importKey(key, algorithm, name, 'verify');
  return crypto.subtle.verify(parametersOf(algorithm), ready, source(signature), source(data));
}

/** The algorithm that fits a key best, where a program names none. */
export function usualAlgorithm(key: SigningKey): SignatureName {
  if (typeof key === 'string') {
    return usualOf(kindOfInfo(privateKeyInfo(key, 'A key that signs'), true));
  }
  if ('secret' in key) {
    return 'hmac-sha256';
  }
  const { name, hash, namedCurve } = factsOf(key);
  const known = (Object.keys(signatureAlgorithms) as SignatureName[]).find(
    (candidate) => signatureAlgorithms[candidate].scheme === name && signatureAlgorithms[candidate].hash === hash,
  );
  return known ?? usualOf({ kind: 'EC', curve: namedCurve ?? '' });
}

/** The kind of a key, and the curve of an EC key. */
export interface KeyKind {
  readonly kind: 'RSA' | 'EC';
  readonly curve: string;
}

const usualOf = ({ kind, curve }: KeyKind): SignatureName =>
  kind === 'RSA'
    ? 'rsa-sha256'
    : curve === 'P-384'
      ? 'ecdsa-sha384'
      : curve === 'P-521'
        ? 'ecdsa-sha512'
        : 'ecdsa-sha256';

const parametersOf = ({ scheme, hash }: SignatureAlgorithm): RsaPssParams | EcdsaParams => ({
  name: scheme,
  hash,
  // The salt is as long as the digest (RFC 9231, 2.3.10).
  saltLength: hash === 'SHA-1' ? 20 : Number(hash.slice(4)) / 8,
});

type Use = 'sign' | 'verify';

async function importKey(
  key: SigningKey | VerificationKey,
  algorithm: SignatureAlgorithm,
  name: SignatureName,
  use: Use,
): Promise<CryptoKey> {
  if (typeof key === 'object' && 'secret' in key) {
    return importSecret(key, algorithm, name, use);
  }
  if (typeof key === 'object' && !('der' in key)) {
    return checked(key, algorithm, name, use);
  }
  if (algorithm.scheme === 'HMAC') {
    // The text of a public key is no secret: whoever has it could sign.
    throw wrongKind(name, use);
  }
  const octets = infoOf(key, use);
  const { kind, curve } = kindOfInfo(octets, use === 'sign');
  if ((kind === 'EC') !== (algorithm.scheme === 'ECDSA')) {
    throw wrongKind(name, use);
  }
  const { scheme, hash } = algorithm;
  const parameters = kind === 'EC' ? { name: scheme, namedCurve: curve } : { name: scheme, hash };
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey(use === 'sign' ? 'pkcs8' : 'spki', source(octets), parameters, false, [
      use,
    ]);
  } catch (cause) {
    throw new SignatureError('key', `A key for "${name}" cannot be read.`, { cause });
  }
  return checked(imported, algorithm, name, use);
}

const importSecret = (
  { secret }: SharedSecret,
  { scheme, hash }: SignatureAlgorithm,
  name: SignatureName,
  use: Use,
): Promise<CryptoKey> => {
  if (scheme !== 'HMAC') {
    throw wrongKind(name, use);
  }
  const octets = typeof secret === 'string' ? octetsOf(secret) : secret;
  if (octets.length < 16) {
    throw new SignatureError('key', 'A secret for HMAC needs 16 octets or more.');
  }
  return crypto.subtle.importKey('raw', source(octets), { name: scheme, hash }, false, [use]);
};

/** The key info in the text of a key: of a private key PKCS #8, of a public key or a certificate SPKI. */
function infoOf(key: string | Certificate, use: Use): Uint8Array {
  if (typeof key !== 'string') {
    return key.publicKey;
  }
  if (use === 'sign') {
    return privateKeyInfo(key, 'A key that signs');
  }
  return key.includes('-----BEGIN CERTIFICATE-----')
    ? readCertificate(key).publicKey
    : pemOctets(key, 'PUBLIC KEY', 'A key that verifies');
}

/** The curves that Web Crypto has. */
const curves: ReadonlyMap<string, string> = new Map([
  ['1.2.840.10045.3.1.7', 'P-256'],
  ['1.3.132.0.34', 'P-384'],
  ['1.3.132.0.35', 'P-521'],
]);

/** What kind of key a key info is of: of a private key PKCS #8, of a public key SPKI. */
export function kindOfInfo(octets: Uint8Array, isPrivate: boolean): KeyKind {
  const items = derItems(derValue(octets, derTags.sequence));
  const [algorithm, curveIdentifier] = keyAlgorithm(items[isPrivate ? 1 : 0]);
  if (algorithm === '1.2.840.113549.1.1.1') {
    return { kind: 'RSA', curve: '' };
  }
  const curve = curves.get(curveIdentifier ?? '');
  if (algorithm !== '1.2.840.10045.2.1' || curve === undefined) {
    throw new SignatureError(
      'key',
      `A key of the algorithm ${algorithm}${curveIdentifier === undefined ? '' : ` on the curve ${curveIdentifier}`} is not supported: RSA, and EC on P-256, P-384 and P-521 are.`,
    );
  }
  return { kind: 'EC', curve };
}

interface KeyFacts {
  readonly name: string;
  readonly hash: string | undefined;
  readonly modulusLength: number | undefined;
  readonly namedCurve: string | undefined;
  readonly length: number | undefined;
}

function factsOf({ algorithm }: CryptoKey): KeyFacts {
  const { name, hash, modulusLength, namedCurve, length } = algorithm as KeyAlgorithm & {
    readonly hash?: KeyAlgorithm;
    readonly modulusLength?: number;
    readonly namedCurve?: string;
    readonly length?: number;
  };
  return { name, hash: hash?.name, modulusLength, namedCurve, length };
}

/** A key of Web Crypto, which has to be for the algorithm and strong enough. */
function checked(key: CryptoKey, { scheme, hash }: SignatureAlgorithm, name: SignatureName, use: Use): CryptoKey {
  const facts = factsOf(key);
  if (facts.name !== scheme || (facts.hash !== undefined && facts.hash !== hash) || !key.usages.includes(use)) {
    throw wrongKind(name, use);
  }
  if (facts.modulusLength !== undefined && facts.modulusLength < 2048) {
    throw new SignatureError('key', `An RSA key of ${facts.modulusLength} bits is too weak: 2048 are needed.`);
  }
  if (scheme === 'HMAC' && (facts.length ?? 0) < 128) {
    throw new SignatureError('key', 'A secret for HMAC needs 16 octets or more.');
  }
  return key;
}

const wrongKind = (name: SignatureName, use: Use): SignatureError =>
  new SignatureError('key', `The key is of another kind than "${name}" needs to ${use}.`);
