import { dirname } from 'node:path';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { Disk } from './disk.js';
import { hasDeadLock } from './lock.js';
import { realPlace } from './paths.js';
import { contentsOf, type Plan, planOutput, type Target } from './plan.js';
import { commit, isInterrupted, recover } from './transaction.js';
import { underLock } from './under-lock.js';
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
  try {
    const [real, problems] = realTargets(targets, disk);
    return hasErrors(problems) ? [[], problems] : writeReal(real, disk, options);
  } catch (error) {
    return [[], [writeFailure(error, targets.map(({ display }) => display).join(', '))]];
  }
}

/** The targets with the folders that links lead to. */
function realTargets(targets: readonly Target[], disk: Disk): Result<readonly Target[]> {
  const problems: Diagnostic[] = [];
  const real = targets.map((target) => {
    const place = realPlace(disk, target.folder, target.base ?? dirname(target.folder));
    if (typeof place === 'string') return { ...target, folder: place };
    problems.push(diagnostic('output/link-leads-away', { path: target.display, ...place }));
    return target;
  });
  return [real, problems];
}

function writeReal(real: readonly Target[], disk: Disk, options: WriteOptions): Result<readonly Plan[]> {
  const contents = real.map(contentsOf);
  const [plans, problems] = planAll(real, contents, disk, options);
  const interrupted = real.filter((target) => isInterrupted(disk, target.folder));
  const touched = real.filter(
    (target, i) => interrupted.includes(target) || isChange(plans[i]) || hasDeadLock(disk, target.folder),
  );
  if (options.dryRun || touched.length === 0) return [plans, problems];
  if (hasErrors(problems) && interrupted.length === 0) return [plans, problems];
  let current: readonly Plan[] = [];
  const found = underLocks(touched, disk, () => {
    const mended = interrupted.flatMap((target) => mend(target, disk));
    const [now, more] = planAll(real, contents, disk, options);
    current = now;
    if (!hasErrors(more)) for (const plan of now) if (isChange(plan)) write(plan, disk);
    return [...mended, ...more];
  });
  return [current, found];
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

/** Runs an action while this process holds the locks of all folders. */
function underLocks(
  targets: readonly Target[],
  disk: Disk,
  action: () => readonly Diagnostic[],
): readonly Diagnostic[] {
  const [first, ...rest] = targets;
  if (!first) return action();
  return underLock(disk, first.folder, first.display, () => underLocks(rest, disk, action));
}
