/** Encrypts elements of documents, or what is in them. */
import { octetsOf } from '../octets.js';
import { type KeyInfoKind, keyInfoContent } from '../signature/key-info.js';
import { type PlacedElement, readDocument } from '../xml/document.js';
import { allElements, Ids, isNamed, isWithin } from '../xml/elements.js';
import { encryptOctets, newContentKey } from './ciphers.js';
import { asEncryptionError } from './decrypt-document.js';
import { encryptedTypes } from './encrypted-elements.js';
import {
  cipherText,
  encryptedDataText,
  encryptedKeyText,
  keyNameText,
  type Recipient,
  recipientsOf,
} from './encrypted-text.js';
import { EncryptionError } from './encryption-error.js';
import { checkEncryptOptions, type EncryptXmlOptions } from './encryption-options.js';
import { secretOctets } from './key-transport.js';

/** The document with encrypted parts. Throws an `EncryptionError` where that is not possible. */
export async function encryptXml(xml: string, options: EncryptXmlOptions): Promise<string> {
  checkEncryptOptions('encryptXml', options);
  const isWhole = options.ids === undefined && options.elements === undefined;
  const { text, root } = readDocument(xml, undefined, isWhole ? (): boolean => true : undefined);
  try {
    const pieces: string[] = [];
    let at = 0;
    for (const element of chosenElements(root, options)) {
      const [start, end] =
        options.type === 'content' ? [element.contentStart, element.contentEnd] : [element.start, element.end];
      if (start === end && text.slice(element.start, start).endsWith('/>')) {
        throw new EncryptionError('malformed', `The element "${element.name}" has no content that could be encrypted.`);
      }
      pieces.push(text.slice(at, start), await encryptedPart(octetsOf(text.slice(start, end)), options));
      at = end;
    }
    return [...pieces, text.slice(at)].join('');
  } catch (error) {
    throw asEncryptionError(error);
  }
}

/** The elements that are encrypted, in the order of the document. */
function chosenElements(root: PlacedElement, options: EncryptXmlOptions): readonly PlacedElement[] {
  const { ids, elements, idAttributes } = options;
  if (ids === undefined && elements === undefined) {
    return [root];
  }
  const known = new Ids(root, idAttributes);
  const named = (elements ?? []).map(({ namespace, name }) => {
    const found = [...allElements(root)].filter((element) => isNamed(element, namespace, name));
    if (found.length === 0) {
      throw new EncryptionError('malformed', `The element "${name}" that has to be encrypted is not in the document.`);
    }
    return found;
  });
  const chosen = [...new Set([...(ids ?? []).map((id) => known.find(id)), ...named.flat()])];
  chosen.sort((a, b) => a.start - b.start);
  chosen.forEach((element, index) => {
    if (index > 0 && isWithin(element, chosen[index - 1]!)) {
      throw new EncryptionError('malformed', `The element "${element.name}" is in another one that is encrypted.`);
    }
  });
  return chosen;
}

async function encryptedPart(data: Uint8Array, options: EncryptXmlOptions): Promise<string> {
  const { algorithm = 'aes256-gcm', keyTransport, keyInfo: kinds, keyName, key, provider } = options;
  const type = encryptedTypes[options.type ?? 'element'];
  if (keyTransport === 'direct') {
    if (typeof key !== 'object' || !('secret' in key)) {
      throw new EncryptionError('key', 'The key transport "direct" needs a secret as key.');
    }
    const cipher = cipherText(await encryptOctets(algorithm, secretOctets(key), data, provider));
    return encryptedDataText({ algorithm, type, keyInfo: keyNameText(keyName), cipher });
  }
  const content = newContentKey(algorithm);
  const cipher = cipherText(await encryptOctets(algorithm, content, data, provider));
  const keys: string[] = [];
  for (const recipient of recipientsOf(options)) {
    const info = await keyInfoContent({
      ...recipient,
      kinds: kinds ?? usualKinds(recipient),
      keyName,
      publicKey: undefined,
      digest: 'sha256',
    });
    keys.push(await encryptedKeyText(content, recipient, options, info));
  }
  return encryptedDataText({ algorithm, type, keyInfo: keys.join(''), cipher });
}

const usualKinds = ({ certificate }: Recipient): readonly KeyInfoKind[] =>
  certificate === undefined ? [] : ['certificate'];
