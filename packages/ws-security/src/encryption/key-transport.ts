/** Keys of content, encrypted for whoever has another key. */
import { type Certificate, keyAlgorithm, publicNumbers, readCertificate } from '../keys/certificate.js';
import { derItems, derTags, derValue } from '../keys/der.js';
import type { SharedSecret } from '../keys/keys.js';
import { pemOctets } from '../keys/pem.js';
import { octetsOf, source } from '../octets.js';
import { digestAlgorithms } from '../signature/algorithms.js';
import { type KeyTransport, keyTransports, type OaepParameters, transportNames } from './algorithms.js';
import { EncryptionError } from './encryption-error.js';
import { type CryptoProvider, neededProvider } from './provider.js';
import { padFirst, padOaep, unpadFirst, unpadOaep } from './rsa-padding.js';
import type { TransportMethod } from './transport-method.js';

/** A key that encrypts: a public key or certificate as PEM, a certificate that was read, a key of Web Crypto, or a secret of 16, 24 or 32 octets. */
export type EncryptionKey = string | Certificate | CryptoKey | SharedSecret;

/** Decrypts keys with a key that is elsewhere, as in an HSM. */
export interface KeyUnwrapper {
  /** The key in encrypted octets. It has to give random octets, or to throw, for those that are wrong. */
  unwrap(encrypted: Uint8Array, algorithm: KeyTransport): Promise<Uint8Array>;
}

/** A key that decrypts: PKCS #8 as PEM, a key of Web Crypto, a secret of 16, 24 or 32 octets, or what stands for a key that is elsewhere. */
export type DecryptionKey = string | CryptoKey | SharedSecret | KeyUnwrapper;

/** The octets of a secret, which has the length of a key of AES. */
export function secretOctets({ secret }: SharedSecret): Uint8Array {
  const octets = typeof secret === 'string' ? octetsOf(secret) : secret;
  if (![16, 24, 32].includes(octets.length)) {
    throw new EncryptionError('key', 'A secret that encrypts needs 16, 24 or 32 octets.');
  }
  return octets;
}

const isSecret = (key: EncryptionKey | DecryptionKey): key is SharedSecret =>
  typeof key === 'object' && 'secret' in key;

const isWebCrypto = (key: EncryptionKey | DecryptionKey): key is CryptoKey =>
  typeof key === 'object' && 'algorithm' in key && 'usages' in key;

/** The transport that fits a key, where a program names none. */
export function usualTransport(key: EncryptionKey): KeyTransport {
  if (isSecret(key)) {
    const { length } = secretOctets(key);
    return transportNames.find((name) => keyTransports[name].keyOctets === length)!;
  }
  const { name, hash, length } = (isWebCrypto(key) ? key.algorithm : {}) as {
    readonly name?: string;
    readonly hash?: KeyAlgorithm;
    readonly length?: number;
  };
  if (name === 'AES-KW') {
    return transportNames.find((known) => keyTransports[known].keyOctets === (length ?? 0) / 8)!;
  }
  return hash === undefined || hash.name === 'SHA-1' ? 'rsa-oaep-mgf1p' : 'rsa-oaep';
}

/** Encrypts a key. */
export async function encryptKey(
  content: Uint8Array,
  key: EncryptionKey,
  method: TransportMethod,
  provider: CryptoProvider | undefined,
): Promise<Uint8Array> {
  const { scheme } = keyTransports[method.name];
  if (scheme === 'AES-KW') {
    const wrapping = await importWrapping(key, method.name, 'wrapKey');
    const exported = await crypto.subtle.importKey('raw', source(content), carrier, true, ['sign']);
    return new Uint8Array(await crypto.subtle.wrapKey('raw', exported, wrapping, 'AES-KW'));
  }
  const { oaep } = method;
  if (oaep !== undefined && oaep.digest === oaep.mask) {
    const ready = isWebCrypto(key)
      ? checkedKey(key, method, ['encrypt', 'wrapKey'])
      : await importRsa('spki', publicInfo(key), oaep, 'encrypt');
    return webCryptoOaep('encrypt', ready, content, oaep);
  }
  const info = publicInfo(key);
  const size = modulusOctets(info);
  const rsa = neededProvider(provider, transportText(method));
  const block = oaep === undefined ? padFirst(content, size) : await padOaep(content, size, oaep);
  return rsa.rsa('encrypt', info, block);
}

