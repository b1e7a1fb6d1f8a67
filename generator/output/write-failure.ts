import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { ForeignLeftOver } from './workspace.js';

/**
 * What the file system says, or what stands where codegen keeps its own files, as a diagnostic. Other errors are ours, and are
 * thrown again.
 *
 * @param path Names what was written, where the error does not.
 */
export function writeFailure(error: unknown, path: string): Diagnostic {
  if (error instanceof ForeignLeftOver) {
    return diagnostic('output/foreign-left-over', { path: error.path, reason: error.reason });
  }
  const { path: where } = error as NodeJS.ErrnoException;
  return diagnostic('output/write-failed', { path: where ?? path, reason: reasonOf(error) });
}

/** What the file system says, in words. Other errors are ours, and are thrown again. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') {
    throw error;
  }
  return reasons[code] ?? message;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is used up',
  ENOTDIR: 'there is a file where a folder is needed',
  EEXIST: 'there is a file where a folder is needed',
  EISDIR: 'there is a folder where a file is needed',
  ENAMETOOLONG: 'the name is too long',
  // Of transaction.ts.
  EREPLACED: 'something else was put there while it was being written',
};
