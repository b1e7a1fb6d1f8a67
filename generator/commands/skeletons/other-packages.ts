import { relative, resolve } from 'node:path';
import type { Job } from '../../config/jobs.js';
import { sourcesEntry } from '../../emit/package-folders.js';
import type { PackagePlaces } from './open-module.js';

/** The other packages of a config: their interfaces may have the same names. */
export interface OtherPackages {
  /** Module specifiers that files import them by. */
  readonly otherPackages: ReadonlySet<string>;
  /** Absolute paths of their output folders. */
  readonly otherFolders: readonly string[];
}

/** The packages of a config other than that of a job. */
export function otherPackages(job: Job, jobs: readonly Job[]): OtherPackages {
  const own = new Set(specifiersOf(job));
  const others = jobs.filter(({ out }) => out !== job.out);
  return {
    otherPackages: new Set(others.flatMap(specifiersOf).filter((specifier) => !own.has(specifier))),
    otherFolders: others.map(({ out }) => out),
  };
}

/** Where generated packages are, for following the imports of a job's skeleton at an absolute path. */
export function packagePlaces(job: Job, jobs: readonly Job[], path: string): PackagePlaces {
  return { importFrom: specifierFor(job, path), out: job.out, ...otherPackages(job, jobs) };
}

function specifiersOf({ settings }: Job): readonly string[] {
  const { skeletons, package: fields, name } = settings;
  const named =
    skeletons?.importFrom !== undefined && !skeletons.importFrom.startsWith('.') ? [skeletons.importFrom] : [];
  return fields === false ? named : [...named, name];
}

/** Module specifier by which a skeleton at a path imports its package. */
function specifierFor({ settings, out }: Job, path: string): string {
  const { skeletons, package: fields, name, compiled, importExtension } = settings;
  if (skeletons?.importFrom !== undefined) {
    return skeletons.importFrom;
  }
  if (fields !== false) {
    return name;
  }
  const entry = resolve(out, sourcesEntry(compiled, importExtension));
  const index = relative(resolve(path, '..'), entry).replaceAll('\\', '/');
  return /^\.\.?\//.test(index) ? index : `./${index}`;
}
