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
} from '../xml/canonicalize.js';
import { type PlacedDocument, type PlacedElement, readDocument } from '../xml/document.js';
import { attributeOf, elementsIn, type Ids, isNamed, isWithin, namespaces } from '../xml/elements.js';

/** The only transform beside the canonical forms: it takes the signature out of what is signed. */
export const envelopedTransform: string = `${namespaces.signature}enveloped-signature`;

/** What is done with a reference before its digest. */
export interface Transforms {
  readonly enveloped: boolean;
  readonly canonical: CanonicalOptions | undefined;
}

/** Where references are looked for. */
export interface ReferenceScope {
  readonly document: PlacedDocument;
  readonly ids: Ids;
  readonly signature: PlacedElement;
  /** Octets outside of the document by their address, as the program gives them. Nothing is ever loaded. */
  readonly detached: ReadonlyMap<string, Uint8Array>;
}

/** What a reference names: octets, and the element that they are of. */
export interface ReferencedOctets {
  readonly octets: Uint8Array;
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

/** The transforms of a reference: at most the enveloped one, and then at most one canonical form. */
export function transformsOf(element: PlacedElement | undefined): Transforms {
  const all = element === undefined ? [] : elementsIn(element);
  if (all.some((transform) => !isNamed(transform, namespaces.signature, 'Transform'))) {
    throw new SignatureError('malformed', 'The transforms of a reference contain something else.');
  }
  const enveloped = all[0] !== undefined && attributeOf(all[0], 'Algorithm') === envelopedTransform;
  const [canonical, ...others] = enveloped ? all.slice(1) : all;
  if (others.length > 0) {
    throw new SignatureError(
      'limit',
      'A reference has more transforms than the enveloped signature and one canonical form.',
    );
  }
  return { enveloped, canonical: canonical && canonicalOptionsOf(canonical) };
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
  // XML Signature takes comments away from what these references name, whatever form follows.
  const options: CanonicalOptions = { ...(transforms.canonical ?? { form: 'inclusive' }), comments: false };
  const { document, ids, signature } = scope;
  const element = uri === '' ? document.root : ids.find(idOf(uri));
  const holds = isWithin(signature, element);
  if (holds !== transforms.enveloped) {
    throw new SignatureError(
      'reference',
      holds
        ? `The reference "${uri}" contains its own signature.`
        : `The reference "${uri}" does not contain the signature that it takes out.`,
    );
  }
  const without = transforms.enveloped ? signature : undefined;
  const text = uri === '' ? canonicalDocument(document, options, without) : canonicalElement(element, options, without);
  return { octets: octetsOf(text), element };
}

function idOf(uri: string): string {
  const id = uri.slice(1);
  if (id === '' || /[()%]/.test(id)) {
    throw new SignatureError('reference', `The reference "${uri}" is not an id: XPointer is not supported.`);
  }
  return id;
}

function outside(uri: string, { enveloped, canonical }: Transforms, { detached }: ReferenceScope): Uint8Array {
  const octets = detached.get(uri);
  if (octets === undefined) {
    throw new SignatureError(
      'reference',
      `The reference "${uri}" is not in the document, and addresses are never loaded.`,
    );
  }
  if (enveloped) {
    throw new SignatureError('reference', `The reference "${uri}" does not contain the signature that it takes out.`);
  }
  if (canonical === undefined) {
    return octets;
  }
  return octetsOf(canonicalDocument(readDocument(decodeXmlBytes(octets)), canonical));
}
