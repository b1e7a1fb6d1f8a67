import { dirname, join } from 'node:path';
import type { Disk } from '../../output/disk.js';
import { parsedRecord } from '../../output/json-text.js';
import { realPlace } from '../../output/paths.js';
import { reasonOf } from '../../output/write-failure.js';

/** What is kept of a complete file. */
export interface CompleteRecord {
  /** Hash of all that the answer depends on. */
  readonly hash: string;
  /** What the file imports, as far as it was followed. Read from the disk it may be anything. */
  readonly opened: readonly unknown[];
}

/** Where a record is kept. */
export interface RecordPlace {
  /** Absolute path of the config's folder. */
  readonly folder: string;
  /** Name of the record. */
  readonly key: string;
}

/** A record in `node_modules/.cache/wsdl-codegen/`; `undefined` if there is none, or it cannot be read. */
export function readRecord(disk: Disk, place: RecordPlace): CompleteRecord | undefined {
  const text = attempt(() => {
    const path = pathOf(disk, place);
    return path && disk.read(path);
  });
  const { hash, opened } = parsedRecord(text);
  return typeof hash === 'string' && Array.isArray(opened) ? { hash, opened } : undefined;
}

/** Keeps a record, where there is a `node_modules` that can be written to. One that is not written as a whole is not JSON. */
export function writeRecord(disk: Disk, place: RecordPlace, record: CompleteRecord): void {
  attempt(() => {
    const path = pathOf(disk, place);
    if (path === undefined) {
      return;
    }
    disk.makeFolder(dirname(path));
    if (disk.entry(path)) {
      disk.removeFile(path);
    }
    disk.write(path, JSON.stringify(record));
  });
}

/** A cache that cannot be used is not an error: errors of the file system are passed over. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    reasonOf(error);
    return undefined;
  }
}

/** The file of a record below the nearest `node_modules`; `undefined` if there is none, or a link leads away from it. */
function pathOf(disk: Disk, { folder, key }: RecordPlace): string | undefined {
  let project = folder;
  while (disk.entry(join(project, 'node_modules')) === undefined) {
    if (dirname(project) === project) {
      return undefined;
    }
    project = dirname(project);
  }
  const cache = realPlace(disk, join(project, 'node_modules', '.cache', 'wsdl-codegen'), project);
  return typeof cache === 'string' ? join(cache, `${key}.json`) : undefined;
}
