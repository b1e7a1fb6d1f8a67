import type { XmlElement, XmlNode } from '../xml/interfaces/tree.js';

/** Namespace of the elements of WS-Security (SOAP Message Security 1.1, 1.2). */
export const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

/** Namespace of its timestamps. */
export const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';

const profile = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0';

/** Type of a password that is sent as it is (UsernameToken Profile 1.1, 3.1). */
export const passwordText: string = `${profile}#PasswordText`;

/** Type of a password of which a digest is sent. */
export const passwordDigest: string = `${profile}#PasswordDigest`;

/** Encoding of nonces. */
export const base64Encoding =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary';

/** An element to write. Attributes have no namespace. */
export function securityElement(
  namespace: typeof wsse | typeof wsu,
  name: string,
  children: readonly XmlNode[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  return {
    namespace,
    name,
    prefix: namespace === wsse ? 'wsse' : 'wsu',
    attributes: Object.entries(attributes).map(([attribute, value]) => ({ namespace: '', name: attribute, value })),
    children,
  };
}
