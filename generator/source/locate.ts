import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAddress, publicAddress } from '../diagnostics/public-address.js';
import { isInternalAddress } from './addresses.js';
import { isRemote, type Paths, remotePlace, type SourcePlace } from './places.js';

/**
 * The target of a location, and whether it may be read.
 *
 * The rule for files: a document may reach, at any depth, what lies in the folder around its input, and in nothing else.
 * That folder is the working folder when the input lies in it, else the parent of the input's own folder (vendors write
 * `../schemas/x.xsd`); when that would be the root of the disk, the input's own folder. Inputs that lie in the user's repository
 * may reach all of it. `allowPaths` adds to it. A file that the user names as an input may lie anywhere.
 */

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

/** Paths of the disk, as its system writes them. */
export const diskPaths: Paths = { dirname: path.dirname, resolve: path.resolve, placeOfUrl: fileUrl };

function fileUrl(location: string): SourcePlace {
  try {
    return { kind: 'file', path: fileURLToPath(location) };
  } catch {
    return { kind: 'bad' };
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
