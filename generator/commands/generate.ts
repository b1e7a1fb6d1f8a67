import { resolve } from 'node:path';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { verdictLines, verdictsToJson, versionLines, versionsToJson } from './contract-verdicts.js';
import { accessToInputs } from './input-access.js';
import { nextSteps } from './next-steps.js';
import type { GenerateCommandOptions } from './options.js';
import type { FinishedRun, PackageOutcome } from './outcomes.js';
import { displayPath, printDiagnostics, printJson } from './report.js';
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
  const surroundings = {
    workingFolder: terminal.workingFolder,
    onProgress: packageProgress(line, 'generating'),
    accessTo: (inputs: readonly string[]) => accessToInputs(inputs, options, terminal),
  };
  const { outcomes, comparisons, jobs, skeletons, verdicts, versions, read, diagnostics } = await runGenerate(
    options,
    surroundings,
  );
  line.done();
  const failed = hasErrors(diagnostics);
  if (options.json) {
    const packages = outcomes.map((outcome) => outcomeToJson(outcome, terminal.workingFolder));
    const json = {
      packages,
      skeletons: failed ? [] : skeletons,
      verdicts: verdictsToJson(verdicts, terminal),
      versions: versionsToJson(versions, terminal),
    };
    printJson(json, diagnostics, terminal);
  } else {
    printDiagnostics(diagnostics, terminal);
    if (!failed) {
      for (const outcome of outcomes) {
        terminal.out(`${summary(outcome, options.dryRun, terminal)}\n`);
      }
      for (const line of [...verdictLines(verdicts, terminal), ...versionLines(versions, terminal)]) {
        terminal.out(`${line}\n`);
      }
      for (const { path, change } of skeletons) {
        terminal.out(`${path}: ${options.dryRun ? 'would be ' : ''}${change}\n`);
      }
      if (!options.dryRun) {
        terminal.out(nextSteps(comparisons, jobs, terminal.workingFolder));
      }
    }
  }
  const wrote = skeletons.map(({ path }) => resolve(terminal.workingFolder, path));
  return { status: failed ? 1 : 0, read, wrote };
}

function summary(outcome: PackageOutcome, dryRun: boolean | undefined, terminal: Terminal): string {
  const counts = (['created', 'changed', 'pruned'] as const)
    .filter((what) => outcome[what].length > 0)
    .map((what) => `${outcome[what].length} ${what}`);
  const folder = displayPath(outcome.folder, terminal.workingFolder);
  if (counts.length === 0) {
    return `${folder}: up to date (${outcome.kept} files)`;
  }
  return `${folder}: ${dryRun ? 'would be ' : ''}${[...counts, `${outcome.kept} unchanged`].join(', ')}`;
}

function outcomeToJson({ folder, created, changed, pruned, unchanged }: PackageOutcome, workingFolder: string): object {
  return { folder: displayPath(folder, workingFolder), created, changed, pruned, unchanged };
}
