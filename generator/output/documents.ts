import { join } from 'node:path';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { type Disk, isCode } from './disk.js';
import type { FileChange } from './file-change.js';
import { hashLines } from './hash.js';
import { realPlace } from './paths.js';
import { type WriteOptions, writeTogether } from './write.js';
import { writeFailure } from './write-failure.js';

/** A folder in which codegen keeps documents, and the user may have files of their own. */
export interface DocumentFolder {
  /** Absolute path. */
  readonly folder: string;
  /** The same, as the user knows it. */
  readonly display: string;
  /** Absolute path of the working folder, to which the user's own links lead. */
  readonly base: string;
}

/** The documents of a folder as they should be. All names are those of files in it. */
export interface Documents {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Name and content of the file that records them, which is codegen's own. */
  readonly record: readonly [name: string, content: Uint8Array];
  /** The hash (`hashLines`) of a document as codegen wrote it the last time; `undefined` if it did not. */
  readonly recordedHash: (name: string) => string | undefined;
  /** Documents that were recorded and are no longer needed. */
  readonly gone: readonly string[];
}

/** The effect of writing. Names of documents, sorted. */
export interface WrittenDocuments {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/** Nothing is written. */
export const noDocuments: WrittenDocuments = { created: [], changed: [], unchanged: [], removed: [] };

/**
 * Brings documents to their new state, all of them or none; left-overs of an interrupted run are recovered first. Files that the
 * user made or changed are errors unless `force` is set. What nothing needs any longer is removed at the end.
 *
 * @param documentsIn Works out the documents for the real folder, with the messages about them.
 */
export function writeDocuments(
  named: DocumentFolder,
  documentsIn: (folder: string) => Result<Documents>,
  disk: Disk,
  options: WriteOptions,
): Result<WrittenDocuments> {
  try {
    const folder = realPlace(disk, named.folder, named.base);
    if (typeof folder !== 'string') {
      return [noDocuments, [diagnostic('output/link-leads-away', { path: named.display, ...folder })]];
    }
    const real = { ...named, folder };
    const [documents, found] = documentsIn(folder);
    const [plan, problems] = planOf(real, documents, disk, options.force === true);
    const before = [...found, ...problems];
    if (hasErrors(before) || options.dryRun) {
      return [plan.comparison, before];
    }
    const { diagnostics, outdated } = writeTogether([], plan, disk, options);
    const meanwhile = outdated.map(({ display }) => diagnostic('output/changed-meanwhile', { path: display }));
    const after = [...before, ...diagnostics, ...meanwhile];
    const { removed } = plan.comparison;
    return [plan.comparison, hasErrors(after) ? after : [...after, ...removeFiles(removed, real, disk)]];
  } catch (error) {
    return [noDocuments, [writeFailure(error, named.display)]];
  }
}

interface Plan {
  readonly comparison: WrittenDocuments;
  readonly changes: readonly FileChange[];
  /** All files that a run may write. */
  readonly known: readonly Pick<FileChange, 'path' | 'display'>[];
}

const kinds = { folder: 'it is a folder', link: 'it is a symbolic link', other: 'it is a special file' } as const;

function planOf({ folder, display }: DocumentFolder, documents: Documents, disk: Disk, force: boolean): Result<Plan> {
  const { files, record, recordedHash, gone } = documents;
  const lists: Record<keyof WrittenDocuments, string[]> = { created: [], changed: [], unchanged: [], removed: [] };
  const changes: FileChange[] = [];
  const problems: Diagnostic[] = [];
  const entries = [...files, record].map(([name, bytes]) => {
    return { name, bytes, path: join(folder, name), display: `${display}/${name}` };
  });
  for (const { name, bytes, ...place } of entries) {
    const kind = disk.entry(place.path)?.kind;
    if (kind !== undefined && kind !== 'file') {
      problems.push(diagnostic('output/not-a-file', { path: place.display, what: kinds[kind] }));
      continue;
    }
    const current = kind === undefined ? undefined : disk.bytes(place.path);
    const found = current && hashLines(current);
    if (found === hashLines(bytes)) {
      lists.unchanged.push(name);
      continue;
    }
    const recorded = recordedHash(name);
    if (found !== undefined && found !== recorded && name !== record[0] && !force) {
      const code = recorded === undefined ? 'output/not-generated' : 'output/changed-by-hand';
      problems.push(diagnostic(code, { path: place.display }));
    }
    lists[current === undefined ? 'created' : 'changed'].push(name);
    changes.push({ ...place, before: current, bytes });
  }
  for (const name of gone) {
    const path = join(folder, name);
    const entry = disk.entry(path);
    const current = entry?.kind === 'file' ? disk.bytes(path) : undefined;
    if (current !== undefined && hashLines(current) === recordedHash(name)) {
      lists.removed.push(name);
    } else if (entry !== undefined) {
      problems.push(diagnostic('output/kept', { path: `${display}/${name}` }));
    }
  }
  const namesOf = (what: keyof WrittenDocuments): readonly string[] =>
    lists[what].filter((name) => name !== record[0]).sort();
  const comparison = {
    created: namesOf('created'),
    changed: namesOf('changed'),
    unchanged: namesOf('unchanged'),
    removed: namesOf('removed'),
  };
  return [{ comparison, changes, known: entries }, problems];
}

function removeFiles(names: readonly string[], place: DocumentFolder, disk: Disk): readonly Diagnostic[] {
  return names.flatMap((name) => {
    try {
      disk.removeFile(join(place.folder, name));
      return [];
    } catch (error) {
      return isCode(error, 'ENOENT') ? [] : [writeFailure(error, `${place.display}/${name}`)];
    }
  });
}
