/** Decrypts documents. */
import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import { readKeyInfo } from '../signature/key-info.js';
import type { VerifiedPart } from '../signature/verify.js';
import type { PlacedDocument, PlacedElement } from '../xml/document.js';
import { allElements, type Ids, isNamed, type XmlName } from '../xml/elements.js';
import { type DecryptedRange, decryptDocument, isIn, type RoundSelection } from './decrypt-document.js';
import { encryptedTypes, isOfEncryption, readEncrypted } from './encrypted-elements.js';
import { decryptionFailed, EncryptionError } from './encryption-error.js';
import { checkDecryptOptions, type DecryptXmlOptions } from './encryption-options.js';

/**
 * The document with its encrypted parts decrypted. Of a part that `verifyXml` gave, what was signed is decrypted: CBC and `rsa-1_5` as well, because a signature covers
 * them. Throws an `EncryptionError`, and what the reader throws for a document that is not well-formed.
 */
export async function decryptXml(xml: string | Uint8Array | VerifiedPart, options: DecryptXmlOptions): Promise<string> {
  checkDecryptOptions('decryptXml', options);
  const { ids, require = [], idAttributes, maxParts, limits } = options;
  const isSigned = typeof xml === 'object' && 'octets' in xml;
  const octets = isSigned ? xml.octets : xml;
  const done = new Set<string>();
  const { document, ranges } = await decryptDocument(typeof octets === 'string' ? octets : decodeXmlBytes(octets), {
    settings: options,
    idAttributes,
    maxParts,
    limits,
    select: (read, known, before) => selected(read, known, before, ids, done),
    isSigned: () => isSigned,
    hintsOf: readKeyInfo,
    octetsAt: ({ uri }) => {
      throw new EncryptionError(
        'malformed',
        `What is encrypted is behind the address "${uri}", and addresses are never loaded.`,
      );
    },
    take: () => {
      throw decryptionFailed();
    },
  });
  requireEncrypted(document.root, ranges, require);
  return document.text;
}

/** What is decrypted in a round: at first all that is asked for, then what is encrypted in it. */
function selected(
  { root }: PlacedDocument,
  known: Ids,
  ranges: readonly DecryptedRange[],
  ids: readonly string[] | undefined,
  done: Set<string>,
): RoundSelection {
  const all = [...allElements(root)];
  const isAsked = (element: PlacedElement): boolean => ranges.some((range) => isIn(element, range));
  const found = all.filter((element) => isOfEncryption(element, 'EncryptedData'));
  const named = (ids ?? []).filter((id) => !done.has(id));
  const first = ids === undefined ? found : named.map((id) => known.find(id)).sort((a, b) => a.start - b.start);
  for (const id of named) {
    done.add(id);
  }
  const data = (ranges.length === 0 ? first : found.filter(isAsked)).map((element) =>
    readEncrypted(element, 'EncryptedData'),
  );
  for (const { type } of data) {
    if (type !== encryptedTypes.element && type !== encryptedTypes.content) {
      throw new EncryptionError(
        'malformed',
        `The type "${type ?? ''}" of what is encrypted is neither an element nor content.`,
      );
    }
  }
  const keys = all.filter((element) => isOfEncryption(element, 'EncryptedKey'));
  return { data, keys: data.length === 0 ? [] : keys.map((element) => readEncrypted(element, 'EncryptedKey')) };
}

function requireEncrypted(root: PlacedElement, ranges: readonly DecryptedRange[], required: readonly XmlName[]): void {
  for (const { namespace, name } of required) {
    const found = [...allElements(root)].filter((element) => isNamed(element, namespace, name));
    const wasEncrypted = (element: PlacedElement): boolean => ranges.some((range) => isIn(element, range));
    if (found.length === 0 || !found.every(wasEncrypted)) {
      throw new EncryptionError('not-encrypted', `The element "${name}" has to be encrypted, and is not.`);
    }
  }
}
