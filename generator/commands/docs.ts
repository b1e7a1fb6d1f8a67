import { basename, extname, join } from 'node:path';
import { inputsOrConfig } from '../config/config-inputs.js';
import { findJobs, type Job } from '../config/jobs.js';
import { configHash } from '../config/settings.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { FolderComparison, Target } from '../output/comparison.js';
import { disk } from '../output/disk.js';
import { formatVersion, manifestFile, manifestsIn } from '../output/manifest.js';
import { writeTargets } from '../output/write.js';
import { documentContract } from '../pages/document-contract.js';
import type { Reading } from '../pipeline.js';
import { kebabCase } from '../typescript/names/identifiers.js';
import { generatorVersion } from '../version.js';
import { readContractOfJob } from './compile.js';
import type { DocsCommandOptions } from './options.js';
import { displayPath, printDiagnostics, printJson } from './report.js';
import { progress, type Terminal } from './terminal.js';

/** The page that a reader opens. */
const firstPage = 'index.html';

/** `codegen docs`: writes static pages of a contract, all of them or none. Exit code 1 on errors; then nothing is written. */
export async function docsCommand(options: DocsCommandOptions, terminal: Terminal): Promise<number> {
  const line = progress(terminal, 'documenting');
  const [named, problems] = await inputsOrConfig(options, terminal.workingFolder);
  const [comparison, found] = hasErrors(problems) ? [undefined, []] : await writePages(named, terminal.workingFolder);
  const diagnostics = [...problems, ...found];
  line.done();
  const failed = comparison === undefined || hasErrors(diagnostics);
  if (options.json) {
    printJson(failed ? {} : resultOf(comparison), diagnostics, terminal);
  } else {
    printDiagnostics(diagnostics, terminal);
    if (!failed) {
      terminal.out(`${summary(comparison, options)}\n`);
    }
  }
  return failed ? 1 : 0;
}

async function writePages(
  options: DocsCommandOptions,
  workingFolder: string,
): Promise<Result<FolderComparison | undefined>> {
  const { allowRemote = false, inputs, out, define, allowPath } = options;
  const choice = {
    inputs,
    out,
    name: options.name ?? nameAfter(inputs),
    ...(define && { define }),
    ...(allowPath && { allowPath }),
  };
  const [[job], problems] = await findJobs(choice, workingFolder);
  if (job === undefined || hasErrors(problems)) {
    return [undefined, problems];
  }
  const [reading, found] = await readContractOfJob(job, { workingFolder, allowRemote });
  const foreign = otherOutput(job, workingFolder);
  const all = [...problems, ...found, ...foreign];
  if (hasErrors(all)) {
    return [undefined, all];
  }
  const target = await targetOf(job, reading, options, workingFolder);
  const [[comparison], written] = writeTargets([target], disk, options);
  return [comparison, [...all, ...written]];
}

async function targetOf(
  job: Job,
  { contract, hashes }: Reading,
  { title, samples }: DocsCommandOptions,
  workingFolder: string,
): Promise<Target> {
  const files = await documentContract(contract, {
    packageName: job.settings.name,
    ...(title !== undefined && { title }),
    ...(samples !== undefined && { samples }),
  });
  return {
    folder: job.out,
    display: displayPath(job.out, workingFolder),
    base: workingFolder,
    files,
    manifest: {
      formatVersion,
      generator: generatorVersion,
      config: configHash(job),
      inputs: hashes,
      templates: {},
      skeletons: [],
    },
  };
}

/** The files of a package would count as pages that are gone. */
function otherOutput({ out }: Job, workingFolder: string): readonly Diagnostic[] {
  const bytes = disk.bytes(join(out, manifestFile));
  const manifests = manifestsIn(bytes && new TextDecoder().decode(bytes));
  return manifests.some(({ files }) => !Object.hasOwn(files, firstPage))
    ? [diagnostic('output/other-output', { path: displayPath(out, workingFolder) })]
    : [];
}

/** The name of a package that would be generated from the input: `wsdl/ExchangerApi.wsdl` is `exchanger-api`. */
function nameAfter([first = '']: readonly string[]): string {
  const file = basename(first.split(/[?#]/, 1)[0] ?? '');
  return kebabCase(basename(file, extname(file))) || 'my-services';
}

interface DocsResult {
  readonly folder: string;
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
}

function resultOf({ target, created, changed, pruned, unchanged }: FolderComparison): DocsResult {
  return { folder: target.display, created, changed, removed: pruned, unchanged: unchanged.length };
}

function summary(comparison: FolderComparison, { dryRun }: DocsCommandOptions): string {
  const { folder, created, changed, removed, unchanged } = resultOf(comparison);
  const counts = [
    [created.length, 'created'],
    [changed.length, 'changed'],
    [removed.length, 'removed'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (parts.length === 0) {
    return `${folder}: up to date (${unchanged} files)`;
  }
  const all = [...parts, `${unchanged} unchanged`].join(', ');
  return dryRun ? `${folder}: would be ${all}` : `${folder}: ${all}\nopen ${folder}/${firstPage}`;
}
