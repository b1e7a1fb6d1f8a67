/** The paddings of RSA (RFC 8017, 7.1 and 7.2) around the bare operation, for what Web Crypto does not have. */
import { source } from '../octets.js';
import { digestAlgorithms, digestOf } from '../signature/algorithms.js';
import type { OaepParameters } from './algorithms.js';
import { EncryptionError } from './encryption-error.js';

/** A key in a block of the padding of PKCS #1 1.5. */
export function padFirst(key: Uint8Array, size: number): Uint8Array {
  requireRoom(key.length + 11 <= size);
  const block = new Uint8Array(size);
  block[1] = 2;
  block.set(nonZero(size - key.length - 3), 2);
  block.set(key, size - key.length);
  return block;
}

/**
 * The key of a length in a block of the padding of PKCS #1 1.5, or random octets if it is none. Every octet is looked at either way, and nothing branches: time says
 * nothing of what was wrong.
 */
export function unpadFirst(block: Uint8Array, length: number): Uint8Array {
  const random = crypto.getRandomValues(new Uint8Array(length));
  const start = block.length - length;
  if (start < 11) {
    return random;
  }
  let wrong = block[0]! | (block[1]! ^ 2) | block[start - 1]!;
  for (let i = 2; i < start - 1; i++) {
    // 1 for an octet that is 0, where none may be.
    wrong |= ((block[i]! - 1) >>> 8) & 1;
  }
  return chosen(wrong, random, block.subarray(start));
}

/** A key in a block of the padding of OAEP. */
export async function padOaep(key: Uint8Array, size: number, parameters: OaepParameters): Promise<Uint8Array> {
  const labelDigest = await digestOf(parameters.digest, parameters.label);
  const width = labelDigest.length;
  requireRoom(key.length + 2 * width + 2 <= size);
  const data = new Uint8Array(size - width - 1);
  data.set(labelDigest);
  data[data.length - key.length - 1] = 1;
  data.set(key, data.length - key.length);
  const seed = crypto.getRandomValues(new Uint8Array(width));
  const maskedData = combined(data, await mask(seed, data.length, parameters));
  const maskedSeed = combined(seed, await mask(maskedData, width, parameters));
  const block = new Uint8Array(size);
  block.set(maskedSeed, 1);
  block.set(maskedData, 1 + width);
  return block;
}

/** The key of a length in a block of the padding of OAEP, or random octets if it is none; in the same time. */
export async function unpadOaep(block: Uint8Array, length: number, parameters: OaepParameters): Promise<Uint8Array> {
  const random = crypto.getRandomValues(new Uint8Array(length));
  const labelDigest = await digestOf(parameters.digest, parameters.label);
  const width = labelDigest.length;
  const dataLength = block.length - width - 1;
  if (dataLength < width + 1 + length) {
    return random;
  }
  const maskedData = block.subarray(1 + width);
  const seed = combined(block.subarray(1, 1 + width), await mask(maskedData, width, parameters));
  const data = combined(maskedData, await mask(seed, dataLength, parameters));
  const start = dataLength - length;
  let wrong = block[0]! | (data[start - 1]! ^ 1);
  for (let i = 0; i < start - 1; i++) {
    wrong |= data[i]! ^ (labelDigest[i] ?? 0);
  }
  return chosen(wrong, random, data.subarray(start));
}

/** The first octets if something is wrong, the second if `wrong` is 0, without a branch. */
function chosen(wrong: number, random: Uint8Array, key: Uint8Array): Uint8Array {
  const keep = ((wrong & 0xff) - 1) >> 8;
  return Uint8Array.from(random, (octet, i) => (key[i]! & keep) | (octet & ~keep));
}

const combined = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((octet, i) => octet ^ b[i]!);

/** MGF1: a mask of a length that is made of a seed. */
async function mask(seed: Uint8Array, length: number, { mask: digest }: OaepParameters): Promise<Uint8Array> {
  const { hash } = digestAlgorithms[digest];
  const made = new Uint8Array(length);
  const input = new Uint8Array(seed.length + 4);
  input.set(seed);
  for (let at = 0, counter = 0; at < length; counter++) {
    new DataView(input.buffer).setUint32(seed.length, counter);
    const piece = new Uint8Array(await crypto.subtle.digest(hash, source(input)));
    made.set(piece.subarray(0, length - at), at);
    at += piece.length;
  }
  return made;
}

function nonZero(length: number): Uint8Array {
  const octets = crypto.getRandomValues(new Uint8Array(length));
  for (let i = octets.indexOf(0); i >= 0; i = octets.indexOf(0)) {
    crypto.getRandomValues(octets.subarray(i, i + 1));
  }
  return octets;
}

function requireRoom(fits: boolean): void {
  if (!fits) {
    throw new EncryptionError('key', 'The RSA key is too short for the padding.');
  }
}
