import { parseMediaType } from '../../http/media-type.js';
import { headerValue, ownHeader, type RequestHead } from '../wire/wire.js';
import type { CorsRules } from './cors.js';
import { type OriginTest, serializedOrigin } from './origins.js';
import { type AddressSettings, requestAddress } from './public-address.js';

/** Settings that decide which web sites may send requests. */
export interface SiteSettings extends AddressSettings {
  /** Origin of `baseUrl`. */
  readonly baseOrigin: string | undefined;
  readonly trustsOrigin: OriginTest;
  readonly cors: CorsRules | undefined;
}

/**
 * True if a page of another web site made a browser send this request, and nobody said that it may. Such a request carries the user's cookies and reaches
 * what only the user's machine can reach, without the user's will. Browsers tell by `Sec-Fetch-Site`, older ones by `Origin`;
 * clients that are not browsers send neither. Pages of a neighbouring host (`same-site`) are other sites, too: nothing says that they are to be trusted.
 */
export function isFromAnotherSite(request: RequestHead, settings: SiteSettings): boolean {
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
function isOwnOrigin(text: string, request: RequestHead, settings: SiteSettings): boolean {
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

/** The media types of bodies that any page can send without asking first (Fetch, 2.2.2); a body without a type is one of them, too. */
const simpleTypes: ReadonlySet<string | undefined> = new Set([
  undefined,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);

/** True for a message that a browser sends for a page of another site only after a preflight request was allowed. */
export function needsPreflight({ headers }: RequestHead): boolean {
  return !simpleTypes.has(parseMediaType(headerValue(headers, 'content-type'))?.type);
}
