import { resolve } from 'node:path';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { verdictLines, verdictsToJson, versionLines, versionsToJson } from './contract-verdicts.js';
import { accessToInputs } from './input-access.js';
import { nextSteps } from './next-steps.js';
import type { GenerateCommandOptions } from './options.js';
import type { FinishedRun } from './outcomes.js';
import { changeSummary, displayPath, keptWarnings, linesOf, printResult } from './report.js';
import { runGenerate } from './run.js';
import { packageProgress, progress, type Terminal } from './terminal.js';

/** `codegen generate`: exit code 0, or 1 when anything is an error; then nothing has been written. */
export async function generateCommand(options: GenerateCommandOptions, terminal: Terminal): Promise<number> {
  if (options.watch) {
    const { watchAndGenerate } = await import('./watch.js');
    return watchAndGenerate(options, terminal);
  }
  return (await generateOnce(options, terminal)).status;
}

/** Generates once, and prints what happened. */
export async function generateOnce(options: GenerateCommandOptions, terminal: Terminal): Promise<FinishedRun> {
  const line = progress(terminal, 'generating');
  const { workingFolder } = terminal;
  const surroundings = {
    workingFolder,
    onProgress: packageProgress(line, 'generating'),
    accessTo: (inputs: readonly string[]) => accessToInputs(inputs, options, terminal),
  };
  const { outcomes, comparisons, jobs, skeletons, verdicts, versions, read, diagnostics } = await runGenerate(
    options,
    surroundings,
  );
  line.done();
  const failed = hasErrors(diagnostics);
  const lines = (): readonly string[] => [
    ...outcomes.map(
      ({ folder, created, changed, pruned, kept, warnings }) =>
        `${displayPath(folder, workingFolder)}: ${changeSummary({ created, changed, pruned }, kept, options.dryRun)}${keptWarnings(warnings)}`,
    ),
    ...verdictLines(verdicts, terminal),
    ...versionLines(versions, terminal),
    ...skeletons.map(({ path, change }) => `${path}: ${options.dryRun ? 'would be ' : ''}${change}`),
  ];
  printResult<'generate'>(options, diagnostics, terminal, {
    json: () => ({
      packages: outcomes.map(({ kept: _, folder, ...files }) => ({
        folder: displayPath(folder, workingFolder),
        ...files,
      })),
      skeletons: failed ? [] : skeletons,
      verdicts: verdictsToJson(verdicts, terminal),
      versions: versionsToJson(versions, terminal),
    }),
    text: () => (failed ? '' : linesOf(lines()) + (options.dryRun ? '' : nextSteps(comparisons, jobs, workingFolder))),
  });
  const wrote = skeletons.map(({ path }) => resolve(workingFolder, path));
  return { status: failed ? 1 : 0, read, wrote };
}
