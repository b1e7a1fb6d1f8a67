/** Verifies signatures of XAdES: what the signature covers, and what it says of itself. */
import type { XmlElement } from '@wsdl-codegen/runtime/xml';
import type { Certificate } from '../keys/certificate.js';
import type { Trust } from '../keys/trust.js';
import { fromBase64, sameOctets } from '../octets.js';
import { checkVerifyOptions, type VerifyOptions } from '../options.js';
import { allowedName, type DigestName, digestAlgorithms, digestOf, strongAlgorithms } from '../signature/algorithms.js';
import { type VerifiedDocument, type VerifiedSignature, verifyDocument } from '../signature/verify.js';
import { SignatureError } from '../signature-error.js';
import { type PlacedElement, readDocument } from '../xml/document.js';
import { attributeOf, elementsIn, isNamed, namespaces, textIn } from '../xml/elements.js';
import { signedPropertiesType, xadesNamespace } from './names.js';

/** How a signature of XAdES is verified. */
export interface XadesVerifyOptions extends Omit<VerifyOptions, 'key'> {
  /** Whose certificates are trusted. */
  readonly trust: Trust;
}

/** The policy that a signature names. Whether its digest is that of the document is for the program to check. */
export interface NamedPolicy {
  readonly identifier: string;
  readonly algorithm: DigestName;
  readonly digest: Uint8Array;
}

/** A signature of XAdES that was verified. What it says of itself is what its signer claims. */
export interface XadesSignature extends VerifiedSignature {
  readonly certificate: Certificate;
  /** When the signer says to have signed. */
  readonly signingTime: Date | undefined;
  readonly policy: NamedPolicy | 'implied' | undefined;
  /** The roles that the signer claims to have. */
  readonly roles: readonly string[];
  /** All signed properties (`SignedProperties`). */
  readonly properties: XmlElement;
}

/**
 * Verifies a signature of XAdES: as `verifyXml`, and that its properties are signed and name the certificate of the signer. `parts` has what it covers without the
 * properties. Properties that are not signed, such as stamps of time, are not read.
 */
export async function verifyXades(xml: string | Uint8Array, options: XadesVerifyOptions): Promise<XadesSignature> {
  checkVerifyOptions('verifyXades', options);
  if (options.trust === undefined) {
    throw new TypeError('`verifyXades` needs the option `trust`: the signature names a certificate.');
  }
  const found = await verifyDocument(xml, options);
  const index = propertiesIn(found);
  const { verified, references } = found;
  // What is read are the octets that were checked.
  const properties = readDocument(references[index]!.text!).root;
  const certificate = verified.certificate!;
  const ofSignature = childrenOf(childrenOf([properties], 'SignedSignatureProperties'), '*');
  await requireCertificate(certificate, ofSignature, options);
  const time = only(ofSignature, 'SigningTime');
  return {
    ...verified,
    certificate,
    parts: verified.parts.filter((_, other) => other !== index),
    signingTime: time && timeOf(textIn(time)),
    policy: policyOf(only(ofSignature, 'SignaturePolicyIdentifier'), options),
    roles: rolesIn(ofSignature),
    properties: verified.parts[index]!.tree(),
  };
}

/** The index of the reference to the signed properties, which are in this signature and name it. */
function propertiesIn({ signature, references }: VerifiedDocument): number {
  const objects = elementsIn(signature).filter((each) => isNamed(each, namespaces.signature, 'Object'));
  const qualifying = objects.flatMap(({ children }) =>
    children.filter((child): child is PlacedElement => child.kind === 'element' && child.namespace === xadesNamespace),
  );
  const [own, ...others] = qualifying.filter(({ name }) => name.startsWith('QualifyingProperties'));
  const id = attributeOf(signature, 'Id');
  if (own?.name !== 'QualifyingProperties' || others.length > 0) {
    throw new SignatureError('malformed', 'The signature does not have one element "QualifyingProperties" of XAdES.');
  }
  if (id === undefined || attributeOf(own, 'Target') !== `#${id}`) {
    throw new SignatureError('malformed', 'The properties of XAdES are those of another signature.');
  }
  const [properties] = elementsIn(own);
  const typed = references.filter(({ type }) => type === signedPropertiesType);
  const index = references.findIndex(({ element, type }) => element === properties && type === signedPropertiesType);
  if (properties === undefined || !isNamed(properties, xadesNamespace, 'SignedProperties') || index < 0) {
    throw new SignatureError('not-covered', 'The signature does not cover its properties of XAdES.');
  }
  if (typed.length > 1 || references.length < 2) {
    throw new SignatureError('not-covered', 'The signature covers nothing but properties of XAdES.');
  }
  return index;
}

