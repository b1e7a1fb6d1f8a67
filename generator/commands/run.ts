import { resolve } from 'node:path';
import { findJobs, type Job } from '../config/jobs.js';
import { type Diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { FolderComparison } from '../output/comparison.js';
import { disk } from '../output/disk.js';
import { isRemote } from '../source/locate.js';
import type { CompiledPackage } from './compile.js';
import type { ContractVerdict } from './contract-verdicts.js';
import { isCurrent } from './current.js';
import type { FileDifference } from './differences.js';
import type { CheckCommandOptions, GenerateCommandOptions } from './options.js';

// The way from a command to the disk and back. `pipeline.ts` is what happens in the step `compilePackages`; `output/` is what
// happens in the step `writePackages`. Each step is loaded when it runs: a check of packages that are up to date needs none
// of them.

/** The result of a run of `codegen generate`. */
export interface GenerateRun {
  /** The files that were written for each package, or would be. */
  readonly comparisons: readonly FolderComparison[];
  /** The packages that the config or the arguments name. */
  readonly jobs: readonly Job[];
  readonly skeletons: readonly { readonly path: string; readonly change: 'created' | 'updated' }[];
  /** What the changes of contracts mean for version numbers. */
  readonly verdicts: readonly ContractVerdict[];
  /** Absolute paths of the inputs and templates, and of skeletons that codegen could not extend. */
  readonly read: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of a run of `codegen check`. */
export interface CheckRun {
  /** Number of packages that the config or the arguments name. */
  readonly packages: number;
  readonly differences: readonly FileDifference[];
  /** What the changes of contracts mean for version numbers. */
  readonly verdicts: readonly ContractVerdict[];
  readonly diagnostics: readonly Diagnostic[];
}

/** From the config to the written packages. When anything is an error, nothing is written. */
export async function runGenerate(options: GenerateCommandOptions, workingFolder: string): Promise<GenerateRun> {
  const [jobs, configFindings] = await findJobs(options, workingFolder);
  if (hasErrors(configFindings)) {
    return { comparisons: [], jobs, skeletons: [], verdicts: [], read: [], diagnostics: configFindings };
  }
  const [packages, compileFindings] = await compilePackages(jobs, jobs, options, workingFolder);
  const read = packages.flatMap(filesRead);
  const found = [...configFindings, ...compileFindings];
  if (hasErrors(found)) {
    return { comparisons: [], jobs, skeletons: [], verdicts: [], read, diagnostics: found };
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
    comparisons: written.comparisons,
    jobs,
    skeletons,
    verdicts,
    read: [...read, ...written.watched],
    diagnostics,
  };
}

/** From the config to the differences from the disk. Packages that their manifests prove to be current are not compiled, unless `full`. */
export async function runCheck(options: CheckCommandOptions, workingFolder: string): Promise<CheckRun> {
  const [jobs, configFindings] = await findJobs(options, workingFolder);
  const suspects = options.full ? jobs : jobs.filter((job) => !isCurrent(job, disk));
  const nothing = { packages: jobs.length, differences: [], verdicts: [] };
  if (suspects.length === 0) {
    return { ...nothing, diagnostics: configFindings };
  }
  const [packages, compileFindings] = await compilePackages(suspects, jobs, options, workingFolder);
  const found = [...configFindings, ...compileFindings];
  if (hasErrors(compileFindings)) {
    return { ...nothing, diagnostics: found };
  }
  const { comparePackages } = await import('./differences.js');
  const [differences, compareFindings] = await comparePackages(packages, { disk, workingFolder, jobs });
  const { contractVerdicts } = await import('./contract-verdicts.js');
  const verdicts = await contractVerdicts(packages, { workingFolder });
  return { packages: jobs.length, differences, verdicts, diagnostics: [...found, ...compareFindings] };
}

/** The packages as texts, each with the folder that it was in before its `out` was changed. */
async function compilePackages(
  jobs: readonly Job[],
  allJobs: readonly Job[],
  { allowRemote }: Pick<GenerateCommandOptions, 'allowRemote'>,
  workingFolder: string,
): Promise<Result<readonly CompiledPackage[]>> {
  const { compileAll } = await import('./compile.js');
  const [compiled, found] = await compileAll(jobs, { workingFolder, allowRemote: allowRemote === true });
  if (hasErrors(found)) {
    return [compiled, found];
  }
  const { notePreviousFolders } = await import('./previous-folders.js');
  const [packages, moved] = notePreviousFolders(compiled, allJobs, disk, workingFolder);
  return [packages, [...found, ...moved]];
}

function filesRead({ job, reading, templatePaths }: CompiledPackage): readonly string[] {
  const inputs = Object.keys(reading.hashes).filter((name) => !isRemote(name));
  return [...inputs.map((name) => resolve(job.namesFrom, name)), ...templatePaths];
}
