import { writeFileSync } from 'node:fs';
import { areas } from './families/index.js';
import { cost, type Measurement } from './measure.js';
import { areaNames, efforts, examineArea, examineFamilies, sampleOf } from './run.js';
import { type SearchResult, search } from './search.js';
import { table } from './table.js';

/** Runs a command of `cost.mjs`. Returns the exit code. */
export async function main([command = '10', ...rest]: readonly string[]): Promise<number> {
  switch (command) {
    case '--families':
      return families(rest[0]);
    case '--sizes':
      return sizes(rest[0] ?? '', rest.slice(1).map(Number));
    case '--lines':
      return lines();
    case '--table':
      return table(rest[0]);
    case '--search':
      return longSearch(Number(rest[1] ?? 10), Number(rest[2] ?? 1), rest[0] ?? '');
    default:
      return longSearch(Number(command), Number(rest[0] ?? 1), '');
  }
}

/** Prints one readable line for each family. */
async function families(only: string | undefined): Promise<number> {
  let failures = 0;
  for (const area of areaNames) {
    for await (const measurement of examineArea(area, efforts.quick, only)) {
      failures += measurement.ok ? 0 : 1;
      console.log(describe(measurement));
    }
  }
  return failures === 0 ? 0 : 1;
}

/** Prints what each family whose name contains a text costs at some sizes, the least of three runs. */
async function sizes(only: string, lengths: readonly number[]): Promise<number> {
  for (const family of areas.flatMap(({ families }) => families).filter(({ name }) => name.includes(only))) {
    console.log(family.name);
    for (const length of lengths) {
      const { size, ms, heap, outcome } = await cost(family, length, efforts.thorough, 3);
      console.log(`  ${size} characters: ${ms.toFixed(1)} ms, ${(heap / 2 ** 20).toFixed(1)} MiB (${outcome})`);
    }
  }
  return 0;
}

/** One JSON text for each family of the sample, for the tests. */
async function lines(): Promise<number> {
  for (const area of areas) {
    for await (const measurement of examineFamilies(sampleOf(area), efforts.brief)) {
      console.log(
        JSON.stringify({ area: area.name, name: measurement.name, ok: measurement.ok, text: describe(measurement) }),
      );
    }
  }
  return 0;
}

async function longSearch(minutes: number, seed: number, only: string): Promise<number> {
  const current = process.env.COST_CURRENT;
  const result = await search(minutes * 60_000, seed, only, (entry, shape) => {
    if (current !== undefined) {
      writeFileSync(current, JSON.stringify({ entry, shape }));
    }
  });
  report(result);
  return result.failures.length === 0 ? 0 : 1;
}

function report({ cases, worst, failures }: SearchResult): void {
  console.log(`${cases} cases, ${failures.length} that grow faster than linear`);
  for (const { entry, outcome, nsPerByte, heapPerByte, shape } of [...worst].sort(
    (a, b) => b.nsPerByte - a.nsPerByte,
  )) {
    const costs = `${nsPerByte.toFixed(0).padStart(6)} ns, ${heapPerByte.toFixed(0).padStart(5)} bytes a character`;
    console.log(`${costs}  ${entry} (${outcome}): ${JSON.stringify(shape)}`);
  }
  for (const failure of failures) {
    console.log(`${describe(failure)}\n  ${JSON.stringify(failure.shape)}`);
  }
}

/** The result of a family, in one line. */
export function describe({
  ok,
  name,
  timeExponent,
  heapExponent,
  nsPerByte,
  heapPerByte,
  samples,
}: Measurement): string {
  const times = samples.map(({ size, ms }) => `${size}: ${ms.toFixed(1)} ms`).join(', ');
  const outcome = samples.at(-1)?.outcome;
  const growth = `time n^${timeExponent.toFixed(2)}, heap n^${heapExponent.toFixed(2)}`;
  const worst = `${nsPerByte.toFixed(0)} ns and ${heapPerByte.toFixed(0)} bytes a character`;
  return `${ok ? 'ok  ' : 'FAIL'} ${name} (${outcome}): ${growth}; ${worst}; ${times}`;
}
