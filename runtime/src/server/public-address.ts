import { joinPaths, splitAddress, withoutEndSlashes } from '../http/urls.js';
import { headerValue, type WireRequest } from './wire.js';

/** A host with an optional port, as a Host header may contain it; anything else must not reach a document. */
const hostForm = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;

/** Settings that decide about the address of a server. */
export interface AddressSettings {
  readonly basePath: string;
  /** Public base address. */
  readonly baseUrl: string | undefined;
  /** True if `X-Forwarded-Host` and `X-Forwarded-Proto` are believed. */
  readonly trustProxy: boolean;
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
 * Reads it from the Host header and the listener and, behind a trusted proxy, from `X-Forwarded-Host` and
 * `X-Forwarded-Proto`.
 */
export function requestAddress(request: WireRequest, { trustProxy }: AddressSettings): RequestAddress {
  const forwarded = (name: string): string | undefined =>
    trustProxy ? headerValue(request.headers, `x-forwarded-${name}`)?.split(',')[0]?.trim() : undefined;
  const proto = forwarded('proto');
  const seen = proto ?? request.scheme ?? (/^https:/i.test(request.url) ? 'https' : 'http');
  const host = forwarded('host') ?? headerValue(request.headers, 'host') ?? authority(request.url);
  return {
    scheme: seen === 'https' ? 'https' : 'http',
    schemeIsCertain: proto !== undefined || seen === 'https',
    host: hostForm.test(host) ? host : undefined,
  };
}

/**
 * The address under which clients see this server, without a final `/`: `ServerOptions.baseUrl`, or what the request says, with the path of a
 * framework's mount point and the base path.
 */
export function publicBase(request: WireRequest, settings: AddressSettings): string {
  if (settings.baseUrl !== undefined) {
    return withoutEndSlashes(settings.baseUrl);
  }
  const { scheme, host } = requestAddress(request, settings);
  const path = joinPaths(request.mountPath ?? '', settings.basePath);
  return withoutEndSlashes(`${scheme}://${host ?? 'localhost'}${path}`);
}

function authority(url: string): string {
  return (splitAddress(url)?.base ?? '').replace(/^[^/]*\/\//, '');
}
