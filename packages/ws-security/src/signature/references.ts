/** What references of a signature name, and the octets that are digested of it. */
import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import { octetsOf } from '../octets.js';
import { SignatureError } from '../signature-error.js';
import {
  type CanonicalForm,
  type CanonicalOptions,
  canonicalDocument,
  canonicalElement,
  canonicalForms,
  qualified,
} from '../xml/canonicalize.js';
import { type PlacedDocument, type PlacedElement, readDocument } from '../xml/document.js';
import { attributeOf, elementsIn, type Ids, isNamed, isWithin, namespaces } from '../xml/elements.js';

/** Takes the signature out of what is signed. */
export const envelopedTransform: string = `${namespaces.signature}enveloped-signature`;

/** Stands before the digest of an attachment (SwA Profile 1.1, 5.4.2). */
export const attachmentTransform =
  'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform';

/** Puts a token in the place of what refers to it (SOAP Message Security 1.1, 8.3). */
const tokenTransform =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform';

/** What is done with a reference before its digest. */
export interface Transforms {
  readonly enveloped: boolean;
  /** True for the content of an attachment. */
  readonly attachment?: boolean;
  /** True if the token counts to which the element refers. */
  readonly token?: boolean;
  readonly canonical: CanonicalOptions | undefined;
}

/** Where references are looked for. */
export interface ReferenceScope {
  readonly document: PlacedDocument;
  readonly ids: Ids;
  readonly signature: PlacedElement;
  /** Octets outside of the document by their address, as the program gives them. Nothing is ever loaded. */
  readonly detached: ReadonlyMap<string, Uint8Array>;
  /** The canonical octets of a message's attachments by their address. */
  readonly attachments?: Pick<ReadonlyMap<string, Uint8Array>, 'get'> | undefined;
  /** The token to which an element refers, in messages that have tokens. */
  readonly tokenOf?: (reference: PlacedElement) => PlacedElement;
}

/** What a reference names: octets, and the element that they are of. */
export interface ReferencedOctets {
  readonly octets: Uint8Array;
  /** The same as text, of an element. */
  readonly text?: string;
  readonly element: PlacedElement | undefined;
}

/** The canonical forms by their addresses, without comments and with them. */
const formsByUri: ReadonlyMap<string, CanonicalOptions> = new Map(
  (Object.keys(canonicalForms) as CanonicalForm[]).flatMap((form) => [
    [canonicalUri({ form }), { form, comments: false }] as [string, CanonicalOptions],
    [canonicalUri({ form, comments: true }), { form, comments: true }] as [string, CanonicalOptions],
  ]),
);

/** The address of a canonical form. */
export function canonicalUri({ form = 'exclusive', comments = false }: CanonicalOptions): string {
  const uri: string = canonicalForms[form];
  return comments ? `${uri}${uri.endsWith('#') ? '' : '#'}WithComments` : uri;
}

/** The canonical form that an element with an `Algorithm` names. */
export function canonicalOptionsOf(method: PlacedElement): CanonicalOptions {
  const uri = attributeOf(method, 'Algorithm') ?? '';
  const found = formsByUri.get(uri);
  if (found === undefined) {
    throw new SignatureError('algorithm', `The transform or canonical form "${uri}" is not supported.`);
  }
  const inclusive = elementsIn(method);
  if (
    inclusive.some(
      (element) => found.form !== 'exclusive' || !isNamed(element, namespaces.exclusive, 'InclusiveNamespaces'),
    )
  ) {
    throw new SignatureError('malformed', `The parameters of "${uri}" are not what it takes.`);
  }
  const prefixes = inclusive.flatMap((element) => (attributeOf(element, 'PrefixList') ?? '').split(/[ \t\r\n]+/));
  return { ...found, inclusivePrefixes: prefixes.filter((prefix) => prefix !== '') };
}

