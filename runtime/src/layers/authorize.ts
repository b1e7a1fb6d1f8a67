import { callback, either, requireKind, text } from '../base/options.js';
import { AccessDeniedError } from '../client/errors/errors.js';
import { mergeHeaders } from '../client/messages/headers.js';
import type { Interceptor } from '../client/options/options.js';
import { basicAuthorization, type Credentials, requireCredentials } from '../http/credentials.js';
import { XmlEncodeError } from '../schema/descriptor/errors.js';

/**
 * An interceptor that sends a user and a password with each call (Basic, RFC 7617), as UTF-8. An `Authorization` header of the call wins. Throws `TypeError` for
 * credentials that lack a member, a name with a colon, and for control characters.
 */
export function basicAuth(credentials: Credentials): Interceptor {
  requireCredentials('basicAuth', credentials);
  const { username, password } = credentials;
  if (username.includes(':') || /[\0-\x1f\x7f]/.test(username + password)) {
    throw new TypeError(
      'The name of a user cannot contain ":", and neither it nor the password can contain control characters.',
    );
  }
  const value = basicAuthorization({ username, password });
  return (call, next) => next({ ...call, headers: mergeHeaders({ Authorization: value }, call.headers) });
}

/** Gives the token of a call; `renew` is true after the service refused the one that it gave before. */
export type TokenSource = (renew: boolean) => string | Promise<string>;

/**
 * An interceptor that sends a token with each call (Bearer, RFC 6750). A function is asked before each call; when the service answers 401 it is asked again, with `renew` if it still gives the refused token, once for all calls at a time, and the call is sent once
 * more if the token is another one: a service that refuses a call has not acted. An `Authorization` header of the call wins.
 * Throws `TypeError` for a token that is neither a text nor a function.
 */
export function bearerAuth(token: string | TokenSource): Interceptor {
  requireKind('The token of `bearerAuth`', token, either('a string or a function', text, callback));
  const tokens = typeof token === 'string' ? undefined : new Tokens(token);
  return async (call, next) => {
    const send = (value: string): ReturnType<typeof next> =>
      next({ ...call, headers: mergeHeaders({ Authorization: `Bearer ${value}` }, call.headers) });
    if (tokens === undefined) {
      return send(token as string);
    }
    const first = await tokens.present();
    try {
      return await send(first);
    } catch (error) {
      const second = error instanceof AccessDeniedError && error.status === 401 ? await tokens.instead(first) : first;
      if (second === first) {
        throw error;
      }
      return send(second).catch((again: unknown) => {
        // A request whose streams were read cannot be sent again.
        throw again instanceof XmlEncodeError && again.code === 'stream-begun' ? error : again;
      });
    }
  };
}

/** The tokens of a source. */
class Tokens {
  readonly #source: TokenSource;
  #renewal: Promise<string> | undefined;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  async present(): Promise<string> {
    return this.#source(false);
  }

  /** The token in the place of one that was refused: another call may have renewed it, or be about to. */
  async instead(refused: string): Promise<string> {
    const present = await this.present();
    if (present !== refused) {
      return present;
    }
    this.#renewal ??= this.#renew();
    return this.#renewal;
  }

  async #renew(): Promise<string> {
    try {
      return await this.#source(true);
    } finally {
      this.#renewal = undefined;
    }
  }
}
