import { basename, dirname, join } from 'node:path';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { Disk } from './disk.js';
import { acquireLock } from './lock.js';
import { contentsOf, type Plan, planOutput, type Target } from './plan.js';
import { commit, isInterrupted, recover } from './transaction.js';
import { writeFailure } from './write-failure.js';

/** How targets are written. */
export interface WriteOptions {
  /** Overwrite files that a person changed or made. */
  readonly force?: boolean;
  /** Only say what would be done. */
  readonly dryRun?: boolean;
}

/**
 * Brings every target's folder to its new state, each of them all at once. When any target has an error nothing is
 * written at all. What an interrupted run left is mended first.
 */
export function writeTargets(
  targets: readonly Target[],
  disk: Disk,
  options: WriteOptions = {},
): Result<readonly Plan[]> {
  const real = targets.map((target) => ({ ...target, folder: realFolder(disk, target.folder) }));
  const contents = real.map(contentsOf);
  const [plans, problems] = planAll(real, contents, disk, options);
  const interrupted = real.filter((target) => isInterrupted(disk, target.folder));
  const touched = real.filter((target, i) => interrupted.includes(target) || isChange(plans[i]));
  if (options.dryRun || touched.length === 0) return [plans, problems];
  if (hasErrors(problems) && interrupted.length === 0) return [plans, problems];
  return underLocks(touched, disk, () => {
    const mended = interrupted.flatMap((target) => mend(target, disk));
    const [current, found] = planAll(real, contents, disk, options);
    if (!hasErrors(found)) for (const plan of current) if (isChange(plan)) write(plan, disk);
    return [current, [...mended, ...found]];
  });
}

function planAll(
  targets: readonly Target[],
  contents: readonly ReturnType<typeof contentsOf>[],
  disk: Disk,
  options: WriteOptions,
): Result<readonly Plan[]> {
  const results = targets.map((target, i) => planOutput(target, disk, options.force, contents[i]));
  return [results.map(([plan]) => plan), results.flatMap(([, diagnostics]) => diagnostics)];
}

function isChange(plan: Plan | undefined): boolean {
  return plan !== undefined && plan.write.size + plan.pruned.length > 0;
}

function mend(target: Target, disk: Disk): readonly Diagnostic[] {
  const how = recover(disk, target.folder);
  return how === 'nothing' ? [] : [diagnostic('output/mended', { path: target.display, how })];
}

function write(plan: Plan, disk: Disk): void {
  const root = plan.target.folder;
  try {
    commit(disk, { root, write: plan.write, remove: plan.pruned });
  } catch (error) {
    tidy(disk, root);
    throw error;
  }
}

/** What could not be written is taken back now rather than by the next run, as far as the disk lets us. */
function tidy(disk: Disk, root: string): void {
  try {
    recover(disk, root);
  } catch {
    // The error that led here is the one to report; the next run tries again.
  }
}

/** Runs an action while this process holds the locks of the folders; errors of the file system become diagnostics. */
function underLocks(
  targets: readonly Target[],
  disk: Disk,
  action: () => Result<readonly Plan[]>,
): Result<readonly Plan[]> {
  const held: (() => void)[] = [];
  let display = '';
  try {
    for (const target of targets) {
      display = target.display;
      const lock = acquireLock(disk, target.folder);
      if ('owner' in lock) return [[], [diagnostic('output/locked', { path: target.display, owner: lock.owner })]];
      held.push(lock.release);
    }
    return action();
  } catch (error) {
    return [[], [writeFailure(error, display)]];
  } finally {
    for (const release of held) release();
  }
}

/** The folder that a path leads to, links followed as far as it exists. */
function realFolder(disk: Disk, folder: string): string {
  if (disk.entry(folder)) return disk.realPath(folder);
  const parent = dirname(folder);
  return parent === folder ? folder : join(realFolder(disk, parent), basename(folder));
}
