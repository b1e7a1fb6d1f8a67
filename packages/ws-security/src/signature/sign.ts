/** Makes XML signatures. What is signed is found by the same code that verifies. */
import { type Certificate, readCertificate } from '../keys/certificate.js';
import { type SigningKey, signWith, usualAlgorithm, verifyWith } from '../keys/keys.js';
import { pemOctets } from '../keys/pem.js';
import { octetsOf, toBase64 } from '../octets.js';
import { checkSignOptions, type SignatureOptions, type SignOptions } from '../options.js';
import { SignatureError } from '../signature-error.js';
import { attributeText, type CanonicalOptions, canonicalElement, qualified } from '../xml/canonicalize.js';
import { type PlacedElement, readDocument } from '../xml/document.js';
import { allElements, elementsIn, Ids, isNamed, isWithin, namespaces, type XmlName } from '../xml/elements.js';
import { digestAlgorithms, digestOf, type SignatureName, signatureAlgorithms } from './algorithms.js';
import { keyInfoText } from './key-info.js';
import {
  attachmentTransform,
  canonicalUri,
  envelopedTransform,
  type ReferenceScope,
  resolveReference,
} from './references.js';

/** The document with a signature. Throws a `SignatureError` where that is not possible. */
export async function signXml(xml: string, options: SignOptions): Promise<string> {
  checkSignOptions('signXml', options);
  return textOf(documentTask(xml, options), options);
}

/** A signature of octets that stand elsewhere, by their addresses. It is a document of its own. */
export async function signDetached(
  contents: Readonly<Record<string, Uint8Array>>,
  options: SignatureOptions,
): Promise<string> {
  checkSignOptions('signDetached', options);
  return textOf(detachedTask(contents), options);
}

/** What is signed of a document, without what is said of the key. */
export type ContentTask = Omit<SignatureTask, 'keyInfo'>;

/** A signature of a document or of elements in it. */
export function documentTask(
  xml: string,
  options: Pick<SignOptions, 'form' | 'ids' | 'idAttributes' | 'into' | 'position'>,
): ContentTask {
  const { form = 'enveloped', ids, idAttributes } = options;
  if (form === 'enveloping') {
    const { text, root } = readDocument(xml, undefined, always);
    const object = `<ds:Object Id="${objectId}">${text.slice(root.start, root.end)}</ds:Object>`;
    return { before: '', after: '', object, uris: [`#${objectId}`], idAttributes };
  }
  const uris = ids === undefined ? [''] : ids.map((id) => `#${id}`);
  return { ...placeIn(xml, options), uris, idAttributes };
}

/** A signature of octets that stand elsewhere. */
export function detachedTask(contents: Readonly<Record<string, Uint8Array>>): ContentTask {
  const detached = new Map(Object.entries(contents));
  return { before: '', after: '', uris: [...detached.keys()], detached };
}

async function textOf(task: ContentTask, options: SignatureOptions): Promise<string> {
  const keyInfo = await keyInfoOf(options, certificateOf(options));
  return (await makeSignature({ ...task, keyInfo }, options)).text;
}

const objectId = 'signed-object';

/** For documents of which only the place of the root matters. */
const always = (): boolean => true;

/** The text of a document before and after the place of its signature. */
function placeIn(
  xml: string,
  { into, position = 'last', idAttributes }: Pick<SignOptions, 'into' | 'position' | 'idAttributes'>,
): Pick<SignatureTask, 'before' | 'after'> {
  const { root, text } = readDocument(xml, undefined, into === undefined ? always : undefined);
  const parent =
    into === undefined
      ? root
      : typeof into === 'string'
        ? new Ids(root, idAttributes).find(into)
        : onlyNamed(root, into);
  if (text.slice(parent.start, parent.contentStart).endsWith('/>')) {
    const before = `${text.slice(0, parent.contentStart - 2)}>`;
    return { before, after: `</${qualified(parent)}>${text.slice(parent.end)}` };
  }
  const at = position === 'first' ? parent.contentStart : parent.contentEnd;
  return { before: text.slice(0, at), after: text.slice(at) };
}

function onlyNamed(root: PlacedElement, { namespace, name }: XmlName): PlacedElement {
  const [found, ...others] = [...allElements(root)].filter((element) => isNamed(element, namespace, name));
  if (found === undefined || others.length > 0) {
    const count = found === undefined ? 'no' : 'more than one';
    throw new SignatureError('reference', `The document has ${count} element "${name}" for its signature.`);
  }
  return found;
}

/** A signature that is to be made, and where. */
export interface SignatureTask {
  readonly before: string;
  readonly after: string;
  /** The element `KeyInfo`, or nothing. */
  readonly keyInfo: string;
  /** The element `Object` of the signature, if it has one. */
  readonly object?: string;
  readonly uris: readonly string[];
  readonly idAttributes?: readonly XmlName[] | undefined;
  /** Octets outside of the document. */
  readonly detached?: ReadonlyMap<string, Uint8Array>;
  /** Octets of attachments, whose references have a transform of their own. */
  readonly attachments?: ReadonlyMap<string, Uint8Array>;
  /** The canonical form of an element that is signed. Default: that of the options. */
  readonly canonicalOf?: (element: PlacedElement) => CanonicalOptions;
  /** Attributes of a reference beside its address, as they are written. */
  readonly attributesOf?: (uri: string) => string;
}

/** A document with its signature, and the value of that. */
export interface SignedText {
  readonly text: string;
  readonly value: string;
}

