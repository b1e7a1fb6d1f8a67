import { basename, dirname, join } from 'node:path';
import type { Disk, Entry } from './disk.js';
import type { Journal } from './journal.js';
import { removeTree } from './tree.js';

/**
 * A folder in which a change is prepared, and which proves that this user's codegen made it on this machine. A run that dies
 * leaves it behind, and the next run must distinguish it from a folder of the same name that somebody cloned, unpacked or
 * copied.
 *
 * The proof is a folder `made` and another one whose name contains the inode of `made` and the time of its last change. An
 * archive or a repository cannot know either in advance, and a program cannot set the time. Each step of creating the proof
 * is atomic, so a run that dies on the way leaves only empty folders.
 */

const witnessName = 'made';
const proofName = /^made-\d+-\d+$/;

/** The names that a workspace may contain in addition to its proof. */
export type Parts = Readonly<Record<string, Entry['kind']>>;

/** Name of the journal in a workspace. It appears complete, and its appearance decides a change. */
export const journalName = 'journal.json';

/** The journal, and the journal while it is written. */
export const journalParts: Parts = { [journalName]: 'file', [`${journalName}.new`]: 'file' };

/** A change that is ready to be decided. */
export interface Prepared {
  readonly workspace: string;
  readonly journal: Journal;
}

/** The result of examining the path of a workspace. */
export type LeftOverFinding =
  | { readonly kind: 'nothing' }
  /** A run died while it made the workspace; it contains no file. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'ours'; readonly evidence: string }
  | { readonly kind: 'foreign'; readonly reason: string };

/** Thrown if something in the place of a workspace cannot be trusted. */
export class ForeignLeftOver extends Error {
  override readonly name = 'ForeignLeftOver';
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** A folder or a file that is changed. */
export interface WorkspacePlace {
  readonly kind: 'folder' | 'file';
  /** Absolute, real path. */
  readonly path: string;
}

/** Name of the workspace inside a folder, if nothing can be written next to the folder. */
export const workspaceName = '.codegen';

/** Workspaces in which a change of a folder may be prepared: next to it, or inside it if only that is writable. */
export function workspacesOf(root: string): readonly [beside: string, inside: string] {
  return [workspaceBeside(root), join(root, workspaceName)];
}

/** Workspaces in which a change of a place may be prepared. */
export function workspacesFor({ kind, path }: WorkspacePlace): readonly string[] {
  return kind === 'folder' ? workspacesOf(path) : [workspaceBeside(path)];
}

/** True if an earlier run seems to have ended while it changed a place. */
export function isInterrupted(disk: Disk, place: WorkspacePlace): boolean {
  return workspacesFor(place).some((workspace) => disk.entry(workspace) !== undefined);
}

/** The file or folder that a workspace belongs to: the one next to it, or for `.codegen` the folder that contains it. */
export function placeOf(workspace: string): string {
  const name = basename(workspace);
  return name === workspaceName ? dirname(workspace) : join(dirname(workspace), name.slice(1, -'.codegen'.length));
}

/** The workspace of a file or folder: next to it. */
export function workspaceBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.codegen`);
}

/** Creates a workspace that only this user can enter. Returns its evidence; throws `EEXIST` if anything exists at the path. */
export function createWorkspace(disk: Disk, path: string): string {
  disk.makeNewFolder(path, 0o700);
  disk.makeNewFolder(join(path, witnessName), 0o700);
  const evidence = disk.entry(join(path, witnessName))?.evidence ?? '';
  disk.makeNewFolder(join(path, `${witnessName}-${evidence}`), 0o700);
  return evidence;
}

/** Looks whether a workspace is ours. Nothing is changed, and no link is followed. */
export function examineWorkspace(disk: Disk, path: string, parts: Parts): LeftOverFinding {
  const entry = disk.entry(path);
  if (!entry) {
    return { kind: 'nothing' };
  }
  const foreign = (reason: string): LeftOverFinding => ({ kind: 'foreign', reason });
  if (entry.kind !== 'folder') {
    return foreign(entry.kind === 'link' ? 'it is a symbolic link' : 'it is not a folder');
  }
  if (!entry.own) {
    return foreign('it belongs to another user');
  }
  const names = disk.list(path);
  const proofs = names.filter((name) => proofName.test(name));
  const unknown = names.find((name) => !isPart(disk, path, name, proofs, parts));
  if (unknown !== undefined) {
    return foreign(`it contains "${unknown}", which codegen did not write`);
  }
  const witness = disk.entry(join(path, witnessName));
  if (proofs.length === 0 && names.every((name) => name === witnessName)) {
    return { kind: 'unfinished' };
  }
  const [proof] = proofs;
  if (proofs.length !== 1 || witness === undefined || proof !== `${witnessName}-${witness.evidence}`) {
    return foreign('nothing proves that codegen made it on this machine');
  }
  return { kind: 'ours', evidence: witness.evidence };
}

/** The folders of the proof are empty; everything else is known, and of the kind that it should be. */
function isPart(disk: Disk, path: string, name: string, proofs: readonly string[], parts: Parts): boolean {
  const at = join(path, name);
  const kind = disk.entry(at)?.kind;
  if (name === witnessName || proofs.includes(name)) {
    return kind === 'folder' && disk.list(at).length === 0;
  }
  return Object.hasOwn(parts, name) && kind === parts[name];
}

/**
 * Removes a workspace that is ours or unfinished. The proof goes last: a run that dies in the meantime leaves nothing that
 * could not be proved.
 */
export function removeWorkspace(disk: Disk, path: string): void {
  const names = disk.list(path);
  const proofs = names.filter((name) => proofName.test(name));
  for (const name of names) {
    if (name !== witnessName && !proofs.includes(name)) {
      removeTree(disk, join(path, name));
    }
  }
  for (const name of proofs) {
    disk.removeFolder(join(path, name));
  }
  if (names.includes(witnessName)) {
    disk.removeFolder(join(path, witnessName));
  }
  disk.removeFolder(path);
}
