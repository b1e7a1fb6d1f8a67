import type { ServerSettings } from './options.js';
import { serializedOrigin } from './origins.js';
import { requestAddress } from './public-address.js';
import { ownHeader, type WireRequest } from './wire.js';

/**
 * True if a page of another web site made a browser send this request, and nobody said that it may. Such a request carries the user's cookies and reaches
 * what only the user's machine can reach, without the user's will. Browsers tell by `Sec-Fetch-Site`, older ones by `Origin`;
 * clients that are not browsers send neither. Pages of a neighbouring host (`same-site`) are other sites, too: nothing says that they are to be trusted.
 */
export function isFromAnotherSite(request: WireRequest, settings: ServerSettings): boolean {
  const { headers } = request;
  const site = ownHeader(headers, 'sec-fetch-site') ?? '';
  if (site === 'same-origin' || site === 'none') {
    return false;
  }
  const origin = ownHeader(headers, 'origin');
  if (site === '' && (origin === undefined || isOwnOrigin(origin, request, settings))) {
    return false;
  }
  return !settings.trustsOrigin(origin) && settings.cors?.trusts(request) !== true;
}

/** True if an origin is this server's own: that of `baseUrl`, or the host of the request, and its scheme where that is certain. */
function isOwnOrigin(text: string, request: WireRequest, settings: ServerSettings): boolean {
  const origin = serializedOrigin(text);
  if (origin === undefined) {
    return false;
  }
  if (settings.baseOrigin === origin) {
    return true;
  }
  const { scheme, schemeIsCertain, host } = requestAddress(request, settings);
  const asked = schemeIsCertain || !origin.startsWith('https:') ? scheme : 'https';
  return host !== undefined && serializedOrigin(`${asked}://${host}`) === origin;
}
