/** Reads `EncryptedData` and `EncryptedKey` (XML Encryption 1.1, 3), whose elements stand in the order of the schema. */
import { fromBase64 } from '../octets.js';
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, elementsIn, isNamed, namespaces, textIn } from '../xml/elements.js';
import { encryptionNamespaces } from './algorithms.js';
import { EncryptionError } from './encryption-error.js';

const { encryption } = encryptionNamespaces;

/** Something that is encrypted, as far as everybody can read it. */
export interface EncryptedElement {
  readonly element: PlacedElement;
  /** What is replaced by what is decrypted: the element itself, or one around it. */
  readonly place: PlacedElement;
  readonly id: string | undefined;
  /** What it was before. */
  readonly type: string | undefined;
  readonly method: PlacedElement | undefined;
  readonly keyInfo: PlacedElement | undefined;
  /** The encrypted octets, or the address of where they are. */
  readonly cipher: Uint8Array | CipherReference;
  /** The addresses of what an encrypted key is for. */
  readonly references: readonly string[];
}

/** Encrypted octets that stand elsewhere. */
export interface CipherReference {
  readonly uri: string;
  readonly transforms: readonly string[];
}

/** The types of what is in a document. */
export const encryptedTypes: Readonly<Record<'element' | 'content', string>> = {
  element: `${encryption}Element`,
  content: `${encryption}Content`,
};

/** True for an element of XML Encryption with a name. */
export const isOfEncryption = (element: PlacedElement, name: string): boolean => isNamed(element, encryption, name);

/** Reads an element that has to have a name. */
export function readEncrypted(element: PlacedElement, name: 'EncryptedData' | 'EncryptedKey'): EncryptedElement {
  if (!isOfEncryption(element, name)) {
    throw new EncryptionError('malformed', `The element "${element.name}" is where "${name}" has to be.`);
  }
  const waiting = [...elementsIn(element)];
  const next = (namespace: string, wanted: string): PlacedElement | undefined =>
    waiting[0] !== undefined && isNamed(waiting[0], namespace, wanted) ? waiting.shift() : undefined;
  const method = next(encryption, 'EncryptionMethod');
  const keyInfo = next(namespaces.signature, 'KeyInfo');
  const data = next(encryption, 'CipherData');
  next(encryption, 'EncryptionProperties');
  const list = name === 'EncryptedKey' ? next(encryption, 'ReferenceList') : undefined;
  if (name === 'EncryptedKey') {
    next(encryption, 'CarriedKeyName');
  }
  if (data === undefined || waiting.length > 0) {
    throw new EncryptionError('malformed', `The element "${name}" does not have what it needs in its order.`);
  }
  return {
    element,
    place: element,
    id: attributeOf(element, 'Id'),
    type: attributeOf(element, 'Type'),
    method,
    keyInfo,
    cipher: cipherIn(data),
    references: list === undefined ? [] : referencesIn(list),
  };
}

function cipherIn(data: PlacedElement): EncryptedElement['cipher'] {
  const [cipher, ...others] = elementsIn(data);
  if (cipher !== undefined && others.length === 0 && isOfEncryption(cipher, 'CipherValue')) {
    return fromBase64(textIn(cipher), 'The element "CipherValue"');
  }
  if (cipher !== undefined && others.length === 0 && isOfEncryption(cipher, 'CipherReference')) {
    const transforms = elementsIn(cipher).flatMap((each) => elementsIn(each));
    return {
      uri: attributeOf(cipher, 'URI') ?? '',
      transforms: transforms.map((transform) => attributeOf(transform, 'Algorithm') ?? ''),
    };
  }
  throw new EncryptionError('malformed', 'The element "CipherData" does not have one value.');
}

/** The addresses in a list of what is encrypted with a key. */
export function referencesIn(list: PlacedElement): readonly string[] {
  return elementsIn(list)
    .filter((reference) => isOfEncryption(reference, 'DataReference'))
    .map((reference) => attributeOf(reference, 'URI') ?? '');
}
