/** Finds the key of something that is encrypted. What everybody can read is checked before any key is used. */
import { type CertificateSource, certificatesIn } from '../keys/trust.js';
import { isSilent, type KeyHints, meaningOf } from '../signature/key-info.js';
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, elementsIn, type Ids, isNamed, namespaces } from '../xml/elements.js';
import {
  allowedAlgorithm,
  type DataAlgorithm,
  dataAlgorithms,
  type EncryptionAlgorithm,
  needsSignature,
} from './algorithms.js';
import type { ContentKey } from './ciphers.js';
import { type EncryptedElement, isOfEncryption, readEncrypted } from './encrypted-elements.js';
import { EncryptionError } from './encryption-error.js';
import { type DecryptionKey, secretOctets, type Unwrap, unwrapWith } from './key-transport.js';
import { type CryptoProvider, neededProvider } from './provider.js';
import { readTransportMethod } from './transport-method.js';

/** Whose keys decrypt, and what is accepted. */
export interface DecryptionSettings {
  /** The key, or a function that finds it by what an encrypted key says of it. */
  readonly key: DecryptionKey | ((hints: KeyHints) => DecryptionKey | undefined | Promise<DecryptionKey | undefined>);
  /** The certificates of the key: what is encrypted for others is left out. */
  readonly certificate?: CertificateSource | readonly CertificateSource[];
  /** The algorithms that are accepted. Default: all that this package knows, those of `allowUnsigned` as it says. */
  readonly algorithms?: readonly EncryptionAlgorithm[];
  /**
   * Algorithms of CBC and `rsa-1_5` that are decrypted although no signature over the ciphertext was verified. Whoever can send messages again and again reads with
   * them what is encrypted, from whether they are refused: name them only where nobody else can send.
   */
  readonly allowUnsigned?: readonly EncryptionAlgorithm[];
  /** Has what Web Crypto lacks: RSA 1.5, OAEP with two digests, 3DES. */
  readonly provider?: CryptoProvider;
  /** The most encrypted keys that a document may have. Default 16. */
  readonly maxKeys?: number;
}

/** How the keys of a document are found. */
export interface KeyScope {
  readonly ids: Ids;
  /** Encrypted keys that stand beside what is encrypted. */
  readonly standing: readonly EncryptedElement[];
  /** True for something encrypted whose ciphertext a verified signature covers. */
  isSigned(encrypted: EncryptedElement): boolean;
  /** What the key information of an encrypted key says of the key that decrypts it. */
  hintsOf(keyInfo: PlacedElement | undefined): KeyHints;
}

/** Gives one key that something may be encrypted with. */
export type KeyOffer = () => ContentKey | Promise<ContentKey>;

/** The algorithm of something that is encrypted, and the keys that it may be encrypted with. */
export interface ReadyData {
  readonly algorithm: DataAlgorithm;
  readonly offers: readonly KeyOffer[];
}

/** Finds keys, and decrypts each encrypted key only once. */
export class ContentKeys {
  readonly #settings: DecryptionSettings;
  readonly #known: Map<PlacedElement, Promise<Unwrapped | undefined>> = new Map();

  constructor(settings: DecryptionSettings) {
    this.#settings = settings;
  }

  /** Makes ready what is encrypted. Throws an `EncryptionError` for whatever is wrong before a key is used. */
  async ready(data: EncryptedElement, scope: KeyScope): Promise<ReadyData> {
    const { algorithms, provider } = this.#settings;
    const uri = data.method && attributeOf(data.method, 'Algorithm');
    const algorithm = allowedAlgorithm(dataAlgorithms, uri, algorithms);
    const { keyOctets, mode } = dataAlgorithms[algorithm];
    this.#requireSigned(algorithm, data, scope);
    if (mode === '3DES') {
      neededProvider(provider, '"tripledes-cbc"');
    }
    const keys = keysOf(data, scope);
    if (keys.length === 0) {
      const key = await this.#direct(algorithm, scope.hintsOf(data.keyInfo));
      return { algorithm, offers: [() => key] };
    }
    const offers: KeyOffer[] = [];
    for (const key of keys) {
      const unwrapped = await this.#unwrapped(key, scope);
      if (unwrapped !== undefined) {
        offers.push(() => unwrapped.key(keyOctets));
      }
    }
    if (offers.length === 0) {
      throw new EncryptionError('key', 'What is encrypted is for other keys.');
    }
    return { algorithm, offers };
  }

