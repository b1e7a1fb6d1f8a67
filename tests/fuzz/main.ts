import { caseFiles, readCase, repeatCase, writeCase } from './cases.js';
import { type FuzzOptions, fuzzOptions } from './options.js';
import type { Build, FuzzPart } from './part.js';
import { partsOf } from './parts/index.js';
import { type Failure, type PartResult, runPart } from './running.js';

/** What the worker tells the process around it, which prints. */
export interface Progress {
  /** A part begins. */
  part(name: string, seed: number): void;
  /** A case begins. */
  begin(): void;
  print(line: string): void;
}

/** Milliseconds for a part before it is the turn of the next one. */
const turnMs = 10_000;
/** Failures of a part that are reported in a run by time. */
const maxFailures = 3;

/** Runs the command line. Returns the exit code. */
export async function main(args: readonly string[], builds: readonly Build[], progress: Progress): Promise<number> {
  const options = fuzzOptions(args);
  const all = partsOf(builds);
  const unknown = options.parts.find((name) => !all.some((part) => part.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no part "${unknown}". The parts are: ${all.map(({ name }) => name).join(', ')}.`);
  }
  if (options.cases.length > 0) {
    return repeatCases(all, options.cases, progress);
  }
  const chosen = all.filter(({ name }) => options.parts.length === 0 || options.parts.includes(name));
  const results = await (options.minutes === undefined
    ? runCounts(chosen, options, progress)
    : runMinutes(chosen, options, options.minutes, progress));
  return report(results, options, progress);
}

async function repeatCases(parts: readonly FuzzPart[], files: readonly string[], progress: Progress): Promise<number> {
  let failures = 0;
  for (const file of files.includes('all') ? caseFiles() : files) {
    const found = readCase(file);
    progress.part(found.part, 0);
    progress.begin();
    try {
      await repeatCase(parts, found);
      progress.print(`ok      ${file}`);
    } catch (error) {
      failures++;
      progress.print(`FAILED  ${file}: ${found.about}\n${indented(String(error))}`);
    }
  }
  return failures === 0 ? 0 : 1;
}

/** The cases of each part: the same ones every time. */
async function runCounts(parts: readonly FuzzPart[], options: FuzzOptions, progress: Progress): Promise<PartResult[]> {
  const results: PartResult[] = [];
  for (const part of parts) {
    progress.part(part.name, options.seed);
    const result = await runPart(part, {
      seed: options.seed,
      cases: options.path === undefined ? Math.ceil(part.cases * options.times) : 1,
      ...(options.path !== undefined && { path: options.path }),
      withExamples: true,
      begin: () => progress.begin(),
    });
    progress.print(lineOf(result));
    results.push(result);
  }
  return results;
}

/** Parts in turns, each turn with another seed. */
async function runMinutes(
  parts: readonly FuzzPart[],
  { seed: first, write }: FuzzOptions,
  minutes: number,
  progress: Progress,
): Promise<readonly PartResult[]> {
  const end = performance.now() + minutes * 60_000;
  const results = new Map<FuzzPart, PartResult>();
  for (let seed = first; performance.now() < end; seed++) {
    for (const part of parts) {
      const left = end - performance.now();
      const known = results.get(part);
      if (left > 0 && (known?.failures.length ?? 0) < maxFailures) {
        progress.part(part.name, seed);
        const extent = {
          seed,
          cases: 2 ** 31,
          milliseconds: Math.min(left, turnMs),
          withExamples: known === undefined,
          begin: () => progress.begin(),
        };
        results.set(part, sum(known, await runPart(part, extent)));
      }
    }
  }
  for (const result of results.values()) {
    progress.print(lineOf(result));
  }
  for (const part of results.keys()) {
    for await (const line of part.finish?.(write) ?? []) {
      progress.begin();
      progress.print(line);
    }
  }
  return [...results.values()];
}

function sum(one: PartResult | undefined, other: PartResult): PartResult {
  return one === undefined
    ? other
    : {
        part: one.part,
        cases: one.cases + other.cases,
        seconds: one.seconds + other.seconds,
        slowestMs: Math.max(one.slowestMs, other.slowestMs),
        failures: [...one.failures, ...other.failures],
      };
}

function lineOf({ part, cases, seconds, slowestMs, failures }: PartResult): string {
  const speed = `${Math.round(cases / seconds)} a second`;
  const facts = [`${cases} cases`, `${seconds.toFixed(1)} s`, speed, `slowest ${slowestMs.toFixed(0)} ms`];
  return `${failures.length === 0 ? 'ok    ' : 'FAILED'}  ${part.padEnd(13)} ${facts.join(', ')}`;
}

/** Prints what failed, and how to repeat it. */
function report(results: readonly PartResult[], { write }: FuzzOptions, progress: Progress): number {
  const failures = results.flatMap((result) => result.failures);
  for (const failure of failures) {
    const { part, shown, message } = failure;
    progress.print(`\n${part}: ${indented(message).trimStart()}\n  with ${cut(shown, 2000)}`);
    progress.print(`  repeat it: npm run fuzz -- ${write ? `--case ${writeCase(failure)}` : placeOf(failure)}`);
  }
  return failures.length === 0 ? 0 : 1;
}

/** The case before it was made smaller. */
function placeOf({ part, seed, path }: Failure): string {
  return `--part ${part} --seed ${seed}${path === '' ? '' : ` --path ${path.split(':', 1)[0]}`}`;
}

function indented(text: string): string {
  const lines = text.split('\n');
  return [...lines.slice(0, 40), ...(lines.length > 40 ? ['…'] : [])].map((line) => `  ${cut(line, 500)}`).join('\n');
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);
