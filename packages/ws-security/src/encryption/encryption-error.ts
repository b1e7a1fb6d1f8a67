/** What went wrong with an encryption. */
export type EncryptionErrorCode =
  | 'malformed'
  | 'limit'
  | 'algorithm'
  | 'provider'
  | 'key'
  | 'unsigned'
  | 'decryption'
  | 'not-encrypted';

/**
 * A document that cannot be encrypted or decrypted. `code` says which kind of failure it is:
 *
 * - `malformed`: the document is not what XML Encryption says, as far as everybody can read it.
 * - `limit`: it has more encrypted parts or keys than allowed.
 * - `algorithm`: an algorithm is unknown or not allowed.
 * - `provider`: an algorithm needs a provider that the program names, such as `nodeCrypto()`.
 * - `key`: a key cannot be read, is of the wrong kind or is too weak, or no key of the program is meant.
 * - `unsigned`: an algorithm is decrypted only where a signature over what is encrypted was verified, and none was.
 * - `decryption`: everything that can go wrong from the use of a key on. The error is always the same, so that nobody learns why.
 * - `not-encrypted`: something that the program requires to be encrypted was not.
 */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';
  readonly code: EncryptionErrorCode;

  constructor(code: EncryptionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The one error for whatever fails from the use of a key on. It has no cause: logs that callers see would tell it. */
export const decryptionFailed = (): EncryptionError =>
  new EncryptionError('decryption', 'What is encrypted cannot be decrypted.');
