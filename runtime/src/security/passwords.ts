import { digestOf, equalInConstantTime } from './digest.js';
import { SecurityRefusal } from './received.js';
import type { UsernameToken } from './username-token.js';

/** The password of a user; undefined or null for one who is not known. What is not a text, or an empty one, matches no token. */
export type PasswordOf = (user: string) => string | null | undefined | Promise<string | null | undefined>;

/** True if the password is that of the user. Nothing but `true` itself lets the user in. */
export type PasswordVerifier = (user: string, password: string) => boolean | Promise<boolean>;

/** True for a token with the password of its user. */
export type TokenCheck = (token: UsernameToken) => Promise<boolean>;

/** Stands for the password of users who have none, so that a comparison for them takes as long as with a short password; it matches no token. */
const standIn = 'stand-in';

/** Compares tokens with the passwords of users, in a time that says neither where they differ nor whether there is such a user. */
export function comparePasswords(passwordOf: PasswordOf): TokenCheck {
  return async ({ user, type, password, nonce, created }) => {
    // Programs in JavaScript may give anything, such as a member that all objects have.
    const known: unknown = await passwordOf(user);
    const isPassword = typeof known === 'string' && known !== '';
    const expected = isPassword ? known : standIn;
    const isEqual =
      type === 'digest'
        ? await equalInConstantTime(await digestOf(nonce ?? new Uint8Array(), created ?? '', expected), password)
        : await equalInConstantTime(expected, password);
    return isEqual && isPassword;
  };
}

/** Asks about the passwords of tokens. A digest cannot be compared with a hash, and is refused. */
export function verifyPasswords(verify: PasswordVerifier): TokenCheck {
  return async ({ user, type, password }) => {
    if (type === 'digest') {
      throw new SecurityRefusal(
        'UnsupportedSecurityToken',
        'The password is a digest, and `verify` needs the password.',
      );
    }
    const isRight: unknown = await verify(user, password);
    return isRight === true;
  };
}
