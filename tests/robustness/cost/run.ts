import { areas } from './families/index.js';
import type { Area } from './family.js';
import { type Effort, examine, type Measurement } from './measure.js';

/** Effort of the tests, and of a longer run. */
export const efforts: Readonly<Record<'brief' | 'quick' | 'thorough', Effort>> = {
  brief: { targetMs: 1, floors: 2, maxSize: 2 ** 15, runs: 1, attempts: 4, seed: 1 },
  quick: { targetMs: 4, floors: 5, maxSize: 2 ** 19, runs: 2, attempts: 4, seed: 1 },
  thorough: { targetMs: 100, floors: 15, maxSize: 2 ** 23, runs: 3, attempts: 4, seed: 1 },
};

/** Names of the areas. */
export const areaNames: readonly string[] = areas.map(({ name }) => name);

/** Measures the families of an area, in turn. */
export async function* examineArea(name: string, effort: Effort, only = ''): AsyncGenerator<Measurement> {
  const area = areas.find((candidate: Area) => candidate.name === name);
  for (const family of area?.families ?? []) {
    if (family.name.includes(only)) {
      yield await examine(family, effort);
    }
  }
}
