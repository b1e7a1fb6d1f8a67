/** What is wrong with a token. */
export type TokenErrorCode =
  | 'malformed'
  | 'missing'
  | 'unsupported'
  | 'signature'
  | 'issuer'
  | 'expired'
  | 'audience'
  | 'confirmation'
  | 'replayed';

/**
 * A token that is refused. `code` says why:
 *
 * - `malformed`: it is not what its specification says.
 * - `missing`: there is none, or there are several.
 * - `unsupported`: it has something that is not known, or that this package does not do.
 * - `signature`: it is not signed, or its signature is not right.
 * - `issuer`: its issuer is not trusted.
 * - `expired`: it is too old, or not good yet.
 * - `audience`: it was made for somebody else.
 * - `confirmation`: nothing confirms that the sender is the one that it speaks of.
 * - `replayed`: it is for one use, and was there before.
 */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly code: TokenErrorCode;

  constructor(code: TokenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
