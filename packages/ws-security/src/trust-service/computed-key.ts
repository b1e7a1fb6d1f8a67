/** Secrets that are computed from what both sides give (WS-Trust 1.4, 4.4.4). */
import { source } from '../octets.js';

/** P_SHA-1 of RFC 2246, 5: `length` octets of the secret of one side and the seed of the other. */
export async function computeSecret(secret: Uint8Array, seed: Uint8Array, length: number): Promise<Uint8Array> {
  const parameters = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', source(secret), parameters, false, ['sign']);
  const hmac = async (...parts: readonly Uint8Array[]): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('HMAC', key, source(joined(parts))));
  const blocks: Uint8Array[] = [];
  let chained = seed;
  for (let filled = 0; filled < length; filled += 20) {
    chained = await hmac(chained);
    blocks.push(await hmac(chained, seed));
  }
  return joined(blocks).slice(0, length);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
