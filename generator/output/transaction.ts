import { basename, dirname, join } from 'node:path';
import { type Disk, type Entry, isCode } from './disk.js';

/**
 * Changes many files of a folder at once: whatever ends the process, the folder holds everything old or everything new.
 *
 * A complete copy of the new tree is built beside the folder, with second names (hard links) for what does not change, a
 * person's own files included. A journal then makes the change certain. The copy takes the folder's place in one step,
 * the changes are applied to the folder itself, and it comes back in a second step: its identity stays, so that shells
 * and watchers inside do not lose it. The next run finishes what has a journal and discards what has none.
 * See docs/decisions/atomic-output.md for the systems on which a step is two renames.
 */
export interface Change {
  /** Absolute, real path of the folder; it may not exist yet. */
  readonly root: string;
  /** New texts by path within the folder (`/` between steps). Applied in this order. */
  readonly write: ReadonlyMap<string, string>;
  /** Files to remove; folders that this leaves empty go too. */
  readonly remove: readonly string[];
}

/** The commit record. */
interface Journal {
  readonly write: readonly string[];
  readonly remove: readonly string[];
  /** Identity of the folder that is changed; `null` when it is new. */
  readonly original: string | null;
}

const NEXT = 'next';
const PREVIOUS = 'previous';
const JOURNAL = 'journal.json';
const APPLIED = 'applied';
const INSIDE = '.codegen';

/** Folders in which a change of `root` may be prepared: beside it, or inside where only that can be written. */
function workspacesOf(root: string): readonly [beside: string, inside: string] {
  return [join(dirname(root), `.${basename(root)}.codegen`), join(root, INSIDE)];
}

/** True when an earlier run ended while it changed `root`. */
export function isInterrupted(disk: Disk, root: string): boolean {
  return workspacesOf(root).some((workspace) => disk.entry(workspace) !== undefined);
}

/** Ends what an earlier run left: completed when it had been decided, discarded otherwise. */
export function recover(disk: Disk, root: string): 'nothing' | 'completed' | 'discarded' {
  let outcome: 'nothing' | 'completed' | 'discarded' = 'nothing';
  for (const workspace of workspacesOf(root)) {
    if (!disk.entry(workspace)) continue;
    const journal = readJournal(disk, workspace);
    if (journal) finish(disk, root, workspace, journal);
    else removeTree(disk, workspace);
    outcome = journal ? 'completed' : 'discarded';
  }
  return outcome;
}

/** Makes the change. Nothing of an earlier run may be left: call `recover` first. */
export function commit(disk: Disk, change: Change): void {
  const { root } = change;
  const original = disk.entry(root);
  const workspace = makeWorkspace(disk, root);
  const next = join(workspace, NEXT);
  stage(disk, change, next, original);
  const journal: Journal = { write: [...change.write.keys()], remove: change.remove, original: original?.id ?? null };
  disk.write(join(workspace, `${JOURNAL}.new`), JSON.stringify(journal));
  disk.rename(join(workspace, `${JOURNAL}.new`), join(workspace, JOURNAL));
  disk.flush(workspace);
  finish(disk, root, workspace, journal);
}

function makeWorkspace(disk: Disk, root: string): string {
  const [beside, inside] = workspacesOf(root);
  try {
    disk.makeFolder(dirname(root));
    disk.makeFolder(beside);
    return beside;
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    disk.makeFolder(inside);
    return inside;
  }
}

function readJournal(disk: Disk, workspace: string): Journal | undefined {
  const text = disk.read(join(workspace, JOURNAL));
  return text === undefined ? undefined : (JSON.parse(text) as Journal);
}

/** Builds the complete new tree at `next`. */
function stage(disk: Disk, change: Change, next: string, original: Entry | undefined): void {
  const replaced = new Set([...change.write.keys(), ...change.remove]);
  disk.makeFolder(next, original?.mode);
  if (original) copyTree(disk, change.root, next, '', replaced);
  for (const [path, text] of change.write) {
    makeParents(disk, next, path);
    disk.write(join(next, path), text, disk.entry(join(change.root, path))?.mode);
  }
  for (const path of change.remove) removeEmptyParents(disk, next, path);
}

function copyTree(disk: Disk, from: string, to: string, prefix: string, except: ReadonlySet<string>): void {
  for (const name of disk.list(from)) {
    const path = prefix + name;
    if (path === INSIDE || except.has(path)) continue;
    const entry = disk.entry(join(from, name));
    if (entry?.kind === 'folder') {
      disk.makeFolder(join(to, name), entry.mode);
      copyTree(disk, join(from, name), join(to, name), `${path}/`, except);
    } else if (entry?.kind === 'file') disk.link(join(from, name), join(to, name));
    else if (entry?.kind === 'link') disk.copyLink(join(from, name), join(to, name));
  }
}

