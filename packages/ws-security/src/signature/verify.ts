/** Verifies XML signatures, and gives what they cover: never only that they are right. */
import { decodeXmlBytes, parseTree, type XmlElement, type XmlLimits } from '@wsdl-codegen/runtime/xml';
import type { Certificate } from '../keys/certificate.js';
import { type VerificationKey, verifyWith } from '../keys/keys.js';
import { candidatesFor } from '../keys/trust.js';
import { fromBase64, octetsOf, sameOctets } from '../octets.js';
import { checkVerifyOptions, type VerifyOptions } from '../options.js';
import { SignatureError } from '../signature-error.js';
import { canonicalElement } from '../xml/canonicalize.js';
import { type PlacedDocument, type PlacedElement, readDocument } from '../xml/document.js';
import {
  allElements,
  attributeOf,
  elementsIn,
  Ids,
  isNamed,
  isWithin,
  namespaces,
  textIn,
  type XmlName,
} from '../xml/elements.js';
import {
  allowedName,
  digestAlgorithms,
  digestOf,
  type SignatureName,
  signatureAlgorithms,
  strongAlgorithms,
} from './algorithms.js';
import { type KeyHints, readKeyInfo } from './key-info.js';
import { pssAlgorithm, pssWithParameters } from './pss-parameters.js';
import { canonicalOptionsOf, type ReferenceScope, resolveReference, transformsOf } from './references.js';

/** Something that a signature covers. */
export interface VerifiedPart {
  /** The reference as it is written. */
  readonly uri: string;
  /** The octets whose digest was checked. */
  readonly octets: Uint8Array;
  /** The names from the root of the document to the element; empty for octets outside of the document. */
  readonly path: readonly XmlName[];
  /**
   * The element as a tree that is read from these octets, so that it has nothing that was not signed: no comments, and in the exclusive form no prefixes that
   * only values use, unless the signature lists them. Throws for octets that are not XML.
   */
  tree(): XmlElement;
}

/** A signature that was verified. */
export interface VerifiedSignature {
  readonly algorithm: SignatureName;
  /** The certificate of the signer, if it was found by one. */
  readonly certificate: Certificate | undefined;
  /** What is signed, in the order of the references. Read from here, never from the document. */
  readonly parts: readonly VerifiedPart[];
}

/**
 * Verifies the signature of a document. Throws a `SignatureError` for a signature that is not right, does not cover what is required, or is of
 * somebody who is not trusted; and what the reader throws for a document that is not well-formed.
 */
export async function verifyXml(xml: string | Uint8Array, options: VerifyOptions): Promise<VerifiedSignature> {
  checkVerifyOptions('verifyXml', options);
  return (await verifyDocument(xml, options)).verified;
}

/** A document whose signature is right, with what was found in its tree. */
export interface VerifiedDocument {
  readonly verified: VerifiedSignature;
  readonly signature: PlacedElement;
  /** In the order of the parts. */
  readonly references: readonly CheckedReference[];
}

/** Verifies the signature of a document. The options were checked. */
export async function verifyDocument(xml: string | Uint8Array, options: VerifyOptions): Promise<VerifiedDocument> {
  const document = readDocument(typeof xml === 'string' ? xml : decodeXmlBytes(xml), options.limits);
  const signature = chosenSignature(document, options.signature);
  const scope: ReferenceScope = {
    document,
    ids: new Ids(document.root, options.idAttributes),
    signature,
    detached: new Map(Object.entries(options.detached ?? {})),
  };
  const { algorithm, signer, references } = await checkSignature(
    scope,
    (keyInfo) => candidateKeys(readKeyInfo(keyInfo), options),
    options,
  );
  requireCovered(document.root, signature, references, options.require ?? []);
  const parts = references.map((reference) => partOf(reference, options.limits));
  return { verified: { algorithm, certificate: signer.certificate, parts }, signature, references };
}

/** A key that may be that of a signature. */
export interface CandidateKey {
  readonly key: VerificationKey;
  /** The certificate that the key is of. */
  readonly certificate?: Certificate;
  /** Who the owner of the key is, where a token says it. */
  readonly principal?: unknown;
}

/** Something that a signature covers, found in the tree of its message. */
export interface CheckedReference {
  readonly uri: string;
  /** What the signer says that it is. */
  readonly type?: string | undefined;
  /** The octets whose digest was checked. */
  readonly octets: Uint8Array;
  /** The same as text, of an element. */
  readonly text?: string | undefined;
  readonly element: PlacedElement | undefined;
}

