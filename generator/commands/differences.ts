import { groupBy } from '../contract/grouping.js';
import { append } from '../diagnostics/append.js';
import type { Diagnostic, Result } from '../diagnostics/diagnostic.js';
import { compareFolder, type Target } from '../output/comparison.js';
import { manifestFile } from '../output/manifest.js';
import type { CompiledPackage } from './compile.js';
import type { FileDifference } from './json-output.js';
import { displayPath } from './report.js';
import { findSkeletonChanges, type SkeletonSurroundings } from './skeletons/skeleton-changes.js';

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

/** Differences as `check` prints them, a line each; a package of which nothing is there is one line. */
export function differenceLines(differences: readonly FileDifference[]): readonly string[] {
  const lineOf = (kind: FileDifference['kind'], path: string): string => `${kind.padEnd(11)} ${path}`;
  return [...byPackage(differences)].flatMap(([folder, own]) =>
    folder !== '' && own.every(({ kind }) => kind === 'missing')
      ? [lineOf('missing', `${folder.slice(0, -1)} (${own.length} files)`)]
      : own.map(({ kind, path }) => lineOf(kind, path)),
  );
}

/** The differences by the folder of their package, if its manifest is missing; others under the empty text. */
function byPackage(differences: readonly FileDifference[]): ReadonlyMap<string, readonly FileDifference[]> {
  const folders = differences
    .filter(({ kind, path }) => kind === 'missing' && path.endsWith(`/${manifestFile}`))
    .map(({ path }) => path.slice(0, -manifestFile.length))
    .sort((a, b) => b.length - a.length);
  return groupBy(differences, ({ path }) => folders.find((folder) => path.startsWith(folder)) ?? '');
}

function compareTargets(
  targets: readonly Target[],
  { disk, workingFolder }: SkeletonSurroundings,
): Result<readonly FileDifference[]> {
  const obstacles: Diagnostic[] = [];
  const differences = targets.flatMap((target): readonly FileDifference[] => {
    const [comparison, problems] = compareFolder(target, disk, true);
    append(obstacles, problems);
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
