/** What a token service answers (WS-Trust 1.4, 3.2 and 4.4). */
import type { DecryptionSettings } from '../encryption/content-keys.js';
import { isOfEncryption } from '../encryption/encrypted-elements.js';
import { fromBase64 } from '../octets.js';
import { securityNamespaces } from '../soap/names.js';
import { decryptedSecret } from '../tokens/encrypted-secret.js';
import { textInScope } from '../tokens/text-in-scope.js';
import { TokenError } from '../tokens/token-error.js';
import { childOf, childrenOf, instantOf } from '../tokens/trees.js';
import type { PlacedElement } from '../xml/document.js';
import { elementsIn, isNamed, textIn } from '../xml/elements.js';
import { computeSecret } from './computed-key.js';
import type { TokenRequest, WrittenRequest } from './token-request.js';
import { computedKey, isSecureConversation, trustNamespace, validStatus } from './trust-names.js';

/** A token that a token service has issued. */
export interface IssuedToken {
  /** The token as XML, with the namespaces that are in force in it. Its signature is good as it is. */
  readonly xml: string;
  /** The address of its type, if the token service says it. */
  readonly tokenType: string | undefined;
  readonly created: Date | undefined;
  readonly expires: Date | undefined;
  /** The secret that shows that a message is of the token's holder. */
  readonly secret: Uint8Array | undefined;
  /** A `wsse:SecurityTokenReference` for messages that have the token in them, as XML. */
  readonly attachedReference: string | undefined;
  /** One for messages that do not. */
  readonly unattachedReference: string | undefined;
}

/** What a token service says of a token that it was asked to validate. */
export interface TokenStatus {
  readonly valid: boolean;
  /** The address of the status. */
  readonly code: string;
  readonly reason: string | undefined;
}

/** An answer, in the text of its message. */
export interface TrustAnswer {
  readonly response: PlacedElement;
  readonly document: string;
}

/** The only answer in the element of the Body. */
export function onlyResponse(element: PlacedElement | undefined): PlacedElement {
  const isCollection = element !== undefined && isNamed(element, trustNamespace, `${responseName}Collection`);
  const all = isCollection ? childrenOf(element, responseName) : element === undefined ? [] : [element];
  const [response, second] = all;
  if (response === undefined || second !== undefined || !isNamed(response, trustNamespace, responseName)) {
    throw new TokenError('malformed', 'The token service did not answer with one response of WS-Trust 1.3 or 1.4.');
  }
  return response;
}

const responseName = 'RequestSecurityTokenResponse';

/** The token of an answer. */
export async function readIssuedToken(
  answer: TrustAnswer,
  { entropy }: Pick<WrittenRequest, 'entropy'>,
  request: Pick<TokenRequest, 'keySize'>,
  decryption: DecryptionSettings | undefined,
): Promise<IssuedToken> {
  const { response, document } = answer;
  const type = childOf(response, 'TokenType');
  const requested = childOf(response, 'RequestedSecurityToken');
  const [token, ...others] = requested === undefined ? [] : elementsIn(requested);
  if (token === undefined || others.length > 0) {
    throw new TokenError('unsupported', 'The token service did not answer with one token: it may ask for more first.');
  }
  const tokenType = type && textIn(type).trim();
  if (isSecureConversation(tokenType ?? '') || isSecureConversation(token.namespace)) {
    throw new TokenError('unsupported', 'The token is a security context: WS-SecureConversation is not supported.');
  }
  const lifetime = childOf(response, 'Lifetime');
  return {
    xml: textInScope(token, document),
    tokenType,
    created: lifetime && instantIn(lifetime, 'Created'),
    expires: lifetime && instantIn(lifetime, 'Expires'),
    secret: entropy && (await secretOf(response, entropy, request.keySize ?? 256, decryption)),
    attachedReference: referenceIn(answer, 'RequestedAttachedReference'),
    unattachedReference: referenceIn(answer, 'RequestedUnattachedReference'),
  };
}

/** What an answer says of a token. */
export function readStatus(response: PlacedElement): TokenStatus {
  const status = childOf(response, 'Status');
  const code = status && childOf(status, 'Code');
  const reason = status && childOf(status, 'Reason');
  if (code === undefined) {
    throw new TokenError('malformed', 'The token service does not say the status of the token.');
  }
  const uri = textIn(code).trim();
  return { valid: uri === validStatus, code: uri, reason: reason && textIn(reason).trim() };
}

/** Throws a `TokenError` for an answer that does not say that a token was cancelled. */
export function requireCancelled(response: PlacedElement): void {
  if (childOf(response, 'RequestedTokenCancelled') === undefined) {
    throw new TokenError('malformed', 'The token service does not say that it has cancelled the token.');
  }
}

function instantIn(lifetime: PlacedElement, name: string): Date | undefined {
  const instant = childOf(lifetime, name, securityNamespaces.utility);
  return instant && instantOf(textIn(instant).trim(), `"${name}" of the token`);
}

function referenceIn({ response, document }: TrustAnswer, name: string): string | undefined {
  const holder = childOf(response, name);
  const reference = holder && childOf(holder, 'SecurityTokenReference', securityNamespaces.extension);
  return reference && textInScope(reference, document);
}

/** Bits beyond these are no secret but an attack on the memory. */
const maxBits = 4096;

/** The secret: that of the token service, one that is computed from both parts, or the one of the request. */
async function secretOf(
  response: PlacedElement,
  entropy: Uint8Array,
  asked: number,
  decryption: DecryptionSettings | undefined,
): Promise<Uint8Array> {
  const proof = childOf(response, 'RequestedProofToken');
  const [token] = proof === undefined ? [] : elementsIn(proof);
  if (token === undefined) {
    return entropy;
  }
  const bits = keySizeOf(response, asked);
  const given = await secretIn(token, decryption, bits);
  if (given !== undefined) {
    return given;
  }
  const algorithm = isNamed(token, trustNamespace, 'ComputedKey') ? textIn(token).trim() : token.name;
  const holder = childOf(response, 'Entropy');
  const [content] = holder === undefined ? [] : elementsIn(holder);
  const part = content && (await secretIn(content, decryption, bits));
  if (algorithm !== computedKey || part === undefined) {
    throw new TokenError(
      'unsupported',
      `The secret of the token is given by "${algorithm}" without what it needs, or in a way that is not supported.`,
    );
  }
  return computeSecret(entropy, part, Math.ceil(bits / 8));
}

/** The octets of an element that holds a secret, encrypted or not; undefined for another element. */
async function secretIn(
  element: PlacedElement,
  decryption: DecryptionSettings | undefined,
  bits: number,
): Promise<Uint8Array | undefined> {
  if (isOfEncryption(element, 'EncryptedKey')) {
    return decryptedSecret(element, decryption, bits);
  }
  return isNamed(element, trustNamespace, 'BinarySecret')
    ? fromBase64(textIn(element), 'The secret of the token')
    : undefined;
}

function keySizeOf(response: PlacedElement, asked: number): number {
  const size = childOf(response, 'KeySize');
  const bits = size === undefined ? asked : Number(textIn(size).trim());
  if (!Number.isInteger(bits) || bits < 128 || bits > maxBits) {
    throw new TokenError('malformed', 'The secret of the token is too short or too long.');
  }
  return bits;
}
