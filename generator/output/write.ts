import { dirname } from 'node:path';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { compareFolder, contentsOf, type FolderComparison, type Target } from './comparison.js';
import type { Disk } from './disk.js';
import { type FileChange, isAsFound } from './file-change.js';
import { commit, recover, relatedPlaces } from './group.js';
import { acquireLock, hasDeadLock } from './lock.js';
import { realPlace } from './paths.js';
import { isInterrupted, type WorkspacePlace } from './workspace.js';
import { writeFailure } from './write-failure.js';

/** How targets are written. */
export interface WriteOptions {
  /** Overwrite files that the user changed or made. */
  readonly force?: boolean;
  /** Only report what would be done. */
  readonly dryRun?: boolean;
}

/** Files of the user that are written together with the targets. */
export interface OwnFiles {
  readonly changes: readonly FileChange[];
  /** All files that a run may change: left-overs of an interrupted run for them are recovered. */
  readonly known: readonly Pick<FileChange, 'path' | 'display'>[];
}

/** The result of writing. */
export interface Written {
  readonly comparisons: readonly FolderComparison[];
  readonly diagnostics: readonly Diagnostic[];
  /** True if something was written. */
  readonly wrote: boolean;
  /** Files that somebody changed since their changes were planned: they were left alone, and have to be planned again. */
  readonly outdated: readonly Pick<FileChange, 'path' | 'display'>[];
}

/**
 * Brings every target's folder and every file to its new state, all of them or none: if any target has an error, or a write
 * fails, nothing is written at all. Left-overs of an interrupted run are recovered first.
 */
export function writeTogether(
  targets: readonly Target[],
  files: OwnFiles,
  disk: Disk,
  options: WriteOptions = {},
): Written {
  try {
    const [real, problems] = realTargets(targets, disk);
    if (hasErrors(problems)) {
      return { ...nothingWritten, diagnostics: problems };
    }
    return new Writer(real, files, disk, options).write();
  } catch (error) {
    const names = [...targets, ...files.changes].map(({ display }) => display);
    return { ...nothingWritten, diagnostics: [writeFailure(error, names.join(', '))] };
  }
}

/** `writeTogether` for targets only. */
export function writeTargets(
  targets: readonly Target[],
  disk: Disk,
  options: WriteOptions = {},
): Result<readonly FolderComparison[]> {
  const { comparisons, diagnostics } = writeTogether(targets, { changes: [], known: [] }, disk, options);
  return [comparisons, diagnostics];
}

const nothingWritten: Written = { comparisons: [], diagnostics: [], wrote: false, outdated: [] };

/** The targets with the folders that links lead to. */
function realTargets(targets: readonly Target[], disk: Disk): Result<readonly Target[]> {
  const problems: Diagnostic[] = [];
  const real = targets.map((target) => {
    const place = realPlace(disk, target.folder, target.base ?? dirname(target.folder));
    if (typeof place === 'string') {
      return { ...target, folder: place };
    }
    problems.push(diagnostic('output/link-leads-away', { path: target.display, ...place }));
    return target;
  });
  return [real, problems];
}

/** A folder or file that is locked while it is changed. */
interface Locked extends WorkspacePlace {
  readonly display: string;
}

class Writer {
  readonly #targets: readonly Target[];
  readonly #contents: readonly ReturnType<typeof contentsOf>[];
  readonly #files: OwnFiles;
  readonly #disk: Disk;
  readonly #options: WriteOptions;

  constructor(targets: readonly Target[], files: OwnFiles, disk: Disk, options: WriteOptions) {
    this.#targets = targets;
    this.#contents = targets.map(contentsOf);
    this.#files = files;
    this.#disk = disk;
    this.#options = options;
  }

