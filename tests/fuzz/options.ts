import { parseArgs } from 'node:util';

/** What a run does. */
export interface FuzzOptions {
  /** Runs until so many minutes are over; without it, the cases of each part. */
  readonly minutes: number | undefined;
  /** So many times the cases of each part. */
  readonly times: number;
  /** Names of parts; all of them if there is none. */
  readonly parts: readonly string[];
  readonly seed: number;
  /** The case of a seed, as a failure names it. */
  readonly path: string | undefined;
  /** Case files to run again; `all` for every one that is checked in. */
  readonly cases: readonly string[];
  /** Failures become case files. */
  readonly write: boolean;
}

/** Reads a command line. Throws for one that is not understood. */
export function fuzzOptions(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      times: { type: 'string', default: '1' },
      part: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', default: '1' },
      path: { type: 'string' },
      case: { type: 'string', multiple: true, default: [] },
      'no-write': { type: 'boolean', default: false },
    },
  });
  return {
    minutes: values.minutes === undefined ? undefined : numberOf('minutes', values.minutes),
    times: numberOf('times', values.times),
    parts: values.part,
    seed: numberOf('seed', values.seed),
    path: values.path,
    cases: values.case,
    write: !values['no-write'] && process.env.CI === undefined,
  };
}

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number)) {
    throw new Error(`--${option} takes a number, but "${text}" is none`);
  }
  return number;
}
