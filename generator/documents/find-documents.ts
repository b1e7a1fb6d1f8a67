import { resolve } from 'node:path';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';

/** A document to check, by its absolute path. Standard input has none. */
export interface FoundDocument {
  readonly path: string | undefined;
}

/**
 * The documents that arguments name: files, the files `*.xml` in a folder and below it, those that a pattern with `*` or `?` matches, and `-` for standard input. In the order of the
 * arguments, each once; those of a folder or pattern sorted.
 */
export async function findDocuments(
  names: readonly string[],
  workingFolder: string,
): Promise<Result<readonly FoundDocument[]>> {
  const found = new Set<string | undefined>();
  const problems: Diagnostic[] = [];
  for (const name of names) {
    if (name === '-') {
      found.add(undefined);
      continue;
    }
    const path = resolve(workingFolder, name);
    const kind = disk.entry(disk.realPath(path) ?? path)?.kind;
    if (kind === 'file') {
      found.add(path);
      continue;
    }
    const matching =
      kind === 'folder' ? await filesMatching('**/*.xml', path) : await filesMatching(name, workingFolder);
    if (matching.length === 0) {
      problems.push(diagnostic('document/not-found', { name, isFolder: kind === 'folder' ? 'true' : '' }));
    }
    for (const each of matching) {
      found.add(each);
    }
  }
  return [[...found].map((path) => ({ path })), problems];
}

/** Most names are files: what finds others is loaded when it is needed. */
async function filesMatching(pattern: string, folder: string): Promise<readonly string[]> {
  const { glob, isDynamicPattern } = await import('tinyglobby');
  const portable = pattern.replaceAll('\\', '/');
  if (!isDynamicPattern(portable)) {
    return [];
  }
  const paths = await glob(portable, {
    cwd: folder,
    absolute: true,
    followSymbolicLinks: false,
    expandDirectories: false,
  });
  return paths.map((path) => resolve(path)).sort();
}
