/** What of one message is decrypted: what the security block names, wherever it stands, and attachments. */
import type { EnvelopeContext, WholeEnvelope } from '@wsdl-codegen/runtime';
import type { DecryptionTask, RoundSelection } from '../encryption/decrypt-document.js';
import {
  type CipherReference,
  type EncryptedElement,
  encryptedTypes,
  isOfEncryption,
  readEncrypted,
  referencesIn,
} from '../encryption/encrypted-elements.js';
import { EncryptionError } from '../encryption/encryption-error.js';
import type { KeyHints } from '../signature/key-info.js';
import { SignatureError } from '../signature-error.js';
import { attachmentAt } from '../soap/attachments.js';
import { type Coverage, coverageOf } from '../soap/exchange-state.js';
import { securityNamespaces } from '../soap/names.js';
import { childElements, type SoapMessage, securityBlock, soapMessageOf } from '../soap/soap-message.js';
import { keyHints, type TokenScope, tokenReferenceIn } from '../soap/token-references.js';
import type { PlacedDocument, PlacedElement } from '../xml/document.js';
import { assertionIds, attributeOf, elementsIn, type Ids, isNamed, isWithin } from '../xml/elements.js';
import { attachmentUris } from './encrypted-parts.js';
import type { SoapDecryptOptions } from './options.js';

type Part = WholeEnvelope['parts'][number];

/** An attachment as the message has it or as it was decrypted. */
export interface OpenedAttachment {
  readonly part: Part;
  readonly wasEncrypted: boolean;
}

/** Decrypts one message. */
export class MessageDecryption {
  readonly #parts: readonly Part[];
  readonly #options: SoapDecryptOptions;
  readonly #coverage: Coverage;
  readonly #done: Set<string> = new Set();
  readonly #attachments: Map<Part, Part> = new Map();
  #scope: TokenScope | undefined;

  constructor({ text, parts }: WholeEnvelope, { extensions }: EnvelopeContext, options: SoapDecryptOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#coverage = coverageOf(extensions, text);
  }

  /** How the text of the message is decrypted. */
  task(): DecryptionTask {
    const { maxParts, limits } = this.#options;
    return {
      settings: this.#options,
      idAttributes: assertionIds,
      limits,
      maxParts,
      select: (document, ids) => this.#select(document, ids),
      isSigned: (encrypted) => this.#isSigned(encrypted),
      hintsOf: (keyInfo) => this.#hintsOf(keyInfo),
      octetsAt: (reference) => this.#attachmentAt(reference).content,
      take: (data, octets) => this.#take(data, octets),
    };
  }

  /** The attachments of the message, those that were encrypted decrypted. */
  attachments(): readonly OpenedAttachment[] {
    return this.#parts.map((part) => {
      const decrypted = this.#attachments.get(part);
      return { part: decrypted ?? part, wasEncrypted: decrypted !== undefined };
    });
  }

  /** What is named and there; what is missing may be in something that is encrypted itself. */
  #select(document: PlacedDocument, ids: Ids): RoundSelection {
    const message = soapMessageOf(document);
    const block = securityBlock(message, this.#options.actor);
    if (block === undefined) {
      return { data: [], keys: [] };
    }
    this.#scope = { block, ids };
    const keys = childElements(block)
      .filter((element) => isOfEncryption(element, 'EncryptedKey'))
      .map((element) => readEncrypted(element, 'EncryptedKey'));
    const lists = childElements(block).filter((element) => isOfEncryption(element, 'ReferenceList'));
    const uris = new Set([...keys.flatMap(({ references }) => references), ...lists.flatMap(referencesIn)]);
    const missing = [...uris].filter((uri) => !this.#done.has(uri));
    const data: EncryptedElement[] = [];
    for (const uri of missing) {
      const element = found(uri, ids);
      if (element !== undefined) {
        this.#done.add(uri);
        data.push(placedData(element, message, block));
      }
    }
    // What nobody signed was left out before.
    if (data.length === 0 && missing.length > 0 && !this.#coverage.isVerified) {
      throw new EncryptionError('malformed', `What "${missing[0]}" names as encrypted is not in the message.`);
    }
    return { data: data.sort((a, b) => a.place.start - b.place.start), keys };
  }

  #isSigned({ element, cipher }: EncryptedElement): boolean {
    const isThere = this.#coverage.hasRange(element.start, element.end);
    return isThere && (cipher instanceof Uint8Array || this.#coverage.hasAttachment(this.#attachmentAt(cipher)));
  }

  /** A token that is not there says nothing: what is known of the key only helps to find it. */
  #hintsOf(keyInfo: PlacedElement | undefined): KeyHints {
    try {
      return keyHints(keyInfo, this.#scope && tokenReferenceIn(keyInfo, this.#scope));
    } catch (error) {
      if (error instanceof SignatureError && error.code === 'reference') {
        return keyHints(undefined, undefined);
      }
      throw error;
    }
  }

  #attachmentAt({ uri, transforms }: CipherReference): Part {
    const part = attachmentAt(uri, this.#parts);
    if (part === undefined || transforms.length !== 1 || transforms[0] !== attachmentUris.ciphertext) {
      throw new EncryptionError(
        'malformed',
        `What is encrypted is behind the address "${uri}", which is no attachment, and addresses are never loaded.`,
      );
    }
    return part;
  }

  #take({ element, cipher }: EncryptedElement, content: Uint8Array): string {
    const part = this.#attachmentAt(cipher as CipherReference);
    const contentType = attributeOf(element, 'MimeType') ?? 'application/octet-stream';
    this.#attachments.set(part, { ...part, contentType, content });
    return '';
  }
}

function found(uri: string, ids: Ids): PlacedElement | undefined {
  if (!/^#[^()%]+$/.test(uri)) {
    throw new EncryptionError(
      'malformed',
      `What is encrypted is behind the address "${uri}", and addresses are never loaded.`,
    );
  }
  try {
    return ids.find(uri.slice(1));
  } catch (error) {
    if (error instanceof SignatureError && error.code === 'reference') {
      return undefined;
    }
    throw error;
  }
}

/** Something encrypted, where it may stand: in the Body, the security block or a header block of its own. */
function placedData(element: PlacedElement, { body, header }: SoapMessage, block: PlacedElement): EncryptedElement {
  const data = readEncrypted(element, 'EncryptedData');
  const { parent } = element;
  const isAttachment = data.type === attachmentUris.content && !(data.cipher instanceof Uint8Array);
  const isInPlace = data.type === encryptedTypes.element || data.type === encryptedTypes.content;
  if (parent === block ? !isAttachment && data.type !== encryptedTypes.element : !isInPlace) {
    throw new EncryptionError(
      'malformed',
      `The type "${data.type ?? ''}" of what is encrypted does not fit its place.`,
    );
  }
  const isHeader = parent !== undefined && isNamed(parent, securityNamespaces.extension11, 'EncryptedHeader');
  if (isHeader && parent.parent === header) {
    if (elementsIn(parent).length !== 1 || data.type !== encryptedTypes.element) {
      throw new EncryptionError('malformed', 'An encrypted header block has something else than one block.');
    }
    return { ...data, place: parent };
  }
  if (parent !== block && (!isWithin(element, body) || element === body)) {
    throw new EncryptionError('malformed', 'Something encrypted stands where it means nothing.');
  }
  return data;
}
