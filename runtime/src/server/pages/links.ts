import { comparablePath } from '../../http/paths.js';
import { joinPaths, splitTarget, withoutEndSlashes } from '../../http/urls.js';
import type { Endpoint } from '../routes/endpoint.js';
import type { WireRequest } from '../wire/wire.js';

/**
 * Links of the pages of an address. They are relative to the address of the request, so they are right behind any proxy. Only below the mount point
 * of a framework they may begin with its path, where a request does not show whether its address ended with a slash.
 */
export interface PageLinks {
  /** The list of services; undefined where there is none. */
  readonly list: string | undefined;
  /** The page of the service. */
  readonly service: string;
  /** The location of an operation, which begins with `/`, is added to this. */
  readonly base: string;
}

type Place = Pick<WireRequest, 'url' | 'mountPath'>;

/** The links of a page of an endpoint. `hasList` says whether the base path is a list of services. */
export function pageLinks(endpoint: Endpoint, request: Place, basePath: string, hasList: boolean): PageLinks {
  const { path } = splitTarget(request.url);
  const service = isBareMount(request, path)
    ? joinPaths(request.mountPath ?? '', basePath, endpoint.path)
    : path.endsWith('/')
      ? './'
      : `./${path.slice(path.lastIndexOf('/') + 1)}`;
  return { list: hasList ? listLink(request, basePath) : undefined, service, base: withoutEndSlashes(service) };
}

/** The list of services from any address below the server; undefined for a target that is not a path. */
export function listLink(request: Place, basePath: string): string | undefined {
  const { path } = splitTarget(request.url);
  if (!path.startsWith('/')) {
    return undefined;
  }
  const base = withoutEndSlashes(joinPaths(comparablePath(basePath)));
  if (isBareMount(request, path)) {
    return joinPaths(request.mountPath ?? '', base);
  }
  const below = path.startsWith(`${base}/`) ? path.slice(base.length) : path;
  const up = '../'.repeat(below.split('/').length - 2);
  const down = below === path && base !== '' ? `${base.slice(1)}/` : '';
  return `./${up}${down}`;
}

/** True for the mount point itself: the browser's address may end with a slash or not. */
function isBareMount({ mountPath = '' }: Place, path: string): boolean {
  return mountPath !== '' && path === '/';
}
