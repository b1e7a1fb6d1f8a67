/** Checks the signatures of a message, and finds the one that covers all that is required. */
import type { WholeEnvelope } from '@wsdl-codegen/runtime';
import type { ReferenceScope } from '../signature/references.js';
import { type CandidateKey, type CheckedSignature, candidateKeys, checkSignature } from '../signature/verify.js';
import { SignatureError } from '../signature-error.js';
import type { PlacedElement } from '../xml/document.js';
import { assertionIds, Ids, isNamed, namespaces } from '../xml/elements.js';
import { attachmentAt, canonicalContent } from './attachments.js';
import type { SoapVerifyOptions } from './options.js';
import { elementsOfPart, type MessagePart, partText } from './parts.js';
import { childElements, type SoapMessage } from './soap-message.js';
import { keyHints, readTokenReference, type TokenScope, tokenReferenceIn } from './token-references.js';

/** A message that was received, with what is looked for in it. */
export interface ReceivedMessage {
  readonly message: SoapMessage;
  readonly block: PlacedElement | undefined;
  readonly attachments: WholeEnvelope['parts'];
}

/** A signature of a message that is right. */
export type VerifiedSoapSignature = CheckedSignature<CandidateKey>;

const maxSignatures = 8;

/** The signatures directly in the security block, all checked. One that is not right refuses the message, whatever it covers. */
export async function verifiedSignatures(
  { message, block, attachments }: ReceivedMessage,
  options: SoapVerifyOptions,
): Promise<readonly VerifiedSoapSignature[]> {
  const signatures = (block === undefined ? [] : childElements(block)).filter((element) =>
    isNamed(element, namespaces.signature, 'Signature'),
  );
  if (block === undefined || signatures.length === 0) {
    return [];
  }
  if (signatures.length > maxSignatures) {
    throw new SignatureError('limit', `The message has more than ${maxSignatures} signatures.`);
  }
  const { document } = message;
  const tokens: TokenScope = { block, ids: new Ids(document.root, assertionIds) };
  const verified: VerifiedSoapSignature[] = [];
  for (const signature of signatures) {
    const scope: ReferenceScope = {
      document,
      ids: tokens.ids,
      signature,
      detached: new Map(),
      attachments: { get: (uri) => contentAt(uri, attachments) },
      tokenOf: (reference) => tokenOf(reference, tokens),
    };
    verified.push(await checkSignature(scope, (keyInfo) => keysOf(keyInfo, tokens, options), options));
  }
  return verified;
}

function contentAt(uri: string, attachments: ReceivedMessage['attachments']): Uint8Array | undefined {
  const part = attachmentAt(uri, attachments);
  return part && canonicalContent(part);
}

/** The token that a reference means, for the transform that puts it in the place of the reference. */
function tokenOf(element: PlacedElement, scope: TokenScope): PlacedElement {
  const { token, identifier } = readTokenReference(element, scope);
  const found = token ?? (identifier === undefined ? undefined : scope.ids.find(identifier));
  if (found === undefined || (token === undefined && found.parent !== scope.block)) {
    throw new SignatureError('reference', 'A signature covers a token that is not in the security header block.');
  }
  return found;
}

async function keysOf(
  keyInfo: PlacedElement | undefined,
  scope: TokenScope,
  options: SoapVerifyOptions,
): Promise<readonly CandidateKey[]> {
  const reference = tokenReferenceIn(keyInfo, scope);
  for (const tokens of reference === undefined ? [] : (options.tokens ?? [])) {
    const keys = await tokens.keysOf(reference!, scope);
    if (keys !== undefined) {
      return keys;
    }
  }
  return candidateKeys(keyHints(keyInfo, reference), options);
}

/** The first signature that covers all that is required. Throws a `SignatureError` if there is none: two signers together do not count as one. */
export function mainSignature(
  verified: readonly VerifiedSoapSignature[],
  received: ReceivedMessage,
  { require = ['body'] }: SoapVerifyOptions,
): VerifiedSoapSignature {
  let missing: MessagePart | undefined;
  for (const signature of verified) {
    const gap = gapOf(signature, received, require);
    if (gap === undefined) {
      return signature;
    }
    missing ??= gap;
  }
  const part = missing ?? require[0]!;
  const isThere = part === 'attachments' || elementsOfPart(part, received.message, received.block).length > 0;
  throw new SignatureError(
    'not-covered',
    isThere
      ? `The signature does not cover ${partText(part)}.`
      : `The message has no ${partText(part)}, which has to be signed.`,
  );
}

/** The first part that a signature does not cover although it has to. */
export const gapOf = (
  signature: VerifiedSoapSignature,
  received: ReceivedMessage,
  require: readonly MessagePart[],
): MessagePart | undefined => require.find((part) => !isCovered(part, signature, received));

function isCovered(part: MessagePart, signature: VerifiedSoapSignature, received: ReceivedMessage): boolean {
  if (part === 'attachments') {
    const signed = signedAttachments(signature, received);
    return received.attachments.every((attachment) => signed.has(attachment));
  }
  const covered = new Set(signature.references.map(({ element }) => element));
  const elements = elementsOfPart(part, received.message, received.block);
  const mayBeAbsent = typeof part === 'object' && part.optional === true;
  return (elements.length > 0 || mayBeAbsent) && elements.every((element) => covered.has(element));
}

/** The attachments that a signature covers. */
export function signedAttachments(
  { references }: VerifiedSoapSignature,
  { attachments }: ReceivedMessage,
): ReadonlySet<unknown> {
  return new Set(references.flatMap(({ uri, element }) => (element ? [] : [attachmentAt(uri, attachments)])));
}
