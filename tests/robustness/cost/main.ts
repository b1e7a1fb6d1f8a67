import { areas } from './families/index.js';
import { cost, describe } from './measure.js';
import { areaNames, efforts, examineArea, examineFamilies, sampleOf } from './run.js';
import { table } from './table.js';

/** Runs a command of `cost.mjs`. Returns the exit code. */
export async function main([command = '--families', ...rest]: readonly string[]): Promise<number> {
  switch (command) {
    case '--families':
      return families(rest[0]);
    case '--sizes':
      return sizes(rest[0] ?? '', rest.slice(1).map(Number));
    case '--lines':
      return lines();
    case '--table':
      return table(rest[0]);
    default:
      throw new Error(`there is no command "${command}"`);
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