  write(): Written {
    const [comparisons, diagnostics] = this.#compare();
    const touched = this.#touched(comparisons);
    const compared = { ...nothingWritten, comparisons, diagnostics };
    if (this.#options.dryRun || touched.length === 0) {
      return compared;
    }
    if (hasErrors(diagnostics) && !touched.some((place) => isInterrupted(this.#disk, place))) {
      return compared;
    }
    let written = compared;
    const found = underLocks(touched, this.#disk, () => {
      written = this.#writeLocked(touched);
      return [];
    });
    return found.length > 0 ? { ...nothingWritten, diagnostics: found } : written;
  }

  #compare(): Result<readonly FolderComparison[]> {
    const results = this.#targets.map((target, i) =>
      compareFolder(target, this.#disk, this.#options.force, this.#contents[i]),
    );
    return [results.map(([comparison]) => comparison), results.flatMap(([, diagnostics]) => diagnostics)];
  }

  /** The changes and recoveries to make, in an order that is the same for all runs. */
  #touched(comparisons: readonly FolderComparison[]): readonly Locked[] {
    const disk = this.#disk;
    const folders = this.#targets.map(({ folder, display }): Locked => ({ kind: 'folder', path: folder, display }));
    const files = this.#files.known.map(({ path, display }): Locked => ({ kind: 'file', path, display }));
    const changed = new Set([
      ...comparisons.filter(isChange).map(({ target }) => target.folder),
      ...this.#files.changes.map(({ path }) => path),
    ]);
    const own = [...folders, ...files].filter(
      (place) => changed.has(place.path) || isInterrupted(disk, place) || hasDeadLock(disk, place.path),
    );
    const related = own.flatMap((place) =>
      relatedPlaces(disk, place).map((other): Locked => ({ ...other, display: other.path })),
    );
    // The names that the user knows win.
    const unique = new Map([...related, ...own].map((place) => [place.path, place]));
    return [...unique.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #writeLocked(touched: readonly Locked[]): Written {
    const mended = touched.flatMap((place) => mend(place, this.#disk));
    // Another run may have written while this one waited for the locks.
    const [comparisons, problems] = this.#compare();
    const diagnostics = [...mended, ...problems];
    const changes = comparisons.filter(isChange);
    const files = this.#files.changes;
    const compared = { ...nothingWritten, comparisons, diagnostics };
    if (hasErrors(problems) || changes.length + files.length === 0) {
      return compared;
    }
    const outdated = files.filter((change) => !isAsFound(this.#disk, change));
    if (outdated.length > 0) {
      return { ...compared, outdated };
    }
    return { ...compared, ...this.#commit(changes, touched) };
  }

  #commit(
    comparisons: readonly FolderComparison[],
    touched: readonly WorkspacePlace[],
  ): Pick<Written, 'wrote' | 'outdated'> {
    const { changes: files } = this.#files;
    const folders = comparisons.map(({ target, write, pruned }) => ({ root: target.folder, write, remove: pruned }));
    try {
      const outdated = commit(this.#disk, { folders, files });
      return { wrote: true, outdated };
    } catch (error) {
      for (const place of touched) {
        tidy(this.#disk, place);
      }
      throw error;
    }
  }
}

function isChange(comparison: FolderComparison): boolean {
  return comparison.write.size + comparison.pruned.length > 0;
}

function mend(place: Locked, disk: Disk): readonly Diagnostic[] {
  const how = recover(disk, place);
  return how === 'nothing' ? [] : [diagnostic('output/mended', { path: place.display, how })];
}

/** Changes that could not be written are undone now rather than by the next run, as far as the disk allows it. */
function tidy(disk: Disk, place: WorkspacePlace): void {
  try {
    recover(disk, place);
  } catch {
    // The error that led here is the one to report; the next run tries again.
  }
}

/** Runs an action while this process holds the locks of all places. An obstacle becomes a diagnostic. */
function underLocks(places: readonly Locked[], disk: Disk, action: () => readonly Diagnostic[]): readonly Diagnostic[] {
  const [first, ...rest] = places;
  if (!first) {
    return action();
  }
  try {
    const lock = acquireLock(disk, first.path);
    if ('owner' in lock) {
      return [diagnostic('output/locked', { path: first.display, owner: lock.owner, lock: lock.path })];
    }
    try {
      return underLocks(rest, disk, action);
    } finally {
      lock.release();
    }
  } catch (error) {
    return [writeFailure(error, first.display)];
  }
}
