import { join } from 'node:path';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { type Disk, isCode } from '../output/disk.js';
import type { FileChange } from '../output/file-change.js';
import { hashLines } from '../output/hash.js';
import { realPlace } from '../output/paths.js';
import { type WriteOptions, writeTogether } from '../output/write.js';
import { writeFailure } from '../output/write-failure.js';
import { type Layout, recordEntry } from './layout.js';
import { noOrigins, type OriginRecord, originFile, parseOrigins } from './record.js';

/** A folder that descriptors are pulled into. */
export interface PullTarget {
  /** Absolute path. */
  readonly folder: string;
  /** The same, as the user knows it. */
  readonly display: string;
  /** Absolute path of the working folder, to which the user's own links lead. */
  readonly base: string;
}

/** The effect of a pull. Names of files, sorted. */
export interface PullComparison {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/** The record of a folder. */
export function readOrigins(
  { folder, display }: Pick<PullTarget, 'folder' | 'display'>,
  disk: Disk,
): Result<OriginRecord> {
  const bytes = disk.bytes(join(folder, originFile));
  const record = bytes === undefined ? noOrigins : parseOrigins(new TextDecoder().decode(bytes));
  return typeof record === 'string'
    ? [noOrigins, [diagnostic('pull/unreadable-record', { path: `${display}/${originFile}`, reason: record })]]
    : [record, []];
}

/**
 * Brings a folder to the state of a layout, all files or none; left-overs of an interrupted run are recovered first. Files that
 * the user made or changed are errors unless `force` is set. What nothing needs any longer is removed at the end.
 */
export function writeLayout(
  target: PullTarget,
  layout: Layout,
  before: OriginRecord,
  disk: Disk,
  options: WriteOptions,
): Result<PullComparison> {
  const place = realPlace(disk, target.folder, target.base);
  if (typeof place !== 'string') {
    return [nothing, [diagnostic('output/link-leads-away', { path: target.display, ...place })]];
  }
  const real = { ...target, folder: place };
  const [plan, problems] = planOf(real, layout, before, disk, options.force === true);
  if (hasErrors(problems) || options.dryRun) {
    return [plan.comparison, problems];
  }
  const files = { changes: plan.changes, known: plan.known };
  const { diagnostics, outdated } = writeTogether([], files, disk, options);
  const found = [
    ...problems,
    ...diagnostics,
    ...outdated.map(({ display }) => diagnostic('output/changed-meanwhile', { path: display })),
  ];
  return [plan.comparison, hasErrors(found) ? found : [...found, ...removeFiles(plan.comparison.removed, real, disk)]];
}

const nothing: PullComparison = { created: [], changed: [], unchanged: [], removed: [] };

interface Plan {
  readonly comparison: PullComparison;
  readonly changes: readonly FileChange[];
  /** All files that a run may write. */
  readonly known: readonly Pick<FileChange, 'path' | 'display'>[];
}

function planOf(target: PullTarget, layout: Layout, before: OriginRecord, disk: Disk, force: boolean): Result<Plan> {
  const { folder, display } = target;
  const lists: Record<keyof PullComparison, string[]> = { created: [], changed: [], unchanged: [], removed: [] };
  const changes: FileChange[] = [];
  const problems: Diagnostic[] = [];
  const placed = (name: string): Pick<FileChange, 'path' | 'display'> => {
    return { path: join(folder, name), display: `${display}/${name}` };
  };
  const entries = [...layout.files, recordEntry(layout)];
  for (const [name, bytes] of entries) {
    const file = placed(name);
    const kind = disk.entry(file.path)?.kind;
    if (kind !== undefined && kind !== 'file') {
      problems.push(diagnostic('output/not-a-file', { path: file.display, what: kinds[kind] }));
      continue;
    }
    const current = kind === undefined ? undefined : disk.bytes(file.path);
    if (current !== undefined && hashLines(current) === hashLines(bytes)) {
      lists.unchanged.push(name);
      continue;
    }
    problems.push(...(force ? [] : foreign(name, current, before, file.display)));
    lists[current === undefined ? 'created' : 'changed'].push(name);
    changes.push({ ...file, before: current, bytes });
  }
  for (const name of layout.gone) {
    const current = disk.bytes(join(folder, name));
    if (current !== undefined && hashLines(current) === before.documents[name]?.file) {
      lists.removed.push(name);
    } else if (current !== undefined) {
      problems.push(diagnostic('output/kept', { path: `${display}/${name}` }));
    }
  }
  const comparison = Object.fromEntries(
    Object.entries(lists).map(([what, names]) => [what, names.filter((name) => name !== originFile).sort()]),
  ) as unknown as PullComparison;
  return [{ comparison, changes, known: entries.map(([name]) => placed(name)) }, problems];
}

const kinds = { folder: 'it is a folder', link: 'it is a symbolic link', other: 'it is a special file' } as const;

/** The problem with a file that is not as codegen wrote it. The record is codegen's own. */
function foreign(
  name: string,
  current: Uint8Array | undefined,
  { documents }: OriginRecord,
  path: string,
): readonly Diagnostic[] {
  const recorded = documents[name]?.file;
  if (current === undefined || name === originFile || recorded === hashLines(current)) {
    return [];
  }
  return [diagnostic(recorded === undefined ? 'output/not-generated' : 'output/changed-by-hand', { path })];
}

function removeFiles(names: readonly string[], { folder, display }: PullTarget, disk: Disk): readonly Diagnostic[] {
  return names.flatMap((name) => {
    try {
      disk.removeFile(join(folder, name));
      return [];
    } catch (error) {
      return isCode(error, 'ENOENT') ? [] : [writeFailure(error, `${display}/${name}`)];
    }
  });
}
