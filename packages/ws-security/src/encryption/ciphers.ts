/** Octets encrypted and decrypted with a key of their own, in the form of XML Encryption: the initialisation vector first. */
import { source } from '../octets.js';
import { type DataAlgorithm, dataAlgorithms } from './algorithms.js';
import { decryptionFailed, EncryptionError } from './encryption-error.js';
import { type CryptoProvider, neededProvider } from './provider.js';

/** The key of content: its octets, or a key of Web Crypto. */
export type ContentKey = Uint8Array | CryptoKey;

const tagBits = 128;
const ivOctets = { 'AES-GCM': 12, 'AES-CBC': 16, '3DES': 8 } as const;

/** A new key for an algorithm. */
export const newContentKey = (algorithm: DataAlgorithm): Uint8Array =>
  crypto.getRandomValues(new Uint8Array(dataAlgorithms[algorithm].keyOctets));

/** Encrypts octets. */
export async function encryptOctets(
  algorithm: DataAlgorithm,
  key: ContentKey,
  data: Uint8Array,
  provider: CryptoProvider | undefined,
): Promise<Uint8Array> {
  const { mode } = dataAlgorithms[algorithm];
  const iv = crypto.getRandomValues(new Uint8Array(ivOctets[mode]));
  if (mode === '3DES') {
    const blocks = padded(data, iv.length);
    return joined(
      iv,
      await neededProvider(provider, `"${algorithm}"`).tripleDes('encrypt', octetsOfKey(key), iv, blocks),
    );
  }
  const ready = await importContentKey(algorithm, key, ['encrypt']);
  const encrypted = await crypto.subtle.encrypt({ name: mode, iv, tagLength: tagBits }, ready, source(data));
  return joined(iv, new Uint8Array(encrypted));
}

/** Decrypts octets. Whatever is wrong with them, the error is the same. */
export async function decryptOctets(
  algorithm: DataAlgorithm,
  key: ContentKey,
  data: Uint8Array,
  provider: CryptoProvider | undefined,
): Promise<Uint8Array> {
  const { mode } = dataAlgorithms[algorithm];
  const iv = data.subarray(0, ivOctets[mode]);
  const encrypted = data.subarray(iv.length);
  try {
    switch (mode) {
      case 'AES-GCM': {
        const ready = await importContentKey(algorithm, key, ['decrypt']);
        const parameters = { name: mode, iv: source(iv), tagLength: tagBits };
        return new Uint8Array(await crypto.subtle.decrypt(parameters, ready, source(encrypted)));
      }
      case 'AES-CBC':
        return unpadded(await decryptBlocks(algorithm, key, iv, encrypted), iv.length);
      case '3DES': {
        const des = neededProvider(provider, `"${algorithm}"`);
        return unpadded(await des.tripleDes('decrypt', octetsOfKey(key), iv, encrypted), iv.length);
      }
    }
  } catch {
    throw decryptionFailed();
  }
}

/**
 * Decrypts blocks of CBC without looking at their padding. Web Crypto knows the padding of PKCS #7 alone, and XML Encryption's has any octets before the last one: a block
 * that is only padding is put behind the others.
 */
async function decryptBlocks(
  algorithm: DataAlgorithm,
  key: ContentKey,
  iv: Uint8Array,
  blocks: Uint8Array,
): Promise<Uint8Array> {
  const ready = await importContentKey(algorithm, key, ['encrypt', 'decrypt']);
  const last = source(blocks.slice(-16));
  const padding = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: last }, ready, new Uint8Array(0)));
  const all = source(joined(blocks, padding));
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv: source(iv) }, ready, all));
}

/** A key of Web Crypto for an algorithm. */
async function importContentKey(algorithm: DataAlgorithm, key: ContentKey, uses: KeyUsage[]): Promise<CryptoKey> {
  if (!(key instanceof Uint8Array)) {
    return key;
  }
  const { mode } = dataAlgorithms[algorithm];
  try {
    return await crypto.subtle.importKey('raw', source(key), mode, false, uses);
  } catch (cause) {
    // Some browsers do not have keys of 192 bits.
    throw new EncryptionError('algorithm', `This host does not have "${algorithm}".`, { cause });
  }
}

function octetsOfKey(key: ContentKey): Uint8Array {
  if (!(key instanceof Uint8Array)) {
    throw new EncryptionError('key', 'A key of Web Crypto does not fit 3DES.');
  }
  return key;
}

/**
 * Octets with the padding of XML Encryption (5.2): up to the end of a block, and the last octet says how many they are. The others are free; they say the same here, because
 * some receivers, such as gSOAP, know the padding of PKCS #7 alone.
 */
function padded(data: Uint8Array, block: number): Uint8Array {
  const count = block - (data.length % block);
  return joined(data, new Uint8Array(count).fill(count));
}

function unpadded(data: Uint8Array, block: number): Uint8Array {
  const count = data.at(-1) ?? 0;
  if (count < 1 || count > block || data.length % block !== 0) {
    throw decryptionFailed();
  }
  return data.subarray(0, data.length - count);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
