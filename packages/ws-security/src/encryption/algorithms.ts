/** The algorithms of XML Encryption: their names, their addresses in XML, and what is needed for them. */
import { type DigestName, digestAlgorithms } from '../signature/algorithms.js';
import { EncryptionError } from './encryption-error.js';

/** The namespaces of XML Encryption 1.0 and 1.1. */
export const encryptionNamespaces = {
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
} as const;

const { encryption, encryption11 } = encryptionNamespaces;

/** Names an algorithm that encrypts content. */
export type DataAlgorithm =
  | 'aes256-gcm'
  | 'aes192-gcm'
  | 'aes128-gcm'
  | 'aes256-cbc'
  | 'aes192-cbc'
  | 'aes128-cbc'
  | 'tripledes-cbc';

/** What is known of an algorithm that encrypts content. */
export interface DataFacts {
  readonly uri: string;
  readonly keyOctets: number;
  readonly mode: 'AES-GCM' | 'AES-CBC' | '3DES';
}

/** Algorithms that encrypt content, by their names. */
export const dataAlgorithms: Readonly<Record<DataAlgorithm, DataFacts>> = {
  'aes256-gcm': { uri: `${encryption11}aes256-gcm`, keyOctets: 32, mode: 'AES-GCM' },
  'aes192-gcm': { uri: `${encryption11}aes192-gcm`, keyOctets: 24, mode: 'AES-GCM' },
  'aes128-gcm': { uri: `${encryption11}aes128-gcm`, keyOctets: 16, mode: 'AES-GCM' },
  'aes256-cbc': { uri: `${encryption}aes256-cbc`, keyOctets: 32, mode: 'AES-CBC' },
  'aes192-cbc': { uri: `${encryption}aes192-cbc`, keyOctets: 24, mode: 'AES-CBC' },
  'aes128-cbc': { uri: `${encryption}aes128-cbc`, keyOctets: 16, mode: 'AES-CBC' },
  'tripledes-cbc': { uri: `${encryption}tripledes-cbc`, keyOctets: 24, mode: '3DES' },
};

/** Names an algorithm that encrypts the key of the content. */
export type KeyTransport = 'rsa-oaep-mgf1p' | 'rsa-oaep' | 'rsa-1_5' | 'kw-aes128' | 'kw-aes192' | 'kw-aes256';

/** What is known of an algorithm that encrypts keys. */
export interface TransportFacts {
  readonly uri: string;
  readonly scheme: 'OAEP' | 'RSA-1.5' | 'AES-KW';
  /** Of a secret that wraps keys. */
  readonly keyOctets?: number;
}

/** Algorithms that encrypt keys, by their names. */
export const keyTransports: Readonly<Record<KeyTransport, TransportFacts>> = {
  'rsa-oaep-mgf1p': { uri: `${encryption}rsa-oaep-mgf1p`, scheme: 'OAEP' },
  'rsa-oaep': { uri: `${encryption11}rsa-oaep`, scheme: 'OAEP' },
  'rsa-1_5': { uri: `${encryption}rsa-1_5`, scheme: 'RSA-1.5' },
  'kw-aes128': { uri: `${encryption}kw-aes128`, scheme: 'AES-KW', keyOctets: 16 },
  'kw-aes192': { uri: `${encryption}kw-aes192`, scheme: 'AES-KW', keyOctets: 24 },
  'kw-aes256': { uri: `${encryption}kw-aes256`, scheme: 'AES-KW', keyOctets: 32 },
};

/** Names any algorithm of encryption. */
export type EncryptionAlgorithm = DataAlgorithm | KeyTransport;

/** The names of all algorithms that encrypt content. */
export const dataNames = Object.keys(dataAlgorithms) as readonly DataAlgorithm[];
/** The names of all algorithms that encrypt keys. */
export const transportNames = Object.keys(keyTransports) as readonly KeyTransport[];

/**
 * True for algorithms whose failures tell about the content: whoever may send changed ciphertexts again and again reads it without the key. They are decrypted only
 * where a signature covers them.
 */
export const needsSignature = (name: EncryptionAlgorithm): boolean => name === 'rsa-1_5' || name.endsWith('-cbc');

/** The masks of OAEP by the digest that they are made with. */
const maskUris: Readonly<Record<DigestName, string>> = {
  sha1: `${encryption11}mgf1sha1`,
  sha256: `${encryption11}mgf1sha256`,
  sha384: `${encryption11}mgf1sha384`,
  sha512: `${encryption11}mgf1sha512`,
};

/** The digests of OAEP, and what it is bound to. */
export interface OaepParameters {
  readonly digest: DigestName;
  readonly mask: DigestName;
  readonly label: Uint8Array;
}

/** The name of what has an address in a table, which has to be among those that are allowed. */
export function allowedAlgorithm<Name extends string>(
  table: Readonly<Record<Name, { readonly uri: string }>>,
  uri: string | undefined,
  allowed: readonly string[] | undefined,
): Name {
  const name = (Object.keys(table) as Name[]).find((known) => table[known].uri === uri);
  if (name === undefined) {
    throw new EncryptionError('algorithm', `The algorithm "${uri ?? ''}" is not known.`);
  }
  if (allowed !== undefined && !allowed.includes(name)) {
    throw new EncryptionError('algorithm', `The algorithm "${name}" is not among those that are allowed.`);
  }
  return name;
}

/** The digest with an address, for OAEP. */
export function digestWith(uri: string | undefined): DigestName {
  return allowedAlgorithm(digestAlgorithms, uri, undefined);
}

/** The address of a mask of OAEP. */
export const maskUri = (digest: DigestName): string => maskUris[digest];

/** The digest of a mask with an address. */
export function maskWith(uri: string | undefined): DigestName {
  const found = (Object.keys(maskUris) as DigestName[]).find((digest) => maskUris[digest] === uri);
  if (found === undefined) {
    throw new EncryptionError('algorithm', `The algorithm "${uri ?? ''}" is not known.`);
  }
  return found;
}
