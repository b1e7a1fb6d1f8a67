/** Encryption for the demands of policies, beside signatures of both sides. */
import type {
  EnvelopeContext,
  MessageProtection,
  SecurityDemand,
  SecuritySide,
  SoapHeaderExtension,
} from '@wsdl-codegen/runtime';
import { type DataAlgorithm, type KeyTransport, needsSignature } from '../encryption/algorithms.js';
import type { DecryptionSettings } from '../encryption/content-keys.js';
import type { Certificate } from '../keys/certificate.js';
import type { CertificateSource } from '../keys/trust.js';
import type { VerifiedMessage } from '../soap/verify.js';
import { decrypt } from '../soap-encryption/decrypt.js';
import { encrypt } from '../soap-encryption/encrypt.js';
import { partsToEncrypt } from './protected-parts.js';

/** What a program gives for encryption. */
export interface EncryptionMeans extends Pick<DecryptionSettings, 'allowUnsigned' | 'provider'> {
  /** The certificate that a client encrypts for. Default: `peer`, where it is one certificate. A server encrypts for whoever signed the request. */
  readonly encryptFor?: CertificateSource;
  /** The key that decrypts, where `key` only signs. Default: `key`. */
  readonly decryptionKey?: DecryptionSettings['key'];
  /** Clients take faults that are not protected for what they say. Default false. */
  readonly unsignedFaults?: boolean;
}

/** A side of an exchange whose messages are encrypted. */
export interface EncryptingSide extends EncryptionMeans {
  readonly demand: SecurityDemand;
  readonly side: SecuritySide;
  readonly sent: MessageProtection | undefined;
  readonly received: MessageProtection | undefined;
  /** What verifies received messages: at a server it knows for whom answers are. */
  readonly verifying: SoapHeaderExtension<VerifiedMessage> | undefined;
}

/** The algorithms of a suite (WS-SecurityPolicy 1.3, 6.1): all of them encrypt with CBC. */
function algorithmsOf({ suite }: SecurityDemand): {
  readonly algorithm?: DataAlgorithm;
  readonly keyTransport?: KeyTransport;
} {
  if (suite === undefined) {
    return {};
  }
  const bits = /\d{3}/.exec(suite)?.[0];
  const algorithm = suite.startsWith('TripleDes') ? 'tripledes-cbc' : (`aes${bits}-cbc` as DataAlgorithm);
  return { algorithm, keyTransport: suite.endsWith('Rsa15') ? 'rsa-1_5' : 'rsa-oaep-mgf1p' };
}

/** What encrypts messages that are sent; undefined if nothing of them is encrypted. */
export function encrypting(own: EncryptingSide): SoapHeaderExtension | undefined {
  const { demand, side, sent, provider, encryptFor, verifying } = own;
  const parts = partsToEncrypt(demand, sent, side === 'client');
  if (parts.length === 0) {
    return undefined;
  }
  const reference = side === 'client' ? demand.x509?.service : demand.x509?.client;
  // A certificate that the receiver has is not sent to it.
  const keyInfo = reference === undefined || reference === 'binarySecurityToken' ? 'issuerSerial' : reference;
  const common = { ...algorithmsOf(demand), parts, keyInfo, ...(provider !== undefined && { provider }) } as const;
  if (side === 'client') {
    if (encryptFor === undefined) {
      throw new TypeError(
        'The WS-Policy demands encryption: `x509` needs `encryptFor`, the certificate of the service.',
      );
    }
    return encrypt({ ...common, certificate: encryptFor });
  }
  const signer = ({ extensions }: EnvelopeContext): Certificate | undefined =>
    verifying && extensions.get(verifying)?.certificate;
  const extension = encrypt({ ...common, certificate: signer });
  // A request that was refused has no signer for whom its fault could be encrypted.
  return {
    ...extension,
    seal: (envelope, context) =>
      context.message === 'fault' && signer(context) === undefined
        ? envelope
        : (extension.seal?.(envelope, context) ?? envelope),
  };
}

/** What decrypts messages that are received; undefined if nothing of them is encrypted. */
export function decrypting(own: EncryptingSide): SoapHeaderExtension | undefined {
  const { demand, side, received, verifying, decryptionKey, allowUnsigned = [], provider, unsignedFaults } = own;
  const parts = partsToEncrypt(demand, received, side === 'server');
  if (parts.length === 0) {
    return undefined;
  }
  if (decryptionKey === undefined) {
    throw new TypeError('The WS-Policy demands encryption: `x509` needs `decryptionKey`, because `key` only signs.');
  }
  const { algorithm, keyTransport } = algorithmsOf(demand);
  const open = [algorithm, keyTransport].filter((each) => each !== undefined && needsSignature(each));
  const missing = open.filter((each) => !allowUnsigned.some((name) => name === each));
  const isCovered = demand.encryptBeforeSigning === true && verifying !== undefined;
  if (!isCovered && missing.length > 0) {
    throw new TypeError(
      `The WS-Policy demands ${missing.join(' and ')} without a signature over what is encrypted: whoever sends changed messages again and again can read them. ` +
        `Name ${missing.length > 1 ? 'them' : 'it'} in the option \`allowUnsigned\` of \`x509\` if nobody else can send to this side.`,
    );
  }
  return decrypt({
    key: decryptionKey,
    require: parts,
    allowUnsigned,
    ...(provider !== undefined && { provider }),
    ...(unsignedFaults !== undefined && { plainFaults: unsignedFaults }),
  });
}
