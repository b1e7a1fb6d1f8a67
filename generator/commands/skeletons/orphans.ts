import { type Diagnostic, diagnostic, type Result, type Span } from '../../diagnostics/diagnostic.js';
import type { Disk } from '../../output/disk.js';
import type { SkeletonRecord } from '../../output/manifest.js';
import { isInside } from '../../source/locate.js';
import { displayPath } from '../report.js';
import { implementsIt, textOf } from './find-skeleton.js';
import type { History } from './history.js';
import { type InterfaceMention, placeOfMention } from './mentions.js';
import type { OtherPackages } from './other-packages.js';

/**
 * Reports files that are no longer used: their service is gone, or its class is now in another file. Their records come
 * first.
 */
export function orphansOf(
  history: History,
  records: readonly SkeletonRecord[],
  others: OtherPackages,
  disk: Disk,
  workingFolder: string,
): Result<readonly SkeletonRecord[]> {
  const mentionOf = (record: SkeletonRecord): InterfaceMention => ({
    interfaceName: record.interface,
    factoryName: record.factory,
    ...others,
  });
  const stays = (record: SkeletonRecord): boolean => {
    const path = history.place(record);
    return path !== undefined && implementsIt(disk, path, mentionOf(record));
  };
  const kept = history.leftBehind(records, stays);
  const found = kept.filter(stays).map((record) => {
    const { interface: interfaceName } = record;
    const current = records.find((r) => r.interface === interfaceName);
    const place = current && history.place(current);
    const why = place
      ? `codegen extends the class in "${displayPath(place, workingFolder)}"`
      : 'no service has this interface any more';
    const span = spanOf(history.place(record) ?? '', mentionOf(record), disk, workingFolder);
    return diagnostic('emit/orphaned-skeleton', { interfaceName, why }, span);
  });
  return [kept, found];
}

/** Where the class of a service is, and where the config puts it. */
interface Whereabouts {
  readonly path: string;
  readonly expected: string;
  /** The folder of skeletons. */
  readonly folder: string;
  readonly mention: InterfaceMention;
}

/** Says that a class is still in the folder that an earlier config named. */
export function misplaced(
  { path, expected, folder, mention }: Whereabouts,
  disk: Disk,
  workingFolder: string,
): readonly Diagnostic[] {
  if (path === expected || isInside(path, folder)) {
    return [];
  }
  const parameters = { interfaceName: mention.interfaceName, path: displayPath(expected, workingFolder) };
  return [diagnostic('emit/moved-skeleton', parameters, spanOf(path, mention, disk, workingFolder))];
}

function spanOf(path: string, mention: InterfaceMention, disk: Disk, workingFolder: string): Span {
  const place = placeOfMention(textOf(disk, path) ?? '', mention);
  return { file: displayPath(path, workingFolder), ...place, length: mention.interfaceName.length };
}