/** What decrypts keys that were encrypted by one method: everything about it that does not depend on what is encrypted was checked. */
export type Unwrap = (encrypted: Uint8Array, length: number) => Promise<Uint8Array>;

/** Makes what decrypts keys. Throws an `EncryptionError` for a key that does not fit the method; what it gives never says why it failed. */
export async function unwrapWith(
  key: DecryptionKey,
  method: TransportMethod,
  provider: CryptoProvider | undefined,
): Promise<Unwrap> {
  if (typeof key === 'object' && 'unwrap' in key) {
    return quietly((encrypted) => key.unwrap(encrypted, method.name));
  }
  const { scheme } = keyTransports[method.name];
  if (scheme === 'AES-KW') {
    const wrapping = await importWrapping(key, method.name, 'unwrapKey');
    return quietly(async (encrypted) => {
      const name = 'AES-KW';
      const unwrapped = await crypto.subtle.unwrapKey('raw', source(encrypted), wrapping, name, carrier, true, [
        'sign',
      ]);
      return new Uint8Array(await crypto.subtle.exportKey('raw', unwrapped));
    });
  }
  const { oaep } = method;
  if (oaep !== undefined && oaep.digest === oaep.mask) {
    const ready = isWebCrypto(key)
      ? checkedKey(key, method, ['decrypt', 'unwrapKey'])
      : await importRsa('pkcs8', privateInfo(key), oaep, 'decrypt');
    return quietly((encrypted) => webCryptoOaep('decrypt', ready, encrypted, oaep));
  }
  const info = privateInfo(key);
  const rsa = neededProvider(provider, transportText(method));
  return quietly(async (encrypted, length) => {
    const block = await rsa.rsa('decrypt', info, encrypted);
    return oaep === undefined ? unpadFirst(block, length) : unpadOaep(block, length, oaep);
  });
}

/** A key of random octets in the place of one that cannot be decrypted or has another length: what is encrypted with it fails in the end, as everything that fails. */
function quietly(unwrap: Unwrap): Unwrap {
  return async (encrypted, length) => {
    const random = crypto.getRandomValues(new Uint8Array(length));
    try {
      const found = await unwrap(encrypted, length);
      return found.length === length ? found : random;
    } catch {
      return random;
    }
  };
}

/** Keys of Web Crypto that may hold octets of any length, so that those can be wrapped. */
const carrier = { name: 'HMAC', hash: 'SHA-256' } as const;

async function importWrapping(
  key: EncryptionKey | DecryptionKey,
  name: KeyTransport,
  use: 'wrapKey' | 'unwrapKey',
): Promise<CryptoKey> {
  const { keyOctets = 0 } = keyTransports[name];
  if (isWebCrypto(key)) {
    const { name: kind, length } = key.algorithm as AesKeyAlgorithm;
    if (kind === 'AES-KW' && length === keyOctets * 8 && key.usages.includes(use)) {
      return key;
    }
  } else if (isSecret(key)) {
    const octets = secretOctets(key);
    if (octets.length === keyOctets) {
      return crypto.subtle.importKey('raw', source(octets), 'AES-KW', false, [use]);
    }
  }
  throw wrongKind(name);
}

async function importRsa(
  form: 'spki' | 'pkcs8',
  info: Uint8Array,
  { digest }: OaepParameters,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const parameters = { name: 'RSA-OAEP', hash: digestAlgorithms[digest].hash };
  try {
    return checkedSize(await crypto.subtle.importKey(form, source(info), parameters, false, [use]));
  } catch (cause) {
    throw cause instanceof EncryptionError
      ? cause
      : new EncryptionError('key', 'A key for RSA cannot be read.', { cause });
  }
}

