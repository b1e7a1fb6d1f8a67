/** The entry `node`: ciphers of Node that Web Crypto does not have. */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto';
import type { CryptoProvider } from './encryption/provider.js';

export type { CryptoProvider } from './encryption/provider.js';

/** RSA 1.5, OAEP with two digests, and 3DES, by Node's `crypto`. */
export function nodeCrypto(): CryptoProvider {
  const padding = constants.RSA_NO_PADDING;
  return {
    rsa: (operation, key, block) => {
      const der = Buffer.from(key);
      return operation === 'encrypt'
        ? publicEncrypt({ key: createPublicKey({ key: der, format: 'der', type: 'spki' }), padding }, block)
        : privateDecrypt({ key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), padding }, block);
    },
    tripleDes: (operation, key, iv, blocks) => {
      const cipher = (operation === 'encrypt' ? createCipheriv : createDecipheriv)('des-ede3-cbc', key, iv);
      cipher.setAutoPadding(false);
      return Buffer.concat([cipher.update(blocks), cipher.final()]);
    },
  };
}
