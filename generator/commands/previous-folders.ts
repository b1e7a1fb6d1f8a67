import { join, relative, resolve } from 'node:path';
import { configHash } from '../config/config-hash.js';
import type { Job } from '../config/jobs.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Disk } from '../output/disk.js';
import { parsedRecord } from '../output/json-text.js';
import { manifestFile, manifestsIn } from '../output/manifest.js';
import { foldersBelow } from '../output/tree.js';
import type { CompiledPackage } from './compile.js';
import { displayPath } from './report.js';

/** Where a package is looked for that has moved. */
const search = { deepest: 5, most: 2_000, except: /^\.|^node_modules$/ };

/**
 * Finds the folders that packages were written to before their `out` was changed, records them, and reports that they still
 * exist. The search takes place when a package is new in its folder; later runs know the result.
 */
export function notePreviousFolders(
  packages: readonly CompiledPackage[],
  jobs: readonly Job[],
  disk: Disk,
  workingFolder: string,
): Result<readonly CompiledPackage[]> {
  const found: Diagnostic[] = [];
  const noted = packages.map((compiled) => {
    const { job, target } = compiled;
    const previousOut = previousFolder(job, jobs, disk);
    if (previousOut === undefined) {
      return compiled;
    }
    const folder = resolve(job.folder, previousOut);
    if (isPackage(disk, folder)) {
      const paths = { previous: displayPath(folder, workingFolder), out: target.display };
      found.push(diagnostic('output/moved-package', { name: job.settings.name, ...paths }));
    }
    return { ...compiled, target: { ...target, manifest: { ...target.manifest, previousOut } } };
  });
  return [noted, found];
}

/** True if the folder that a package was written to before is still there. */
export function hasPreviousFolder({ folder }: Job, previousOut: string | undefined, disk: Disk): boolean {
  return previousOut !== undefined && isPackage(disk, resolve(folder, previousOut));
}

function isPackage(disk: Disk, folder: string): boolean {
  return disk.entry(join(folder, manifestFile)) !== undefined;
}

/** Where a package was before, relative to the config's folder. Inputs that the command line names have no config to move in. */
function previousFolder(job: Job, jobs: readonly Job[], disk: Disk): string | undefined {
  if (job.namesFrom === job.out) {
    return undefined;
  }
  if (isPackage(disk, job.out)) {
    return recordedFolder(disk.read(join(job.out, manifestFile)));
  }
  const wanted = configHash(job);
  const outs = new Set(jobs.map(({ out }) => out));
  const moved = [...foldersBelow(disk, job.folder, search)]
    .filter(({ names }) => names.includes(manifestFile))
    .map(({ folder }) => folder)
    .find(
      (folder) =>
        !outs.has(folder) &&
        (manifestsIn(disk.read(join(folder, manifestFile))).some(({ config }) => config === wanted) ||
          parsedRecord(disk.read(join(folder, 'package.json'))).name === job.settings.name),
    );
  return moved && relative(job.folder, moved).replaceAll('\\', '/');
}

function recordedFolder(text: string | undefined): string | undefined {
  // Manifests are as long as contracts; most record no such folder.
  if (!text?.includes('"previousOut"')) {
    return undefined;
  }
  return manifestsIn(text).find(({ previousOut }) => previousOut !== undefined)?.previousOut;
}
