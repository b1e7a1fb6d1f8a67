/** Reads how a signature in a message names its key. What it says only helps to find a key that is trusted; nothing is loaded. */
import { readCertificate } from '../keys/certificate.js';
import { derItems, derTags, derValue } from '../keys/der.js';
import { fromBase64 } from '../octets.js';
import { type KeyHints, readKeyInfo } from '../signature/key-info.js';
import type { CandidateKey } from '../signature/verify.js';
import { SignatureError } from '../signature-error.js';
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, elementsIn, type Ids, isNamed, textIn } from '../xml/elements.js';
import { securityNamespaces, securityUris } from './names.js';

/** Where tokens are looked for. */
export interface TokenScope {
  /** The security block. */
  readonly block: PlacedElement;
  readonly ids: Ids;
}

/** What a `wsse:SecurityTokenReference` says. */
export interface TokenReference {
  readonly element: PlacedElement;
  /** The token that it refers to: an element of the security block, or one that is in the reference. */
  readonly token: PlacedElement | undefined;
  /** What is known of a token that is elsewhere. */
  readonly identifier: string | undefined;
  /** The type of the token or of its identifier. */
  readonly valueType: string | undefined;
}

/** Finds the keys of tokens that are no certificates, such as those of assertions. */
export interface TokenKeys {
  /** The keys that are trusted for a reference; undefined for a token of another kind. Throws a `SignatureError` for a token that is not trusted. */
  keysOf(
    reference: TokenReference,
    scope: TokenScope,
  ): readonly CandidateKey[] | undefined | Promise<readonly CandidateKey[] | undefined>;
}

/** The references to tokens in the element `KeyInfo`: one at most. */
export function tokenReferenceIn(keyInfo: PlacedElement | undefined, scope: TokenScope): TokenReference | undefined {
  const [element, ...others] = (keyInfo === undefined ? [] : elementsIn(keyInfo)).filter((item) =>
    isNamed(item, securityNamespaces.extension, 'SecurityTokenReference'),
  );
  if (others.length > 0) {
    throw new SignatureError('malformed', 'A signature refers to more than one token.');
  }
  return element && readTokenReference(element, scope);
}

/** Reads a reference to a token. */
export function readTokenReference(element: PlacedElement, scope: TokenScope): TokenReference {
  const { extension } = securityNamespaces;
  if (!isNamed(element, extension, 'SecurityTokenReference')) {
    throw new SignatureError('reference', `"${element.name}" is no reference to a token.`);
  }
  const items = elementsIn(element);
  const [item] = items.filter(({ namespace }) => namespace === extension);
  const known = { element, token: undefined, identifier: undefined, valueType: item && attributeOf(item, 'ValueType') };
  if (item === undefined) {
    return known;
  }
  if (items.length > 1) {
    throw new SignatureError('malformed', 'A reference to a token names it in more than one way.');
  }
  switch (item.name) {
    case 'Reference':
      return { ...known, token: tokenAt(attributeOf(item, 'URI'), scope) };
    case 'Embedded':
      return { ...known, token: onlyElement(item) };
    case 'KeyIdentifier':
      return { ...known, identifier: textIn(item).trim() };
    default:
      throw new SignatureError('reference', `A reference to a token by "${item.name}" is not supported.`);
  }
}

/** Tokens stand in the security block itself: what is elsewhere was put there by nobody knows whom. */
function tokenAt(uri: string | undefined, { block, ids }: TokenScope): PlacedElement {
  if (uri === undefined || !/^#[^()%]+$/.test(uri)) {
    throw new SignatureError(
      'reference',
      `The token "${uri ?? ''}" is not in the message, and addresses are never loaded.`,
    );
  }
  const token = ids.find(uri.slice(1));
  if (token.parent !== block || isNamed(token, securityNamespaces.extension, 'SecurityTokenReference')) {
    throw new SignatureError('reference', `"${uri}" is no token of the security header block.`);
  }
  return token;
}

function onlyElement(item: PlacedElement): PlacedElement {
  const [token, ...others] = elementsIn(item);
  if (token === undefined || others.length > 0) {
    throw new SignatureError('malformed', `The element "${item.name}" does not have one token.`);
  }
  return token;
}

/** What a signature says of its key: in the element `KeyInfo`, in a reference to a token, and in that token. */
export function keyHints(keyInfo: PlacedElement | undefined, reference: TokenReference | undefined): KeyHints {
  const hints = readKeyInfo(keyInfo);
  if (reference === undefined) {
    return hints;
  }
  const { element, token, identifier, valueType } = reference;
  const inside = readKeyInfo(element);
  const octets = (): Uint8Array => fromBase64(identifier ?? '', 'The identifier of a key');
  const isOf = (type: string): boolean => identifier !== undefined && valueType === type;
  const certificates =
    token !== undefined && isNamed(token, securityNamespaces.extension, 'BinarySecurityToken')
      ? certificatesIn(token)
      : isOf(securityUris.x509)
        ? [readCertificate(octets())]
        : [];
  return {
    names: [...hints.names, ...inside.names],
    certificates: [...hints.certificates, ...inside.certificates, ...certificates],
    issuerSerials: [...hints.issuerSerials, ...inside.issuerSerials],
    subjects: [...hints.subjects, ...inside.subjects],
    subjectKeyIdentifiers: [
      ...inside.subjectKeyIdentifiers,
      ...(isOf(securityUris.subjectKeyIdentifier) ? [octets()] : []),
    ],
    thumbprints: [
      ...inside.thumbprints,
      ...(isOf(securityUris.thumbprint) ? [{ digest: 'sha1' as const, value: octets() }] : []),
    ],
    keyValues: [...hints.keyValues, ...inside.keyValues],
  };
}

/** The longest path of certificates. */
const maxPath = 10;

/** The certificates of a `wsse:BinarySecurityToken`, that of the signer first. */
function certificatesIn(token: PlacedElement): KeyHints['certificates'] {
  const type = attributeOf(token, 'ValueType');
  const encoding = attributeOf(token, 'EncodingType') ?? securityUris.base64;
  const octets = fromBase64(textIn(token), 'The security token');
  if (encoding !== securityUris.base64) {
    throw new SignatureError('algorithm', `The encoding "${encoding}" of a security token is not supported.`);
  }
  if (type === securityUris.certificatePath) {
    const path = derItems(derValue(octets, derTags.sequence));
    if (path.length > maxPath) {
      throw new SignatureError('limit', `A path has more than ${maxPath} certificates.`);
    }
    return path.map(({ whole }) => readCertificate(whole)).reverse();
  }
  if (type !== securityUris.x509 && type !== securityUris.x509v1) {
    throw new SignatureError('algorithm', `A security token of the type "${type ?? ''}" is not supported.`);
  }
  return [readCertificate(octets)];
}
