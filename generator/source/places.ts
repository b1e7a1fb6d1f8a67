import { parseUrl } from '@wsdl-codegen/runtime/extend';

/** The places that locations mean, whatever the documents are read from. */

/** A place that a location means. */
export type SourcePlace = { readonly kind: 'file'; readonly path: string } | RemotePlace | { readonly kind: 'bad' };

/** An address, and the document or user that requests it. The address identifies documents; it contains no user. */
export interface RemotePlace {
  readonly kind: 'remote';
  readonly url: string;
  /** Only for fetching. */
  readonly user?: User;
}

/** User and password as they are written in an address. */
export interface User {
  readonly name: string;
  readonly password: string;
}

/** What paths of files mean where the documents are. */
export interface Paths {
  /** The folder of a file. */
  dirname(file: string): string;
  /** The path that a relative one means in a folder. */
  resolve(folder: string, path: string): string;
  /** The file of a `file:` URL. */
  placeOfUrl(url: string): SourcePlace;
}

/** Identity of a place; `''` for one that is none. */
export function uriOf(place: SourcePlace): string {
  switch (place.kind) {
    case 'file':
      return place.path;
    case 'remote':
      return place.url;
    case 'bad':
      return '';
  }
}

/**
 * The places that a location in a document may mean, best first. By the letter it is a URI reference; vendors also write
 * bare paths with spaces, `#`, or backslashes.
 */
export function placesOfLocation(location: string, base: string, paths: Paths): readonly SourcePlace[] {
  if (isRemote(location)) {
    return [remotePlace(location)];
  }
  if (isRemote(base)) {
    return [remotePlace(location, base)];
  }
  if (/^file:/i.test(location)) {
    return [paths.placeOfUrl(location)];
  }
  if (location.startsWith('//') || (/^[A-Za-z][A-Za-z0-9+.-]+:/.test(location) && !/^[A-Za-z]:[\\/]/.test(location))) {
    return [{ kind: 'bad' }];
  }
  const folder = paths.dirname(base);
  const plain = decode(location.replace(/[?#].*$/s, ''));
  // A server's answer to a query is saved under a name with the query in it, if at all; it is never the document that refers
  // to it.
  const hasQuery = location.includes('?');
  const readings = [...(hasQuery ? [location, plain] : [plain, location]), location.replaceAll('\\', '/')];
  const files = new Set(
    readings.filter((text) => text !== '' && !text.includes('\0')).map((text) => paths.resolve(folder, text)),
  );
  if (hasQuery) {
    files.delete(base);
  }
  return files.size === 0 ? [{ kind: 'bad' }] : [...files].map((file) => ({ kind: 'file', path: file }));
}

/** True for an http or https URL. */
export function isRemote(uri: string): boolean {
  return /^https?:\/\//i.test(uri);
}

/** The place of an http or https address, which may be relative to another one. */
export function remotePlace(location: string, base?: string): RemotePlace | { readonly kind: 'bad' } {
  const url = parseUrl(location, base);
  if (url === undefined || !isRemote(url.href)) {
    return { kind: 'bad' };
  }
  const user = { name: url.username, password: url.password };
  url.username = '';
  url.password = '';
  url.hash = '';
  return { kind: 'remote', url: url.href, ...((user.name !== '' || user.password !== '') && { user }) };
}

/**
 * A location in a document or a redirect. It is requested with the user of the document if it has the same origin, and with
 * no other.
 */
export function withUserOf(place: RemotePlace, from: RemotePlace): RemotePlace {
  if (place.user || !from.user || new URL(place.url).origin !== new URL(from.url).origin) {
    return place;
  }
  return { ...place, user: from.user };
}

/** The address to fetch, with user and password. */
export function fetchAddress({ url, user }: RemotePlace): string {
  if (!user) {
    return url;
  }
  const address = new URL(url);
  address.username = user.name;
  address.password = user.password;
  return address.href;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
