import { resolve } from 'node:path';
import { configHash } from '../config/config-hash.js';
import { type Job, localInputs } from '../config/jobs.js';
import { pluginVersions } from '../config/plugins.js';
import { templateHashes, templatePaths, userTemplates } from '../config/user-templates.js';
import { ownedPart } from '../output/changelog.js';
import type { Disk } from '../output/disk.js';
import { hashText } from '../output/hash.js';
import { type Manifest, manifestFile, parseManifest } from '../output/manifest.js';
import { realPlace } from '../output/paths.js';
import { isSafePath } from '../output/safe-path.js';
import { isInterrupted } from '../output/workspace.js';
import { decodeXml } from '../source/decode.js';
import { hashInput } from '../source/hash-input.js';
import { isRemote } from '../source/places.js';
import { generatorVersion } from '../version.js';
import { hasPreviousFolder } from './previous-folders.js';
import { isSkeletonCurrent } from './skeletons/current-skeleton.js';

/** A package that its manifest proves to be up to date. */
export interface CurrentPackage {
  readonly job: Job;
  readonly manifest: Manifest;
}

/**
 * The package of a job if its manifest proves that generating would change nothing: the same generator, config, templates
 * and inputs as recorded, and every file as it was written.
 *
 * @param jobs All jobs of the config.
 */
export async function currentPackage(job: Job, jobs: readonly Job[], disk: Disk): Promise<CurrentPackage | undefined> {
  try {
    const [manifest] = parseManifest(disk.read(resolve(job.out, manifestFile)), manifestFile);
    const isCurrent =
      manifest !== undefined && isProven(manifest, job, disk) && (await skeletonsAreCurrent(manifest, job, jobs, disk));
    return isCurrent ? { job, manifest } : undefined;
  } catch {
    // A file that cannot be read proves nothing.
    return undefined;
  }
}

/** Absolute paths of the documents and templates that a current package was made from. */
export function filesBehind({ job, manifest }: CurrentPackage, disk: Disk): readonly string[] {
  const [templates] = userTemplates(job, disk);
  return [...localInputs(job, manifest.inputs), ...templatePaths(job, templates)];
}

/** The texts of the documents that a current package was made from. */
export function textsBehind({ job, manifest }: CurrentPackage, disk: Disk): readonly string[] {
  return localInputs(job, manifest.inputs).flatMap((path) => {
    const bytes = disk.bytes(path);
    return bytes === undefined ? [] : [decodeXml(bytes, path)[0]];
  });
}

function isProven(manifest: Manifest, job: Job, disk: Disk): boolean {
  return (
    manifest.generator === generatorVersion &&
    manifest.config === configHash(job) &&
    // A manifest of an earlier form comes from an earlier generator, whatever its version says.
    manifest.services !== undefined &&
    // What was not read may be there by now, or be allowed.
    manifest.notRead === undefined &&
    templatesAreSame(manifest, job, disk) &&
    pluginsAreSame(manifest, job) &&
    inputsAreSame(manifest, job, disk) &&
    filesAreSame(manifest, job, disk) &&
    !hasPreviousFolder(job, manifest.previousOut, disk) &&
    !wasInterrupted(job, disk)
  );
}

function templatesAreSame(manifest: Manifest, job: Job, disk: Disk): boolean {
  const [templates, problems] = userTemplates(job, disk);
  return problems.length === 0 && sameRecord(manifest.templates, templateHashes(templates));
}

/** The version of a plug-in says whether its output changes; without a version nothing is certain. */
function pluginsAreSame({ plugins: recorded = {} }: Manifest, { settings: { plugins = [] } }: Job): boolean {
  const now = pluginVersions(plugins);
  return !Object.values(now).includes(null) && sameRecord(recorded, now);
}

/** Only the names of methods are taken from the manifest; the classes themselves are read. */
async function skeletonsAreCurrent(
  { skeletons, services }: Manifest,
  job: Job,
  jobs: readonly Job[],
  disk: Disk,
): Promise<boolean> {
  if (job.settings.skeletons === undefined) {
    return true;
  }
  const served = new Set(skeletons.filter(({ isGone }) => isGone !== true).map((record) => record.interface));
  if (served.size !== services) {
    return false;
  }
  for (const record of skeletons) {
    if (!(await isSkeletonCurrent(record, job, jobs, disk))) {
      return false;
    }
  }
  return true;
}

function wasInterrupted(job: Job, disk: Disk): boolean {
  const place = realPlace(disk, job.out, job.folder);
  return typeof place !== 'string' || isInterrupted(disk, { kind: 'folder', path: place });
}

function inputsAreSame(manifest: Manifest, job: Job, disk: Disk): boolean {
  return Object.entries(manifest.inputs).every(([path, hash]) => {
    const bytes = isRemote(path) ? undefined : disk.bytes(resolve(job.namesFrom, path));
    return bytes !== undefined && hashInput(decodeXml(bytes, path)[0]) === hash;
  });
}

function filesAreSame(manifest: Manifest, job: Job, disk: Disk): boolean {
  return Object.entries(manifest.files).every(([path, hash]) => {
    const text = isSafePath(path) ? disk.read(resolve(job.out, path)) : undefined;
    return text !== undefined && hashText(ownedPart(path, text)) === hash;
  });
}

function sameRecord<T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