  #requireSigned(name: EncryptionAlgorithm, encrypted: EncryptedElement, scope: KeyScope): void {
    if (needsSignature(name) && this.#settings.allowUnsigned?.includes(name) !== true && !scope.isSigned(encrypted)) {
      throw new EncryptionError(
        'unsigned',
        `What is encrypted with "${name}" is decrypted only after a signature over it was verified, or where the option \`allowUnsigned\` names it.`,
      );
    }
  }

  #unwrapped(key: EncryptedElement, scope: KeyScope): Promise<Unwrapped | undefined> {
    const known = this.#known.get(key.element);
    if (known !== undefined) {
      return known;
    }
    if (this.#known.size >= (this.#settings.maxKeys ?? 16)) {
      throw new EncryptionError('limit', `There are more than ${this.#known.size} encrypted keys.`);
    }
    const made = this.#unwrap(key, scope);
    this.#known.set(key.element, made);
    return made;
  }

  /** What decrypts a key; undefined for one that is for somebody else. */
  async #unwrap(encrypted: EncryptedElement, scope: KeyScope): Promise<Unwrapped | undefined> {
    const { method, keyInfo, cipher } = encrypted;
    const { algorithms, provider } = this.#settings;
    const transport = readTransportMethod(method, algorithms);
    this.#requireSigned(transport.name, encrypted, scope);
    if (!(cipher instanceof Uint8Array)) {
      throw new EncryptionError('malformed', 'An encrypted key is behind an address, and addresses are never loaded.');
    }
    const key = await this.#keyFor(scope.hintsOf(keyInfo));
    return key === undefined ? undefined : new Unwrapped(await unwrapWith(key, transport, provider), cipher);
  }

  async #keyFor(hints: KeyHints): Promise<DecryptionKey | undefined> {
    const { key, certificate } = this.#settings;
    if (typeof key === 'function') {
      return key(hints);
    }
    // A name, or the numbers of a key, say nothing about whose certificate is meant.
    if (certificate === undefined || isSilent({ ...hints, names: [] })) {
      return key;
    }
    const isMeant = meaningOf(hints);
    for (const own of certificatesIn(certificate)) {
      if (await isMeant(own)) {
        return key;
      }
    }
    return undefined;
  }

  /** The key of the program itself, where nothing names an encrypted one. */
  async #direct(algorithm: DataAlgorithm, hints: KeyHints): Promise<ContentKey> {
    const { key: given } = this.#settings;
    const key = typeof given === 'function' ? await given(hints) : given;
    const { keyOctets, mode } = dataAlgorithms[algorithm];
    if (typeof key === 'object' && 'secret' in key) {
      const octets = secretOctets(key);
      if (octets.length === keyOctets) {
        return octets;
      }
    } else if (typeof key === 'object' && 'algorithm' in key) {
      const { name, length } = key.algorithm as AesKeyAlgorithm;
      const uses: readonly KeyUsage[] = mode === 'AES-CBC' ? ['encrypt', 'decrypt'] : ['decrypt'];
      if (name === mode && length === keyOctets * 8 && uses.every((use) => key.usages.includes(use))) {
        return key;
      }
    }
    throw new EncryptionError('key', `No key for what is encrypted with "${algorithm}" is named or known.`);
  }
}

/** A key that is decrypted when it is asked for, once for each length that is expected. */
class Unwrapped {
  readonly #unwrap: Unwrap;
  readonly #encrypted: Uint8Array;
  readonly #keys: Map<number, Promise<Uint8Array>> = new Map();

  constructor(unwrap: Unwrap, encrypted: Uint8Array) {
    this.#unwrap = unwrap;
    this.#encrypted = encrypted;
  }

  key(length: number): Promise<Uint8Array> {
    const key = this.#keys.get(length) ?? this.#unwrap(this.#encrypted, length);
    this.#keys.set(length, key);
    return key;
  }
}

const extension = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

/** The encrypted keys that something may be encrypted with: those in its key information or named there, and those that name it. */
function keysOf({ keyInfo, id }: EncryptedElement, { ids, standing }: KeyScope): readonly EncryptedElement[] {
  const found: EncryptedElement[] = [];
  for (const item of keyInfo === undefined ? [] : elementsIn(keyInfo)) {
    if (isOfEncryption(item, 'EncryptedKey')) {
      found.push(readEncrypted(item, 'EncryptedKey'));
    } else if (isNamed(item, namespaces.signature, 'RetrievalMethod')) {
      found.push(readEncrypted(ids.find(localId(item)), 'EncryptedKey'));
    } else if (isNamed(item, extension, 'SecurityTokenReference')) {
      const reference = elementsIn(item).find((each) => isNamed(each, extension, 'Reference'));
      const target = reference && ids.find(localId(reference));
      if (target !== undefined && isOfEncryption(target, 'EncryptedKey')) {
        found.push(readEncrypted(target, 'EncryptedKey'));
      }
    }
  }
  const named = id === undefined ? [] : standing.filter(({ references }) => references.includes(`#${id}`));
  return [...found, ...named.filter((key) => !found.some(({ element }) => element === key.element))];
}

function localId(element: PlacedElement): string {
  const uri = attributeOf(element, 'URI') ?? '';
  if (!uri.startsWith('#') || uri.length === 1) {
    throw new EncryptionError('malformed', `The key is behind the address "${uri}", and addresses are never loaded.`);
  }
  return uri.slice(1);
}
