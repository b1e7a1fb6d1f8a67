import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseUrl } from '@wsdl-codegen/runtime/extend';
import { isAddress, publicAddress } from '../diagnostics/public-address.js';
import { isInternalAddress } from './addresses.js';

/**
 * The target of a location, and whether it may be read.
 *
 * The rule for files: a document may reach, at any depth, what lies in the folder around its input, and in nothing else.
 * That folder is the working folder when the input lies in it, else the parent of the input's own folder (vendors write
 * `../schemas/x.xsd`); when that would be the root of the disk, the input's own folder. Inputs that lie in the user's repository
 * may reach all of it. `allowPaths` adds to it. A file that the user names as an input may lie anywhere.
 */

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

/** Folders (or single files) that imports may reach, as absolute paths. */
export function allowedFolders(
  inputFiles: readonly string[],
  workingFolder: string,
  allowPaths: readonly string[],
  repository?: string,
): readonly string[] {
  const folders = new Set<string>();
  for (const file of inputFiles) {
    const own = path.dirname(file);
    if (!isRoot(workingFolder) && isInside(file, workingFolder)) {
      folders.add(workingFolder);
    } else {
      folders.add(folderAround(own));
    }
    if (repository !== undefined && isInside(file, repository)) {
      folders.add(repository);
    }
  }
  for (const allowed of allowPaths) {
    folders.add(path.resolve(workingFolder, allowed));
  }
  return [...folders];
}

/** The folder that has a folder in it, unless that is the root of the disk: then the folder itself. */
export function folderAround(folder: string): string {
  const around = path.dirname(folder);
  return isRoot(around) ? folder : around;
}

/** The folder that contains all of some files. */
export function enclosingFolder([first = '', ...others]: readonly string[]): string {
  let folder = path.dirname(first);
  while (!isRoot(folder) && !others.every((file) => isInside(file, folder))) {
    folder = path.dirname(folder);
  }
  return folder;
}

/** True for a location that is written from where its document is. */
export function isRelative(location: string): boolean {
  return !/^([\\/]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(location);
}

function isRoot(folder: string): boolean {
  return path.dirname(folder) === folder;
}

/** True if the file is the folder itself or anything below it. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/** The place an input names: a URL, or a path relative to the working folder. An address that nothing can fetch is no path. */
export function placeOfInput(input: string, workingFolder: string): SourcePlace {
  if (isRemote(input)) {
    return remotePlace(input);
  }
  if (/^file:/i.test(input)) {
    return fileUrl(input);
  }
  if (isAddress(input)) {
    return { kind: 'bad' };
  }
  return { kind: 'file', path: path.resolve(workingFolder, input) };
}

/**
 * The places that a location in a document may mean, best first. By the letter it is a URI reference; vendors also write
 * bare paths with spaces, `#`, or backslashes.
 */
export function placesOfLocation(location: string, base: string): readonly SourcePlace[] {
  if (isRemote(location)) {
    return [remotePlace(location)];
  }
  if (isRemote(base)) {
    return [remotePlace(location, base)];
  }
  if (/^file:/i.test(location)) {
    return [fileUrl(location)];
  }
  if (location.startsWith('//') || (/^[A-Za-z][A-Za-z0-9+.-]+:/.test(location) && !/^[A-Za-z]:[\\/]/.test(location))) {
    return [{ kind: 'bad' }];
  }
  const folder = path.dirname(base);
  const plain = decode(location.replace(/[?#].*$/s, ''));
  // A server's answer to a query is saved under a name with the query in it, if at all; it is never the document that refers
  // to it.
  const hasQuery = location.includes('?');
  const readings = [...(hasQuery ? [location, plain] : [plain, location]), location.replaceAll('\\', '/')];
  const paths = new Set(
    readings.filter((text) => text !== '' && !text.includes('\0')).map((text) => path.resolve(folder, text)),
  );
  if (hasQuery) {
    paths.delete(base);
  }
  return paths.size === 0 ? [{ kind: 'bad' }] : [...paths].map((file) => ({ kind: 'file', path: file }));
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

function fileUrl(location: string): SourcePlace {
  try {
    return { kind: 'file', path: fileURLToPath(location) };
  } catch {
    return { kind: 'bad' };
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * True if a URL's host is one of a private network by its letters: an internal address in whatever writing, `localhost`, names without a dot.
 * Where a public name leads is known only when the connection is made: `download.ts`.
 */
export function isInternalHost(url: string): boolean {
  // The URL parser has brought decimal, octal and hexadecimal addresses into their usual form.
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) {
    return isInternalAddress(host.slice(1, -1));
  }
  if (/^[\d.]+$/.test(host)) {
    return isInternalAddress(host);
  }
  return !host.includes('.') || /\.(localhost|local|internal|lan|home|corp|intranet|private|home\.arpa)$/.test(host);
}

/** Display name of a document: relative to a folder, with forward slashes, or the public form of its address. */
export function displayName(uri: string, folder: string): string {
  if (isRemote(uri)) {
    return publicAddress(uri);
  }
  if (!path.isAbsolute(uri)) {
    return uri;
  }
  const relative = path.relative(folder, uri);
  return (relative === '' || path.isAbsolute(relative) ? uri : relative).replaceAll('\\', '/');
}
