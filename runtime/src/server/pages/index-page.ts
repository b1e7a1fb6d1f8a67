import { comparablePath, requestPath, writtenPath } from '../../http/paths.js';
import { joinPaths } from '../../http/urls.js';
import type { ServiceDescriptor } from '../../service/descriptor.js';
import { escapeMarkup } from '../base/wording.js';
import type { Endpoint } from '../routes/endpoint.js';
import type { WireRequest, WireResponse } from '../wire/wire.js';
import { breakableName, htmlPage, htmlResponse, paragraph } from './layout.js';

/** True for the path of the list of services: the base path, with or without a slash at its end. */
export function isIndexPath(path: string, basePath: string): boolean {
  const folder = joinPaths(comparablePath(basePath)).replace(/\/$/, '');
  const asked = requestPath(path);
  return asked === folder || asked === `${folder}/`;
}

/**
 * The page that lists the services of a server, with links to their pages. These are relative to the address of the request, or
 * begin at the mount point of a framework, whose own path a request does not show.
 */
export function indexPage(
  endpoints: readonly Endpoint[],
  path: string,
  { mountPath = '' }: Pick<WireRequest, 'mountPath'>,
  basePath: string,
): WireResponse {
  const folder = path.endsWith('/') || path === '' ? '.' : `./${path.slice(path.lastIndexOf('/') + 1)}`;
  const start = mountPath === '' ? folder : joinPaths(mountPath, basePath).replace(/\/$/, '');
  const items = endpoints.flatMap((endpoint) =>
    endpoint.services.map((service) => item(service, start + writtenPath(endpoint.path), endpoint.path)),
  );
  const main = ['<p>The following services are at this address.</p>', '<ul class="list">', ...items, '</ul>'];
  const body = htmlPage('Web Services', ['<h1>Web Services</h1>'], main);
  return htmlResponse(200, body, { 'Cache-Control': 'private, max-age=0' });
}

function item({ name, documentation, operations }: ServiceDescriptor, address: string, path: string): string {
  const count = Object.keys(operations).length;
  return [
    `<li><a href="${escapeMarkup(address)}">${breakableName(name)}</a>`,
    ...paragraph(documentation),
    `<p class="dim">${escapeMarkup(path)} · ${count === 1 ? '1 operation' : `${count} operations`}</p></li>`,
  ].join('');
}
