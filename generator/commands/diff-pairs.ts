import { resolve } from 'node:path';
import { given } from '../config/given.js';
import { findJobs, type Job, readDefines } from '../config/jobs.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { contractFile } from '../emit/print-contract.js';
import { parsedRecord } from '../output/json-text.js';
import { manifestFile } from '../output/manifest.js';
import type { HttpAccess } from '../source/http-access.js';
import type { CompileOptions } from './compile.js';
import { parsedContract, type Version, versionName } from './contract-text.js';
import { type FileTree, fileTree, textIn } from './file-tree.js';
import { accessToInputs } from './input-access.js';
import type { DiffCommandOptions } from './options.js';
import { displayPath } from './report.js';
import type { Terminal } from './terminal.js';
import { namedVersion, plainJob, versionOfInputs, versionOfPackage, withFlaws } from './versions.js';

/** Two versions of one thing, with its name. One is absent for a package that was added or removed. */
export interface Pair {
  readonly title: string;
  readonly old?: Version;
  readonly now?: Version;
  /** What makes the package of it; absent where the config does not name it. */
  readonly job?: Job;
}

/** Reads what the inputs of a job were in a revision that has no package of it; undefined if it has no inputs of it, either. */
export type ReadBefore = (job: Job, options: CompileOptions) => Promise<Result<Version | undefined>>;

/**
 * What `codegen diff` compares: two versions that the user names, or the packages of the config in two versions.
 *
 * @param readBefore For packages that the old of two revisions has not; they were added, if absent.
 */
export async function findPairs(
  options: DiffCommandOptions,
  terminal: Terminal,
  readBefore?: ReadBefore,
): Promise<Result<readonly Pair[]>> {
  const { old, new: now } = options;
  const { workingFolder } = terminal;
  if (old === undefined || now === undefined) {
    return pairsOfConfig(options, terminal, readBefore);
  }
  const [access, refused] = await accessToInputs([old, now], options, terminal);
  if (hasErrors(refused)) {
    return [[], refused];
  }
  const compileOptions = compileOptionsOf(options, terminal, access);
  const [jobs, problems] = await jobsFor(options, workingFolder);
  if (hasErrors(problems)) {
    return [[], problems];
  }
  const isWhole = [old, now].every((text) => isRevisionOnly(text));
  if (isWhole) {
    return pairsOfRevisions(jobs, revisionOf(old), revisionOf(now), compileOptions);
  }
  const [job] = jobs as readonly [Job];
  const [before, foundBefore] = await namedVersion(old, job, compileOptions);
  const [after, foundAfter] = await namedVersion(now, job, compileOptions);
  const found = [...foundBefore, ...foundAfter];
  return before && after ? [[{ title: `${old} -> ${now}`, old: before, now: after }], found] : [[], found];
}

function isRevisionOnly(text: string): boolean {
  return versionName(text).path === undefined;
}

/** Two descriptors need no config; where there is one, its settings count. */
async function jobsFor(options: DiffCommandOptions, workingFolder: string): Promise<Result<readonly Job[]>> {
  const whole = [options.old, options.new].every((text) => text !== undefined && isRevisionOnly(text));
  if (whole || options.config !== undefined) {
    return findJobs({ ...options, inputs: [] }, workingFolder);
  }
  const [placeholders, problems] = readDefines(options.define ?? []);
  return [[plainJob(workingFolder, placeholders, options.allowPath ?? [])], problems];
}

function compileOptionsOf(
  { allowRemote = false }: DiffCommandOptions,
  { workingFolder }: Terminal,
  access: HttpAccess | undefined,
): CompileOptions {
  return { workingFolder, allowRemote, ...(access && { access }) };
}

async function pairsOfConfig(
  options: DiffCommandOptions,
  terminal: Terminal,
  readBefore: ReadBefore | undefined,
): Promise<Result<readonly Pair[]>> {
  const { old } = options;
  const [jobs, problems] = await findJobs({ ...options, inputs: [] }, terminal.workingFolder);
  if (problems.some(({ code }) => code === 'config/not-found')) {
    return [[], [nothingToCompare(old)]];
  }
  const inputs = [...jobs.flatMap(({ settings }) => settings.inputs), ...(old === undefined ? [] : [old])];
  const [access, refused] = await accessToInputs(inputs, options, terminal);
  if (hasErrors([...problems, ...refused])) {
    return [[], [...problems, ...refused]];
  }
  const compileOptions = compileOptionsOf(options, terminal, access);
  if (old !== undefined && !isRevisionOnly(old)) {
    const [job] = jobs;
    return jobs.length === 1 && job
      ? joined([await pairWithVersion(job, old, compileOptions)])
      : [[], [diagnostic('diff/which-package', { count: jobs.length, old })]];
  }
  const revision = old === undefined ? undefined : revisionOf(old);
  const pairs = await Promise.all(jobs.map((job) => pairWithInputs(job, revision, compileOptions, readBefore)));
  const [found, diagnostics] = joined(pairs);
  const all = revision === undefined ? found : await withRemoved(found, jobs, [revision], compileOptions);
  return [all, [...problems, ...diagnostics]];
}

