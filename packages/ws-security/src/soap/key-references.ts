/** How a signature in a message names its key: security tokens, and references to them (X.509 Token Profile 1.1.1, 3). */
import type { Certificate } from '../keys/certificate.js';
import { toBase64 } from '../octets.js';
import { digestOf } from '../signature/algorithms.js';
import { type KeyInfoKind, keyInfoContent } from '../signature/key-info.js';
import { SignatureError } from '../signature-error.js';
import { elementText } from '../xml/canonicalize.js';
import { newId } from './envelope-editor.js';
import { securityNamespaces, securityUris } from './names.js';
import type { SoapMessage } from './soap-message.js';

/** How a signature in a message names its key. */
export const soapKeyInfoKinds = [
  'binarySecurityToken',
  'issuerSerial',
  'subjectKeyIdentifier',
  'thumbprint',
  'certificate',
  'keyValue',
] as const;

/**
 * Names a kind: `binarySecurityToken` puts the certificate into the security block and refers to it, `issuerSerial`, `subjectKeyIdentifier` and `thumbprint` refer to one that
 * the receiver has, `certificate` puts it into the signature, `keyValue` writes the numbers of the key.
 */
export type SoapKeyInfoKind = (typeof soapKeyInfoKinds)[number];

/** Writes what a signature says of a key that is in a token of its own, such as an assertion. */
export interface KeyInfoWriter {
  /** The content of the element `KeyInfo`, which declares the prefixes that it uses; `message` is the message before it is signed. */
  keyInfo(message: SoapMessage): string | Promise<string>;
}

/** A token for the security block, and the content of `KeyInfo` that refers to it. */
export interface WrittenKey {
  readonly token: string;
  /** The id of the token; undefined if there is none. */
  readonly tokenId: string | undefined;
  readonly keyInfo: string;
}

/** What is known of the key. */
export interface KeyReferenceSource {
  readonly certificate: Certificate | undefined;
  readonly publicKey: Uint8Array | undefined;
  readonly keyName: string | undefined;
}

/** Writes the reference of a kind; of none only the name of the key. */
export async function keyReference(kind: SoapKeyInfoKind | undefined, source: KeyReferenceSource): Promise<WrittenKey> {
  const name = source.keyName === undefined ? '' : `<ds:KeyName>${elementText(source.keyName)}</ds:KeyName>`;
  const { token = '', tokenId, keyInfo } = kind === undefined ? { keyInfo: '' } : await referenceOf(kind, source);
  return { token, tokenId, keyInfo: name + keyInfo };
}

async function referenceOf(
  kind: SoapKeyInfoKind,
  source: KeyReferenceSource,
): Promise<Pick<WrittenKey, 'keyInfo'> & Partial<WrittenKey>> {
  switch (kind) {
    case 'binarySecurityToken': {
      const tokenId = newId();
      const { der } = neededCertificate(kind, source);
      const { extension, utility } = securityNamespaces;
      const { base64, x509 } = securityUris;
      const token = `<wsse:BinarySecurityToken xmlns:wsse="${extension}" xmlns:wsu="${utility}" EncodingType="${base64}" ValueType="${x509}" wsu:Id="${tokenId}">${toBase64(der)}</wsse:BinarySecurityToken>`;
      return { token, tokenId, keyInfo: tokenReference(`<wsse:Reference URI="#${tokenId}" ValueType="${x509}"/>`) };
    }
    case 'subjectKeyIdentifier': {
      const { subjectKeyIdentifier } = neededCertificate(kind, source);
      if (subjectKeyIdentifier === undefined) {
        throw new SignatureError('key', `The key information "${kind}" needs a certificate that has one.`);
      }
      return { keyInfo: identifier(securityUris.subjectKeyIdentifier, subjectKeyIdentifier) };
    }
    case 'thumbprint':
      // The profile has no other digest for it.
      return {
        keyInfo: identifier(securityUris.thumbprint, await digestOf('sha1', neededCertificate(kind, source).der)),
      };
    case 'keyValue':
      return { keyInfo: await dataText(kind, source) };
    case 'issuerSerial':
    case 'certificate':
      return { keyInfo: tokenReference(await dataText(kind, source)) };
  }
}

function neededCertificate(kind: SoapKeyInfoKind, { certificate }: KeyReferenceSource): Certificate {
  if (certificate === undefined) {
    throw new SignatureError('key', `The key information "${kind}" needs a certificate.`);
  }
  return certificate;
}

const dataText = (kind: KeyInfoKind, { certificate, publicKey }: KeyReferenceSource): Promise<string> =>
  keyInfoContent({ certificate, publicKey, kinds: [kind], keyName: undefined, digest: 'sha256' });

const identifier = (type: string, value: Uint8Array): string =>
  tokenReference(
    `<wsse:KeyIdentifier EncodingType="${securityUris.base64}" ValueType="${type}">${toBase64(value)}</wsse:KeyIdentifier>`,
  );

const tokenReference = (content: string): string =>
  `<wsse:SecurityTokenReference xmlns:wsse="${securityNamespaces.extension}">${content}</wsse:SecurityTokenReference>`;
