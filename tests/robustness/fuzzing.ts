import { Random } from './random.js';
import { scans } from './scan-target.js';
import { type FuzzTarget, targets } from './targets.js';
import { wireTargets } from './wire-targets.js';

/** The result of one part. */
export interface FuzzResult {
  readonly target: string;
  readonly cases: number;
  readonly seconds: number;
  /** The case that took longest, in milliseconds. */
  readonly slowestMs: number;
  /** Heap in use at the end, after a collection where the process allows one, in MiB. */
  readonly heapMiB: number;
  /** Failed cases by seed. */
  readonly failures: readonly { readonly seed: number; readonly message: string }[];
}

/** A case that takes longer counts as a hang. Generous: machines are busy. */
const maxCaseMs = 5000;

/** Runs so many cases of each part, with seeds from `seed` on. */
export async function fuzz(cases: number, seed: number, only?: string): Promise<readonly FuzzResult[]> {
  const results: FuzzResult[] = [];
  for (const target of [...targets, ...wireTargets, scans]) {
    if (only === undefined || target.name === only) {
      results.push(await fuzzTarget(target, cases, seed));
    }
  }
  return results;
}

async function fuzzTarget(target: FuzzTarget, cases: number, seed: number): Promise<FuzzResult> {
  const failures: { seed: number; message: string }[] = [];
  const started = performance.now();
  let slowestMs = 0;
  for (let index = 0; index < cases; index++) {
    const before = performance.now();
    try {
      await target.run(new Random(seed + index));
    } catch (error) {
      failures.push({
        seed: seed + index,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
    const took = performance.now() - before;
    slowestMs = Math.max(slowestMs, took);
    if (took > maxCaseMs) {
      failures.push({ seed: seed + index, message: `took ${Math.round(took)} ms` });
    }
  }
  const seconds = (performance.now() - started) / 1000;
  (globalThis as { gc?: () => void }).gc?.();
  const heapMiB = process.memoryUsage().heapUsed / 2 ** 20;
  return { target: target.name, cases, seconds, slowestMs, heapMiB, failures };
}
