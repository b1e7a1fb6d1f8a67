import { findJobs, type Job } from '../config/jobs.js';
import { type Diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import type { Target } from '../output/plan.js';
import { isCurrent } from './current.js';
import type { CheckCommandOptions } from './options.js';
import { displayPath, printDiagnostics, printJson } from './report.js';
import { progress, type Terminal } from './terminal.js';

/** A file that is not as it would be generated. */
interface Difference {
  /** As the user would write it in the working folder. */
  readonly path: string;
  /** `incomplete`: a class lacks methods that codegen does not add to it. */
  readonly kind: 'missing' | 'differs' | 'superfluous' | 'incomplete';
}

const same = 0;
const differs = 1;
const cannotTell = 2;

/**
 * `codegen check`: is the output on the disk what would be generated? Exit code 0 when it is, 1 when it is not, 2 when
 * errors prevent an answer. Where versions and hashes in the manifest say that nothing changed, nothing is generated.
 */
export async function checkCommand(options: CheckCommandOptions, terminal: Terminal): Promise<number> {
  const done = progress(terminal, 'checking');
  const [jobs, problems] = await findJobs(options, terminal.workingFolder);
  const old = options.full ? jobs : jobs.filter((job) => !isCurrent(job, disk));
  const [differences, found] = old.length > 0 ? await compare(options, old, jobs, terminal) : [[], []];
  done();
  const diagnostics = [...problems, ...found];
  const status = hasErrors(diagnostics) ? cannotTell : differences.length > 0 ? differs : same;
  if (options.json) {
    const result = status === same ? 'same' : status === differs ? 'differs' : 'unknown';
    printJson({ result, differences }, diagnostics, terminal);
    return status;
  }
  printDiagnostics(diagnostics, terminal);
  for (const { kind, path } of differences) {
    terminal.out(`${kind.padEnd(11)} ${path}\n`);
  }
  if (status === same) {
    terminal.out(`${jobs.length === 1 ? '1 package is' : `${jobs.length} packages are`} up to date\n`);
  }
  if (status === differs) {
    terminal.out(`${conclusion(differences)}\n`);
  }
  return status;
}

function conclusion(differences: readonly Difference[]): string {
  return differences.every(({ kind }) => kind === 'incomplete')
    ? 'Some classes lack methods that codegen does not add; the warnings say what to write.'
    : 'The output differs from what would be generated. Run codegen to update it.';
}

async function compare(
  options: CheckCommandOptions,
  jobs: readonly Job[],
  allJobs: readonly Job[],
  terminal: Terminal,
): Promise<Result<readonly Difference[]>> {
  const { workingFolder } = terminal;
  const { compileAll } = await import('./compile.js');
  const { notePreviousFolders } = await import('./previous-folders.js');
  const { planSkeletons } = await import('./skeletons/plan-skeletons.js');
  const [compiled, found] = await compileAll(jobs, { workingFolder, allowRemote: options.allowRemote === true });
  if (hasErrors(found)) {
    return [[], found];
  }
  const [packages, moved] = notePreviousFolders(compiled, allJobs, disk, workingFolder);
  const skeletons = await planSkeletons(packages, { disk, workingFolder, jobs: allJobs });
  const [differences, obstacles] = await targetDifferences(skeletons.targets, workingFolder);
  const stale = skeletons.changes.map(({ before, display }): Difference => {
    return { kind: before === undefined ? 'missing' : 'differs', path: display };
  });
  const incomplete = skeletons.incomplete.map((path): Difference => ({ kind: 'incomplete', path }));
  return [
    [...differences, ...stale, ...incomplete],
    [...found, ...moved, ...obstacles, ...skeletons.before],
  ];
}

async function targetDifferences(
  targets: readonly Target[],
  workingFolder: string,
): Promise<Result<readonly Difference[]>> {
  const { planOutput } = await import('../output/plan.js');
  const obstacles: Diagnostic[] = [];
  const differences = targets.flatMap((target): readonly Difference[] => {
    const [plan, problems] = planOutput(target, disk, true);
    obstacles.push(...problems);
    const at = (kind: Difference['kind'], paths: readonly string[]): readonly Difference[] =>
      paths.map((path) => ({ kind, path: displayPath(`${target.folder}/${path}`, workingFolder) }));
    return [...at('missing', plan.created), ...at('differs', plan.changed), ...at('superfluous', plan.pruned)];
  });
  return [differences, obstacles];
}
