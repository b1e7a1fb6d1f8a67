import { defaultTransport } from '#transport';
import { requireKind, withMethods } from '../base/options.js';
import type { ResponseHeaders, Transport } from '../http/transport.js';
import { CookieJar } from './cookie-jar.js';
import { layered } from './layered.js';

/**
 * A transport that keeps the cookies of services and sends them with later requests, for services with sessions. Also answers with faults set cookies. Browsers keep cookies by
 * themselves, and hide them from programs: there it has no effect.
 *
 * @param transport what sends the requests; default that of the host
 * @param jar where the cookies are; default a new one, so that clients with one transport share a session
 */
export function withCookies(transport: Transport = defaultTransport, jar: CookieJar = new CookieJar()): Transport {
  requireKind('The cookies of `withCookies`', jar, withMethods('a CookieJar', 'header'));
  return layered(transport, {
    hides: true,
    headers({ url, headers }) {
      const own = Object.entries(headers).flatMap(([name, value]) => (/^cookie$/i.test(name) ? [value] : []));
      const kept = jar.header(url);
      return kept === undefined ? {} : { Cookie: [...own, kept].join('; ') };
    },
    answered({ url }, _, { headers }) {
      jar.store(url, setCookies(headers));
      return false;
    },
  });
}

/** The `Set-Cookie` fields of an answer; dates in them contain commas, so they cannot be read from a joined text. */
function setCookies(headers: ResponseHeaders): readonly string[] {
  if (headers.getSetCookie !== undefined) {
    return headers.getSetCookie();
  }
  const only = headers.get('set-cookie');
  return only === null ? [] : [only];
}
