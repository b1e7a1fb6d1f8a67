import { resolve } from 'node:path';
import { disk } from './disk.js';

/** Which files of a folder an argument means, and which it never does. */
export interface FilesWanted {
  /** A pattern: `**` and a name. */
  readonly inFolders: string;
  /** Patterns of files that no folder and no pattern means. */
  readonly ignore?: readonly string[];
}

/** The files that an argument means, by their absolute paths. */
export interface NamedFiles {
  readonly paths: readonly string[];
  readonly isFolder: boolean;
}

/** The files that an argument means: a file, those of a folder and below it, or those that a pattern with `*` or `?` matches. Several are sorted. */
export async function namedFiles(
  name: string,
  { inFolders, ignore = [] }: FilesWanted,
  workingFolder: string,
): Promise<NamedFiles> {
  const path = resolve(workingFolder, name);
  const kind = disk.entry(disk.realPath(path) ?? path)?.kind;
  if (kind === 'file') {
    return { paths: [path], isFolder: false };
  }
  const isFolder = kind === 'folder';
  const [pattern, folder] = isFolder ? [inFolders, path] : [name.replaceAll('\\', '/'), workingFolder];
  // Most names are files: what finds others is loaded when it is needed.
  const { glob, isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(pattern)) {
    return { paths: [], isFolder };
  }
  const found = await glob(pattern, {
    cwd: folder,
    absolute: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore: [...ignore],
  });
  return { paths: found.map((each) => resolve(each)).sort(), isFolder };
}
