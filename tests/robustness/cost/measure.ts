import { getHeapStatistics } from 'node:v8';
import { Random } from '../../support/random.js';
import type { Entry, Family, Work } from './family.js';

/** Cost of one input. */
export interface Sample {
  /** The result: a status, the name of an error, `done`. */
  readonly outcome: string;
  /** Characters of the input, and of the files that were made of it. */
  readonly size: number;
  /** Processor time in milliseconds. */
  readonly ms: number;
  /** Bytes that were allocated, garbage included, where no collection came between. */
  readonly heap: number;
}

/** How carefully to measure. */
export interface Effort {
  /** Processor time that the largest input should take, in milliseconds. */
  readonly targetMs: number;
  /** How many times as much as an input of no size the largest should take. */
  readonly floors: number;
  /** Largest size, where a family allows more. */
  readonly maxSize: number;
  /** Runs of each input; the cheapest counts. */
  readonly runs: number;
  /** Times that a family is measured, each time with more runs and a larger input, before it counts as growing too fast. */
  readonly attempts: number;
  readonly seed: number;
}

/** The result of a family. */
export interface Measurement {
  readonly name: string;
  /** Slope of cost over size, both as logarithms: 1 is linear, 2 quadratic. */
  readonly timeExponent: number;
  readonly heapExponent: number;
  /** Nanoseconds for each character of the largest input. */
  readonly nsPerByte: number;
  /** Bytes allocated for each character of the largest input. */
  readonly heapPerByte: number;
  readonly samples: readonly Sample[];
  readonly ok: boolean;
}

/**
 * Growth beyond this counts as faster than linear. What is linear was measured at up to 1.53, because small inputs run in code that is less compiled, caches are small, and a
 * larger input may meet a limit; what is quadratic at 1.79 and more.
 */
const maxExponent = 1.6;
/** As for time. Lists and tables grow by leaps. */
const maxHeapExponent = 1.35;
/** Bytes below which growth of memory is not looked at. */
const minHeap = 4 * 2 ** 20;
/** Processor time that an input may take at most where a limit bounds its cost, in milliseconds. */
const maxBoundedMs = 20_000;
/** Nanoseconds per character; below that, growth comes from the speed of the memory. */
const negligible = 3;
/** An input that costs more than this is not grown any further, in milliseconds. */
const maxMs = 2500;

/** Beyond this nothing is grown, in characters. */
const largestSize = 2 ** 24;

type Collect = (options?: { readonly type: 'minor' }) => void;
const collect: Collect = (globalThis as { gc?: Collect }).gc ?? (() => {});

/** Measures a family at four sizes, each twice the one before, and again with larger ones while it seems to grow too fast. */
export async function examine(family: Family, effort: Effort): Promise<Measurement> {
  if (family.worst !== undefined) {
    return bounded(family, family.worst, effort);
  }
  const max = Math.min(family.max ?? effort.maxSize, effort.maxSize);
  let { top, floor, largest } = await sizeFor(family, effort, max);
  for (let attempt = 1; ; attempt++) {
    const runs = effort.runs + attempt - 1;
    const samples: Sample[] = [];
    for (const size of [top / 8, top / 4, top / 2]) {
      samples.push(await cost(family, Math.ceil(size), effort, runs));
    }
    largest = cheaper(largest, await cost(family, top, effort, 1));
    samples.push(largest);
    const measurement = judge(family, samples, floor);
    const hopeless = measurement.timeExponent > 3 && largest.ms > maxMs / 10;
    if (measurement.ok || hopeless || attempt >= effort.attempts) {
      return measurement;
    }
    top = largest.ms > maxMs / 8 ? top : Math.min(top * 3, family.max ?? largestSize);
    // The largest comes first, so that no size has the advantage of code that is better compiled.
    largest = await cost(family, top, effort, runs + 1);
    floor = await cost(family, 1, effort, 3);
  }
}

/** The cost of the worst input, and that of one which is four times as large and meets the limit. */
async function bounded(family: Family, worst: number, effort: Effort): Promise<Measurement> {
  const samples = [await cost(family, worst, effort, 1), await cost(family, 4 * worst, effort, 1)];
  const [most, beyond] = samples as [Sample, Sample];
  return {
    name: family.name,
    timeExponent: 0,
    heapExponent: 0,
    nsPerByte: (most.ms * 1e6) / most.size,
    heapPerByte: most.heap / most.size,
    samples,
    ok: Math.max(most.ms, beyond.ms) <= maxBoundedMs && most.outcome === 'done' && beyond.outcome !== 'done',
  };
}

/** Where to begin. */
interface Start {
  /** Size at which an input costs enough to be measured. */
  readonly top: number;
  /** Its cost. */
  readonly largest: Sample;
  /** The cost of an empty input. */
  readonly floor: Sample;
}

