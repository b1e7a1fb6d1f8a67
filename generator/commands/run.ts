import { resolve } from 'node:path';
import { findJobs, type Job } from '../config/jobs.js';
import { type Diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { FolderComparison } from '../output/comparison.js';
import { disk } from '../output/disk.js';
import { foreignFiles } from '../output/foreign-files.js';
import type { HttpAccess } from '../source/http-access.js';
import type { CompiledPackage } from './compile.js';
import type { CompiledJobs, CompileProgress } from './compile-all.js';
import { type CurrentPackage, currentPackage, filesBehind, textsBehind } from './current.js';
import type { ContractVerdict, FileDifference } from './json-output.js';
import type { CheckCommandOptions, GenerateCommandOptions } from './options.js';
import { outcomesOf, type PackageOutcome } from './outcomes.js';
import { displayPath } from './report.js';
import { unfitRuntimes } from './runtime-fit.js';
import type { PackageVersion } from './version-step.js';

// The way from a command to the disk and back. `pipeline.ts` is what happens in the step `compilePackages`; `output/` is what
// happens in the step `writePackages`. Each step is loaded when it runs: a check of packages that are up to date needs none
// of them.

/** Around a run. */
export interface RunSurroundings {
  /** Absolute path that relative paths of the command line start from. */
  readonly workingFolder: string;
  readonly onProgress?: CompileProgress;
  /** What requests for the inputs need. Default: nothing. */
  readonly accessTo?: (inputs: readonly string[]) => Promise<Result<HttpAccess | undefined>>;
}

/** The result of a run of `codegen generate`. */
export interface GenerateRun {
  /** What happened to each package, or would happen, in the order of the config; empty if anything is an error. */
  readonly outcomes: readonly PackageOutcome[];
  /** The files that were written for each package that is not up to date, or would be. */
  readonly comparisons: readonly FolderComparison[];
  /** The packages that the config or the arguments name. */
  readonly jobs: readonly Job[];
  readonly skeletons: readonly { readonly path: string; readonly change: 'created' | 'updated' }[];
  /** What the changes of contracts mean for version numbers. */
  readonly verdicts: readonly ContractVerdict[];
  /** The versions that follow contracts, of packages that are not up to date. */
  readonly versions: readonly PackageVersion[];
  /** Absolute paths of the inputs and templates, and of skeletons that codegen could not extend. */
  readonly read: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of a run of `codegen check`. */
export interface CheckRun {
  /** The packages that the config or the arguments name. */
  readonly jobs: readonly Job[];
  /** Number of the warnings that packages had which were not read again. */
  readonly warnings: number;
  readonly differences: readonly FileDifference[];
  /** What the changes of contracts mean for version numbers. */
  readonly verdicts: readonly ContractVerdict[];
  /** The versions that follow contracts, of packages that are not up to date. */
  readonly versions: readonly PackageVersion[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * From the config to the written packages. Packages that their manifests prove to be current are left as they are, unless
 * `full` or `force`. When anything is an error, nothing is written.
 */
export async function runGenerate(
  options: GenerateCommandOptions,
  surroundings: RunSurroundings,
): Promise<GenerateRun> {
  const { workingFolder } = surroundings;
  const [jobs, configFindings] = await findJobs(options, workingFolder);
  const current = options.full || options.force || options.since ? [] : await currentPackages(jobs);
  const readBefore = current.flatMap((each) => filesBehind(each, disk));
  const nothing = { outcomes: [], comparisons: [], jobs, skeletons: [], verdicts: [], versions: [], read: readBefore };
  if (hasErrors(configFindings)) {
    return { ...nothing, diagnostics: configFindings };
  }
  const suspects = withoutCurrent(jobs, current);
  if (suspects.length === 0) {
    return { ...nothing, outcomes: outcomesOf(jobs, current, []), diagnostics: configFindings };
  }
  const [{ packages, read: compiledFrom }, compileFindings] = await compilePackages(
    { suspects, current, jobs },
    options,
    surroundings,
  );
  const read = [...readBefore, ...compiledFrom];
  const found = [...configFindings, ...compileFindings];
  if (hasErrors(found)) {
    return { ...nothing, read, diagnostics: found };
  }
  const { contractVerdicts } = await import('./contract-verdicts.js');
  const verdicts = await contractVerdicts(packages, { workingFolder });
  const { writePackages } = await import('./write-packages.js');
  const written = await writePackages(packages, { disk, workingFolder, jobs }, options);
  const skeletons = written.changes.map(({ display, before }) => {
    return { path: display, change: before === undefined ? ('created' as const) : ('updated' as const) };
  });
  const diagnostics = [...found, ...written.diagnostics];
  return {
    outcomes: hasErrors(diagnostics) ? [] : outcomesOf(jobs, current, written.comparisons),
    comparisons: written.comparisons,
    jobs,
    skeletons,
    verdicts,
    versions: versionsOf(packages),
    read: [...read, ...written.watched],
    diagnostics,
  };
}

/** From the config to the differences from the disk. Packages that their manifests prove to be current are not compiled, unless `full`. */
export async function runCheck(options: CheckCommandOptions, surroundings: RunSurroundings): Promise<CheckRun> {
  const { workingFolder } = surroundings;
  const [jobs, configFindings] = await findJobs(options, workingFolder);
  const around = [...jobs.flatMap((job) => foreignFilesOf(job, workingFolder)), ...unfitRuntimes(jobs, workingFolder)];
  const current = options.full || options.since ? [] : await currentPackages(jobs);
  const suspects = withoutCurrent(jobs, current);
  const warnings = current.reduce((sum, { manifest }) => sum + (manifest.warnings ?? 0), 0);
  const nothing = { jobs, warnings, differences: [], verdicts: [], versions: [] };
  if (suspects.length === 0) {
    return { ...nothing, diagnostics: [...configFindings, ...around] };
  }
  const [{ packages }, compileFindings] = await compilePackages({ suspects, current, jobs }, options, surroundings);
  const found = [...configFindings, ...compileFindings, ...around];
  if (hasErrors(compileFindings)) {
    return { ...nothing, diagnostics: found };
  }
  const { comparePackages } = await import('./differences.js');
  const [differences, compareFindings] = await comparePackages(packages, { disk, workingFolder, jobs });
  const { contractVerdicts } = await import('./contract-verdicts.js');
  const verdicts = await contractVerdicts(packages, { workingFolder });
  const versions = versionsOf(packages);
  return { ...nothing, differences, verdicts, versions, diagnostics: [...found, ...compareFindings] };
}

function foreignFilesOf(job: Job, workingFolder: string): readonly Diagnostic[] {
  const { skeletons } = job.settings;
  const users = skeletons && resolve(job.folder, skeletons.dir);
  return foreignFiles({ folder: job.out, display: displayPath(job.out, workingFolder), users }, disk);
}

function versionsOf(packages: readonly CompiledPackage[]): readonly PackageVersion[] {
  return packages.flatMap(({ target: { folder }, version }) => (version ? [{ folder, ...version }] : []));
}

async function currentPackages(jobs: readonly Job[]): Promise<readonly CurrentPackage[]> {
  const current = await Promise.all(jobs.map((job) => currentPackage(job, jobs, disk)));
  return current.filter((each) => each !== undefined);
}

function withoutCurrent(jobs: readonly Job[], current: readonly CurrentPackage[]): readonly Job[] {
  const known = new Set(current.map(({ job }) => job));
  return jobs.filter((job) => !known.has(job));
}

/** The jobs of a run. */
interface RunJobs {
  /** Those to compile. */
  readonly suspects: readonly Job[];
  readonly current: readonly CurrentPackage[];
  /** All of them. */
  readonly jobs: readonly Job[];
}

/** The packages as texts, each with the folder that it was in before its `out` was changed. */
async function compilePackages(
  { suspects, current, jobs }: RunJobs,
  options: CheckCommandOptions,
  { workingFolder, onProgress, accessTo }: RunSurroundings,
): Promise<Result<CompiledJobs>> {
  const inputs = suspects.flatMap(({ settings }) => settings.inputs);
  const [access, refused] = (await accessTo?.(inputs)) ?? [undefined, []];
  if (hasErrors(refused)) {
    return [{ packages: [], read: [] }, refused];
  }
  const { compileAll } = await import('./compile-all.js');
  const otherTexts = (): readonly string[] => current.flatMap((each) => textsBehind(each, disk));
  const allowRemote = options.allowRemote === true;
  const compile = { workingFolder, allowRemote, since: options.since, ...(access && { access }) };
  const [compiled, found] = await compileAll({ suspects, jobs, options, otherTexts }, compile, onProgress);
  if (hasErrors(found)) {
    return [compiled, found];
  }
  const { notePreviousFolders } = await import('./previous-folders.js');
  const [packages, moved] = notePreviousFolders(compiled.packages, jobs, disk, workingFolder);
  return [{ ...compiled, packages }, [...found, ...moved]];
}
