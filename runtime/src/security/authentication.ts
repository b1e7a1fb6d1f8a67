import type { XmlElement } from '../xml/interfaces/tree.js';
import type { Freshness } from './check-timestamp.js';
import { type FailureKeys, type FailureLimits, Failures } from './failures.js';
import { memoryNonces, type NonceStore } from './nonces.js';
import {
  comparePasswords,
  type PasswordOf,
  type PasswordVerifier,
  type TokenCheck,
  verifyPasswords,
} from './passwords.js';
import { SecurityRefusal } from './received.js';
import { createdOf, readUsernameToken, requireNew, type UsernameToken } from './username-token.js';

/** How a server finds out who the user of a token is. */
export interface AuthenticationOptions {
  /** Requires a user name token with the password of its user, as text or as a digest: `(user) => passwords.get(user)`. */
  readonly passwords?: PasswordOf;
  /** In the place of `passwords`, where only hashes are known: true for the right password. Digests are refused, because they cannot be compared with hashes. */
  readonly verify?: PasswordVerifier;
  /** Who a user is, for `context.principal`; default the name. It is asked when the password is right; undefined, null and false refuse the call. */
  readonly principal?: (user: string) => unknown;
  /** Counts failed tries, and refuses further ones when there were too many: `{ limit: 10 }`. Default: nothing is counted. */
  readonly failures?: FailureLimits;
  /** Where the nonces of tokens are remembered. Default: in memory, which is enough for one process. */
  readonly nonces?: NonceStore;
}

/** Finds out who the user of a token is, and refuses those who are not. */
export class Authentication {
  readonly #isRight: TokenCheck;
  readonly #principal: (user: string) => unknown;
  readonly #failures: Failures | undefined;
  readonly #nonces: NonceStore;

  constructor(isRight: TokenCheck, options: AuthenticationOptions, clock: () => Date) {
    const { principal = (user) => user, failures, nonces = memoryNonces({ clock }) } = options;
    this.#isRight = isRight;
    this.#principal = principal;
    this.#failures = failures && new Failures(failures, clock);
    this.#nonces = nonces;
  }

  /** Who the user of a token is. Throws `SecurityRefusal`. */
  async principalOf(tree: XmlElement | undefined, freshness: Freshness, address: string | undefined): Promise<unknown> {
    if (tree === undefined) {
      throw new SecurityRefusal('InvalidSecurity', 'The request has no user name token.');
    }
    const token = readUsernameToken(tree);
    const created = createdOf(token, freshness);
    const tries = this.#failures?.keysOf(token.user, address) ?? [];
    await this.#requireFewFailures(tries);
    const principal = await this.#known(token);
    if (principal === undefined) {
      await this.#failures?.add(tries);
      throw new SecurityRefusal('FailedAuthentication', 'The user is not known, or the password is not right.');
    }
    // Whoever tries many passwords at a time learns no more than from one after the other.
    await this.#requireFewFailures(tries);
    // Only tokens with the right password are remembered, so that others cannot fill the memory.
    await requireNew(token, created, freshness, this.#nonces);
    return principal;
  }

  /** Who the user of a token is; undefined without the right password. */
  async #known(token: UsernameToken): Promise<unknown> {
    const principal: unknown = (await this.#isRight(token)) ? await this.#principal(token.user) : undefined;
    return principal === null || principal === false ? undefined : principal;
  }

  async #requireFewFailures(tries: FailureKeys): Promise<void> {
    if (await this.#failures?.areTooMany(tries)) {
      throw new SecurityRefusal('FailedAuthentication', 'There were too many tries with a wrong password.');
    }
  }
}

/** The authentication that options ask for; undefined if they ask for none. Throws `TypeError` for options that do not go together. */
export function authenticationOf(options: AuthenticationOptions, clock: () => Date): Authentication | undefined {
  const { passwords, verify } = options;
  for (const name of ['passwords', 'verify'] as const) {
    if (name in options && options[name] === undefined) {
      throw new TypeError(`The option \`${name}\` of \`checkSecurity\` must be a function, not undefined.`);
    }
  }
  if (passwords !== undefined && verify !== undefined) {
    throw new TypeError('`checkSecurity` takes `passwords` or `verify`, not both.');
  }
  const isRight = passwords ? comparePasswords(passwords) : verify && verifyPasswords(verify);
  const useless = (['principal', 'failures', 'nonces'] as const).find((name) => options[name] !== undefined);
  if (isRight === undefined && useless !== undefined) {
    throw new TypeError(`The option \`${useless}\` of \`checkSecurity\` needs \`passwords\` or \`verify\`.`);
  }
  return isRight && new Authentication(isRight, options, clock);
}