/** The transforms of a reference: at most one that says what of it counts, and then at most one canonical form. */
export function transformsOf(element: PlacedElement | undefined): Transforms {
  const all = element === undefined ? [] : elementsIn(element);
  if (all.some((transform) => !isNamed(transform, namespaces.signature, 'Transform'))) {
    throw new SignatureError('malformed', 'The transforms of a reference contain something else.');
  }
  const first = all[0] && attributeOf(all[0], 'Algorithm');
  const found = { enveloped: first === envelopedTransform, attachment: first === attachmentTransform };
  if (first === tokenTransform) {
    requireNoOthers(all.slice(1));
    return { ...found, token: true, canonical: tokenForm(all[0]!) };
  }
  const [canonical, ...others] = found.enveloped || found.attachment ? all.slice(1) : all;
  requireNoOthers(others);
  return { ...found, canonical: canonical && canonicalOptionsOf(canonical) };
}

function requireNoOthers(others: readonly PlacedElement[]): void {
  if (others.length > 0) {
    throw new SignatureError('limit', 'A reference has more transforms than one and one canonical form.');
  }
}

/** The canonical form among the parameters of the transform of tokens. */
function tokenForm(transform: PlacedElement): CanonicalOptions {
  const [parameters, ...others] = elementsIn(transform);
  const [method, ...more] = parameters === undefined ? [] : elementsIn(parameters);
  if (method === undefined || others.length + more.length > 0) {
    throw new SignatureError('malformed', 'The transform of a token does not name one canonical form.');
  }
  return canonicalOptionsOf(method);
}

/** What a reference names, with its transforms applied. */
export function resolveReference(
  uri: string | undefined,
  transforms: Transforms,
  scope: ReferenceScope,
): ReferencedOctets {
  if (uri === undefined) {
    throw new SignatureError('reference', 'A reference without a URI names nothing.');
  }
  if (uri !== '' && !uri.startsWith('#')) {
    return { octets: outside(uri, transforms, scope), element: undefined };
  }
  if (transforms.attachment === true) {
    throw new SignatureError('reference', `The reference "${uri}" is not an attachment.`);
  }
  // XML Signature takes comments away from what these references name, whatever form follows.
  const options: CanonicalOptions = { ...(transforms.canonical ?? { form: 'inclusive' }), comments: false };
  const { document, ids, signature, tokenOf } = scope;
  const element = uri === '' ? document.root : ids.find(idOf(uri));
  if (transforms.token === true) {
    return tokenReferredToBy(element, options, tokenOf);
  }
  if (isWithin(signature, element) && !transforms.enveloped) {
    throw new SignatureError('reference', `The reference "${uri}" contains its own signature.`);
  }
  // Some name the transform everywhere. Where the signature is not, it takes nothing out.
  const without = transforms.enveloped ? signature : undefined;
  const text = uri === '' ? canonicalDocument(document, options, without) : canonicalElement(element, options, without);
  return { octets: octetsOf(text), text, element };
}

/** The token has a declaration of the default namespace, also of none (SOAP Message Security 1.1, 8.3). */
function tokenReferredToBy(
  reference: PlacedElement,
  options: CanonicalOptions,
  tokenOf: ReferenceScope['tokenOf'],
): ReferencedOctets {
  if (tokenOf === undefined) {
    throw new SignatureError('algorithm', `The transform or canonical form "${tokenTransform}" is not supported.`);
  }
  const element = tokenOf(reference);
  const text = canonicalElement(element, options);
  const name = qualified(element).length + 1;
  const hasDefault = text.startsWith(' xmlns="', name);
  return { octets: octetsOf(hasDefault ? text : `${text.slice(0, name)} xmlns=""${text.slice(name)}`), text, element };
}

function idOf(uri: string): string {
  const id = uri.slice(1);
  if (id === '' || /[()%]/.test(id)) {
    throw new SignatureError('reference', `The reference "${uri}" is not an id: XPointer is not supported.`);
  }
  return id;
}

function outside(uri: string, transforms: Transforms, { detached, attachments }: ReferenceScope): Uint8Array {
  const { enveloped, attachment, token, canonical } = transforms;
  const octets = attachment === true ? attachments?.get(uri) : detached.get(uri);
  if (octets === undefined) {
    throw new SignatureError(
      'reference',
      `The reference "${uri}" is not in the document, and addresses are never loaded.`,
    );
  }
  if (enveloped || token === true) {
    throw new SignatureError('reference', `The reference "${uri}" is not to an element, as its transform needs it.`);
  }
  if (canonical === undefined) {
    return octets;
  }
  return octetsOf(canonicalDocument(readDocument(decodeXmlBytes(octets)), canonical));
}
