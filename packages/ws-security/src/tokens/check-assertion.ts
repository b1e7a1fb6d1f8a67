/** Checks SAML assertions: who has issued them, when and for whom they are good. Everything is read from the octets that the issuer has signed. */
import type { NonceStore } from '@wsdl-codegen/runtime/security';
import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import type { DecryptionSettings } from '../encryption/content-keys.js';
import type { Certificate } from '../keys/certificate.js';
import type { Trust } from '../keys/trust.js';
import { octetsOf } from '../octets.js';
import type { VerifyOptions } from '../options.js';
import { readKeyInfo } from '../signature/key-info.js';
import { candidateKeys, checkSignature } from '../signature/verify.js';
import { canonicalElement } from '../xml/canonicalize.js';
import { type PlacedElement, readDocument } from '../xml/document.js';
import type { Ids } from '../xml/elements.js';
import { namespaces } from '../xml/elements.js';
import { issuerOf, readAssertion, type SamlAssertion, type SubjectConfirmation } from './assertion.js';
import type { SamlConfirmation } from './saml-names.js';
import { TokenError } from './token-error.js';
import { childOf } from './trees.js';

/** Which assertions are accepted. */
export interface AssertionRules {
  /** The issuers whose assertions are accepted, by the names that they have in them, each with the certificates that it signs with. */
  readonly issuers: Readonly<Record<string, Trust>>;
  /** The names of this service: an assertion has to be made for one of them. `false` accepts those that are made for anybody. */
  readonly audience: string | readonly string[] | false;
  /** The addresses of this service: an assertion whose confirmation names a recipient has to name one of them. */
  readonly recipient?: string | readonly string[];
  /** Seconds that the clocks of issuer and service may differ by. Default 60. */
  readonly clockSkewSeconds?: number;
  /** Where assertions for one use are remembered. Default: in memory, which is enough for one process. */
  readonly nonces?: NonceStore;
  /** As the option of `verifyXml`, for the signature of the issuer. */
  readonly algorithms?: VerifyOptions['algorithms'];
  /** The key for what is encrypted: whole assertions, and the secrets of those who hold one. */
  readonly decryption?: DecryptionSettings;
}

/** What a message shows of its sender. */
export interface SenderProofs {
  /** How senders may show that an assertion is about them. */
  readonly accepted: readonly SamlConfirmation[];
  /** The address of the caller, if it is known. */
  readonly address: string | undefined;
  /** Who has signed the message together with the assertion. */
  readonly voucher?: Certificate | undefined;
}

/** An assertion that was checked. */
export interface CheckedAssertion {
  readonly assertion: SamlAssertion;
  readonly confirmation: SamlConfirmation;
  /** The certificate of the issuer. */
  readonly certificate: Certificate | undefined;
  /** What the issuer says of the key that the sender has. */
  readonly keyInfos: readonly PlacedElement[];
  /** The octets that the issuer has signed. */
  readonly octets: Uint8Array;
}

/** Checks an assertion in its document. Throws a `TokenError`, or a `SignatureError` for what is not what XML Signature says. */
export async function checkAssertion(
  element: PlacedElement,
  ids: Ids,
  rules: AssertionRules & { readonly nonces: NonceStore },
  proofs: SenderProofs,
  now: Date,
): Promise<CheckedAssertion> {
  const { octets, certificate, assertion } = await signedAssertion(element, ids, rules, proofs.voucher);
  const clock = { now: now.getTime(), skew: (rules.clockSkewSeconds ?? 60) * 1000 };
  const { notBefore, notOnOrAfter } = assertion.conditions;
  if (assertion.issued.getTime() > clock.now + clock.skew || !isWithinTime({ notBefore, notOnOrAfter }, clock)) {
    throw new TokenError('expired', 'The assertion is not good at this time.');
  }
  requireAudience(assertion, rules.audience);
  const { method, keyInfos, end } = confirmed(assertion, rules, proofs, clock);
  await requireNew(assertion, rules.nonces, end + clock.skew);
  return { assertion, confirmation: method, keyInfos, certificate, octets };
}

