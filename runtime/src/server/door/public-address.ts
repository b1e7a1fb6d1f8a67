import { joinPaths, splitAddress, withoutEndSlashes } from '../../http/urls.js';
import type { BelievedCaller } from '../handlers/fallback.js';
import { headerValue, ownHeader, type RequestHead } from '../wire/wire.js';
import { isHost } from './host-rules.js';
import type { TrustedProxies } from './trusted-proxies.js';

/** Settings that decide about the address of a server. */
export interface AddressSettings {
  readonly basePath: string;
  /** Public base address. */
  readonly baseUrl: string | undefined;
  /** Those in front that are believed. */
  readonly proxies: TrustedProxies;
}

/** The address at which a client sees this server, according to its request. */
export interface RequestAddress {
  readonly scheme: 'http' | 'https';
  /** False if clients may see another scheme: a proxy in front may accept `https` and forward `http`. */
  readonly schemeIsCertain: boolean;
  /** Host with an optional port; undefined if the request names none that can be used. */
  readonly host: string | undefined;
}

/**
 * The host that a request names: in its Host header, as `:authority` where somebody hands on the headers of HTTP/2 as they are, or in a whole
 * address in the place of a path. Undefined if it names none; two different ones are no host.
 */
export function hostOf({ headers, url }: RequestHead): string | undefined {
  const host = headerValue(headers, 'host');
  const pseudo = ownHeader(headers, ':authority');
  const named = host && pseudo && host.toLowerCase() !== pseudo.toLowerCase() ? `${pseudo}, ${host}` : host || pseudo;
  return named || authority(url) || undefined;
}

/**
 * Reads it from the Host header and the listener and, behind a trusted proxy, from `X-Forwarded-Host` and
 * `X-Forwarded-Proto`.
 */
export function requestAddress(request: RequestHead, { proxies }: AddressSettings): RequestAddress {
  const proto = proxies.forwarded(request, 'proto');
  const seen = proto ?? request.scheme ?? (/^https:/i.test(request.url) ? 'https' : 'http');
  const host = proxies.forwarded(request, 'host') ?? hostOf(request) ?? '';
  return {
    scheme: seen === 'https' ? 'https' : 'http',
    schemeIsCertain: proto !== undefined || seen === 'https',
    host: isHost(host) ? host : undefined,
  };
}

/** What is believed of the caller of a request that is passed on. */
export function believedCaller(request: RequestHead, settings: AddressSettings): BelievedCaller {
  const { scheme, host } = requestAddress(request, settings);
  const { proxies } = settings;
  return { address: proxies.caller(request), scheme, host, isTrustedProxy: proxies.isFrom(request) };
}

/**
 * The address under which clients see this server, without a final `/`: `ServerOptions.baseUrl`, or what the request says, with the path of a
 * framework's mount point and the base path.
 */
export function publicBase(request: RequestHead, settings: AddressSettings): string {
  if (settings.baseUrl !== undefined) {
    return withoutEndSlashes(settings.baseUrl);
  }
  const { scheme, host } = requestAddress(request, settings);
  const path = joinPaths(request.mountPath ?? '', settings.basePath);
  return withoutEndSlashes(`${scheme}://${host ?? 'localhost'}${path}`);
}

function authority(url: string): string {
  return url.startsWith('/') ? '' : (splitAddress(url)?.base ?? '').replace(/^[^/]*\/\//, '');
}
