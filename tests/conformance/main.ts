import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Case, type Check, failed, type Outcome, outcomeId, type Task } from './cases.js';
import { CatalogueError, readWsdls, readXsts, withFiles } from './catalogue.js';
import { causesOf, formatCauses } from './causes.js';
import { type RunOptions, readOptions, UsageError, usage, usualFolder } from './options.js';
import { type Answer, type Loss, runTasks } from './pool.js';
import { applyRatchet, parseKnownFailures } from './ratchet.js';
import { formatDocument, formatTable, rowsOf } from './report.js';
import { type TypeErrors, typecheck, typecheckAsGenerated } from './typecheck.js';
import { readVocabularies } from './vocabularies.js';
import { lost } from './xsts-case.js';

const knownFailuresFile = 'tests/conformance/known-failures.txt';

/** The conformance run; the exit code is 1 when something failed that is not known to. */
async function main(parameters: readonly string[]): Promise<number> {
  const options = readOptions(parameters);
  if (!options) {
    console.log(usage);
    return 0;
  }
  if (options.xsts === undefined && options.wsdl === undefined && options.documents === undefined) {
    console.log('No test data: pass --xsts DIR or --wsdl DIR.');
    return 0;
  }
  return run(options);
}

async function run(options: RunOptions): Promise<number> {
  // Before anything runs: a mistake in this file should not cost the time of a run.
  const known = readKnown(options.root);
  const started = Date.now();
  const outcomes = await runAll(options);
  const rows = rowsOf(outcomes);
  const causes = causesOf(outcomes);
  console.log(formatTable(rows));
  console.log(formatCauses(causes));
  const internal = outcomes.filter((outcome) => outcome.internal).length;
  console.log(`internal errors, hangs and crashes: ${internal}; ${Math.round((Date.now() - started) / 1000)} s`);
  if (options.write) {
    writeFileSync(join(options.root, 'docs/conformance.md'), formatDocument(rows, outcomes, known, causes));
    console.log('written: docs/conformance.md');
  }
  return report(options, outcomes, known);
}

async function runAll(options: RunOptions): Promise<readonly Outcome[]> {
  const folder = dirname(fileURLToPath(import.meta.url));
  const work = join(folder, 'packages');
  mkdirSync(work);
  const tasks = tasksOf(options, work);
  const worker = join(folder, 'worker.mjs');
  let done = 0;
  const results = await runTasks(worker, tasks, {
    size: options.workers,
    timeLimit: options.timeLimit,
    onDone: () => {
      done += 1;
      if (process.stderr.isTTY) {
        process.stderr.write(`\r${done}/${tasks.length}`);
      }
    },
  });
  if (process.stderr.isTTY) {
    process.stderr.write('\r');
  }
  const outcomes = tasks.flatMap((task) => outcomesOf(task, results.get(task)));
  return [...outcomes, ...(await typecheckAll(options, work, tasks, outcomes))].sort((a, b) =>
    outcomeId(a) < outcomeId(b) ? -1 : 1,
  );
}

function tasksOf(options: RunOptions, work: string): readonly Task[] {
  const wanted = <C extends Case>(cases: readonly C[]): readonly C[] =>
    cases
      .filter(({ name }) => options.only.length === 0 || options.only.some((part) => name.includes(part)))
      .slice(0, options.limit);
  const { xsts, wsdl, documents } = options;
  const missing: string[] = [];
  const ofSuite = xsts === undefined ? [] : withFiles(xsts, readXsts(xsts, missing), missing);
  const ofFolder = wsdl === undefined ? [] : readWsdls(wsdl, missing);
  if (missing.length > 0) {
    console.log(tellMissing(missing));
  }
  // The longest first, so that no lane is left with one at the end.
  const wsdls = wanted(ofFolder).map(
    (test, i): Task => ({ case: test, root: wsdl ?? '', emitTo: join(work, `wsdl-${i}`) }),
  );
  const schemas = wanted(ofSuite);
  const ofVocabularies = wanted(documents === undefined ? [] : readVocabularies(documents)).map(
    (test): Task => ({ case: test, root: documents ?? '' }),
  );
  if (wsdls.length + schemas.length + ofVocabularies.length === 0) {
    throw new UsageError('No case has a name that contains what --only says.');
  }
  const sample = drawSample(
    schemas.filter(({ schemaValid }) => schemaValid),
    options.sample,
    options.seed,
  );
  const xstsTasks = schemas.map(
    (test, i): Task => ({
      case: test,
      root: xsts ?? '',
      ...(sample.has(test) && { emitTo: join(work, `xsts-${i}`) }),
    }),
  );
  return [...ofVocabularies, ...wsdls, ...xstsTasks];
}

