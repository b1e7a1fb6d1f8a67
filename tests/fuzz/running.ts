import fc from 'fast-check';
import { isPlain } from '../support/plain-data.js';
import type { FuzzPart } from './part.js';

/** Runs the cases of a part, and makes those that fail smaller. */

/** A case that failed. */
export interface Failure {
  readonly part: string;
  /** Where fast-check makes the input again. */
  readonly seed: number;
  readonly path: string;
  /** The smallest input that was found; absent if it is not plain data. */
  readonly input?: unknown;
  /** The input as text. */
  readonly shown: string;
  readonly message: string;
}

/** The result of a part. */
export interface PartResult {
  readonly part: string;
  readonly cases: number;
  readonly seconds: number;
  /** Processor time of the case that took most, in milliseconds. */
  readonly slowestMs: number;
  readonly failures: readonly Failure[];
}

/** How many cases to run. */
export interface Extent {
  readonly seed: number;
  readonly cases: number;
  /** Milliseconds after which no case is begun. */
  readonly milliseconds?: number;
  /** Begins at the case that fast-check names so. */
  readonly path?: string;
  /** Begins with the examples of the part. */
  readonly withExamples: boolean;
  /** Called before each case. */
  begin(): void;
}

/** Processor time beyond which a case counts as a hang. Generous: other threads count, too. */
const maxCaseMs = 5000;
/** Time for making a failed case smaller. */
const shrinkMs = 30_000;

/** Runs cases of a part until one fails. */
export async function runPart(part: FuzzPart, extent: Extent): Promise<PartResult> {
  const { seed, cases, milliseconds, path, withExamples } = extent;
  const measured = new MeasuredPart(part, extent);
  const started = performance.now();
  const details = await fc.check(
    fc.asyncProperty(part.inputs, (input) => measured.check(input)),
    {
      seed,
      numRuns: cases,
      ...(withExamples && { examples: (part.examples ?? []).map((input): [unknown] => [input]) }),
      ...(path !== undefined && { path }),
      ...(milliseconds !== undefined && { interruptAfterTimeLimit: milliseconds, markInterruptAsFailure: false }),
    },
  );
  const failures = measured.hangs.map(({ input, ms }) => failureOf(part, seed, '', input, `took ${Math.round(ms)} ms`));
  if (details.failed) {
    const message = messageOf(details.errorInstance);
    failures.push(failureOf(part, seed, details.counterexamplePath ?? '', details.counterexample?.[0], message));
  }
  return {
    part: part.name,
    cases: measured.count,
    seconds: (performance.now() - started) / 1000,
    slowestMs: measured.slowestMs,
    failures,
  };
}

function failureOf(part: FuzzPart, seed: number, path: string, input: unknown, message: string): Failure {
  const shown = part.show?.(input) ?? fc.stringify(input);
  return { part: part.name, seed, path, ...(isPlain(input) && { input }), shown, message };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A part whose cases are counted and timed. */
class MeasuredPart {
  readonly #part: FuzzPart;
  readonly #extent: Extent;
  /** When the first case failed. */
  #failedAt = Number.POSITIVE_INFINITY;
  count = 0;
  slowestMs = 0;
  readonly hangs: { readonly input: unknown; readonly ms: number }[] = [];

  constructor(part: FuzzPart, extent: Extent) {
    this.#part = part;
    this.#extent = extent;
  }

  async check(input: unknown): Promise<void> {
    const before = performance.now();
    if (before > this.#failedAt + shrinkMs) {
      return;
    }
    this.#extent.begin();
    const start = process.cpuUsage();
    try {
      await this.#part.check(input);
    } catch (error) {
      this.#failedAt = Math.min(this.#failedAt, before);
      throw error;
    } finally {
      const { user, system } = process.cpuUsage(start);
      const ms = (user + system) / 1000;
      this.count++;
      this.slowestMs = Math.max(this.slowestMs, ms);
      if (ms > (this.#part.maxCaseMs ?? maxCaseMs)) {
        this.hangs.push({ input, ms });
      }
    }
  }
}