function checkedKey(key: CryptoKey, { name, oaep }: TransportMethod, uses: readonly KeyUsage[]): CryptoKey {
  const { name: kind, hash } = key.algorithm as RsaHashedKeyAlgorithm;
  const isFit = kind === 'RSA-OAEP' && oaep !== undefined && hash.name === digestAlgorithms[oaep.digest].hash;
  if (!isFit || !key.usages.includes(uses[0]!)) {
    throw wrongKind(name);
  }
  return checkedSize(key);
}

function checkedSize(key: CryptoKey): CryptoKey {
  requireSize((key.algorithm as RsaHashedKeyAlgorithm).modulusLength);
  return key;
}

function requireSize(bits: number): void {
  if (bits < 2048) {
    throw new EncryptionError('key', `An RSA key of ${bits} bits is too weak: 2048 are needed.`);
  }
}

async function webCryptoOaep(
  operation: 'encrypt' | 'decrypt',
  key: CryptoKey,
  data: Uint8Array,
  { label }: OaepParameters,
): Promise<Uint8Array> {
  const parameters = label.length === 0 ? { name: 'RSA-OAEP' } : { name: 'RSA-OAEP', label: source(label) };
  return new Uint8Array(await crypto.subtle[operation](parameters, key, source(data)));
}

/** The public key in what a program gives (`SubjectPublicKeyInfo`). */
function publicInfo(key: EncryptionKey): Uint8Array {
  if (isSecret(key) || isWebCrypto(key)) {
    throw new EncryptionError(
      'key',
      'The key is of another kind than RSA without Web Crypto needs: PEM or a certificate.',
    );
  }
  if (typeof key !== 'string') {
    return key.publicKey;
  }
  return key.includes('-----BEGIN CERTIFICATE-----')
    ? readCertificate(key).publicKey
    : pemOctets(key, 'PUBLIC KEY', 'A key that encrypts');
}

function privateInfo(key: Exclude<DecryptionKey, KeyUnwrapper>): Uint8Array {
  if (typeof key !== 'string') {
    throw new EncryptionError('key', 'The key is of another kind than RSA needs: PEM.');
  }
  const info = pemOctets(key, 'PRIVATE KEY', 'A key that decrypts');
  const [, algorithm, octets] = derItems(derValue(info, derTags.sequence));
  requireRsa(keyAlgorithm(algorithm)[0]);
  const [, modulus] = derItems(derValue(derValue(octets!.whole, derTags.octetString).content, derTags.sequence));
  requireSize(bitsOf(modulus!.content));
  return info;
}

function modulusOctets(info: Uint8Array): number {
  requireRsa(keyAlgorithm(derItems(derValue(info, derTags.sequence))[0])[0]);
  const numbers = publicNumbers(info);
  const modulus = numbers.kind === 'RSA' ? numbers.modulus : new Uint8Array();
  requireSize(bitsOf(modulus));
  return modulus.length;
}

function requireRsa(identifier: string): void {
  if (identifier !== '1.2.840.113549.1.1.1') {
    throw new EncryptionError('key', 'Keys are encrypted for RSA keys or secrets, not for other kinds of keys.');
  }
}

const bitsOf = (number: Uint8Array): number => {
  const first = number.findIndex((octet) => octet !== 0);
  return first < 0 ? 0 : (number.length - first) * 8 - Math.clz32(number[first]!) + 24;
};

const transportText = ({ name, oaep }: TransportMethod): string =>
  oaep === undefined ? `"${name}"` : `"${name}" with the digest "${oaep.digest}" and the mask "${oaep.mask}"`;

const wrongKind = (name: KeyTransport): EncryptionError =>
  new EncryptionError('key', `The key is of another kind than "${name}" needs.`);
