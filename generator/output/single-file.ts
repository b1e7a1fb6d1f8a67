import { dirname, join } from 'node:path';
import type { Disk } from './disk.js';
import {
  createWorkspace,
  examineWorkspace,
  ForeignLeftOver,
  type Parts,
  removeWorkspace,
  workspaceBeside,
} from './workspace.js';

const nextPart = 'next';
const parts: Parts = { [nextPart]: 'file' };

/**
 * Writes one file all at once: the path has the old text or the new one, nothing in between. Its permissions stay. A link at
 * the path is replaced, not followed. The caller holds a lock. Throws what `Disk` throws, and `ForeignLeftOver`.
 *
 * @param path Absolute and real.
 */
export function replaceFile(disk: Disk, path: string, text: string): void {
  disk.makeFolder(dirname(path));
  clearLeftOver(disk, path);
  const workspace = workspaceBeside(path);
  createWorkspace(disk, workspace);
  try {
    disk.write(join(workspace, nextPart), text, disk.entry(path)?.mode);
    disk.rename(join(workspace, nextPart), path);
    disk.flush(dirname(path));
  } finally {
    removeWorkspace(disk, workspace);
  }
}

/** True if a run was killed while it wrote a file. */
export function hasLeftOver(disk: Disk, path: string): boolean {
  return disk.entry(workspaceBeside(path)) !== undefined;
}

/** Removes the left-overs of a run that was killed while it wrote a file. The caller holds a lock. Throws `ForeignLeftOver`. */
export function clearLeftOver(disk: Disk, path: string): void {
  const workspace = workspaceBeside(path);
  const finding = examineWorkspace(disk, workspace, parts);
  switch (finding.kind) {
    case 'foreign':
      throw new ForeignLeftOver(workspace, finding.reason);
    case 'unfinished':
    case 'ours':
      removeWorkspace(disk, workspace);
      return;
    case 'nothing':
      return;
  }
}
