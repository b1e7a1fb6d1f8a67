import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import type { FileChange } from '../output/file-change.js';
import { writeTogether } from '../output/write.js';
import { displayPath } from './report.js';
import type { Terminal } from './terminal.js';

/** What makes a text the content of a file: links on the path to it are followed, and the file as it is now stays known. */
export function changeTo(path: string, text: string, { workingFolder }: Pick<Terminal, 'workingFolder'>): FileChange {
  const absolute = resolve(workingFolder, path);
  const real = disk.realPath(absolute) ?? absolute;
  const display = displayPath(absolute, workingFolder);
  return { path: real, display, before: disk.bytes(real), bytes: new TextEncoder().encode(text) };
}

/** Writes files that are no output of packages: all of them as a whole, or none. */
export function writeFiles(changes: readonly FileChange[]): readonly Diagnostic[] {
  return changes.length === 0 ? [] : writeTogether([], { changes, known: changes }, disk).diagnostics;
}