/** A signature that is right. */
export interface CheckedSignature<Key extends CandidateKey> {
  readonly algorithm: SignatureName;
  /** The key that made it. */
  readonly signer: Key;
  readonly value: Uint8Array;
  /** The canonical octets that the signature is of. */
  readonly signedInfo: Uint8Array;
  readonly references: readonly CheckedReference[];
}

/** The options of every check. */
type CheckOptions = Pick<VerifyOptions, 'algorithms' | 'maxReferences'>;

/** Checks a signature and the digests of all that it covers. `keysOf` finds the keys that are trusted by what the signature says of its key. */
export async function checkSignature<Key extends CandidateKey>(
  scope: ReferenceScope,
  keysOf: (keyInfo: PlacedElement | undefined) => Promise<readonly Key[]>,
  options: CheckOptions,
): Promise<CheckedSignature<Key>> {
  const layout = layoutOf(scope.signature);
  const signed = await verifySignedInfo(layout, keysOf, options);
  return { ...signed, references: await verifyReferences(layout, scope, options) };
}

function chosenSignature({ root }: PlacedDocument, id: string | undefined): PlacedElement {
  const all = [...allElements(root)].filter((element) => isNamed(element, namespaces.signature, 'Signature'));
  const meant = id === undefined ? all : all.filter((element) => attributeOf(element, 'Id') === id);
  const [signature, ...others] = meant;
  if (signature === undefined) {
    throw new SignatureError(
      'malformed',
      `The document has no signature${id === undefined ? '' : ` with the Id "${id}"`}.`,
    );
  }
  if (others.length > 0) {
    throw new SignatureError(
      'malformed',
      'The document has more than one signature. Name one with the option `signature`.',
    );
  }
  return signature;
}

/** The elements of a signature. */
interface SignatureLayout {
  readonly signedInfo: PlacedElement;
  readonly canonicalization: PlacedElement;
  readonly method: PlacedElement;
  readonly references: readonly PlacedElement[];
  readonly value: PlacedElement;
  readonly keyInfo: PlacedElement | undefined;
}

/** The elements of a signature, which stand in the order of the schema. */
function layoutOf(signature: PlacedElement): SignatureLayout {
  const [signedInfo, value, ...others] = elementsIn(signature);
  const keyInfo =
    others[0] !== undefined && isNamed(others[0], namespaces.signature, 'KeyInfo') ? others[0] : undefined;
  const objects = keyInfo === undefined ? others : others.slice(1);
  const [canonicalization, method, ...references] = elementsIn(named(signedInfo, 'SignedInfo'));
  for (const object of objects) {
    named(object, 'Object');
  }
  for (const reference of references) {
    named(reference, 'Reference');
  }
  if (references.length === 0) {
    throw new SignatureError('malformed', 'The signature has no reference: it signs nothing.');
  }
  return {
    signedInfo: named(signedInfo, 'SignedInfo'),
    canonicalization: named(canonicalization, 'CanonicalizationMethod'),
    method: named(method, 'SignatureMethod'),
    references,
    value: named(value, 'SignatureValue'),
    keyInfo,
  };
}

function named(element: PlacedElement | undefined, name: string): PlacedElement {
  if (element === undefined || !isNamed(element, namespaces.signature, name)) {
    throw new SignatureError(
      'malformed',
      `The signature needs the element "${name}" where ${element === undefined ? 'nothing' : `"${element.name}"`} is.`,
    );
  }
  return element;
}

async function verifySignedInfo<Key extends CandidateKey>(
  layout: SignatureLayout,
  keysOf: (keyInfo: PlacedElement | undefined) => Promise<readonly Key[]>,
  options: CheckOptions,
): Promise<Omit<CheckedSignature<Key>, 'references'>> {
  const { method } = layout;
  const uri = attributeOf(method, 'Algorithm');
  const { algorithms = strongAlgorithms } = options;
  const hasParameters = uri === pssWithParameters;
  const algorithm = hasParameters
    ? pssAlgorithm(method, algorithms)
    : allowedName(signatureAlgorithms, uri, algorithms);
  if (!hasParameters) {
    checkParameters(method, algorithm);
  }
  const candidates = await keysOf(layout.keyInfo);
  const signedInfo = octetsOf(canonicalElement(layout.signedInfo, canonicalOptionsOf(layout.canonicalization)));
  const value = fromBase64(textIn(layout.value), 'The value of the signature');
  for (const signer of candidates) {
    if (await verifyWith(signer.key, algorithm, value, signedInfo)) {
      return { algorithm, signer, value, signedInfo };
    }
  }
  throw new SignatureError('signature', 'The signature was not made by the key, or what it signs was changed.');
}

