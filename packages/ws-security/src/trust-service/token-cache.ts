/** Tokens that were issued, until they end. */
import type { TokenRequest } from './token-request.js';
import type { IssuedToken } from './token-response.js';

/** More tokens than these are not kept: those that were issued first are forgotten first. */
const maxTokens = 1000;

/** Keeps tokens by what was asked for. */
export class TokenCache {
  readonly #tokens: Map<string, IssuedToken> = new Map();
  readonly #asking: Map<string, Promise<IssuedToken>> = new Map();
  readonly #margin: number;
  readonly #clock: () => Date;

  /** `margin` is in milliseconds: so long before its end a token is not used any more. */
  constructor(margin: number, clock: () => Date) {
    this.#margin = margin;
    this.#clock = clock;
  }

  /** The token for a request; `issue` is called where there is none, once for all who ask at a time. */
  get(request: TokenRequest, issue: () => Promise<IssuedToken>): Promise<IssuedToken> {
    const known = this.known(request);
    if (known !== undefined) {
      return Promise.resolve(known);
    }
    const key = keyOf(request);
    const asked = this.#asking.get(key);
    if (asked !== undefined) {
      return asked;
    }
    const asking = issue()
      .then((token) => {
        this.#keep(key, token);
        return token;
      })
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  /** The token for a request that is still good. */
  known(request: TokenRequest): IssuedToken | undefined {
    const token = this.#tokens.get(keyOf(request));
    const end = token?.expires?.getTime() ?? Number.NEGATIVE_INFINITY;
    return end - this.#margin > this.#clock().getTime() ? token : undefined;
  }

  /** Forgets a token. */
  forget(token: IssuedToken): void {
    for (const [key, known] of this.#tokens) {
      if (known === token) {
        this.#tokens.delete(key);
      }
    }
  }

  /** A token without an end is used once: nobody knows how long it is good. */
  #keep(key: string, token: IssuedToken): void {
    if (token.expires === undefined) {
      return;
    }
    this.#tokens.delete(key);
    this.#tokens.set(key, token);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > maxTokens && oldest !== undefined) {
      this.#tokens.delete(oldest);
    }
  }
}

/** The same request gives the same text, in whatever order its options are. */
const keyOf = (request: TokenRequest): string =>
  JSON.stringify(Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1)));
