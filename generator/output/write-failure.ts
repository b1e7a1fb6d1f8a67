import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { ForeignLeftOver } from './workspace.js';

/**
 * Turns an error of the file system, or an obstacle where codegen keeps its own files, into a diagnostic. Other errors are
 * our bugs, and are thrown again.
 *
 * @param path The path that was written, if the error does not name it.
 */
export function writeFailure(error: unknown, path: string): Diagnostic {
  if (error instanceof ForeignLeftOver) {
    return diagnostic('output/foreign-left-over', { path: error.path, reason: error.reason });
  }
  const { path: where } = error as NodeJS.ErrnoException;
  return diagnostic('output/write-failed', { path: where ?? path, reason: reasonOf(error) });
}

/** The error of the file system, in words. Other errors are our bugs, and are thrown again. */
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
