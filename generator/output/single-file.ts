import { dirname, join } from 'node:path';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Disk } from './disk.js';
import { hasDeadLock } from './lock.js';
import { realPlace } from './paths.js';
import { underLock } from './under-lock.js';
import {
  createWorkspace,
  examineWorkspace,
  ForeignLeftOver,
  type Parts,
  removeWorkspace,
  workspaceBeside,
} from './workspace.js';

const NEXT = 'next';
const PARTS: Parts = { [NEXT]: 'file' };

/**
 * The real path of a file that is to be written, or why it cannot be. See `realPlace` for the links that are followed.
 *
 * @param from Absolute path of the working folder or of the config's folder.
 */
export function placeOfFile(disk: Disk, path: string, from: string, display: string): Result<string | undefined> {
  const place = realPlace(disk, path, from);
  if (typeof place !== 'string')
    return [undefined, [diagnostic('output/link-leads-away', { path: display, ...place })]];
  const kind = disk.entry(place)?.kind ?? 'file';
  if (kind === 'file') return [place, []];
  const what = kind === 'folder' ? 'it is a folder' : 'it is a special file';
  return [undefined, [diagnostic('output/not-a-file', { path: display, what })]];
}

/**
 * Writes one file all at once: the old text stands there, or the new one. Its permissions stay. A link that stands there is
 * replaced, not followed. The caller holds a lock. Throws what `Disk` throws, and `ForeignLeftOver`.
 *
 * @param path Absolute and real.
 */
export function replaceFile(disk: Disk, path: string, text: string): void {
  disk.makeFolder(dirname(path));
  clearLeftOver(disk, path);
  const workspace = workspaceBeside(path);
  createWorkspace(disk, workspace);
  try {
    disk.write(join(workspace, NEXT), text, disk.entry(path)?.mode);
    disk.rename(join(workspace, NEXT), path);
    disk.flush(dirname(path));
  } finally {
    removeWorkspace(disk, workspace);
  }
}

/** `replaceFile` under a lock of the file's own. What prevents writing is a diagnostic; `display` is the path as the user knows it. */
export function replaceFileAlone(disk: Disk, path: string, text: string, display: string): readonly Diagnostic[] {
  return underLock(disk, path, display, () => {
    replaceFile(disk, path, text);
    return [];
  });
}

/** True when a run was killed while it wrote a file. */
export function hasLeftOver(disk: Disk, path: string): boolean {
  return disk.entry(workspaceBeside(path)) !== undefined;
}

/** Removes what a run left that was killed while it wrote a file. */
export function tidyFile(disk: Disk, path: string, display: string): readonly Diagnostic[] {
  if (!hasLeftOver(disk, path) && !hasDeadLock(disk, path)) return [];
  return underLock(disk, path, display, () => {
    clearLeftOver(disk, path);
    return [];
  });
}

/** `tidyFile` for a caller that holds a lock. Throws `ForeignLeftOver`. */
export function clearLeftOver(disk: Disk, path: string): void {
  const workspace = workspaceBeside(path);
  const finding = examineWorkspace(disk, workspace, PARTS);
  if (finding.kind === 'foreign') throw new ForeignLeftOver(workspace, finding.reason);
  if (finding.kind !== 'nothing') removeWorkspace(disk, workspace);
}