/** Entries of the catalogues that do not exist: they are not cases, so no share counts them. */
function tellMissing(missing: readonly string[]): string {
  const shown = missing.slice(0, 10).map((path) => `  ${path}`);
  const more = missing.length > shown.length ? [`  and ${missing.length - shown.length} more`] : [];
  return [
    `not there, and not counted: ${missing.length} of the files that the catalogue names`,
    ...shown,
    ...more,
  ].join('\n');
}

/** A sample that follows from the seed (mulberry32). */
function drawSample<T>(items: readonly T[], size: number, seed: number): ReadonlySet<T> {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const rest = [...items];
  const drawn = new Set<T>();
  while (drawn.size < size && rest.length > 0) {
    const [item] = rest.splice(Math.floor(random() * rest.length), 1);
    if (item !== undefined) {
      drawn.add(item);
    }
  }
  return drawn;
}

function outcomesOf(task: Task, result: Answer | Loss | undefined): readonly Outcome[] {
  if (typeof result === 'object') {
    return result.outcomes;
  }
  const failure = result === 'timeout' ? 'no answer within the time limit' : 'the process died';
  const cause = result === 'timeout' ? 'no answer' : 'crash';
  const lose = (check: Check, name: string): Outcome => ({ check, name, failure, cause, internal: true });
  switch (task.case.kind) {
    case 'xsts':
      return lost(task.case, lose);
    case 'wsdl':
      return [lose('wsdl', task.case.name)];
    case 'vocabulary':
      return [lose('documents-schema', task.case.name), ...task.case.documents.map((path) => lose('documents', path))];
  }
}

async function typecheckAll(
  options: RunOptions,
  work: string,
  tasks: readonly Task[],
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const known = new Set(outcomes.map(outcomeId));
  const emitted = tasks.flatMap(({ case: { kind, name }, emitTo }) =>
    emitTo !== undefined && existsSync(join(emitTo, 'src')) ? [{ kind, name, folder: emitTo }] : [],
  );
  const packages = emitted.filter(({ kind }) => kind === 'wsdl');
  const foldersOf = (items: typeof emitted): readonly string[] => items.map(({ folder }) => folder);
  // As they were written: what follows changes them.
  const own = await typecheckAsGenerated(options.root, work, foldersOf(packages));
  const strict = await typecheck(options.root, work, foldersOf(emitted));
  const outcome = (check: Check, { name, folder }: (typeof emitted)[number], errors: TypeErrors): Outcome[] => {
    const failure = errors.get(folder);
    const problem = failure !== undefined && { failure, cause: /TS\d+/.exec(failure)?.[0] ?? 'tsc' };
    return known.has(outcomeId({ check, name })) ? [] : [{ check, name, ...problem }];
  };
  return [
    ...generalErrors('wsdl-own-types', own),
    ...generalErrors('schema-types', strict),
    ...packages.flatMap((item) => outcome('wsdl-own-types', item, own)),
    ...emitted.flatMap((item) => outcome(item.kind === 'xsts' ? 'schema-types' : 'wsdl-types', item, strict)),
  ];
}

/** An error that is in none of the packages. */
function generalErrors(check: Check, errors: TypeErrors): readonly Outcome[] {
  const general = errors.get('');
  return general === undefined ? [] : [failed(check, 'tsc', general)];
}

function readKnown(root: string): ReadonlyMap<string, string> {
  const path = join(root, knownFailuresFile);
  try {
    return parseKnownFailures(existsSync(path) ? readFileSync(path, 'utf8') : '');
  } catch (error) {
    throw new UsageError(`${knownFailuresFile}: ${(error as Error).message}`);
  }
}

function report(options: RunOptions, outcomes: readonly Outcome[], known: ReadonlyMap<string, string>): number {
  const byId = new Map(outcomes.map((outcome) => [outcomeId(outcome), outcome]));
  const whole = options.write && options.sample === 200 && options.seed === 1;
  // Known failures are about the usual data; cases of other folders may have the same names, but not all of them.
  const usual = (name: 'xsts' | 'wsdl'): boolean => options[name] === usualFolder(options.root, name);
  const complete = (id: string): boolean => whole && usual(id.startsWith('wsdl') ? 'wsdl' : 'xsts');
  const passed = new Map([...byId].map(([id, { failure }]) => [id, failure === undefined]));
  const { unknown, passing, unmet } = applyRatchet(known, passed, complete);
  for (const id of options.all ? [...byId.keys()] : unknown) {
    const failure = byId.get(id)?.failure;
    if (failure !== undefined) {
      console.log(`FAIL ${id} -- ${failure}`);
    }
  }
  for (const id of passing) {
    console.log(`PASSES, remove it from ${knownFailuresFile}: ${id}`);
  }
  for (const id of unmet) {
    console.log(`NEVER MET, remove it from ${knownFailuresFile}: ${id}`);
  }
  return unknown.length + passing.length + unmet.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof CatalogueError)) {
    throw error;
  }
  console.error(`${error.message}\n(npm run conformance -- --help shows how to use it)`);
  process.exitCode = 2;
}
