import { join } from 'node:path';
import type { Job } from '../config/jobs.js';
import type { Contract } from '../contract/model.js';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { isVersion, laterVersion } from '../diff/next-version.js';
import { contractFile, printContract } from '../emit/print-contract.js';
import { disk } from '../output/disk.js';
import { parsedRecord } from '../output/json-text.js';
import { parsedContract, versionName } from './contract-text.js';
import { diskTree, type FileTree, fileTree, textIn } from './file-tree.js';
import { displayPath } from './report.js';

/** Name of the file within a generated package that contains its last release. */
export const releasedFile = 'codegen.released.json';

/** A version of a package, and the contract that it has. */
export interface Release {
  readonly version: string;
  readonly contract: Contract;
}

/** How releases are found. */
export interface ReleaseOptions {
  /** Absolute path that diagnostics name files relative to. */
  readonly workingFolder: string;
  /** The revision of git that was released, as `git:REVISION`. */
  readonly since?: string | undefined;
}

/** What is known of releases before a run. */
export interface KnownReleases {
  /** The release from which the version is raised. Absent for a new package. */
  readonly last?: Release | undefined;
  /** The release from which it was raised in earlier runs. */
  readonly recorded?: Release | undefined;
}

/** The text of the file with a release: its contract as a package keeps it, and its version. */
export function printRelease({ version, contract }: Release): string {
  return printContract(contract).replace('{', () => `{\n "releasedVersion": ${JSON.stringify(version)},`);
}

/**
 * The last release of a package: that in the revision that the user names; otherwise the one that the package records, or what the package
 * contains when it records none.
 */
export async function knownReleases(job: Job, options: ReleaseOptions): Promise<Result<KnownReleases>> {
  const [recorded, problems] = recordedRelease(job, options);
  if (options.since !== undefined) {
    const [named, unknown] = await releaseInRevision(job, options.since, options);
    return [{ last: laterRelease(named, recorded) ?? (await releaseIn(diskTree, job)), recorded }, unknown];
  }
  return [{ last: recorded ?? (await releaseIn(diskTree, job)), recorded }, problems];
}

/** A script may name a revision that is no longer the last release. */
function laterRelease(named: Release | undefined, recorded: Release | undefined): Release | undefined {
  return named && recorded && laterVersion(named.version, recorded.version) !== named.version
    ? recorded
    : (named ?? recorded);
}

function recordedRelease(job: Job, { workingFolder }: ReleaseOptions): Result<Release | undefined> {
  const path = join(job.out, releasedFile);
  const text = disk.read(path);
  if (text === undefined) {
    return [undefined, []];
  }
  const file = displayPath(path, workingFolder);
  const [version, [problem]] = parsedContract(text, file, file);
  const released = version && releasedVersion(text);
  if (version && released !== undefined && isVersion(released)) {
    return [{ version: released, contract: withoutVersion(version.contract) }, []];
  }
  const reason = problem ? 'it is not a contract of this format' : 'it has no version';
  return [undefined, [diagnostic('diff/unreadable-release', { file, reason })]];
}

function withoutVersion(contract: Contract): Contract {
  const { releasedVersion: _, ...rest } = contract as Contract & { readonly releasedVersion?: unknown };
  return rest;
}

function releasedVersion(text: string): string | undefined {
  return textOf(text, 'releasedVersion');
}

async function releaseInRevision(
  job: Job,
  since: string,
  { workingFolder }: ReleaseOptions,
): Promise<Result<Release | undefined>> {
  const { revision, path } = versionName(since);
  if (path !== undefined) {
    const reason = 'it is not a revision';
    return [undefined, [diagnostic('diff/revision', { revision: since.replace(/^git:/, ''), reason })]];
  }
  const [tree, unknown] = await fileTree(revision, job.folder);
  const release = tree && (await releaseIn(tree, job));
  if (tree && !release && (await tree.has(join(job.out, contractFile)))) {
    const file = tree.prefix + displayPath(job.out, workingFolder);
    return [undefined, [diagnostic('diff/unreadable-release', { file, reason: 'it has no contract of this format' })]];
  }
  return [release, unknown];
}

/** The release that a package is. */
async function releaseIn(tree: FileTree, { out }: Job): Promise<Release | undefined> {
  const manifest = await textIn(tree, join(out, 'package.json'));
  const [parsed] = parsedContract(await tree.bytes(join(out, contractFile)), contractFile, '');
  const version = manifest === undefined ? undefined : textOf(manifest, 'version');
  return parsed && version !== undefined && isVersion(version) ? { version, contract: parsed.contract } : undefined;
}

/** A property of an object in JSON that is a text. */
function textOf(json: string, name: string): string | undefined {
  const value = parsedRecord(json)[name];
  return typeof value === 'string' ? value : undefined;
}