/** From the journal to the end; every step may be repeated. */
function finish(disk: Disk, root: string, workspace: string, journal: Journal): void {
  if (journal.original === null) takePlace(disk, root, workspace);
  else if (!replace(disk, root, workspace, journal, journal.original))
    apply(disk, join(workspace, NEXT), root, journal);
  disk.flush(dirname(root));
  disk.removeFile(join(workspace, JOURNAL));
  removeTree(disk, workspace);
}

/** A folder that did not exist. */
function takePlace(disk: Disk, root: string, workspace: string): void {
  const next = join(workspace, NEXT);
  if (disk.entry(next)) disk.rename(next, root);
}

/** The change of a folder, with a stand-in while it lasts. False when the folder cannot be moved (a mount point, say). */
function replace(disk: Disk, root: string, workspace: string, journal: Journal, original: string): boolean {
  const next = join(workspace, NEXT);
  const previous = join(workspace, PREVIOUS);
  const applied = join(workspace, APPLIED);
  const away = (): string | undefined => [next, previous].find((path) => disk.entry(path)?.id === original);
  if (!disk.entry(applied)) {
    if (!disk.entry(root)) disk.rename(next, root);
    else if (disk.entry(root)?.id === original && !swap(disk, root, next, previous)) return false;
    const folder = away();
    if (folder === undefined) return true;
    apply(disk, root, folder, journal);
    carryOver(disk, root, folder, new Set([...journal.write, ...journal.remove]), '');
    disk.write(applied, '');
    disk.flush(workspace);
  }
  const folder = away();
  if (folder === undefined) return true;
  if (disk.entry(root)) swap(disk, root, folder, folder === next ? previous : next);
  else disk.rename(folder, root);
  return true;
}

/** Puts `other` in the place of `root`; what stood there goes to `other`, or where a step takes two to `aside`. */
function swap(disk: Disk, root: string, other: string, aside: string): boolean {
  if (disk.exchange(root, other)) return true;
  try {
    disk.rename(root, aside);
  } catch (error) {
    if (isCode(error, 'EBUSY', 'EXDEV', 'EPERM', 'EACCES', 'EINVAL')) return false;
    throw error;
  }
  disk.rename(other, root);
  return true;
}

/** Brings `folder` to the state of the tree `from`, file by file. */
function apply(disk: Disk, from: string, folder: string, journal: Journal): void {
  for (const path of journal.write) {
    const source = join(from, path);
    const target = join(folder, path);
    const staged = `${target}.codegen-new`;
    if (!disk.entry(source)) continue;
    makeParents(disk, folder, path);
    if (disk.entry(staged)) disk.removeFile(staged);
    if (disk.entry(source)?.id === disk.entry(target)?.id) continue;
    disk.link(source, staged);
    disk.rename(staged, target);
  }
  for (const path of journal.remove) {
    if (disk.entry(join(folder, path))) disk.removeFile(join(folder, path));
    removeEmptyParents(disk, folder, path);
  }
}

/** Files that somebody made in the stand-in while it stood in. */
function carryOver(disk: Disk, from: string, to: string, except: ReadonlySet<string>, prefix: string): void {
  for (const name of disk.list(from)) {
    const path = prefix + name;
    if (except.has(path)) continue;
    const here = disk.entry(join(from, name));
    const there = disk.entry(join(to, name));
    if (here?.kind === 'folder') {
      if (!there) disk.makeFolder(join(to, name), here.mode);
      if (!there || there.kind === 'folder') carryOver(disk, join(from, name), join(to, name), except, `${path}/`);
    } else if (here?.kind === 'file') carryFile(disk, join(from, name), join(to, name), here, there);
    else if (here?.kind === 'link' && !there) disk.copyLink(join(from, name), join(to, name));
  }
}

function carryFile(disk: Disk, from: string, to: string, here: Entry, there: Entry | undefined): void {
  if (!there) disk.link(from, to);
  else if (there.kind === 'file' && there.id !== here.id && here.modified > there.modified) {
    const staged = `${to}.codegen-new`;
    if (disk.entry(staged)) disk.removeFile(staged);
    disk.link(from, staged);
    disk.rename(staged, to);
  }
}

function makeParents(disk: Disk, root: string, path: string): void {
  const parent = dirname(path);
  if (parent !== '.') disk.makeFolder(join(root, parent));
}

function removeEmptyParents(disk: Disk, root: string, path: string): void {
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    const folder = join(root, parent);
    if (!disk.entry(folder)) continue;
    if (disk.list(folder).length > 0) return;
    disk.removeFolder(folder);
  }
}

function removeTree(disk: Disk, folder: string): void {
  for (const name of disk.list(folder)) {
    const path = join(folder, name);
    if (disk.entry(path)?.kind === 'folder') removeTree(disk, path);
    else disk.removeFile(path);
  }
  disk.removeFolder(folder);
}
