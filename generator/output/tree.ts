import { join } from 'node:path';
import type { Disk, Entry } from './disk.js';

/** Whole trees of folders. No link in them is ever followed: it is copied, or removed, as a link. */

/** Permissions without which a folder can be neither filled nor emptied. */
const ownerMode = 0o700;

/** Copies the content of `from` to the folder `to`, with second names for files. `except` has paths within the tree. */
export function copyTree(disk: Disk, from: string, to: string, except: ReadonlySet<string>, prefix = ''): void {
  for (const name of disk.list(from)) {
    const path = prefix + name;
    if (except.has(path)) {
      continue;
    }
    const entry = disk.entry(join(from, name));
    if (entry?.kind === 'folder') {
      const copy = join(to, name);
      disk.makeNewFolder(copy, entry.mode | ownerMode);
      copyTree(disk, join(from, name), copy, except, `${path}/`);
      if ((entry.mode & ownerMode) !== ownerMode) {
        disk.setMode(copy, entry.mode);
      }
    } else {
      copyLeaf(disk, join(from, name), join(to, name), entry);
    }
  }
}

function copyLeaf(disk: Disk, from: string, to: string, entry: Entry | undefined): void {
  switch (entry?.kind) {
    case 'file':
      disk.link(from, to);
      return;
    case 'link':
      disk.copyLink(from, to);
      return;
    case 'folder':
    case 'other':
    case undefined:
      return;
  }
}

/** Removes a file, a link or a folder with all its content. */
export function removeTree(disk: Disk, path: string): void {
  const entry = disk.entry(path);
  if (entry?.kind !== 'folder') {
    if (entry) {
      disk.removeFile(path);
    }
    return;
  }
  if ((entry.mode & ownerMode) !== ownerMode) {
    disk.setMode(path, entry.mode | ownerMode);
  }
  for (const name of disk.list(path)) {
    removeTree(disk, join(path, name));
  }
  disk.removeFolder(path);
}

/**
 * Carries files that somebody made or saved in the temporary tree `from` in the meantime over to `to`. `except` has paths
 * within the tree.
 */
export function carryOver(
  disk: Disk,
  from: string,
  to: string,
  except: ReadonlySet<string>,
  replace: (source: string, target: string) => void,
  prefix = '',
): void {
  for (const name of disk.list(from)) {
    const path = prefix + name;
    if (except.has(path)) {
      continue;
    }
    const [source, target] = [join(from, name), join(to, name)];
    const here = disk.entry(source);
    const there = disk.entry(target);
    if (here?.kind === 'folder') {
      if (there && there.kind !== 'folder') {
        continue;
      }
      if (!there) {
        disk.makeNewFolder(target, here.mode | ownerMode);
      }
      carryOver(disk, source, target, except, replace, `${path}/`);
      if (!there && (here.mode & ownerMode) !== ownerMode) {
        disk.setMode(target, here.mode);
      }
    } else if (!there) {
      copyLeaf(disk, source, target, here);
    } else if (isNewer(here, there)) {
      replace(source, target);
    }
  }
}

function isNewer(here: Entry | undefined, there: Entry): boolean {
  return here?.kind === 'file' && there.kind === 'file' && there.id !== here.id && here.modified > there.modified;
}
