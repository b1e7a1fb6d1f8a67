import { parseCookieDate } from './cookie-date.js';

/** A cookie as it is kept (RFC 6265, 5.3). */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** The host that gets it, in lower case. */
  readonly domain: string;
  /** False if hosts below the domain get it, too. */
  readonly hostOnly: boolean;
  /** The path at and below which it is sent. */
  readonly path: string;
  /** True if it is sent over `https:` alone. */
  readonly secure: boolean;
  /** Milliseconds since 1970 at which it ends; absent for one that lives as long as the jar. */
  readonly expires?: number;
}

/** Octets of a name with its value, and of an attribute; longer ones are not taken. */
const maxPair = 4096;
const maxAttribute = 1024;

/** Control characters end the reading of a cookie. */
const controls = /[\0-\x08\x0a-\x1f\x7f]/;

/**
 * The cookie of a `Set-Cookie` field from an address; undefined for one that is not to be kept (RFC 6265, 5.2 and 5.3, with the prefixes and limits of its revision). `shared` are
 * the domains whose hosts may have cookies in common.
 */
export function parseCookie(text: string, url: URL, shared: readonly string[], now: number): Cookie | undefined {
  const [pair = '', ...rest] = text.split(';');
  const mark = pair.indexOf('=');
  const name = pair.slice(0, Math.max(mark, 0)).trim();
  const value = pair.slice(mark + 1).trim();
  if (controls.test(text) || name + value === '' || name.length + value.length > maxPair) {
    return undefined;
  }
  const attributes = attributesOf(rest);
  const secure = attributes.has('secure');
  const domain = domainOf(attributes.get('domain'), url, shared);
  if (domain === undefined || (secure && url.protocol !== 'https:')) {
    return undefined;
  }
  const path = attributes.get('path') ?? '';
  const expires = expiryOf(attributes, now);
  const cookie = {
    name,
    value,
    ...domain,
    path: path.startsWith('/') ? path : defaultPath(url.pathname),
    secure,
    ...(expires !== undefined && { expires }),
  };
  return keepsPrefix(cookie, attributes) ? cookie : undefined;
}

function attributesOf(texts: readonly string[]): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const text of texts) {
    const mark = text.indexOf('=');
    const name = (mark < 0 ? text : text.slice(0, mark)).trim().toLowerCase();
    const value = mark < 0 ? '' : text.slice(mark + 1).trim();
    // The last one counts.
    if (value.length <= maxAttribute) {
      attributes.set(name, value);
    }
  }
  return attributes;
}

/**
 * Whom a cookie is for: the host itself, and the hosts of its domain if that is among those that are shared. Nobody can know from a name whether all
 * below it belong to one owner. Undefined for a domain that is not the host's.
 */
function domainOf(
  attribute: string | undefined,
  { hostname }: URL,
  shared: readonly string[],
): Pick<Cookie, 'domain' | 'hostOnly'> | undefined {
  const domain = (attribute ?? '').replace(/^\./, '').toLowerCase();
  if (domain === '') {
    return { domain: hostname, hostOnly: true };
  }
  if (!isWithin(hostname, domain)) {
    return undefined;
  }
  return shared.some((name) => isWithin(domain, name.toLowerCase()))
    ? { domain, hostOnly: false }
    : { domain: hostname, hostOnly: true };
}

/** True for the domain itself, and for names below it (RFC 6265, 5.1.3). */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !/^[\d.]+$|^\[/.test(host));
}

/** RFC 6265, 5.1.4. */
function defaultPath(path: string): string {
  const end = path.lastIndexOf('/');
  return end <= 0 ? '/' : path.slice(0, end);
}

/** `Max-Age` wins over `Expires`; one that cannot be read is as if it were not there. */
function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number | undefined {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) {
    return Number(age) <= 0 ? 0 : now + Number(age) * 1000;
  }
  const date = attributes.get('expires');
  return date === undefined ? undefined : parseCookieDate(date);
}

/** What the names `__Secure-…` and `__Host-…` promise. */
function keepsPrefix({ name, secure, hostOnly }: Cookie, attributes: ReadonlyMap<string, string>): boolean {
  if (/^__host-/i.test(name)) {
    return secure && hostOnly && !attributes.get('domain') && attributes.get('path') === '/';
  }
  return secure || !/^__secure-/i.test(name);
}
