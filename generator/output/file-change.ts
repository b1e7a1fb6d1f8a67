import { dirname, join } from 'node:path';
import { type Disk, isCode } from './disk.js';
import { hashBytes } from './hash.js';
import type { FileJournal } from './journal.js';
import { createWorkspace, journalParts, type Parts, type Prepared, workspaceBeside } from './workspace.js';

/** A change of one file that the user owns. It is made only if the file has the same content as when the change was worked out. */
export interface FileChange {
  /** Absolute, real path. */
  readonly path: string;
  /** The path as the user knows it. */
  readonly display: string;
  /** The previous content of the file; `undefined` if it did not exist. */
  readonly before: Uint8Array | undefined;
  readonly bytes: Uint8Array;
}

/** The result of a change: `outdated` if the user saved the file in the meantime, which is then left as the user wants it. */
export type FileOutcome = 'done' | 'outdated';

const nextPart = 'next';
const oldPart = 'old';

/** The names that the workspace of a file may contain. */
export const fileParts: Parts = { ...journalParts, [nextPart]: 'file', [oldPart]: 'file' };

/** True if a file has the same content as when its change was worked out. */
export function isAsFound(disk: Disk, { path, before }: FileChange): boolean {
  const hash = hashAt(disk, path);
  return before === undefined ? disk.entry(path) === undefined : hash === hashBytes(before);
}

/** Prepares a change of a file. Nothing of an earlier run may be left. */
export function prepareFile(disk: Disk, { path, before, bytes }: FileChange): Prepared {
  disk.makeFolder(dirname(path));
  const workspace = workspaceBeside(path);
  const evidence = createWorkspace(disk, workspace);
  const next = join(workspace, nextPart);
  const mode = disk.entry(path)?.mode;
  disk.write(next, bytes, mode);
  // A new file does not get the permissions that the mask of the process removes.
  if (mode !== undefined && disk.entry(next)?.mode !== mode) {
    disk.setMode(next, mode);
  }
  const hashes = { before: before === undefined ? null : hashBytes(before), after: hashBytes(bytes) };
  return { workspace, journal: { kind: 'file', workspace: evidence, ...hashes } };
}

/** From the journal to the end; every step may be repeated. */
export function finishFile(disk: Disk, path: string, workspace: string, journal: FileJournal): FileOutcome {
  const outcome =
    journal.before === null ? create(disk, path, workspace, journal) : replace(disk, path, workspace, journal);
  disk.flush(dirname(path));
  return outcome;
}

function hashAt(disk: Disk, path: string): string | undefined {
  const bytes = disk.entry(path)?.kind === 'file' ? disk.bytes(path) : undefined;
  return bytes && hashBytes(bytes);
}

function create(disk: Disk, path: string, workspace: string, { after }: FileJournal): FileOutcome {
  try {
    if (!disk.entry(path)) {
      disk.link(join(workspace, nextPart), path);
    }
  } catch (error) {
    if (!isCode(error, 'EEXIST')) {
      throw error;
    }
  }
  return hashAt(disk, path) === after ? 'done' : 'outdated';
}

/**
 * Puts the new text in the place of the old one, then checks the content that it has displaced: a file that the user saved in
 * the last moment is restored.
 */
function replace(disk: Disk, path: string, workspace: string, { before, after }: FileJournal): FileOutcome {
  const next = join(workspace, nextPart);
  if (hashAt(disk, path) === before && hashAt(disk, next) === after) {
    takePlace(disk, path, workspace, before);
  }
  if (hashAt(disk, path) !== after) {
    return 'outdated';
  }
  const aside = disk.entry(next) ? next : join(workspace, oldPart);
  const displaced = hashAt(disk, aside);
  if (displaced === undefined || displaced === before || displaced === after) {
    return 'done';
  }
  if (!disk.exchange(path, aside)) {
    disk.rename(aside, path);
  }
  // Who saved again between the two steps has written the newest text.
  else if (hashAt(disk, aside) !== after) {
    disk.exchange(path, aside);
  }
  return 'outdated';
}

/** Swaps the old text and the new one; where the system cannot, the old one gets a second name before it is replaced. */
function takePlace(disk: Disk, path: string, workspace: string, before: string | null): void {
  const next = join(workspace, nextPart);
  if (disk.exchange(path, next)) {
    return;
  }
  const old = join(workspace, oldPart);
  if (!disk.entry(old)) {
    disk.link(path, old);
  }
  if (hashAt(disk, old) === before && disk.entry(old)?.id === disk.entry(path)?.id) {
    disk.rename(next, path);
  }
}
