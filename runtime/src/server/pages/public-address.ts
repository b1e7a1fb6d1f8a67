import { joinPaths, splitAddress } from '../../http/urls.js';
import type { ServerSettings } from '../options.js';
import { headerValue, type WireRequest } from '../wire.js';

/** A host with an optional port, as a Host header may hold it; anything else must not reach a document. */
const hostForm = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;

/**
 * The address under which clients see this server, without a final `/`: `ServerOptions.baseUrl`, or what the request's Host header (behind a
 * trusted proxy: `X-Forwarded-Host`, `X-Forwarded-Proto`) says, with the path of a framework's mount point and the base path.
 */
export function publicBase(request: WireRequest, settings: ServerSettings): string {
  if (settings.baseUrl !== undefined) {
    return withoutSlash(settings.baseUrl);
  }
  const forwarded = (name: string): string | undefined =>
    settings.trustProxy ? headerValue(request.headers, `x-forwarded-${name}`)?.split(',')[0]?.trim() : undefined;
  const scheme = forwarded('proto') ?? request.scheme ?? (request.url.startsWith('https:') ? 'https' : 'http');
  const host = forwarded('host') ?? headerValue(request.headers, 'host') ?? authority(request.url);
  const path = joinPaths(request.mountPath ?? '', settings.basePath);
  return withoutSlash(`${scheme === 'https' ? 'https' : 'http'}://${hostForm.test(host) ? host : 'localhost'}${path}`);
}

function authority(url: string): string {
  return (splitAddress(url)?.base ?? '').replace(/^[^/]*\/\//, '');
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
