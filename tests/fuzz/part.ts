import type fc from 'fast-check';
import type * as surface from './surface.js';

/** A form in which the runtime is published, with what the parts need of it. */
export type Build = typeof surface & { readonly name: string };

/** A part of the product: inputs, and what must be true of each. */
export interface FuzzPart<T = unknown> {
  readonly name: string;
  /** Cases of a run without `--minutes`, which is what the gate runs. */
  readonly cases: number;
  /** Plain data wherever possible: such an input can be checked in. */
  readonly inputs: fc.Arbitrary<T>;
  /** Inputs before those at random. */
  readonly examples?: readonly T[];
  /** Milliseconds of processor time after which a case counts as a hang, if not after five seconds. */
  readonly maxCaseMs?: number;
  /** How an input that is no plain data is shown. */
  show?(input: T): string;
  /** Throws if the product does with an input what it must not. */
  check(input: T): void | Promise<void>;
  /** What is to be said at the end of a run by time, line by line. Finds may be written to a file. */
  finish?(write: boolean): AsyncIterable<string>;
}

/** Runs `work`; errors other than the expected ones are failures. The result is undefined after an expected one. */
export function expecting<T>(work: () => T, ...expected: readonly (new (...args: never[]) => Error)[]): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!expected.some((type) => error instanceof type)) {
      throw error;
    }
    return undefined;
  }
}

/** All that a program can see of an error, whichever build has made it. */
export function factsOf(error: unknown): Readonly<Record<string, unknown>> {
  const { name, message, code, path, line, column, offset } = error as Readonly<Record<string, unknown>>;
  return { name, message, code, path, line, column, offset };
}

/** The item of a list that a number of any size stands for. */
export const itemOf = <T>(items: readonly T[], index: number): T => items[Math.abs(index) % items.length] as T;