/** The assertion in the octets that its issuer has signed. The issuer is looked up by the name in the message, and has to be the one that is signed. */
async function signedAssertion(
  element: PlacedElement,
  ids: Ids,
  { issuers, algorithms }: AssertionRules,
  voucher: Certificate | undefined,
): Promise<Pick<CheckedAssertion, 'octets' | 'certificate' | 'assertion'>> {
  const issuer = issuerOf(element);
  const trust = Object.hasOwn(issuers, issuer) ? issuers[issuer] : undefined;
  if (trust === undefined) {
    throw new TokenError('issuer', 'The issuer of the assertion is not one that is trusted.');
  }
  const signature = childOf(element, 'Signature', namespaces.signature);
  if (signature === undefined) {
    return vouchedAssertion(element, trust, voucher);
  }
  // A reference to the whole document is refused, so that the rest of it does not matter.
  const document = { text: '', before: [], root: rootOf(element), after: [] };
  const { signer, references } = await checkSignature(
    { document, ids, signature, detached: new Map() },
    (keyInfo) => candidateKeys(readKeyInfo(keyInfo), { trust }),
    { maxReferences: 1, ...(algorithms === undefined ? {} : { algorithms }) },
  );
  const [covered] = references;
  if (covered?.element !== element || covered.uri === '') {
    throw new TokenError('signature', 'The signature in the assertion does not sign the assertion.');
  }
  const { octets } = covered;
  const assertion = readAssertion(readDocument(decodeXmlBytes(octets)).root);
  if (assertion.issuer !== issuer) {
    throw new TokenError('issuer', 'The issuer of the assertion is another one in what was signed.');
  }
  return { octets, certificate: signer.certificate, assertion };
}

function rootOf(element: PlacedElement): PlacedElement {
  let root = element;
  while (root.parent !== undefined) {
    root = root.parent;
  }
  return root;
}

/** An assertion without a signature of its own, which its issuer has signed as a part of the message. */
async function vouchedAssertion(
  element: PlacedElement,
  trust: Trust,
  voucher: Certificate | undefined,
): Promise<Pick<CheckedAssertion, 'octets' | 'certificate' | 'assertion'>> {
  if (voucher === undefined) {
    throw new TokenError('signature', 'The assertion is not signed by its issuer.');
  }
  const [signer] = await candidateKeys({ ...readKeyInfo(undefined), certificates: [voucher] }, { trust });
  const octets = octetsOf(canonicalElement(element));
  return { octets, certificate: signer?.certificate, assertion: readAssertion(element) };
}

interface Clock {
  readonly now: number;
  readonly skew: number;
}

function isWithinTime(
  { notBefore, notOnOrAfter }: Pick<SubjectConfirmation, 'notBefore' | 'notOnOrAfter'>,
  { now, skew }: Clock,
): boolean {
  return (
    (notBefore === undefined || notBefore.getTime() <= now + skew) &&
    (notOnOrAfter === undefined || now - skew < notOnOrAfter.getTime())
  );
}

function requireAudience({ conditions }: SamlAssertion, audience: AssertionRules['audience']): void {
  const names = audience === false ? [] : [audience].flat();
  const { audiences } = conditions;
  const isForUs = audiences.every((list) => list.some((each) => names.includes(each)));
  if (!isForUs || (audience !== false && audiences.length === 0)) {
    throw new TokenError('audience', 'The assertion was not made for this service.');
  }
}

interface Confirmed {
  readonly method: SamlConfirmation;
  readonly keyInfos: readonly PlacedElement[];
  /** When the assertion ends. */
  readonly end: number;
}

/** The first of the ways that are accepted and hold. One is enough. */
function confirmed(
  { confirmations, conditions }: SamlAssertion,
  { recipient: recipients = [] }: AssertionRules,
  { accepted, address: caller }: SenderProofs,
  clock: Clock,
): Confirmed {
  for (const confirmation of confirmations) {
    const { method, keyInfos, notOnOrAfter, recipient, address, inResponseTo } = confirmation;
    const ends = [notOnOrAfter, conditions.notOnOrAfter].flatMap((end) => (end === undefined ? [] : [end.getTime()]));
    if (
      method !== undefined &&
      accepted.includes(method) &&
      // Without an end whoever finds an assertion has it for ever.
      ends.length > 0 &&
      isWithinTime(confirmation, clock) &&
      (recipient === undefined || [recipients].flat().includes(recipient)) &&
      (address === undefined || address === caller) &&
      // It would answer a request of the protocol of SAML, and there is none.
      inResponseTo === undefined
    ) {
      return { method, keyInfos, end: Math.min(...ends) };
    }
  }
  throw new TokenError('confirmation', 'Nothing that is accepted confirms that the assertion is about the sender.');
}

async function requireNew(
  { id, issuer, issued, conditions }: SamlAssertion,
  nonces: NonceStore,
  end: number,
): Promise<void> {
  if (conditions.oneTimeUse && (await nonces.use(JSON.stringify([issuer, id]), issued, new Date(end))) !== true) {
    throw new TokenError('replayed', 'The assertion is for one use, and was there before.');
  }
}
