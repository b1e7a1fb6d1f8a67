import { areas } from './families/index.js';
import type { Area, Entry, Family } from './family.js';
import { type Effort, examine, type Measurement } from './measure.js';

/** Effort of the tests, and of a longer run. */
export const efforts: Readonly<Record<'brief' | 'quick' | 'thorough', Effort>> = {
  brief: { targetMs: 1, floors: 2, maxSize: 2 ** 15, runs: 1, attempts: 4, seed: 1 },
  quick: { targetMs: 4, floors: 5, maxSize: 2 ** 19, runs: 2, attempts: 4, seed: 1 },
  thorough: { targetMs: 100, floors: 15, maxSize: 2 ** 23, runs: 3, attempts: 4, seed: 1 },
};

/** Names of the areas. */
export const areaNames: readonly string[] = areas.map(({ name }) => name);

/** One in so many families is in the sample. */
const sampleRate = 4;

/** Families of an area that a short run measures: the first of each way in, and one in four of all. */
export function sampleOf({ families }: Area): readonly Family[] {
  const seen = new Set<Entry>();
  return families.filter(({ entry }, index) => {
    const isFirst = !seen.has(entry);
    seen.add(entry);
    return isFirst || index % sampleRate === 0;
  });
}

/** Measures the families of an area whose names contain a text, in turn. */
export async function* examineArea(name: string, effort: Effort, only = ''): AsyncGenerator<Measurement> {
  const area = areas.find((candidate) => candidate.name === name);
  yield* examineFamilies(area?.families.filter((family) => family.name.includes(only)) ?? [], effort);
}

/** Measures families, in turn. */
export async function* examineFamilies(families: readonly Family[], effort: Effort): AsyncGenerator<Measurement> {
  for (const family of families) {
    yield await examine(family, effort);
  }
}
