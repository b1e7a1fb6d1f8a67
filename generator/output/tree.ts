import { join } from 'node:path';
import { append } from '../diagnostics/append.js';
import type { Disk, Entry } from './disk.js';

/** Whole trees of folders. No link in them is ever followed: it is copied, or removed, as a link. */

/** Permissions without which a folder can be neither filled nor emptied. */
const ownerMode = 0o700;

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
 * Copies what is in the folder `from` and not in the folder `to`, with second names for files. `except` has paths within the tree; `replace` gets a file
 * in both that is newer in `from`.
 */
export function copyTree(
  disk: Disk,
  from: string,
  to: string,
  except: ReadonlySet<string>,
  replace: (source: string, target: string) => void = () => undefined,
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
      copyTree(disk, source, target, except, replace, `${path}/`);
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

/** Which folders are looked into. */
export interface FolderSearch {
  /** Levels below the first folder. Default: all. */
  readonly deepest?: number;
  /** How many folders are looked into. */
  readonly most: number;
  /** Names of folders that are not looked into. */
  readonly except: RegExp;
  /** True for the names in a folder which nothing is to be found in or below. */
  readonly isClosed?: (names: readonly string[]) => boolean;
}

/** A folder with the names in it, and those below it, the nearest first. What cannot be listed is empty. */
export function* foldersBelow(
  disk: Disk,
  root: string,
  { deepest = Number.POSITIVE_INFINITY, most, except, isClosed = () => false }: FolderSearch,
): Generator<{ readonly folder: string; readonly names: readonly string[] }> {
  let left = most;
  for (let level = [root], depth = 0; level.length > 0 && depth <= deepest; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const names = left-- > 0 ? namesIn(disk, folder) : [];
      if (!isClosed(names)) {
        yield { folder, names };
        const inside = names.filter((name) => !except.test(name)).map((name) => join(folder, name));
        append(
          next,
          inside.filter((path) => disk.entry(path)?.kind === 'folder'),
        );
      }
    }
    level = next;
  }
}

function namesIn(disk: Disk, folder: string): readonly string[] {
  try {
    return [...disk.list(folder)].sort();
  } catch {
    return [];
  }
}