/** Without a config, both versions have to be named. */
function nothingToCompare(old: string | undefined): Diagnostic {
  const problem =
    old === undefined
      ? 'There is nothing to compare: no version was named, and there is no config file here.'
      : `There is nothing to compare "${old}" with: no second version was named, and there is no config file here.`;
  const advice =
    'name both, codegen diff OLD NEW: files, folders, generated packages, addresses or git:REVISION:PATH; or run it where the config is.';
  return diagnostic('config/usage', { problem, advice });
}

const revisionOf = (text: string): string => text.slice('git:'.length);

function joined(results: readonly Result<Pair | undefined>[]): Result<readonly Pair[]> {
  return [results.flatMap(([pair]) => pair ?? []), results.flatMap(([, found]) => found)];
}

/** The version that the user names, and what the inputs say now. */
async function pairWithVersion(job: Job, old: string, options: CompileOptions): Promise<Result<Pair | undefined>> {
  const [before, found] = await namedVersion(old, job, options);
  return before ? pairOf(job, before, found, options) : [undefined, found];
}

/** What is checked in, or was, and what the inputs say now. */
async function pairWithInputs(
  job: Job,
  revision: string | undefined,
  options: CompileOptions,
  readBefore: ReadBefore | undefined,
): Promise<Result<Pair | undefined>> {
  const [before, found] = await packageVersion(job, revision, options);
  const [inputs, more] = before === undefined && readBefore ? await readBefore(job, options) : [undefined, []];
  return before === 'failed' || hasErrors(more)
    ? [undefined, [...found, ...more]]
    : pairOf(job, before ?? inputs, [...found, ...more], options);
}

async function pairOf(
  job: Job,
  old: Version | undefined,
  found: readonly Diagnostic[],
  options: CompileOptions,
): Promise<Result<Pair>> {
  const { name: title } = job.settings;
  const [now, foundNow] = withFlaws(await versionOfInputs(job, options), title);
  return [{ title, ...given({ old }), now, job }, [...found, ...foundNow]];
}

/** The packages of the config in two revisions. */
async function pairsOfRevisions(
  jobs: readonly Job[],
  old: string,
  now: string,
  options: CompileOptions,
): Promise<Result<readonly Pair[]>> {
  const pairs = await Promise.all(
    jobs.map(async (job): Promise<Result<Pair | undefined>> => {
      const [before, foundBefore] = await packageVersion(job, old, options);
      const [after, foundAfter] = await packageVersion(job, now, options);
      const found = [...foundBefore, ...foundAfter];
      return before === 'failed' || after === 'failed' || !(before || after)
        ? [undefined, found]
        : [{ title: job.settings.name, ...given({ old: before, now: after }) }, found];
    }),
  );
  const [found, diagnostics] = joined(pairs);
  return [await withRemoved(found, jobs, [old, now], options), diagnostics];
}

/** The package of a job, as it is or in a revision; undefined if nothing was generated there. */
async function packageVersion(
  job: Job,
  revision: string | undefined,
  options: CompileOptions,
): Promise<Result<Version | 'failed' | undefined>> {
  const [version, found] = await versionOfPackage(job, options, revision);
  if (version) {
    return [version, found];
  }
  const isMissing = found.every(({ code }) => code === 'diff/no-contract') && !(await isGenerated(job, revision));
  return isMissing ? [undefined, []] : ['failed', found];
}

/** A package of an older version of codegen has a manifest, but not the contract by itself. */
async function isGenerated({ out, folder }: Job, revision: string | undefined): Promise<boolean> {
  const [tree] = await fileTree(revision, folder);
  return (await tree?.has(resolve(out, manifestFile))) === true;
}

/**
 * Pairs with the packages that the old of two revisions has in the folder of the config, and the new one, or the disk, has not.
 * One of them with the name of a package that is new is that package in another folder.
 */
async function withRemoved(
  pairs: readonly Pair[],
  jobs: readonly Job[],
  [old, now]: readonly [old: string, now?: string],
  options: CompileOptions,
): Promise<readonly Pair[]> {
  const folder = jobs[0]?.folder ?? options.workingFolder;
  const [[tree], [current]] = await Promise.all([fileTree(old, folder), fileTree(now, folder)]);
  if (!tree || !current) {
    return pairs;
  }
  const gone = await removedPackages(tree, folder, current, options);
  const moved = pairs.map((pair) => (pair.old ? pair : { ...pair, ...(gone.get(pair.title) ?? {}) }));
  const names = new Set(pairs.map(({ title }) => title));
  return [...moved, ...[...gone.values()].filter(({ title }) => !names.has(title))];
}

async function removedPackages(
  tree: FileTree,
  folder: string,
  current: FileTree,
  { workingFolder }: CompileOptions,
): Promise<ReadonlyMap<string, Pair>> {
  const found = new Map<string, Pair>();
  for (const path of await tree.find(folder, contractFile)) {
    const [old] = (await current.has(path)) ? [undefined] : parsedContract(await tree.bytes(path), path, path);
    if (old) {
      const place = resolve(path, '..');
      const { name } = parsedRecord(await textIn(tree, resolve(place, 'package.json')));
      const title = typeof name === 'string' ? name : displayPath(place, workingFolder);
      found.set(title, { title, old });
    }
  }
  return found;
}
