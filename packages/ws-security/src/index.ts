/** XML signatures, XML encryption and secured messages on Web Crypto, on every host: signing, verification that gives what was signed, encryption, and canonical forms. */

export { canonicalize } from './canonical-text.js';
export type { DataAlgorithm, EncryptionAlgorithm, KeyTransport } from './encryption/algorithms.js';
export type { DecryptionSettings } from './encryption/content-keys.js';
export { decryptXml } from './encryption/decrypt.js';
export { encryptXml } from './encryption/encrypt.js';
export type { EncryptionSettings } from './encryption/encrypted-text.js';
export { EncryptionError, type EncryptionErrorCode } from './encryption/encryption-error.js';
export type { DecryptXmlOptions, EncryptXmlOptions } from './encryption/encryption-options.js';
export type { DecryptionKey, EncryptionKey, KeyUnwrapper } from './encryption/key-transport.js';
export type { CryptoProvider } from './encryption/provider.js';
export { Certificate, readCertificate } from './keys/certificate.js';
export type { SharedSecret, Signer, SigningKey, VerificationKey } from './keys/keys.js';
export type { CertificateSource, Trust } from './keys/trust.js';
export type { SignatureOptions, SignOptions, VerifyOptions } from './options.js';
export type { DigestName, SignatureName } from './signature/algorithms.js';
export type { KeyHints, KeyInfoKind } from './signature/key-info.js';
export { signDetached, signXml } from './signature/sign.js';
export {
  type VerifiedPart,
  type VerifiedSignature,
  verifyXml,
} from './signature/verify.js';
export { SignatureError, type SignatureErrorCode } from './signature-error.js';
export type { KeyInfoWriter, SoapKeyInfoKind } from './soap/key-references.js';
export type { SoapSignOptions, SoapVerifyOptions } from './soap/options.js';
export type { HeaderPart, MessagePart } from './soap/parts.js';
export { sign } from './soap/sign.js';
export type { TokenKeys, TokenReference, TokenScope } from './soap/token-references.js';
export { type VerifiedMessage, verify } from './soap/verify.js';
export { decrypt } from './soap-encryption/decrypt.js';
export { encrypt } from './soap-encryption/encrypt.js';
export type { EncryptedPart } from './soap-encryption/encrypted-parts.js';
export type { SoapDecryptOptions, SoapEncryptOptions } from './soap-encryption/options.js';
export type { CanonicalForm, CanonicalOptions } from './xml/canonicalize.js';
export type { XmlName } from './xml/elements.js';
