import { join, relative } from 'node:path';
import { packagedFile } from '../config/packaged-file.js';
import { repositoryFolder } from '../config/repository.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import { changeTo, writeFiles } from './single-files.js';
import type { Terminal } from './terminal.js';

/** A file that is written once, and belongs to the user from then on. */
export interface OwnFile {
  readonly display: string;
  readonly text: string;
  /** It was there, and stays as it is. */
  readonly exists: boolean;
  /** What is left to do. */
  readonly next: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The repository around the working folder, or this folder itself, and where it is in there. */
export function repositoryAround({ workingFolder }: Terminal): { readonly root: string; readonly folder: string } {
  const root = repositoryFolder(workingFolder) ?? workingFolder;
  return { root, folder: relative(root, workingFolder).replaceAll('\\', '/') || '.' };
}

/** Writes a file of `templates/` into the repository, with values in the place of words, unless there is a file. */
export function writeOwnFile(
  template: Parameters<typeof packagedFile>[0],
  place: string,
  values: Readonly<Record<string, string>>,
  write: boolean,
  terminal: Terminal,
): Omit<OwnFile, 'next'> {
  const path = join(repositoryAround(terminal).root, place);
  const text = packagedFile(template).replace(/\b[A-Z]+\b/g, (word) => values[word] ?? word);
  const exists = disk.entry(path) !== undefined;
  const file = changeTo(path, text, terminal);
  return { display: file.display, text, exists, diagnostics: exists || !write ? [] : writeFiles([file]) };
}
