import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Disk, type Entry, isCode } from './disk.js';
import type { FolderJournal } from './journal.js';
import { makeParents, obstacleTo, plainEntry, removeEmptyParents } from './paths.js';
import { copyTree } from './tree.js';
import { createWorkspace, journalParts, type Parts, type Prepared, workspaceName, workspacesOf } from './workspace.js';

/**
 * Changes many files of a folder at once: whatever ends the process, the folder has everything old or everything new.
 *
 * A complete copy of the new tree is built next to the folder, with second names (hard links) for files that do not change,
 * including the user's own. A journal then commits the change. The copy takes the folder's place in one step, the changes are
 * applied to the folder itself, and it returns in a second step. Its identity stays the same, so shells and watchers inside
 * do not lose it. The commit, and the recovery of a run that dies, are in group.ts. See docs/decisions/atomic-output.md for
 * the systems on which a step is two renames.
 */
export interface Change {
  /** Absolute, real path of the folder; it may not exist yet. */
  readonly root: string;
  /** New texts by path within the folder (`/` between steps). Applied in this order. */
  readonly write: ReadonlyMap<string, string>;
  /** Files to remove; folders that this leaves empty go too. */
  readonly remove: readonly string[];
}

const nextPart = 'next';
const previousPart = 'previous';
const appliedPart = 'applied';

/** The names that the workspace of a folder may contain. */
export const folderParts: Parts = {
  ...journalParts,
  [nextPart]: 'folder',
  [previousPart]: 'folder',
  [appliedPart]: 'file',
};

/** Prepares a change of a folder. Nothing of an earlier run may be left. */
export function prepareFolder(disk: Disk, change: Change): Prepared {
  const { root } = change;
  const original = disk.entry(root);
  if (original) {
    checkFolders(disk, change, original);
  }
  const [workspace, evidence] = makeWorkspace(disk, root);
  stage(disk, change, join(workspace, nextPart), original);
  const journal: FolderJournal = {
    kind: 'folder',
    workspace: evidence,
    nonce: randomBytes(8).toString('hex'),
    original: original?.id ?? null,
    write: [...change.write.keys()],
    remove: change.remove,
  };
  return { workspace, journal };
}

/** It must be possible to finish a change that has a journal, so folders that are not writable are found before. */
function checkFolders(disk: Disk, { root, write, remove }: Change, original: Entry): void {
  if (original.kind !== 'folder') {
    throw failure('ENOTDIR', root);
  }
  const folders = new Set<string>();
  for (const path of [...write.keys(), ...remove]) {
    let parent = dirname(path);
    while (parent !== '.' && !plainEntry(disk, root, parent)) {
      parent = dirname(parent);
    }
    folders.add(parent);
  }
  for (const folder of folders) {
    if (!disk.isWritable(join(root, folder))) {
      throw failure('EACCES', join(root, folder));
    }
  }
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(code), { code, path });
}

function makeWorkspace(disk: Disk, root: string): readonly [path: string, evidence: string] {
  const [beside, inside] = workspacesOf(root);
  try {
    disk.makeFolder(dirname(root));
    return [beside, createWorkspace(disk, beside)];
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM', 'EROFS')) {
      throw error;
    }
    return [inside, createWorkspace(disk, inside)];
  }
}

/** Builds the complete new tree at `next`. */
function stage(disk: Disk, change: Change, next: string, original: Entry | undefined): void {
  const replaced = new Set([workspaceName, ...change.write.keys(), ...change.remove]);
  disk.makeNewFolder(next, original?.mode);
  if (original) {
    copyTree(disk, change.root, next, replaced);
  }
  for (const [path, text] of change.write) {
    makeParents(disk, next, path);
    disk.write(join(next, path), text, plainEntry(disk, change.root, path)?.mode);
  }
  for (const path of change.remove) {
    removeEmptyParents(disk, next, path);
  }
}

/** The result of a change of a folder. */
export interface FolderOutcome {
  /** False if there is nothing to finish, because another folder is now in its place. */
  readonly done: boolean;
  /** A generated file that somebody replaced by something else in the meantime, which stays. */
  readonly obstacle?: string | undefined;
}

