/** XML signatures on Web Crypto, on every host: signing, verification that gives what was signed, and canonical forms. */
export { type Certificate, readCertificate } from './keys/certificate.js';
export type { SharedSecret, Signer, SigningKey, VerificationKey } from './keys/keys.js';
export type { CertificateSource, Trust } from './keys/trust.js';
export type { DigestName, SignatureName } from './signature/algorithms.js';
export type { KeyHints, KeyInfoKind } from './signature/key-info.js';
export { type SignatureOptions, type SignOptions, signDetached, signXml } from './signature/sign.js';
export {
  type VerifiedPart,
  type VerifiedSignature,
  type VerifyOptions,
  verifyXml,
} from './signature/verify.js';
export { SignatureError, type SignatureErrorCode } from './signature-error.js';
export { type CanonicalForm, type CanonicalOptions, canonicalize } from './xml/canonicalize.js';
export type { XmlName } from './xml/elements.js';
