/** What a token service is asked for (WS-Trust 1.4, 3 to 7). */
import { parseTree, type XmlElement } from '@wsdl-codegen/runtime/xml';
import { readCertificate } from '../keys/certificate.js';
import { pemOctets } from '../keys/pem.js';
import { toBase64 } from '../octets.js';
import { keyInfoText } from '../signature/key-info.js';
import { SignatureError } from '../signature-error.js';
import { securityNamespaces } from '../soap/names.js';
import { type SamlVersion, samlVersions } from '../tokens/saml-names.js';
import { tokenTree } from '../tokens/saml-token.js';
import { namespaces } from '../xml/elements.js';
import {
  computedKey,
  keyTypes,
  nonceType,
  statusType,
  type TokenKeyType,
  type TrustAction,
  trust14Namespace,
  trustNamespace,
} from './trust-names.js';

/** What a token is to be. */
export interface TokenRequest {
  /** The service that the token is for, by the address or name that the token service knows. */
  readonly appliesTo?: string;
  /** The version of SAML, or the address of another type. Default: what the token service gives. */
  readonly tokenType?: SamlVersion | (string & {});
  /** Default `bearer`. */
  readonly keyType?: TokenKeyType;
  /** Bits of the secret of `symmetric`. Default 256. */
  readonly keySize?: number;
  /** The certificate of the key that `public` binds the token to, as PEM. */
  readonly certificate?: string;
  /** The public key that `public` binds the token to, as PEM, where there is no certificate. */
  readonly publicKey?: string;
  /** Seconds that the token should be good for. Default: what the token service gives. */
  readonly seconds?: number;
  /** The token of the one for whom the program asks. */
  readonly onBehalfOf?: string;
  /** The token of the one as whom the program wants to act (WS-Trust 1.4). */
  readonly actAs?: string;
  /** Further elements of the request, as claims. */
  readonly others?: readonly XmlElement[];
}

/** A request with what has to be known to read its answer. */
export interface WrittenRequest {
  readonly tree: XmlElement;
  /** The part of the secret that the request has. */
  readonly entropy: Uint8Array | undefined;
}

type Content = string | XmlElement;

const element = (
  name: string,
  children: readonly Content[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement => ({
  namespace: trustNamespace,
  name,
  prefix: 'trust',
  attributes: Object.entries(attributes).map(([attribute, value]) => ({ namespace: '', name: attribute, value })),
  children,
});

/** Asks for a new token. */
export async function issueRequest(request: TokenRequest, now: Date): Promise<WrittenRequest> {
  const { appliesTo, tokenType, keyType = 'bearer', seconds, onBehalfOf, actAs, others = [] } = request;
  const bits = request.keySize ?? 256;
  const entropy = keyType === 'symmetric' ? crypto.getRandomValues(new Uint8Array(Math.ceil(bits / 8))) : undefined;
  const children: readonly (readonly Content[])[] = [
    requestType('Issue'),
    appliesTo === undefined ? [] : [appliesToTree(appliesTo)],
    tokenType === undefined ? [] : [element('TokenType', [tokenTypeUri(tokenType)])],
    [element('KeyType', [keyTypes[keyType]])],
    entropy === undefined ? [] : secretRequest(entropy, bits),
    keyType === 'public' ? [await useKey(request)] : [],
    seconds === undefined ? [] : [lifetimeTree(now, seconds)],
    onBehalfOf === undefined ? [] : [element('OnBehalfOf', [tokenTree(onBehalfOf)])],
    actAs === undefined ? [] : [{ ...element('ActAs', [tokenTree(actAs)]), namespace: trust14Namespace, prefix: 'tr' }],
    others,
  ];
  return { tree: element('RequestSecurityToken', children.flat()), entropy };
}

/** Asks for something about a token. */
export function targetRequest(action: Exclude<TrustAction, 'Issue'>, token: string): WrittenRequest {
  const type = action === 'Validate' ? [element('TokenType', [statusType])] : [];
  const target = element(`${action}Target`, [tokenTree(token)]);
  return { tree: element('RequestSecurityToken', [...requestType(action), ...type, target]), entropy: undefined };
}

const requestType = (action: TrustAction): readonly XmlElement[] => [
  element('RequestType', [`${trustNamespace}/${action}`]),
];

/** The address of a token type that a version of SAML may stand for. */
const tokenTypeUri = (tokenType: string): string =>
  tokenType === '1.1' || tokenType === '2.0' ? samlVersions[tokenType].tokenType : tokenType;

const policy = 'http://schemas.xmlsoap.org/ws/2004/09/policy';
const addressing = 'http://www.w3.org/2005/08/addressing';

function appliesToTree(address: string): XmlElement {
  const of = (namespace: string, prefix: string, name: string, child: Content): XmlElement => ({
    namespace,
    name,
    prefix,
    attributes: [],
    children: [child],
  });
  const reference = of(addressing, 'wsa', 'EndpointReference', of(addressing, 'wsa', 'Address', address));
  return of(policy, 'wsp', 'AppliesTo', reference);
}

function secretRequest(entropy: Uint8Array, bits: number): readonly XmlElement[] {
  return [
    element('KeySize', [String(bits)]),
    element('Entropy', [element('BinarySecret', [toBase64(entropy)], { Type: nonceType })]),
    element('ComputedKeyAlgorithm', [computedKey]),
  ];
}

async function useKey({ certificate, publicKey }: TokenRequest): Promise<XmlElement> {
  if (certificate === undefined && publicKey === undefined) {
    throw new SignatureError('key', 'A token for a key pair needs the option `certificate` or `publicKey`.');
  }
  const text = await keyInfoText({
    certificate: certificate === undefined ? undefined : readCertificate(certificate),
    kinds: [certificate === undefined ? 'keyValue' : 'certificate'],
    keyName: undefined,
    publicKey: publicKey === undefined ? undefined : pemOctets(publicKey, 'PUBLIC KEY', '`publicKey`'),
    digest: 'sha256',
  });
  return element('UseKey', [
    parseTree(text.replace('<ds:KeyInfo>', `<ds:KeyInfo xmlns:ds="${namespaces.signature}">`)),
  ]);
}

function lifetimeTree(now: Date, seconds: number): XmlElement {
  const instant = (name: string, at: number): XmlElement => ({
    namespace: securityNamespaces.utility,
    name,
    prefix: 'wsu',
    attributes: [],
    children: [new Date(at).toISOString()],
  });
  const created = now.getTime();
  return element('Lifetime', [instant('Created', created), instant('Expires', created + seconds * 1000)]);
}
