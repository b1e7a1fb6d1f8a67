import { resolve } from 'node:path';
import { configFileNames } from '../config/load.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import type { FolderComparison } from '../output/comparison.js';
import { verdictLines, verdictsToJson } from './contract-verdicts.js';
import { nextSteps } from './next-steps.js';
import type { GenerateCommandOptions } from './options.js';
import { displayPath, printDiagnostics, printJson } from './report.js';
import { runGenerate } from './run.js';
import { progress, type Terminal } from './terminal.js';

/** `codegen generate`: exit code 0, or 1 when anything is an error; then nothing has been written. */
export async function generateCommand(options: GenerateCommandOptions, terminal: Terminal): Promise<number> {
  if (!options.watch) {
    return (await generateOnce(options, terminal)).status;
  }
  const { changeOf } = await import('../config/watch.js');
  for (;;) {
    const { read } = await generateOnce(options, terminal);
    terminal.err('watching for changes (press Ctrl+C to stop)\n');
    await changeOf([...read, ...configFiles(options, terminal.workingFolder)]);
  }
}

function configFiles(options: GenerateCommandOptions, workingFolder: string): readonly string[] {
  const names = options.config === undefined ? configFileNames : [options.config];
  return options.inputs?.length ? [] : names.map((name) => resolve(workingFolder, name));
}

/** One run: its exit code, and the files that it read. */
interface Run {
  readonly status: number;
  /** Absolute paths of the inputs and templates, and of skeletons that codegen could not extend. */
  readonly read: readonly string[];
}

async function generateOnce(options: GenerateCommandOptions, terminal: Terminal): Promise<Run> {
  const done = progress(terminal, 'generating');
  const { comparisons, jobs, skeletons, verdicts, read, diagnostics } = await runGenerate(
    options,
    terminal.workingFolder,
  );
  done();
  const failed = hasErrors(diagnostics);
  if (options.json) {
    const packages = failed
      ? []
      : comparisons.map((comparison) => comparisonToJson(comparison, terminal.workingFolder));
    const json = { packages, skeletons: failed ? [] : skeletons, verdicts: verdictsToJson(verdicts, terminal) };
    printJson(json, diagnostics, terminal);
  } else {
    printDiagnostics(diagnostics, terminal);
    if (!failed) {
      for (const comparison of comparisons) {
        terminal.out(`${summary(comparison, options.dryRun, terminal)}\n`);
      }
      for (const line of verdictLines(verdicts, terminal)) {
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
  return { status: failed ? 1 : 0, read };
}

function summary(comparison: FolderComparison, dryRun: boolean | undefined, terminal: Terminal): string {
  const counts = (['created', 'changed', 'pruned'] as const)
    .filter((what) => comparison[what].length > 0)
    .map((what) => `${comparison[what].length} ${what}`);
  const files = comparison.target.files.size + 1;
  const list = [
    ...counts,
    `${comparison.unchanged.length + (comparison.write.has('codegen.lock.json') ? 0 : 1)} unchanged`,
  ];
  const folder = displayPath(comparison.target.folder, terminal.workingFolder);
  if (counts.length === 0) {
    return `${folder}: up to date (${files} files)`;
  }
  return `${folder}: ${dryRun ? 'would be ' : ''}${list.join(', ')}`;
}

function comparisonToJson(comparison: FolderComparison, workingFolder: string): object {
  const { created, changed, pruned, unchanged } = comparison;
  return { folder: displayPath(comparison.target.folder, workingFolder), created, changed, pruned, unchanged };
}
