/** What went wrong with a signature. */
export type SignatureErrorCode =
  | 'malformed'
  | 'limit'
  | 'algorithm'
  | 'key'
  | 'untrusted'
  | 'reference'
  | 'duplicate-id'
  | 'digest'
  | 'signature'
  | 'not-covered';

/**
 * A signature that is refused or cannot be made. `code` says which kind of failure it is:
 *
 * - `malformed`: the document or the signature is not what XML Signature says.
 * - `limit`: a document has more references, transforms or keys than allowed.
 * - `algorithm`: an algorithm is unknown or not allowed.
 * - `key`: a key cannot be read, is of the wrong kind or is too weak.
 * - `untrusted`: no key that the program trusts belongs to the signature.
 * - `reference`: a reference names nothing, or something that is never loaded.
 * - `duplicate-id`: two elements have the id that a reference names.
 * - `digest`: what a reference names was changed.
 * - `signature`: the signature was not made by the key.
 * - `not-covered`: the signature leaves out something that the program requires.
 */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
  readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
