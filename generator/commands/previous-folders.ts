import { join, relative, resolve } from 'node:path';
import { configHash } from '../config/config-hash.js';
import type { Job } from '../config/jobs.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Disk } from '../output/disk.js';
import { parsedRecord } from '../output/json-text.js';
import { manifestFile, manifestsIn } from '../output/manifest.js';
import type { CompiledPackage } from './compile.js';
import { displayPath } from './report.js';

/** Folders that are looked into at most, and how deep, for a package that has moved. */
const mostFolders = 2_000;
const deepest = 6;

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
  const moved = packagesBelow(disk, job.folder).find(
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

/** Folders with a manifest, nearest first. */
function packagesBelow(disk: Disk, root: string): readonly string[] {
  const found: string[] = [];
  let level = [root];
  let left = mostFolders;
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (left-- <= 0) {
        return found;
      }
      const names = namesIn(disk, folder);
      if (names.includes(manifestFile)) {
        found.push(folder);
      }
      for (const name of names) {
        if (!/^\.|^node_modules$/.test(name) && disk.entry(join(folder, name))?.kind === 'folder') {
          next.push(join(folder, name));
        }
      }
    }
    level = next;
  }
  return found;
}

function namesIn(disk: Disk, folder: string): readonly string[] {
  try {
    return disk.list(folder);
  } catch {
    return [];
  }
}