async function sizeFor(family: Family, effort: Effort, max: number): Promise<Start> {
  let top = Math.min(max, 8192);
  for (;;) {
    const floor = await cost(family, 1, effort, 2);
    const target = Math.max(effort.targetMs, effort.floors * floor.ms);
    let largest = await cost(family, top, effort, 1);
    // Code that has just been run for the first time may be many times as slow as it will be.
    for (let again = 0, gain = true; again < 8 && (gain || again < 2) && largest.ms >= target; again++) {
      const next = await cost(family, top, effort, 1);
      gain = next.ms < 0.9 * largest.ms;
      largest = cheaper(largest, next);
    }
    if (largest.ms >= target || top >= max) {
      return { top, largest, floor };
    }
    const factor = Math.min(16, Math.max(2, (target / Math.max(largest.ms, 0.01)) * 1.2));
    top = Math.min(max, Math.round(top * factor));
  }
}

function cheaper(one: Sample, other: Sample): Sample {
  return one.ms < other.ms
    ? { ...one, heap: Math.min(one.heap, other.heap) }
    : { ...other, heap: Math.min(one.heap, other.heap) };
}

/** The least that an input of this length costs in so many runs. */
export async function cost(family: Family, length: number, { seed }: Effort, runs: number): Promise<Sample> {
  const input = family.grammar(length, new Random(seed));
  let ms = Number.POSITIVE_INFINITY;
  let heap = Number.POSITIVE_INFINITY;
  let outcome = '';
  let size = input.length;
  for (let run = 0; run < runs; run++) {
    const once = await measure(await prepared(family.entry, input));
    ms = Math.min(ms, once.ms);
    heap = Math.min(heap, once.heap);
    outcome = once.outcome;
    size = input.length + once.size;
    if (ms > maxMs / 2) {
      break;
    }
  }
  return { size, ms, heap, outcome };
}

/** An input that cannot be prepared does not count as a failure. */
async function prepared(entry: Entry, input: string): Promise<Work> {
  try {
    return await entry.prepare(input);
  } catch (error) {
    return () => error;
  }
}

/** Cost of doing some work once. */
export async function measure(work: Work): Promise<Sample> {
  collect({ type: 'minor' });
  const before = heapInUse();
  const start = process.cpuUsage();
  let result: unknown;
  try {
    result = await work();
  } catch (error) {
    result = error;
  }
  const { user, system } = process.cpuUsage(start);
  const heap = Math.max(0, heapInUse() - before);
  return { ms: (user + system) / 1000, heap, outcome: outcomeOf(result), size: writtenBy(result) };
}

/** Characters of files that were made, where the result tells. */
function writtenBy(result: unknown): number {
  return (result as { readonly written?: number } | undefined)?.written ?? 0;
}

function outcomeOf(result: unknown): string {
  if (result instanceof Error) {
    return result.name;
  }
  if (typeof result === 'string') {
    return /^\w+Error/.exec(result)?.[0] ?? 'done';
  }
  const status = (result as { readonly status?: number } | undefined)?.status;
  return status === undefined ? 'done' : String(status);
}

function heapInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function judge({ name }: Family, samples: readonly Sample[], floor: Sample): Measurement {
  const [smallest, largest] = [samples[0] as Sample, samples.at(-1) as Sample];
  const [ms, heap] = [fixedPart(floor, smallest, 'ms'), fixedPart(floor, smallest, 'heap')];
  const timeExponent = slope(samples.map((sample) => [sample.size, sample.ms - ms]));
  // Small amounts of memory are those of the measurement itself.
  const heapExponent = largest.heap > minHeap ? slope(samples.map((sample) => [sample.size, sample.heap - heap])) : 0;
  const nsPerByte = (largest.ms * 1e6) / largest.size;
  return {
    name,
    timeExponent,
    heapExponent,
    nsPerByte,
    heapPerByte: largest.heap / largest.size,
    samples,
    ok: (timeExponent <= maxExponent || nsPerByte < negligible) && heapExponent <= maxHeapExponent,
  };
}

/**
 * What an input of no size would cost, at most half of what the smallest costs: the shortest input, less its share for what it contains.
 * It is unknown if inputs are made of pieces so large that the smallest has only one.
 */
function fixedPart(floor: Sample, smallest: Sample, what: 'ms' | 'heap'): number {
  const growth = smallest.size - floor.size;
  if (growth < floor.size / 2) {
    return 0;
  }
  const fixed = floor[what] - (Math.max(0, smallest[what] - floor[what]) * floor.size) / growth;
  return Math.min(Math.max(0, fixed), smallest[what] / 2);
}

/** Least squares over logarithms. */
export function slope(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log2(size), Math.log2(Math.max(cost, 1e-3))]);
  const mean = (at: 0 | 1): number => logs.reduce((sum, point) => sum + (point[at] ?? 0), 0) / logs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const products = logs.map(([x = 0, y = 0]) => [(x - meanX) * (y - meanY), (x - meanX) ** 2] as const);
  const across = products.reduce((sum, [, square]) => sum + square, 0);
  return across === 0 ? 0 : products.reduce((sum, [product]) => sum + product, 0) / across;
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