/** The document is read once with a signature that is still empty: what is digested and signed are elements of that tree. */
export async function makeSignature(
  task: SignatureTask,
  options: Omit<SignatureOptions, 'keyInfo'>,
): Promise<SignedText> {
  const { before, after, keyInfo, object = '', uris, detached = new Map(), attachments } = task;
  if (uris.length === 0) {
    throw new SignatureError('reference', 'A signature needs something to sign.');
  }
  const id = options.signatureId === undefined ? '' : ` Id="${attributeText(options.signatureId)}"`;
  const opening = `<ds:Signature xmlns:ds="${namespaces.signature}"${id}>`;
  const rest = `${keyInfo}${object}</ds:Signature>`;
  const document = readDocument(`${before}${opening}${rest}${after}`);
  const at = before.length + opening.length;
  const signature = elementAt(document.root, before.length, at);
  const scope: ReferenceScope = {
    document,
    ids: new Ids(document.root, task.idAttributes),
    signature,
    detached,
    attachments,
  };
  const canonical = options.canonical ?? {};
  const references: string[] = [];
  for (const uri of uris) {
    const text = await referenceText(uri, scope, options, task.canonicalOf ?? ((): CanonicalOptions => canonical));
    references.push(`<ds:Reference${task.attributesOf?.(uri) ?? ''} ${text}`);
  }
  const algorithm = options.algorithm ?? usualAlgorithm(options.key as SigningKey);
  const signedInfo = `<ds:SignedInfo><ds:CanonicalizationMethod${methodText(canonical)}</ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${signatureAlgorithms[algorithm].uri}"/>${references.join('')}</ds:SignedInfo>`;
  const data = octetsOf(canonicalElement(infoIn(signature, `${opening}${signedInfo}</ds:Signature>`), canonical));
  const value = toBase64(await signed(data, algorithm, options, certificateOf(options)));
  return {
    text: `${before}${opening}${signedInfo}<ds:SignatureValue>${value}</ds:SignatureValue>${rest}${after}`,
    value,
  };
}

/** The element that begins at a place, and its content at another. */
function elementAt(root: PlacedElement, start: number, contentStart: number): PlacedElement {
  for (const element of allElements(root)) {
    if (element.start === start && element.contentStart === contentStart) {
      return element;
    }
  }
  throw new SignatureError('malformed', 'There is no place for a signature.');
}

/** What is signed, in the place where it will stand: the namespaces around it are part of some canonical forms. */
function infoIn(signature: PlacedElement, text: string): PlacedElement {
  return { ...elementsIn(readDocument(text).root)[0]!, parent: signature };
}

/** The certificate of the options, read. */
export function certificateOf({ certificate }: Pick<SignatureOptions, 'certificate'>): Certificate | undefined {
  return typeof certificate === 'string' || certificate instanceof Uint8Array
    ? readCertificate(certificate)
    : certificate;
}

function keyInfoOf(options: SignatureOptions, certificate: Certificate | undefined): Promise<string> {
  const { keyInfo, keyName, publicKey, digest = 'sha256' } = options;
  return keyInfoText({
    certificate,
    kinds: keyInfo ?? (certificate === undefined ? [] : ['certificate']),
    keyName,
    publicKey: publicKey === undefined ? undefined : pemOctets(publicKey, 'PUBLIC KEY', '`publicKey`'),
    digest,
  });
}

async function signed(
  data: Uint8Array,
  algorithm: SignatureName,
  { key }: Pick<SignatureOptions, 'key'>,
  certificate: Certificate | undefined,
): Promise<Uint8Array> {
  const value = typeof key === 'function' ? await key(data, algorithm) : await signWith(key, algorithm, data);
  // A receiver would only say that the signature is wrong.
  if (certificate !== undefined && !(await verifyWith(certificate, algorithm, value, data))) {
    throw new SignatureError('key', `The certificate of "${certificate.subject}" is not that of the key.`);
  }
  return value;
}

/** A reference, from its address to its end tag. */
async function referenceText(
  uri: string,
  scope: ReferenceScope,
  { digest = 'sha256' }: Pick<SignatureOptions, 'digest'>,
  canonicalOf: (element: PlacedElement) => CanonicalOptions,
): Promise<string> {
  const isInside = uri === '' || uri.startsWith('#');
  const element = uri === '' ? scope.document.root : isInside ? scope.ids.find(uri.slice(1)) : undefined;
  const enveloped = element !== undefined && isWithin(scope.signature, element);
  const canonical = element && canonicalOf(element);
  const attachment = scope.attachments?.get(uri) !== undefined;
  const { octets } = resolveReference(uri, { enveloped, attachment, canonical }, scope);
  const transforms = [
    ...(attachment ? [`<ds:Transform Algorithm="${attachmentTransform}"/>`] : []),
    ...(enveloped ? [`<ds:Transform Algorithm="${envelopedTransform}"/>`] : []),
    ...(canonical === undefined ? [] : [`<ds:Transform${methodText(canonical)}</ds:Transform>`]),
  ].join('');
  const value = toBase64(await digestOf(digest, octets));
  return `URI="${attributeText(uri)}">${transforms === '' ? '' : `<ds:Transforms>${transforms}</ds:Transforms>`}<ds:DigestMethod Algorithm="${digestAlgorithms[digest].uri}"/><ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`;
}

/** Address and parameters of a canonical form, from the name of the element to its end tag. */
function methodText(canonical: CanonicalOptions): string {
  const prefixes = canonical.inclusivePrefixes ?? [];
  const list = attributeText(prefixes.join(' '));
  return `${` Algorithm="${canonicalUri(canonical)}"`}>${
    prefixes.length === 0 ? '' : `<ec:InclusiveNamespaces xmlns:ec="${namespaces.exclusive}" PrefixList="${list}"/>`
  }`;
}
