import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { Disk } from './disk.js';
import { acquireLock } from './lock.js';
import { writeFailure } from './write-failure.js';

/** Runs an action while this process holds the lock of a file or folder. An obstacle becomes a diagnostic. */
export function underLock(
  disk: Disk,
  path: string,
  display: string,
  action: () => readonly Diagnostic[],
): readonly Diagnostic[] {
  try {
    const lock = acquireLock(disk, path);
    if ('owner' in lock) {
      return [diagnostic('output/locked', { path: display, owner: lock.owner, lock: lock.path })];
    }
    try {
      return action();
    } finally {
      lock.release();
    }
  } catch (error) {
    return [writeFailure(error, display)];
  }
}
