import { resolve } from 'node:path';
import { type CompileOptions, compileReading, readContractOfJob } from './commands/compile.js';
import { given } from './config/given.js';
import type { Job } from './config/jobs.js';
import { userTemplates } from './config/user-templates.js';
import { emptyContract } from './contract/empty-contract.js';
import type { Contract } from './contract/model.js';
import { type Diagnostic, hasErrors } from './diagnostics/diagnostic.js';
import { sortDiagnostics } from './diagnostics/format.js';
import { disk } from './output/disk.js';
import { writeTargets } from './output/write.js';
import {
  checkGenerateOptions,
  checkReadOptions,
  type GenerateOptions,
  type ReadOptions,
} from './programmatic-options.js';

/** The result of generation. */
export interface GenerateResult {
  /** Texts by path within the package, `/` between steps, sorted; empty when there are errors. */
  readonly files: ReadonlyMap<string, string>;
  /** As plug-ins left it. */
  readonly contract: Contract;
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
}

/** `readContract` of the programmatic interface. */
export async function readContract(given: ReadOptions): Promise<Pick<GenerateResult, 'contract' | 'diagnostics'>> {
  const [options, wrong] = checkReadOptions(given);
  if (options === undefined) {
    return { contract: emptyContract, diagnostics: sortDiagnostics(wrong) };
  }
  const job = jobOf(options);
  const [{ contract }, diagnostics] = await readContractOfJob(job, compileOptionsOf(options, job));
  return { contract, diagnostics: sortDiagnostics(diagnostics) };
}

/** `generate` of the programmatic interface. */
export async function generate(given: GenerateOptions): Promise<GenerateResult> {
  const [options, wrong] = checkGenerateOptions(given);
  if (options === undefined) {
    return { files: new Map(), contract: emptyContract, diagnostics: sortDiagnostics(wrong) };
  }
  if (options.write && options.out === undefined) {
    throw new TypeError('generate: `write` needs `out`, the folder to write to');
  }
  if (options.out !== undefined && options.write === undefined) {
    throw new TypeError(
      'generate: `out` is given, and `write` is not: `write: true` writes the files into that folder, `write: false` only gives their texts',
    );
  }
  const job = jobOf(options);
  const compileOptions = compileOptionsOf(options, job);
  const [reading, readFindings] = await readContractOfJob(job, compileOptions);
  const { contract } = reading;
  if (hasErrors(readFindings)) {
    return { files: new Map(), contract, diagnostics: sortDiagnostics(readFindings) };
  }
  const [compiled, more] = await compileReading(job, reading, userTemplates(job, disk), compileOptions);
  const found = [...readFindings, ...more];
  if (hasErrors(more)) {
    return { files: new Map(), contract, diagnostics: sortDiagnostics(found) };
  }
  const [, written] = options.write ? writeTargets([compiled.target], disk, options) : [[], []];
  const files = new Map([...compiled.target.files].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { files, contract: compiled.contract, diagnostics: sortDiagnostics([...found, ...written]) };
}

function jobOf(options: ReadOptions | GenerateOptions): Job {
  const folder = resolve(options.workingFolder ?? '.');
  const { workingFolder, allowPaths, allowHosts, limits, allowRemote, ...rest } = options;
  const { write, force, since, ...settings } = { name: 'generated', out: '.', ...rest } as GenerateOptions & {
    name: string;
    out: string;
  };
  const reading = given({ allowPaths, allowHosts, limits });
  return { settings, folder, namesFrom: folder, out: resolve(folder, settings.out), reading, only: [] };
}

function compileOptionsOf(
  { allowRemote, since }: ReadOptions & Pick<GenerateOptions, 'since'>,
  { folder }: Job,
): CompileOptions {
  return { workingFolder: folder, allowRemote, since };
}
