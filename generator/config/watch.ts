import { type FSWatcher, statSync, unwatchFile, watch, watchFile } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Quiet time in milliseconds after a change: editors write a file in several steps. */
const settleTime = 100;

/** Milliseconds between two looks at a file where the system cannot report changes. */
const pollTime = 500;

/** Milliseconds by which the clock of a file system may be behind. */
const clockSlack = 20;

/** Which changes count, and how long they are waited for. */
interface WatchOptions {
  readonly since: number;
  readonly except: ReadonlySet<string>;
  /** The files that were there before the run: one that is gone has changed. */
  readonly existed?: ReadonlySet<string>;
  /** Ends the waiting when it is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Waits until one of the files changes, appears or disappears. Folders are watched, because editors replace files; for a file
 * whose folder does not exist, the nearest folder that does. Where the system cannot watch, files are looked at regularly.
 *
 * A change after `since`, in milliseconds since 1970, counts as well: the run that read the files began then. It does not
 * count for the files in `except`, which the run wrote. An aborted signal ends the waiting, too.
 */
export async function changeOf(
  files: readonly string[],
  { since, except, existed, signal }: WatchOptions,
): Promise<void> {
  const watches: Watch[] = [];
  await new Promise<void>((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const changed = (): void => {
      clearTimeout(timer);
      timer = setTimeout(resolve, settleTime);
    };
    signal?.addEventListener('abort', () => resolve(), { once: true });
    if (signal?.aborted) {
      resolve();
    }
    for (const [folder, names] of foldersOf(files)) {
      watches.push(watchFolder(folder, names, changed));
    }
    const isChanged = (file: string): boolean => {
      const time = changeTime(file);
      return time === undefined ? existed?.has(file) === true : !except.has(file) && time > since - clockSlack;
    };
    if (files.some(isChanged)) {
      changed();
    }
  });
  for (const each of watches) {
    each.close();
  }
}

/** Something that has to be ended. */
interface Watch {
  readonly close: () => void;
}

/** For each folder that exists, the names in it whose changes matter. */
function foldersOf(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    let path = file;
    while (identity(dirname(path)) === undefined && dirname(path) !== path) {
      path = dirname(path);
    }
    const folder = dirname(path);
    folders.set(folder, (folders.get(folder) ?? new Set()).add(basename(path)));
  }
  return folders;
}

function watchFolder(folder: string, names: ReadonlySet<string>, changed: () => void): Watch {
  const before = identity(folder);
  try {
    const watcher: FSWatcher = watch(folder, (_, name) => {
      // A folder that was replaced reports nothing any more.
      if (name === null || names.has(name) || identity(folder) !== before) {
        changed();
      }
    });
    watcher.on('error', changed);
    return watcher;
  } catch {
    return pollFiles(folder, names, changed);
  }
}

/** The way without help from the system, whose number of watches may be exhausted. */
function pollFiles(folder: string, names: ReadonlySet<string>, changed: () => void): Watch {
  const paths = [...names].map((name) => `${folder}/${name}`);
  for (const path of paths) {
    watchFile(path, { interval: pollTime }, changed);
  }
  return {
    close: () => {
      for (const path of paths) {
        unwatchFile(path, changed);
      }
    },
  };
}

function identity(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
}

/** Those of the files that exist. */
export function existing(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.filter((file) => changeTime(file) !== undefined));
}

/** When a file was last changed, renamed or replaced; undefined if it does not exist. */
function changeTime(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && Math.max(found.mtimeMs, found.ctimeMs);
}
