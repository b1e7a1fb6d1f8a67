/** Writes `EncryptedData` and `EncryptedKey`. */
import { type Certificate, readCertificate } from '../keys/certificate.js';
import type { CertificateSource } from '../keys/trust.js';
import { toBase64 } from '../octets.js';
import type { DigestName } from '../signature/algorithms.js';
import { attributeText, elementText } from '../xml/canonicalize.js';
import { namespaces } from '../xml/elements.js';
import {
  type DataAlgorithm,
  dataAlgorithms,
  encryptionNamespaces,
  type KeyTransport,
  keyTransports,
} from './algorithms.js';
import { EncryptionError } from './encryption-error.js';
import { type EncryptionKey, encryptKey, usualTransport } from './key-transport.js';
import type { CryptoProvider } from './provider.js';
import { type TransportMethod, transportMethodText } from './transport-method.js';

/** For whom something is encrypted, and how. Either `certificate` or `key` says for whom. */
export interface EncryptionSettings {
  /** The certificates of those who decrypt it; of a text with several the first one counts. */
  readonly certificate?: CertificateSource | readonly CertificateSource[];
  /** The key of whoever decrypts it: a public key as PEM or of Web Crypto, or a secret of both sides. */
  readonly key?: EncryptionKey;
  /** How the content is encrypted. Default `aes256-gcm`. Receivers of CBC can be asked for the content without the key unless a signature covers it. */
  readonly algorithm?: DataAlgorithm;
  /**
   * How the key of the content is encrypted. Default `rsa-oaep-mgf1p`, which every implementation of XML Encryption has, or what fits the key. `direct`: a secret encrypts
   * the content itself.
   */
  readonly keyTransport?: KeyTransport | 'direct';
  /** The digests of OAEP. Default SHA-1 for both, as XML Encryption says; `rsa-oaep-mgf1p` has no other `mask`. Where only `digest` is named, `rsa-oaep` has it for both. */
  readonly oaep?: { readonly digest?: DigestName; readonly mask?: DigestName };
  /** A name of the key that both sides know. */
  readonly keyName?: string;
  /** Has what Web Crypto lacks: RSA 1.5, OAEP with two digests, 3DES. */
  readonly provider?: CryptoProvider;
}

/** Somebody who decrypts. */
export interface Recipient {
  readonly key: EncryptionKey;
  readonly certificate: Certificate | undefined;
}

const isList = (given: EncryptionSettings['certificate']): given is readonly CertificateSource[] =>
  Array.isArray(given);

/** Those for whom something is encrypted. */
export function recipientsOf({ certificate, key }: EncryptionSettings): readonly Recipient[] {
  if (key !== undefined) {
    const isCertificate = typeof key === 'string' && key.includes('-----BEGIN CERTIFICATE-----');
    const own = isCertificate ? readCertificate(key) : typeof key === 'object' && 'der' in key ? key : undefined;
    return [{ key, certificate: own }];
  }
  const sources: readonly CertificateSource[] = isList(certificate) ? certificate : [certificate ?? ''];
  if (sources.length === 0) {
    throw new EncryptionError('key', 'The option `certificate` has no certificate.');
  }
  return sources.map((given) => {
    const own = typeof given === 'string' || given instanceof Uint8Array ? readCertificate(given) : given;
    return { key: own, certificate: own };
  });
}

/** The method by which keys are encrypted for somebody. */
function methodFor({ key }: Recipient, settings: EncryptionSettings): TransportMethod {
  const given = settings.keyTransport === 'direct' ? undefined : settings.keyTransport;
  const { digest, mask } = settings.oaep ?? {};
  const name = given ?? (digest === undefined || mask === 'sha1' ? usualTransport(key) : 'rsa-oaep');
  if (keyTransports[name].scheme !== 'OAEP') {
    return { name, oaep: undefined };
  }
  const own = digest ?? digestOfKey(key) ?? 'sha1';
  return { name, oaep: { digest: own, mask: name === 'rsa-oaep' ? (mask ?? own) : 'sha1', label: new Uint8Array() } };
}

/** The digest that a key of Web Crypto is bound to. */
function digestOfKey(key: EncryptionKey): DigestName | undefined {
  const hash =
    typeof key === 'object' && 'algorithm' in key ? (key.algorithm as RsaHashedKeyAlgorithm).hash : undefined;
  return hash && (hash.name.replace('SHA-', 'sha') as DigestName);
}

/** The element `EncryptedKey`; `keyInfo` is the content of its `KeyInfo`, and `more` stands after what is encrypted. */
export async function encryptedKeyText(
  content: Uint8Array,
  recipient: Recipient,
  settings: EncryptionSettings,
  keyInfo: string,
  { id, more = '' }: { readonly id?: string; readonly more?: string } = {},
): Promise<string> {
  const method = methodFor(recipient, settings);
  const encrypted = await encryptKey(content, recipient.key, method, settings.provider);
  const attribute = id === undefined ? '' : ` Id="${attributeText(id)}"`;
  return `<xenc:EncryptedKey xmlns:xenc="${encryptionNamespaces.encryption}"${attribute}>${transportMethodText(method)}${keyInfoElement(keyInfo)}${cipherText(encrypted)}${more}</xenc:EncryptedKey>`;
}

/** What `EncryptedData` consists of. */
export interface EncryptedDataSource {
  readonly algorithm: DataAlgorithm;
  readonly type: string;
  readonly id?: string;
  readonly mimeType?: string;
  /** The content of `KeyInfo`. */
  readonly keyInfo: string;
  /** The content of `CipherData`. */
  readonly cipher: string;
}

/** The element `EncryptedData`. */
export function encryptedDataText({ algorithm, type, id, mimeType, keyInfo, cipher }: EncryptedDataSource): string {
  const attributes = [
    ...(id === undefined ? [] : [` Id="${attributeText(id)}"`]),
    ` Type="${attributeText(type)}"`,
    ...(mimeType === undefined ? [] : [` MimeType="${attributeText(mimeType)}"`]),
  ].join('');
  return `<xenc:EncryptedData xmlns:xenc="${encryptionNamespaces.encryption}"${attributes}><xenc:EncryptionMethod Algorithm="${dataAlgorithms[algorithm].uri}"/>${keyInfoElement(keyInfo)}${cipher}</xenc:EncryptedData>`;
}

/** The element `CipherData` with octets. */
export const cipherText = (octets: Uint8Array): string =>
  `<xenc:CipherData><xenc:CipherValue>${toBase64(octets)}</xenc:CipherValue></xenc:CipherData>`;

/** The element `KeyName`, or nothing. */
export const keyNameText = (keyName: string | undefined): string =>
  keyName === undefined ? '' : `<ds:KeyName>${elementText(keyName)}</ds:KeyName>`;

/** The element `KeyInfo` with a content, or nothing. */
const keyInfoElement = (content: string): string =>
  content === '' ? '' : `<ds:KeyInfo xmlns:ds="${namespaces.signature}">${content}</ds:KeyInfo>`;
