import { dirname, join, parse, relative, sep } from 'node:path';
import { isInside } from '../source/locate.js';
import type { Disk, Entry } from './disk.js';

/** The entry at a path below a folder; `undefined` also if a step on the way is not a plain folder. Links are not followed. */
export function plainEntry(disk: Disk, root: string, path: string): Entry | undefined {
  const steps = path.split('/');
  for (let i = 1; i < steps.length; i++) {
    if (disk.entry(join(root, ...steps.slice(0, i)))?.kind !== 'folder') {
      return undefined;
    }
  }
  return disk.entry(join(root, path));
}

/** What is in the way of a file below a folder: anything but a folder above it, or anything but a file in its place. Links could lead anywhere. */
export function obstacleTo(
  disk: Disk,
  root: string,
  path: string,
): { readonly path: string; readonly kind: Entry['kind'] } | undefined {
  const steps = path.split('/');
  for (let i = 1; i <= steps.length; i++) {
    const part = steps.slice(0, i).join('/');
    const kind = disk.entry(join(root, part))?.kind;
    if (kind !== (i < steps.length ? 'folder' : 'file')) {
      return kind && { path: part, kind };
    }
  }
  return undefined;
}

/** Creates the folders that a file below `root` needs. Throws `ENOTDIR` if something else is in the way, including a link. */
export function makeParents(disk: Disk, root: string, path: string): void {
  const steps = path.split('/').slice(0, -1);
  let folder = root;
  for (const step of steps) {
    folder = join(folder, step);
    const entry = disk.entry(folder);
    if (!entry) {
      disk.makeNewFolder(folder);
    } else if (entry.kind !== 'folder') {
      throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR', path: folder });
    }
  }
}

/** Removes the folders above a path that are empty, up to `root`. */
export function removeEmptyParents(disk: Disk, root: string, path: string): void {
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    const entry = plainEntry(disk, root, parent);
    if (!entry) {
      continue;
    }
    const folder = join(root, parent);
    if (entry.kind !== 'folder' || disk.list(folder).length > 0) {
      return;
    }
    disk.removeFolder(folder);
  }
}

/** A symbolic link that is not followed. */
export interface RefusedLink {
  readonly link: string;
  /** The target of the path, in words. */
  readonly leads: string;
}

/**
 * The target of a path that the user named. A link in the part of the path that the folder `from` does not share is followed
 * only to a place in the folder that contains the link: a cloned or unpacked folder must not lead to other places. The links
 * that lead to `from` itself are the user's own.
 *
 * @param path Absolute.
 * @param from Absolute path of the working folder or of the config's folder.
 */
export function realPlace(disk: Disk, path: string, from: string): string | RefusedLink {
  const shared = sharedFolder(path, from);
  let current = realFolder(disk, shared);
  const steps = relative(shared, path).split(sep);
  for (const [i, step] of steps.entries()) {
    const next = join(current, step);
    const entry = disk.entry(next);
    if (!entry || entry.kind === 'file' || entry.kind === 'other') {
      return join(current, ...steps.slice(i));
    }
    const target = entry.kind === 'link' ? disk.realPath(next) : next;
    if (target === undefined) {
      return { link: next, leads: 'nowhere' };
    }
    if (!isInside(target, current)) {
      return { link: next, leads: 'out of the folder that contains it' };
    }
    current = target;
  }
  return current;
}

function sharedFolder(path: string, from: string): string {
  let folder = from;
  while (!isInside(path, folder)) {
    // On Windows another drive shares nothing.
    if (dirname(folder) === folder) {
      return parse(path).root;
    }
    folder = dirname(folder);
  }
  return folder;
}

/** The folder that a path means, with links followed as far as it exists. */
function realFolder(disk: Disk, folder: string): string {
  const real = disk.realPath(folder);
  const parent = dirname(folder);
  return real ?? (parent === folder ? folder : join(realFolder(disk, parent), relative(parent, folder)));
}
