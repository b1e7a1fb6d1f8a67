import type { Diagnostic, Result } from '../diagnostics/diagnostic.js';
import { compareFolder, type Target } from '../output/comparison.js';
import type { CompiledPackage } from './compile.js';
import { displayPath } from './report.js';
import { findSkeletonChanges, type SkeletonSurroundings } from './skeletons/skeleton-changes.js';

/** A file that is not as it would be generated. */
export interface FileDifference {
  /** As the user would write it in the working folder. */
  readonly path: string;
  /** `incomplete`: a class lacks methods that codegen does not add to it. */
  readonly kind: 'missing' | 'differs' | 'superfluous' | 'incomplete';
}

/** The differences of packages and their skeletons from the disk. Nothing is written. */
export async function comparePackages(
  packages: readonly CompiledPackage[],
  surroundings: SkeletonSurroundings,
): Promise<Result<readonly FileDifference[]>> {
  const skeletons = await findSkeletonChanges(packages, surroundings);
  const [differences, obstacles] = compareTargets(skeletons.targets, surroundings);
  const stale = skeletons.changes.map(({ before, display }): FileDifference => {
    return { kind: before === undefined ? 'missing' : 'differs', path: display };
  });
  const incomplete = skeletons.incomplete.map((path): FileDifference => ({ kind: 'incomplete', path }));
  return [
    [...differences, ...stale, ...incomplete],
    [...obstacles, ...skeletons.before],
  ];
}

function compareTargets(
  targets: readonly Target[],
  { disk, workingFolder }: SkeletonSurroundings,
): Result<readonly FileDifference[]> {
  const obstacles: Diagnostic[] = [];
  const differences = targets.flatMap((target): readonly FileDifference[] => {
    const [comparison, problems] = compareFolder(target, disk, true);
    obstacles.push(...problems);
    const at = (kind: FileDifference['kind'], paths: readonly string[]): readonly FileDifference[] =>
      paths.map((path) => ({ kind, path: displayPath(`${target.folder}/${path}`, workingFolder) }));
    return [
      ...at('missing', comparison.created),
      ...at('differs', comparison.changed),
      ...at('superfluous', comparison.pruned),
    ];
  });
  return [differences, obstacles];
}
