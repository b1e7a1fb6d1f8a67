import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { namedFiles } from '../output/named-files.js';

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
    const { paths, isFolder } = await namedFiles(name, { inFolders: '**/*.xml' }, workingFolder);
    if (paths.length === 0) {
      problems.push(diagnostic('document/not-found', { name, isFolder: isFolder ? 'true' : '' }));
    }
    for (const each of paths) {
      found.add(each);
    }
  }
  return [[...found].map((path) => ({ path })), problems];
}