/** From the journal to the end; every step may be repeated. */
export function finishFolder(disk: Disk, root: string, workspace: string, journal: FolderJournal): FolderOutcome {
  let obstacle: string | undefined;
  if (journal.original === null) {
    if (!takePlace(disk, root, workspace)) {
      return { done: false };
    }
  } else {
    const replaced = replace(disk, root, workspace, journal, journal.original);
    obstacle = replaced ? replaced.obstacle : apply(disk, join(workspace, nextPart), root, journal);
  }
  disk.flush(dirname(root));
  return { done: true, obstacle };
}

/** A folder that did not exist. */
function takePlace(disk: Disk, root: string, workspace: string): boolean {
  const next = join(workspace, nextPart);
  if (!disk.entry(next)) {
    return true;
  }
  if (disk.entry(root)) {
    return false;
  }
  disk.rename(next, root);
  return true;
}

/** The change of a folder, with a stand-in while it lasts. Undefined if the folder cannot be moved (a mount point, say). */
function replace(
  disk: Disk,
  root: string,
  workspace: string,
  journal: FolderJournal,
  original: string,
): { readonly obstacle: string | undefined } | undefined {
  const next = join(workspace, nextPart);
  const previous = join(workspace, previousPart);
  const applied = join(workspace, appliedPart);
  let obstacle: string | undefined;
  const away = (): string | undefined => [next, previous].find((path) => disk.entry(path)?.id === original);
  if (!disk.entry(applied)) {
    if (!disk.entry(root)) {
      disk.rename(next, root);
    } else if (disk.entry(root)?.id === original && !swap(disk, root, next, previous)) {
      return undefined;
    }
    const folder = away();
    if (folder === undefined) {
      return { obstacle };
    }
    obstacle = apply(disk, root, folder, journal);
    const known = new Set([...journal.write, ...journal.remove]);
    copyTree(disk, root, folder, known, (source, target) => put(disk, source, target, journal));
    disk.write(applied, '');
    disk.flush(workspace);
  }
  const folder = away();
  if (folder === undefined) {
    return { obstacle };
  }
  if (disk.entry(root)) {
    swap(disk, root, folder, folder === next ? previous : next);
  } else {
    disk.rename(folder, root);
  }
  return { obstacle };
}

/**
 * Puts `other` in the place of `root`; the former content of `root` goes to `other`, or to `aside` if a step takes two
 * renames.
 */
function swap(disk: Disk, root: string, other: string, aside: string): boolean {
  if (disk.exchange(root, other)) {
    return true;
  }
  try {
    disk.rename(root, aside);
  } catch (error) {
    if (isCode(error, 'EBUSY', 'EXDEV', 'EPERM', 'EACCES', 'EINVAL')) {
      return false;
    }
    throw error;
  }
  disk.rename(other, root);
  return true;
}

/** Brings `folder` to the state of the tree `from`, file by file. Returns a path that has something other than a file. */
function apply(disk: Disk, from: string, folder: string, journal: FolderJournal): string | undefined {
  let obstacle: string | undefined;
  for (const path of journal.write) {
    const source = plainEntry(disk, from, path);
    if (source?.kind !== 'file') {
      continue;
    }
    if (obstacleTo(disk, folder, path)) {
      obstacle ??= path;
    } else {
      makeParents(disk, folder, path);
      put(disk, join(from, path), join(folder, path), journal);
    }
  }
  for (const path of journal.remove) {
    const kind = plainEntry(disk, folder, path)?.kind;
    if (kind === 'file' || kind === 'link') {
      disk.removeFile(join(folder, path));
    }
    removeEmptyParents(disk, folder, path);
  }
  return obstacle;
}

/** Replaces a file in one step, by way of a second name in its folder. */
function put(disk: Disk, source: string, target: string, { nonce }: FolderJournal): void {
  const staged = join(dirname(target), `.${nonce}.codegen-new`);
  if (disk.entry(staged)) {
    disk.removeFile(staged);
  }
  if (disk.entry(source)?.id === disk.entry(target)?.id) {
    return;
  }
  disk.link(source, staged);
  disk.rename(staged, target);
}
