import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { FolderComparison } from '../output/comparison.js';
import { disk } from '../output/disk.js';
import { manifestFile, manifestsIn } from '../output/manifest.js';
import type { FolderOutput } from './json-output.js';
import { changeCounts, changeSummary, displayPath } from './report.js';

/** Says that a folder has other output, whose files would count as those that are gone. `first` is a file that every output of the kind has. */
export function otherOutput(out: string, wanted: string, first: string, workingFolder: string): readonly Diagnostic[] {
  const bytes = disk.bytes(join(out, manifestFile));
  const manifests = manifestsIn(bytes && new TextDecoder().decode(bytes));
  return manifests.some(({ files }) => !Object.hasOwn(files, first))
    ? [diagnostic('output/other-output', { path: displayPath(out, workingFolder), wanted })]
    : [];
}

/** What became of the files of a folder, for machines. */
export function folderResult({ target, created, changed, pruned, unchanged }: FolderComparison): FolderOutput {
  return { folder: target.display, created, changed, removed: pruned, unchanged: unchanged.length };
}

/** The same as a line, with what to do next where something was written. */
export function folderSummary(comparison: FolderComparison, dryRun: boolean | undefined, next: string): string {
  const { folder, created, changed, removed, unchanged } = folderResult(comparison);
  const changes = { created, changed, removed };
  const line = `${folder}: ${changeSummary(changes, unchanged, dryRun)}`;
  return dryRun || changeCounts(changes, unchanged) === '' ? line : `${line}\n${next}`;
}
