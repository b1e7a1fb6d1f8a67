/** What Web Crypto does not have, and a program brings along. */
import { EncryptionError } from './encryption-error.js';

/** Ciphers that Web Crypto does not have. `nodeCrypto()` of `@wsdl-codegen/ws-security/node` is one. */
export interface CryptoProvider {
  /**
   * The operation of RSA alone, without any padding: on a block as long as the modulus. The key is DER: `SubjectPublicKeyInfo` to encrypt, PKCS #8 to
   * decrypt.
   */
  rsa(operation: 'encrypt' | 'decrypt', key: Uint8Array, block: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** 3DES (CBC, a key of 24 octets) on whole blocks, without any padding. */
  tripleDes(
    operation: 'encrypt' | 'decrypt',
    key: Uint8Array,
    iv: Uint8Array,
    blocks: Uint8Array,
  ): Uint8Array | Promise<Uint8Array>;
}

/** The provider that an algorithm needs. Throws an `EncryptionError` if the program names none. */
export function neededProvider(provider: CryptoProvider | undefined, algorithm: string): CryptoProvider {
  if (provider === undefined) {
    throw new EncryptionError(
      'provider',
      `Web Crypto does not have ${algorithm}. Set the option \`provider\`, such as to \`nodeCrypto()\` of "@wsdl-codegen/ws-security/node".`,
    );
  }
  return provider;
}
