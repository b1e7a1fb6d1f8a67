import { basename, extname, resolve } from 'node:path';
import { configHash } from '../config/config-hash.js';
import { inputsOrConfig } from '../config/config-inputs.js';
import { given } from '../config/given.js';
import { findJobs, type Job, localInputs } from '../config/jobs.js';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import type { HashedReading } from '../disk-pipeline.js';
import type { FolderComparison, Target } from '../output/comparison.js';
import { disk } from '../output/disk.js';
import { formatVersion } from '../output/manifest.js';
import { writeTargets } from '../output/write.js';
import { documentContract } from '../pages/document-contract.js';
import { isRemote } from '../source/places.js';
import { packageNameAfter } from '../typescript/names/identifiers.js';
import { generatorVersion } from '../version.js';
import { readContractOfJob } from './compile.js';
import { accessToInputs } from './input-access.js';
import type { DocsCommandOptions } from './options.js';
import { folderResult, folderSummary, otherOutput } from './output-folder.js';
import { displayPath, printResult } from './report.js';
import { progress, rememberingAnswers, type Terminal } from './terminal.js';

/** The page that a reader opens. */
const firstPage = 'index.html';

/** `codegen docs`: writes static pages of a contract, all of them or none. Exit code 1 on errors; then nothing is written. */
export async function docsCommand(given: DocsCommandOptions, terminal: Terminal): Promise<number> {
  const asked = rememberingAnswers(terminal);
  let since = Date.now();
  let { status, files } = await documentOnce(given, asked);
  while (given.watch && files.length > 0 && !terminal.stop?.aborted) {
    terminal.err('watching for changes (press Ctrl+C to stop)\n');
    const { changeOf } = await import('../config/watch.js');
    await changeOf(files, { since, except: new Set(), ...(terminal.stop && { signal: terminal.stop }) });
    if (!terminal.stop?.aborted) {
      since = Date.now();
      ({ status, files } = await documentOnce(given, asked));
    }
  }
  return status;
}

/** One run, and the absolute paths of the files that it read. */
async function documentOnce(
  given: DocsCommandOptions,
  terminal: Terminal,
): Promise<{ readonly status: number; readonly files: readonly string[] }> {
  const line = progress(terminal, 'documenting');
  const [options, problems] = await inputsOrConfig(given, terminal.workingFolder);
  const { comparison, files, diagnostics: found } = hasErrors(problems) ? nothing : await writePages(options, terminal);
  const diagnostics = [...problems, ...found];
  line.done();
  const failed = comparison === undefined || hasErrors(diagnostics);
  printResult<'docs'>(options, diagnostics, terminal, {
    json: () => (failed ? {} : folderResult(comparison)),
    text: () =>
      failed ? '' : `${folderSummary(comparison, options.dryRun, `open ${comparison.target.display}/${firstPage}`)}\n`,
  });
  return { status: failed ? 1 : 0, files };
}

/** The result of a run. */
interface WrittenPages {
  readonly comparison?: FolderComparison | undefined;
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const nothing: WrittenPages = { files: [], diagnostics: [] };

async function writePages(options: DocsCommandOptions, terminal: Terminal): Promise<WrittenPages> {
  const { workingFolder } = terminal;
  const { allowRemote = false, inputs, out, define, allowPath } = options;
  const choice = { inputs, out, name: options.name ?? nameAfter(inputs), ...given({ define, allowPath }) };
  const [[job], problems] = await findJobs(choice, workingFolder);
  if (job === undefined || hasErrors(problems)) {
    return { files: [], diagnostics: problems };
  }
  const [access, refused] = await accessToInputs(inputs, options, terminal);
  if (hasErrors(refused)) {
    return { files: [], diagnostics: refused };
  }
  const compile = { workingFolder, allowRemote, ...(access && { access }) };
  const [reading, found] = await readContractOfJob(job, compile);
  const named = job.settings.inputs.filter((input) => !isRemote(input)).map((input) => resolve(job.folder, input));
  const files = [...new Set([...named, ...localInputs(job, reading.hashes)])];
  const foreign = otherOutput(job.out, 'pages', firstPage, workingFolder);
  const all = [...problems, ...found, ...foreign];
  if (hasErrors(all)) {
    return { files, diagnostics: all };
  }
  const target = await targetOf(job, reading, options, workingFolder);
  const [[comparison], written] = writeTargets([target], disk, options);
  return { comparison, files, diagnostics: [...all, ...written] };
}

async function targetOf(
  job: Job,
  { contract, hashes }: HashedReading,
  { title, samples }: DocsCommandOptions,
  workingFolder: string,
): Promise<Target> {
  const files = await documentContract(contract, {
    packageName: job.settings.name,
    ...given({ title, samples }),
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

/** The name of a package that would be generated from the input: `wsdl/ExchangerApi.wsdl` is `exchanger-api`. */
function nameAfter([first = '']: readonly string[]): string {
  const file = basename(first.split(/[?#]/, 1)[0] ?? '');
  return packageNameAfter(basename(file, extname(file))) || 'my-services';
}