/** The elements of a name in some elements; `*` is any. */
const childrenOf = (parents: readonly PlacedElement[], name: string): readonly PlacedElement[] =>
  parents.flatMap(elementsIn).filter((each) => name === '*' || isNamed(each, xadesNamespace, name));

function only(elements: readonly PlacedElement[], name: string): PlacedElement | undefined {
  const [found, ...others] = elements.filter((each) => isNamed(each, xadesNamespace, name));
  if (others.length > 0) {
    throw new SignatureError('malformed', `The properties of XAdES have "${name}" more than once.`);
  }
  return found;
}

/** One of the certificates that are named has to be that of the signer: otherwise another one of the same key could take its place. */
async function requireCertificate(
  certificate: Certificate,
  ofSignature: readonly PlacedElement[],
  { algorithms = strongAlgorithms }: XadesVerifyOptions,
): Promise<void> {
  const named = only(ofSignature, 'SigningCertificateV2') ?? only(ofSignature, 'SigningCertificate');
  for (const digest of childrenOf(childrenOf(named === undefined ? [] : [named], 'Cert'), 'CertDigest')) {
    const [name, value] = readDigest(digest, algorithms);
    if (sameOctets(value, await digestOf(name, certificate.der))) {
      return;
    }
  }
  throw new SignatureError(
    'untrusted',
    named === undefined
      ? 'The properties of XAdES do not name the certificate of the signer.'
      : `The properties of XAdES name another certificate than that of "${certificate.subject}".`,
  );
}

function readDigest(
  element: PlacedElement,
  allowed: readonly string[],
): readonly [name: DigestName, value: Uint8Array] {
  const [method, value] = elementsIn(element);
  if (value === undefined || !isNamed(value, namespaces.signature, 'DigestValue')) {
    throw new SignatureError('malformed', `The element "${element.name}" has no digest.`);
  }
  const name = allowedName(digestAlgorithms, method && attributeOf(method, 'Algorithm'), allowed);
  return [name, fromBase64(textIn(value), 'The value of a digest')];
}

/** A time without a zone is one of UTC: nobody knows where it was written. */
function timeOf(written: string): Date {
  const text = written.trim();
  const [, zone] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? ['', ''];
  const time = new Date(zone === undefined ? `${text}Z` : text);
  if (zone === '' || Number.isNaN(time.getTime())) {
    throw new SignatureError('malformed', `The time of the signature cannot be read: "${text.slice(0, 40)}".`);
  }
  return time;
}

function policyOf(
  element: PlacedElement | undefined,
  { algorithms = strongAlgorithms }: XadesVerifyOptions,
): XadesSignature['policy'] {
  if (element === undefined) {
    return undefined;
  }
  const [named] = childrenOf([element], 'SignaturePolicyId');
  if (named === undefined) {
    return 'implied';
  }
  const [identifier] = childrenOf(childrenOf([named], 'SigPolicyId'), 'Identifier');
  const [hash] = childrenOf([named], 'SigPolicyHash');
  if (identifier === undefined || hash === undefined) {
    throw new SignatureError('malformed', 'The policy of the signature has no identifier, or no digest.');
  }
  const [algorithm, digest] = readDigest(hash, algorithms);
  return { identifier: textIn(identifier).trim(), algorithm, digest };
}

/** Roles that are texts. Those of other kinds are in `properties`. */
function rolesIn(ofSignature: readonly PlacedElement[]): readonly string[] {
  const roles = ofSignature.filter(({ name }) => name === 'SignerRoleV2' || name === 'SignerRole');
  return childrenOf(childrenOf(roles, 'ClaimedRoles'), 'ClaimedRole')
    .filter(({ children }) => children.every(({ kind }) => kind === 'text'))
    .map(textIn);
}
