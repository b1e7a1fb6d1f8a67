import { findJobs, type Job, readDefines } from '../config/jobs.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visibleLines } from '../diagnostics/format.js';
import { type Audience, audiences } from '../diff/change.js';
import { diffContracts } from '../diff/diff.js';
import type { ChangeLevel } from '../diff/level.js';
import { annotationReport } from '../diff/report/annotations.js';
import { markdownReport } from '../diff/report/markdown.js';
import { type TitledDiff, textReport } from '../diff/report/text.js';
import { heaviest, isAtLeast } from '../diff/verdict.js';
import type { CompileOptions } from './compile.js';
import { type Version, versionName } from './contract-text.js';
import type { DiffCommandOptions } from './options.js';
import { printDiagnostics, printJson } from './report.js';
import { progress, type Terminal } from './terminal.js';
import { namedVersion, plainJob, versionOfInputs, versionOfPackage, withFlaws } from './versions.js';

const fine = 0;
const tooHeavy = 1;
const cannotTell = 2;

/** Two versions of one thing, with its name. */
interface Pair {
  readonly title: string;
  readonly old: Version;
  readonly now: Version;
}

/**
 * `codegen diff`: what changed between two contracts, and whom it breaks. Exit code 0, or 1 if the verdict is at least
 * `--fail-on`, or 2 if errors prevent an answer.
 */
export async function diffCommand(options: DiffCommandOptions, terminal: Terminal): Promise<number> {
  const line = progress(terminal, 'comparing');
  const [pairs, all] = await findPairs(options, terminal.workingFolder);
  // Flaws of the documents are for `generate` and `inspect`: here they would bury the changes, and one note is enough.
  const diagnostics = all.filter(({ severity, code }) => severity === 'error' || code === 'diff/flawed-version');
  const compared = hasErrors(diagnostics) ? [] : pairs.map((pair) => ({ pair, diff: compare(pair, options) }));
  const diffs = compared.map(({ diff }) => diff);
  line.done();
  const verdict = heaviest(diffs.map((diff) => diff.verdict));
  const format = options.json ? 'json' : (options.format ?? 'text');
  if (format === 'json') {
    const result = hasErrors(diagnostics) ? { verdict: 'unknown', packages: [] } : { verdict, packages: diffs };
    printJson(result, diagnostics, terminal);
  } else {
    printDiagnostics(diagnostics, terminal);
    terminal.out(hasErrors(diagnostics) ? '' : await reportIn(format, compared));
  }
  return hasErrors(diagnostics) ? cannotTell : isTooHeavy(verdict, options) ? tooHeavy : fine;
}

/** A pair with its comparison. */
interface ComparedPair {
  readonly pair: Pair;
  readonly diff: TitledDiff;
}

/** A report for people, or for GitHub. No line of text can act on the terminal; a page has its own escapes. */
async function reportIn(
  format: Exclude<NonNullable<DiffCommandOptions['format']>, 'json'>,
  compared: readonly ComparedPair[],
): Promise<string> {
  const diffs = compared.map(({ diff }) => diff);
  switch (format) {
    case 'text':
      return visibleLines(textReport(diffs));
    case 'markdown':
      return visibleLines(markdownReport(diffs));
    case 'github':
      return visibleLines(annotationReport(diffs));
    case 'html': {
      const { diffPage } = await import('../pages/diff-page.js');
      return diffPage(compared.map(({ pair, diff }) => ({ diff, old: pair.old.contract, now: pair.now.contract })));
    }
  }
}

function isTooHeavy(verdict: ChangeLevel, { failOn }: DiffCommandOptions): boolean {
  return failOn !== undefined && verdict !== 'none' && isAtLeast(verdict, failOn);
}

function compare({ title, old, now }: Pair, options: DiffCommandOptions): TitledDiff {
  const names = now.names ?? old.names;
  const diff = diffContracts(old.contract, now.contract, {
    ...(old.positions && { oldPositions: old.positions }),
    ...(now.positions && { newPositions: now.positions }),
    ...(names && { names }),
    ...(options.for && options.for.length > 0 && { audiences: audiencesOf(options.for) }),
    ...(options.strict && { strict: true }),
  });
  return { title, ...diff };
}