/** The keys that a program trusts and that a signature may mean. Throws a `SignatureError` if there are none. */
export async function candidateKeys(
  hints: KeyHints,
  { key, trust }: Pick<VerifyOptions, 'key' | 'trust'>,
): Promise<readonly CandidateKey[]> {
  if (trust !== undefined) {
    return (await candidatesFor(hints, trust)).map((certificate) => ({ key: certificate, certificate }));
  }
  const found = typeof key === 'function' ? await key(hints) : key;
  if (found === undefined) {
    throw new SignatureError('untrusted', 'No key is known for the signature.');
  }
  return [{ key: found }];
}

/** The parameters of a signature: only the whole length of an HMAC, because a shorter one is easier to guess. */
function checkParameters(method: PlacedElement, name: SignatureName): void {
  const { scheme, hash } = signatureAlgorithms[name];
  for (const parameter of elementsIn(method)) {
    const bits = hash === 'SHA-1' ? '160' : hash.slice(4);
    const isLength = scheme === 'HMAC' && isNamed(parameter, namespaces.signature, 'HMACOutputLength');
    if (!isLength || textIn(parameter).trim() !== bits) {
      throw new SignatureError('algorithm', `The parameter "${parameter.name}" of "${name}" is not supported.`);
    }
  }
}

async function verifyReferences(
  { references }: SignatureLayout,
  scope: ReferenceScope,
  { algorithms = strongAlgorithms, maxReferences = 32 }: CheckOptions,
): Promise<readonly CheckedReference[]> {
  if (references.length > maxReferences) {
    throw new SignatureError('limit', `The signature has more than ${maxReferences} references.`);
  }
  const checked: CheckedReference[] = [];
  for (const reference of references) {
    const items = elementsIn(reference);
    const hasTransforms = items[0] !== undefined && isNamed(items[0], namespaces.signature, 'Transforms');
    const [method, value, ...others] = hasTransforms ? items.slice(1) : items;
    if (others.length > 0) {
      throw new SignatureError('malformed', 'A reference contains more than transforms and one digest.');
    }
    const uri = attributeOf(reference, 'URI');
    const digest = allowedName(digestAlgorithms, attributeOf(named(method, 'DigestMethod'), 'Algorithm'), algorithms);
    const expected = fromBase64(textIn(named(value, 'DigestValue')), 'The value of a digest');
    const { octets, text, element } = resolveReference(uri, transformsOf(hasTransforms ? items[0] : undefined), scope);
    if (!sameOctets(await digestOf(digest, octets), expected)) {
      throw new SignatureError('digest', `What the reference "${uri}" names was changed after it was signed.`);
    }
    requireNoManifest(uri, attributeOf(reference, 'Type'), element);
    checked.push({ uri: uri ?? '', type: attributeOf(reference, 'Type'), octets, text, element });
  }
  return checked;
}

/** The references in a manifest are for the program to check: whoever signs one does not sign what they name. So it is not taken for that. */
function requireNoManifest(
  uri: string | undefined,
  type: string | undefined,
  element: PlacedElement | undefined,
): void {
  if (type === `${namespaces.signature}Manifest` || (element && isNamed(element, namespaces.signature, 'Manifest'))) {
    throw new SignatureError(
      'reference',
      `The reference "${uri}" names a manifest: the digests in it are not checked, so it is not accepted.`,
    );
  }
}

function partOf({ uri, octets, element }: CheckedReference, limits: XmlLimits | undefined): VerifiedPart {
  const path: XmlName[] = [];
  for (let above = element; above !== undefined; above = above.parent) {
    path.unshift({ namespace: above.namespace, name: above.name });
  }
  return { uri, octets, path, tree: () => parseTree(decodeXmlBytes(octets), limits === undefined ? {} : { limits }) };
}

/** Every element of a required name is one of those that were checked, or in one of them. */
function requireCovered(
  root: PlacedElement,
  signature: PlacedElement,
  checked: readonly CheckedReference[],
  required: readonly XmlName[],
): void {
  const covered = new Set(checked.map(({ element }) => element));
  const isCovered = (element: PlacedElement): boolean => {
    // The enveloped transform takes the signature out of what is around it, but not what stands in the signature itself.
    for (let above: PlacedElement | undefined = element; above !== undefined; above = above.parent) {
      if (covered.has(above)) {
        return !isWithin(element, signature) || isWithin(above, signature);
      }
    }
    return false;
  };
  for (const { namespace, name } of required) {
    const all = [...allElements(root)].filter((element) => isNamed(element, namespace, name));
    if (all.length === 0 || !all.every(isCovered)) {
      throw new SignatureError(
        'not-covered',
        all.length === 0
          ? `The element "${name}" that has to be signed is not in the document.`
          : `The signature does not cover each element "${name}".`,
      );
    }
  }
}
