import { resolve } from 'node:path';
import type { Job } from '../config/jobs.js';
import type { FolderComparison } from '../output/comparison.js';
import { manifestFile } from '../output/manifest.js';
import type { CurrentPackage } from './current.js';

/** What a run did to a package, or would do. Paths are within the folder, sorted. */
export interface PackageOutcome {
  /** Absolute path of the package. */
  readonly folder: string;
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly pruned: readonly string[];
  /** Without the manifest. */
  readonly unchanged: readonly string[];
  /** Number of the files of the package that stay as they are, with the manifest. */
  readonly kept: number;
  /** Number of the warnings when the package was generated, where nothing was read again. */
  readonly warnings?: number;
}

/**
 * The outcome for each job, in their order.
 *
 * @param comparisons Those of the jobs that are not current, in the order of the jobs.
 */
export function outcomesOf(
  jobs: readonly Job[],
  current: readonly CurrentPackage[],
  comparisons: readonly FolderComparison[],
): readonly PackageOutcome[] {
  const known = new Map(current.map((each) => [each.job, each]));
  const left = [...comparisons];
  return jobs.flatMap((job) => {
    const kept = known.get(job);
    const comparison = kept ? undefined : left.shift();
    return kept ? [outcomeOfCurrent(kept)] : comparison ? [outcomeOf(comparison)] : [];
  });
}

function outcomeOfCurrent({ job, manifest }: CurrentPackage): PackageOutcome {
  const unchanged = Object.keys(manifest.files).sort();
  const kept = unchanged.length + 1;
  const { warnings = 0 } = manifest;
  const noted = warnings > 0 ? { warnings } : {};
  return { folder: resolve(job.out), created: [], changed: [], pruned: [], unchanged, kept, ...noted };
}

function outcomeOf({ target, created, changed, pruned, unchanged, write }: FolderComparison): PackageOutcome {
  const kept = unchanged.length + (write.has(manifestFile) ? 0 : 1);
  return { folder: target.folder, created, changed, pruned, unchanged, kept };
}

/** One run of `codegen generate`. */
export interface FinishedRun {
  /** The exit code. */
  readonly status: number;
  /** Absolute paths of the inputs and templates, and of skeletons that codegen could not extend. */
  readonly read: readonly string[];
  /** Absolute paths of the skeletons that it wrote. */
  readonly wrote: readonly string[];
}