function audiencesOf(names: readonly (Audience | 'all')[]): readonly Audience[] {
  return audiences.filter((audience) => names.includes('all') || names.includes(audience));
}

async function findPairs(options: DiffCommandOptions, workingFolder: string): Promise<Result<readonly Pair[]>> {
  const { old, new: now } = options;
  const compileOptions: CompileOptions = { workingFolder, allowRemote: options.allowRemote === true };
  if (old === undefined || now === undefined) {
    return pairsOfConfig(options, compileOptions);
  }
  const [jobs, problems] = await jobsFor(options, workingFolder);
  if (hasErrors(problems)) {
    return [[], problems];
  }
  const isWhole = [old, now].every((text) => isRevisionOnly(text));
  if (isWhole) {
    return eachJob(jobs, (job) => pairOfRevisions(job, old, now, compileOptions));
  }
  const [job] = jobs as readonly [Job];
  const [before, foundBefore] = await namedVersion(old, job, compileOptions);
  const [after, foundAfter] = await namedVersion(now, job, compileOptions);
  const found = [...foundBefore, ...foundAfter];
  return before && after ? [[{ title: `${old} -> ${now}`, old: before, now: after }], found] : [[], found];
}

function isRevisionOnly(text: string): boolean {
  const name = versionName(text);
  return name.kind === 'git' && name.path === undefined;
}

/** Two descriptors need no config; where there is one, its settings count. */
async function jobsFor(options: DiffCommandOptions, workingFolder: string): Promise<Result<readonly Job[]>> {
  const whole = [options.old, options.new].every((text) => text !== undefined && isRevisionOnly(text));
  if (whole || options.config !== undefined) {
    return findJobs({ ...options, inputs: [] }, workingFolder);
  }
  const [placeholders, problems] = readDefines(options.define ?? []);
  return [[plainJob(workingFolder, placeholders, options.allowPath ?? [])], problems];
}

async function pairsOfConfig(
  options: DiffCommandOptions,
  compileOptions: CompileOptions,
): Promise<Result<readonly Pair[]>> {
  const { old } = options;
  const [jobs, problems] = await findJobs({ ...options, inputs: [] }, compileOptions.workingFolder);
  if (hasErrors(problems)) {
    return [[], problems];
  }
  if (old !== undefined && !isRevisionOnly(old) && jobs.length > 1) {
    return [[], [diagnostic('diff/which-package', { count: jobs.length, old })]];
  }
  const [pairs, found] = await eachJob(jobs, (job) => pairWithInputs(job, old, compileOptions));
  return [pairs, [...problems, ...found]];
}

async function eachJob(
  jobs: readonly Job[],
  pairOf: (job: Job) => Promise<Result<Pair | undefined>>,
): Promise<Result<readonly Pair[]>> {
  const pairs: Pair[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const job of jobs) {
    const [pair, found] = await pairOf(job);
    diagnostics.push(...found);
    pairs.push(...(pair ? [pair] : []));
  }
  return [pairs, diagnostics];
}

/** What is checked in, or was, and what the inputs say now. */
async function pairWithInputs(
  job: Job,
  old: string | undefined,
  options: CompileOptions,
): Promise<Result<Pair | undefined>> {
  const name = old === undefined ? undefined : versionName(old);
  const [before, foundBefore] = await (name === undefined || old === undefined
    ? versionOfPackage(job, options)
    : name.kind === 'git' && name.path === undefined
      ? versionOfPackage(job, options, name.revision)
      : namedVersion(old, job, options));
  if (!before) {
    return [undefined, foundBefore];
  }
  const { name: title } = job.settings;
  const [now, foundNow] = withFlaws(await versionOfInputs(job, options), title);
  return [{ title, old: before, now }, [...foundBefore, ...foundNow]];
}

async function pairOfRevisions(
  job: Job,
  old: string,
  now: string,
  options: CompileOptions,
): Promise<Result<Pair | undefined>> {
  const revision = (text: string): string => text.slice('git:'.length);
  const [before, foundBefore] = await versionOfPackage(job, options, revision(old));
  const [after, foundAfter] = await versionOfPackage(job, options, revision(now));
  const found = [...foundBefore, ...foundAfter];
  return before && after ? [{ title: job.settings.name, old: before, now: after }, found] : [undefined, found];
}
