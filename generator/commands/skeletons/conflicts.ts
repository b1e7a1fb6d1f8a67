import { basename, dirname, join, relative } from 'node:path';
import type { Job } from '../../config/jobs.js';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Disk } from '../../output/disk.js';
import { manifestFile, manifestsIn } from '../../output/manifest.js';
import { isInside } from '../../source/locate.js';
import { type CompiledPackage, skeletonPath } from '../compile.js';
import { displayPath } from '../report.js';

/** The data that conflicts depend on in addition to the packages. */
interface Surroundings {
  readonly disk: Disk;
  readonly workingFolder: string;
  readonly jobs: readonly Job[];
}

/** A file that is a service's own. */
interface Claim {
  readonly owner: string;
  /** Absolute. */
  readonly path: string;
}

/** Files that two services would share, and skeletons that would be among generated files. */
export function conflictsOf(packages: readonly CompiledPackage[], surroundings: Surroundings): readonly Diagnostic[] {
  const { disk, workingFolder, jobs } = surroundings;
  const compiled = new Set(packages.map(({ job }) => job.out));
  const claims = packages.flatMap(claimsOf);
  const known = jobs.filter(({ out }) => !compiled.has(out)).flatMap((job) => recordedClaims(job, disk));
  const owners = new Map<string, Claim>(known.map((claim) => [sameFile(disk, claim.path), claim]));
  const found: Diagnostic[] = [];
  for (const claim of claims) {
    const key = sameFile(disk, claim.path);
    const other = owners.get(key);
    owners.set(key, claim);
    if (other === undefined) {
      continue;
    }
    const path = displayPath(claim.path, workingFolder);
    found.push(diagnostic('config/overlapping-skeletons', { first: other.owner, second: claim.owner, path }));
  }
  return [...found, ...packages.flatMap((p) => amongGenerated(p, surroundings))];
}

function claimsOf({ job, services }: CompiledPackage): readonly Claim[] {
  return services.flatMap(({ names }) => {
    const path = skeletonPath(job, names.file);
    return path === undefined ? [] : [{ owner: `${names.descriptor} of "${job.settings.name}"`, path }];
  });
}

function recordedClaims({ out, folder, settings }: Job, disk: Disk): readonly Claim[] {
  if (settings.skeletons === undefined) {
    return [];
  }
  return manifestsIn(disk.read(join(out, manifestFile)))
    .flatMap(({ skeletons }) => skeletons)
    .filter(({ isGone }) => isGone !== true)
    .map((record) => ({ owner: `${record.interface} of "${settings.name}"`, path: join(folder, record.path) }));
}

/** A text that is the same for paths that may be the same file: through links, or because letter case is ignored. */
function sameFile(disk: Disk, path: string): string {
  let folder = dirname(path);
  while (disk.entry(folder) === undefined && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  const real = disk.realPath(folder) ?? folder;
  return join(real, relative(folder, dirname(path)), basename(path))
    .normalize('NFC')
    .toLowerCase();
}

/** A skeleton where the same package, or another one, has generated files. */
function amongGenerated({ job, services, target }: CompiledPackage, { jobs }: Surroundings): readonly Diagnostic[] {
  const { skeletons, name } = job.settings;
  if (skeletons === undefined) {
    return [];
  }
  return services.flatMap(({ names }) => {
    const path = skeletonPath(job, names.file) ?? '';
    const own = target.files.has(relative(job.out, path).replaceAll('\\', '/'));
    const other = jobs.find(({ out }) => out !== job.out && isInside(path, out));
    const owner = own ? name : other?.settings.name;
    if (owner === undefined) {
      return [];
    }
    return [diagnostic('config/skeletons-in-output', { name, dir: skeletons.dir, owner })];
  });
}
