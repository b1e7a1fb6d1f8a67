/** The namespaces and addresses of WS-Security (SOAP Message Security 1.1.1 and its profiles). */

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';
const messageSecurity11 = 'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1';
const x509Profile = `${oasis}x509-token-profile-1.0`;

/** Namespaces of elements. */
export const securityNamespaces: Readonly<Record<'extension' | 'utility' | 'extension11', string>> = {
  extension: `${oasis}wssecurity-secext-1.0.xsd`,
  utility: `${oasis}wssecurity-utility-1.0.xsd`,
  extension11: 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd',
};

/** Types of tokens, of key identifiers and of encodings. */
export const securityUris: Readonly<
  Record<
    'base64' | 'x509' | 'x509v1' | 'certificatePath' | 'subjectKeyIdentifier' | 'thumbprint' | 'encryptedKey',
    string
  >
> = {
  base64: `${oasis}soap-message-security-1.0#Base64Binary`,
  x509: `${x509Profile}#X509v3`,
  x509v1: `${x509Profile}#X509v1`,
  certificatePath: `${x509Profile}#X509PKIPathv1`,
  subjectKeyIdentifier: `${x509Profile}#X509SubjectKeyIdentifier`,
  thumbprint: `${messageSecurity11}#ThumbprintSHA1`,
  encryptedKey: `${messageSecurity11}#EncryptedKey`,
};
