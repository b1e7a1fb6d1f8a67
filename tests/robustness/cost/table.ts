import type { Measurement } from './measure.js';
import { areaNames, efforts, examineArea } from './run.js';

/** Measures all families with care and prints one row for each area as a table of Markdown. Returns the exit code. */
export async function table(only = ''): Promise<number> {
  console.log(
    '| input | families | time a byte, median and worst | heap a byte, median and worst | largest exponent of time |',
  );
  console.log('|---|---|---|---|---|');
  let failed = 0;
  for (const area of areaNames) {
    if (!area.includes(only)) {
      continue;
    }
    const measurements: Measurement[] = [];
    for await (const measurement of examineArea(area, efforts.thorough)) {
      measurements.push(measurement);
    }
    failed += measurements.filter(({ ok }) => !ok).length;
    console.log(row(area, measurements));
  }
  return failed === 0 ? 0 : 1;
}

function row(area: string, measurements: readonly Measurement[]): string {
  const time = spread(measurements.map(({ nsPerByte }) => nsPerByte));
  const heap = spread(measurements.map(({ heapPerByte }) => heapPerByte));
  // If the cost is close to zero, the exponent means nothing.
  const exponent = Math.max(...measurements.filter(({ nsPerByte }) => nsPerByte > 5).map((each) => each.timeExponent));
  return `| ${area} | ${measurements.length} | ${time.map((ns) => `${amount(ns)} ns`).join(', ')} | ${heap.map((bytes) => `${amount(bytes)} B`).join(', ')} | ${exponent.toFixed(2)} |`;
}

function spread(values: readonly number[]): readonly [median: number, worst: number] {
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
}

function amount(value: number): string {
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
}
