/** Secrets in tokens that are encrypted for the program. */
import { requireOptions } from '@wsdl-codegen/runtime/extend';
import type { DecryptionSettings } from '../encryption/content-keys.js';
import { readEncrypted } from '../encryption/encrypted-elements.js';
import { decryptionKinds } from '../encryption/encryption-options.js';
import { unwrapWith } from '../encryption/key-transport.js';
import { readTransportMethod } from '../encryption/transport-method.js';
import { readKeyInfo } from '../signature/key-info.js';
import type { PlacedElement } from '../xml/document.js';
import { TokenError } from './token-error.js';

/** Checks the option of a function that says how secrets are decrypted. Throws `TypeError`. */
export function checkDecryption(decryption: DecryptionSettings | undefined): void {
  if (decryption !== undefined) {
    requireOptions('decryption', decryption, decryptionKinds, ['key']);
  }
}

/** The secret in an `EncryptedKey` that somebody has signed who is trusted. One that cannot be decrypted gives a random secret, with which nothing fits. */
export async function decryptedSecret(
  element: PlacedElement,
  decryption: DecryptionSettings | undefined,
  bits: number,
): Promise<Uint8Array> {
  if (decryption === undefined) {
    throw new TokenError(
      'unsupported',
      'The secret of the token is encrypted: name the key with the option `decryption`.',
    );
  }
  const { method, keyInfo, cipher } = readEncrypted(element, 'EncryptedKey');
  const { key: given, algorithms, provider } = decryption;
  const key = typeof given === 'function' ? await given(readKeyInfo(keyInfo)) : given;
  if (key === undefined || !(cipher instanceof Uint8Array)) {
    throw new TokenError('unsupported', 'The secret of the token is encrypted for another key.');
  }
  const unwrap = await unwrapWith(key, readTransportMethod(method, algorithms), provider);
  return unwrap(cipher, Math.ceil(bits / 8));
}
