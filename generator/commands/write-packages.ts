import { setTimeout as sleep } from 'node:timers/promises';
import { type Diagnostic, diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import type { FolderComparison } from '../output/comparison.js';
import type { FileChange } from '../output/file-change.js';
import { type WriteOptions, writeTogether } from '../output/write.js';
import type { CompiledPackage } from './compile.js';
import { findSkeletonChanges, type SkeletonChanges, type SkeletonSurroundings } from './skeletons/skeleton-changes.js';

/** The result of writing packages and skeletons. */
export interface WrittenPackages {
  readonly comparisons: readonly FolderComparison[];
  readonly changes: readonly FileChange[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of skeletons about which there is something to say: a change of them is a reason to run again. */
  readonly watched: readonly string[];
}

/** How often a run compares again because somebody saved a skeleton in the meantime. */
const mostAttempts = 6;

/** Milliseconds to wait then: an editor may be in the middle of saving. */
const pauseTime = 50;

/**
 * Writes packages and their skeletons together. A skeleton that somebody saves in the meantime is never overwritten: the
 * change is planned again for the new content.
 */
export async function writePackages(
  packages: readonly CompiledPackage[],
  surroundings: SkeletonSurroundings,
  options: WriteOptions,
): Promise<WrittenPackages> {
  let earlier: readonly FolderComparison[] | undefined;
  const changes = new Map<string, FileChange>();
  for (let attempt = 1; ; attempt++) {
    const skeletons = await findSkeletonChanges(packages, surroundings);
    const compared = { comparisons: [], changes: [], watched: watchedFiles(skeletons) };
    const problems = [...skeletons.before, ...skeletons.refusals];
    if (hasErrors(problems)) {
      return { ...compared, diagnostics: problems };
    }
    const { comparisons, diagnostics, wrote, outdated } = writeTogether(
      skeletons.targets,
      skeletons,
      surroundings.disk,
      options,
    );
    if (hasErrors(diagnostics)) {
      return { ...compared, diagnostics: [...skeletons.before, ...diagnostics] };
    }
    if (wrote) {
      earlier ??= comparisons;
    }
    const left = new Set(outdated.map(({ path }) => path));
    if (wrote || options.dryRun) {
      for (const change of skeletons.changes) {
        if (!left.has(change.path)) {
          changes.set(change.path, change);
        }
      }
    }
    const done = { ...compared, comparisons: earlier ?? comparisons, changes: [...changes.values()] };
    if (left.size === 0) {
      const said = options.dryRun ? skeletons.before : skeletons.after;
      return { ...done, diagnostics: [...said, ...diagnostics] };
    }
    if (attempt === mostAttempts) {
      const given = outdated.map(({ display }) => diagnostic('output/changed-meanwhile', { path: display }));
      return { ...done, diagnostics: [...skeletons.before, ...diagnostics, ...given] };
    }
    await sleep(pauseTime);
  }
}

function watchedFiles({ known, before }: SkeletonChanges): readonly string[] {
  const named = new Set(before.map(({ span }) => span?.file));
  return known.filter(({ display }) => named.has(display)).map(({ path }) => path);
}
