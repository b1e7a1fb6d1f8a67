/** XML signatures, XML encryption and WS-Security on Web Crypto, on every host. */

export { canonicalize } from './canonical-text.js';
export { type SamlChecked, type SamlSent, saml } from './demands/saml.js';
export type { BlockCheck, BlockToken } from './demands/security-block.js';
export { checkUsernameToken, type UsernameTokenCredentials, usernameToken } from './demands/username-token.js';
export { type X509Own, type X509Peer, x509 } from './demands/x509.js';
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
export { type ChainOptions, chains, type Purpose, type RevocationCheck } from './keys/chains/chains.js';
export { type RevocationListSource, revocationLists } from './keys/chains/revocation-lists.js';
export type { WeakAlgorithm } from './keys/chains/signed-by.js';
export type { SharedSecret, Signer, SigningKey, VerificationKey } from './keys/keys.js';
export { type Pkcs12, readPkcs12 } from './keys/pkcs12.js';
export { readPrivateKey } from './keys/private-key.js';
export type { CertificateSource, Trust, TrustedCertificates, TrustRule } from './keys/trust.js';
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
export type { AssertionRules } from './tokens/check-assertion.js';
export { type CheckSamlOptions, checkSaml } from './tokens/check-saml.js';
export type { SamlOptions } from './tokens/options.js';
export { type SamlKeysOptions, samlKeys, samlReference } from './tokens/saml-keys.js';
export type { SamlConfirmation, SamlVersion } from './tokens/saml-names.js';
export type { SamlPrincipal, SamlPrincipalOf } from './tokens/saml-principal.js';
export { samlToken } from './tokens/saml-token.js';
export { TokenError, type TokenErrorCode } from './tokens/token-error.js';
export { type IssuedTokenPart, issuedToken } from './trust-service/issued-token.js';
export type { TokenRequest } from './trust-service/token-request.js';
export type { IssuedToken, TokenStatus } from './trust-service/token-response.js';
export { type TokenService, type TokenServiceOptions, tokenService } from './trust-service/token-service.js';
export { TokenServiceError, type TrustFault } from './trust-service/token-service-error.js';
export type { TokenKeyType } from './trust-service/trust-names.js';
export type {
  Commitment,
  SignaturePlace,
  SignaturePolicy,
  XadesOptions,
  XadesSignatureOptions,
} from './xades/options.js';
export { signXades, signXadesDetached } from './xades/sign.js';
export { type NamedPolicy, verifyXades, type XadesSignature, type XadesVerifyOptions } from './xades/verify.js';
export type { CanonicalForm, CanonicalOptions } from './xml/canonicalize.js';
export type { XmlName } from './xml/elements.js';
