import { resolve } from 'node:path';
import { type CompileOptions, compileReading, readContractOfJob } from './commands/compile.js';
import type { Job } from './config/jobs.js';
import { checkPlugins } from './config/plugins.js';
import type { LimitsConfig, PackageConfig } from './config/types.js';
import { userTemplates } from './config/user-templates.js';
import type { Contract } from './contract/model.js';
import { type Diagnostic, hasErrors } from './diagnostics/diagnostic.js';
import { sortDiagnostics } from './diagnostics/format.js';
import { disk } from './output/disk.js';
import { writeTargets } from './output/write.js';

/** What to read, and from where. */
export interface ReadOptions extends Pick<PackageConfig, 'inputs' | 'placeholders' | 'include' | 'exclude' | 'strict'> {
  /** Folder that relative paths start from; the process's working folder by default. */
  readonly workingFolder?: string;
  /** Files or folders outside the inputs' own that imports may reach. */
  readonly allowPaths?: readonly string[];
  /** Hosts in private networks that may be fetched from. */
  readonly allowHosts?: readonly string[];
  /** Bounds against hostile or runaway inputs. */
  readonly limits?: LimitsConfig;
  /** Whether documents may be fetched over http(s). */
  readonly allowRemote?: boolean;
}

/** The options of generation. */
export interface GenerateOptions extends ReadOptions, Partial<Omit<PackageConfig, 'inputs' | 'skeletons'>> {
  /** Write the files into `out`, as the command does. Default: only return them. */
  readonly write?: boolean;
  /** The revision of git that was released last, as `git:REVISION`: a package with `versioning` raises its version from there. */
  readonly since?: string;
  /** Overwrite files that were changed or made by hand. */
  readonly force?: boolean;
}

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
export async function readContract(options: ReadOptions): Promise<Pick<GenerateResult, 'contract' | 'diagnostics'>> {
  const job = jobOf(options);
  const [{ contract }, diagnostics] = await readContractOfJob(job, compileOptionsOf(options, job));
  return { contract, diagnostics: sortDiagnostics(diagnostics) };
}

/** `generate` of the programmatic interface. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  if (options.write && options.out === undefined) {
    throw new TypeError('generate: `write` needs `out`, the folder to write to');
  }
  const job = jobOf(options);
  const compileOptions = compileOptionsOf(options, job);
  const [reading, readFindings] = await readContractOfJob(job, compileOptions);
  const { contract } = reading;
  if (hasErrors(readFindings)) {
    return { files: new Map(), contract, diagnostics: sortDiagnostics(readFindings) };
  }
  const wrong = checkPlugins(options.plugins);
  if (hasErrors(wrong)) {
    return { files: new Map(), contract, diagnostics: sortDiagnostics([...readFindings, ...wrong]) };
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
  const reading = { ...(allowPaths && { allowPaths }), ...(allowHosts && { allowHosts }), ...(limits && { limits }) };
  return { settings, folder, namesFrom: folder, out: resolve(folder, settings.out), reading, only: [] };
}

function compileOptionsOf(
  { allowRemote, since }: ReadOptions & Pick<GenerateOptions, 'since'>,
  { folder }: Job,
): CompileOptions {
  return { workingFolder: folder, allowRemote, since };
}
