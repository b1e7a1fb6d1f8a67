/** What is checked of a message beside its signature: its age, whether it came before, who sent it, and what an answer confirms. */
import type { EnvelopeContext } from '@wsdl-codegen/runtime';
import { checkTimestamp, freshnessAt, SecurityRefusal } from '@wsdl-codegen/runtime/extend';
import { parseTree } from '@wsdl-codegen/runtime/xml';
import type { Certificate } from '../keys/certificate.js';
import { toBase64 } from '../octets.js';
import { digestOf } from '../signature/algorithms.js';
import type { CandidateKey } from '../signature/verify.js';
import { SignatureError } from '../signature-error.js';
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, isNamed } from '../xml/elements.js';
import { gapOf, type ReceivedMessage, type VerifiedSoapSignature } from './coverage.js';
import { securityNamespaces } from './names.js';
import type { SoapVerifyOptions } from './options.js';
import { elementsOfPart } from './parts.js';

/** The elements that are signed, with the texts whose digests were checked. */
export type SignedElements = ReadonlyMap<PlacedElement, string>;

/** Refuses messages that are too old, or that came before. A timestamp that nobody signed says nothing. */
export async function requireFreshMessage(
  received: ReceivedMessage,
  signed: SignedElements,
  signatures: readonly VerifiedSoapSignature[],
  options: SoapVerifyOptions,
): Promise<void> {
  const { clock = (): Date => new Date(), nonces, require = ['body'] } = options;
  const { message, block } = received;
  const timestamps = elementsOfPart('timestamp', message, block).filter((element) => signed.has(element));
  if (timestamps.length > 1) {
    throw new SignatureError('malformed', 'The security header block has two timestamps.');
  }
  const [timestamp] = timestamps;
  const freshness = freshnessAt(clock(), options);
  const needsCreated = nonces !== undefined || require.includes('timestamp');
  const created = timestamp && checkTimestamp(parseTree(signed.get(timestamp) ?? ''), freshness, needsCreated);
  if (nonces === undefined) {
    return;
  }
  if (created === undefined) {
    throw new SignatureError('not-covered', 'The message has no timestamp that is signed, so it could be sent again.');
  }
  const expires = new Date(created + freshness.maxAge + freshness.clockSkew);
  // Each one that could stand for the message alone: otherwise it could come again with another one of them.
  const sufficient = signatures.filter(
    (signature) => gapOf(signature, received, [...require, 'timestamp']) === undefined,
  );
  for (const { signedInfo } of sufficient) {
    // Of what was signed, and not of the signature: of some algorithms others can make a second signature from the first.
    const key = toBase64(await digestOf('sha256', signedInfo));
    const isNew: unknown = await nonces.use(key, new Date(created), expires);
    if (isNew !== true) {
      throw new SecurityRefusal('FailedAuthentication', 'The message was there before.');
    }
  }
}

/** Says who sent a request of a server: the one of whom a token speaks, or the owner of a certificate. */
export async function setPrincipal(
  { certificate, principal: said }: Pick<CandidateKey, 'certificate' | 'principal'>,
  context: EnvelopeContext,
  { principal }: SoapVerifyOptions,
): Promise<void> {
  if (said !== undefined) {
    context.setPrincipal?.(said);
    return;
  }
  await setOwner(certificate, context, principal);
}

async function setOwner(
  certificate: Certificate | undefined,
  context: EnvelopeContext,
  principalOf: SoapVerifyOptions['principal'],
): Promise<void> {
  const principal: unknown = principalOf === undefined ? certificate : await principalOf(certificate);
  if (principalOf !== undefined && (principal === undefined || principal === null || principal === false)) {
    throw new SecurityRefusal('FailedAuthentication', 'The signer is nobody that the program knows.');
  }
  if (principal !== undefined) {
    context.setPrincipal?.(principal);
  }
}

/** Refuses an answer that does not confirm just the signatures that its request had. */
export function requireConfirmation(
  block: PlacedElement | undefined,
  signed: SignedElements,
  sent: ReadonlyMap<unknown, string>,
): void {
  const confirmed = [...signed.keys()]
    .filter(
      (element) =>
        element.parent === block && isNamed(element, securityNamespaces.extension11, 'SignatureConfirmation'),
    )
    .map((element) => attributeOf(element, 'Value')?.replace(/[ \t\r\n]+/g, '') ?? '');
  const expected = sent.size === 0 ? [''] : [...sent.values()];
  if (confirmed.length !== expected.length || !expected.every((value) => confirmed.includes(value))) {
    throw new SignatureError('not-covered', 'The answer does not confirm the signatures of the request.');
  }
}
