import { listOf, type OptionKinds, object, requireOptions, texts } from '../base/options.js';
import { type Cookie, isWithin, parseCookie } from './cookie.js';

/** Most cookies of one domain, and of a jar; the oldest make room. */
const maxPerDomain = 50;
const maxCookies = 3000;

/** What a jar begins with. */
export interface CookieJarOptions {
  /** Cookies that were kept before, as `cookies` of a jar gave them. */
  readonly cookies?: readonly Cookie[];
  /**
   * Domains whose hosts may share cookies, such as `example.com`: there the attribute `Domain` is believed. Elsewhere a cookie is only sent to the host that set it, because
   * a name does not tell whether all below it belong to one owner.
   */
  readonly sharedDomains?: readonly string[];
}

const kinds: OptionKinds<CookieJarOptions> = {
  cookies: listOf({ ...object, expected: 'an array of cookies' }),
  sharedDomains: texts,
};

/** Cookies of services, in memory (RFC 6265). */
export class CookieJar {
  readonly #shared: readonly string[];
  /** In the order in which they were made. */
  #cookies: Cookie[];

  /** Throws `TypeError` for options that do not exist or are of another kind. */
  constructor(options: CookieJarOptions = {}) {
    requireOptions('CookieJar', options, kinds);
    const { cookies = [], sharedDomains = [] } = options;
    this.#cookies = [...cookies];
    this.#shared = sharedDomains;
  }

  /** All cookies that have not ended. They are credentials: keep them as safe as passwords. */
  get cookies(): readonly Cookie[] {
    const now = Date.now();
    this.#cookies = this.#cookies.filter(({ expires }) => expires === undefined || expires > now);
    return [...this.#cookies];
  }

  /** The value of `Cookie` for a request to an address; undefined if there is none. */
  header(address: string): string | undefined {
    const url = new URL(address);
    const found = this.cookies.filter((cookie) => isFor(cookie, url));
    // Those of longer paths come first (5.4); sorting keeps the order of the others.
    found.sort((a, b) => b.path.length - a.path.length);
    return found.length === 0
      ? undefined
      : found.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)).join('; ');
  }

  /** Keeps what the `Set-Cookie` fields of an answer say, each of them by itself. */
  store(address: string, fields: readonly string[]): void {
    const url = new URL(address);
    for (const field of fields) {
      const cookie = parseCookie(field, url, this.#shared, Date.now());
      if (cookie !== undefined) {
        this.#put(cookie, url.protocol === 'https:');
      }
    }
  }

  /** Forgets all cookies. */
  clear(): void {
    this.#cookies = [];
  }

  #put(cookie: Cookie, isSecure: boolean): void {
    // Who cannot be sure of the connection does not replace a cookie of somebody who can.
    if (!isSecure && this.#cookies.some((other) => other.secure && isAbove(other, cookie))) {
      return;
    }
    const at = this.#cookies.findIndex((other) => isSame(other, cookie));
    if (at >= 0) {
      this.#cookies[at] = cookie;
    } else {
      this.#cookies.push(cookie);
      this.#makeRoom(cookie.domain);
    }
  }

  #makeRoom(domain: string): void {
    if (this.cookies.filter((each) => each.domain === domain).length > maxPerDomain) {
      this.#cookies.splice(
        this.#cookies.findIndex((each) => each.domain === domain),
        1,
      );
    }
    if (this.#cookies.length > maxCookies) {
      this.#cookies.shift();
    }
  }
}

function isFor({ domain, hostOnly, path, secure }: Cookie, { hostname, pathname, protocol }: URL): boolean {
  return (
    (hostOnly ? hostname === domain : isWithin(hostname, domain)) &&
    isBelow(pathname, path) &&
    (!secure || protocol === 'https:')
  );
}

/** RFC 6265, 5.1.4. */
function isBelow(path: string, above: string): boolean {
  return path === above || (path.startsWith(above) && (above.endsWith('/') || path[above.length] === '/'));
}

function isSame(a: Cookie, b: Cookie): boolean {
  return a.name === b.name && a.domain === b.domain && a.hostOnly === b.hostOnly && a.path === b.path;
}

/** True if a request that gets the second cookie might get the first one, of the same name, too. */
function isAbove(first: Cookie, second: Cookie): boolean {
  const isDomain = isWithin(first.domain, second.domain) || isWithin(second.domain, first.domain);
  return first.name === second.name && isDomain && isBelow(second.path, first.path);
}
