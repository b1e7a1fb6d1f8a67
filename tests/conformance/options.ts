import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What a run is asked to do. */
export interface RunOptions {
  /** The repository. */
  readonly root: string;
  readonly xsts: string | undefined;
  readonly wsdl: string | undefined;
  /** Run only the first cases of each data set. */
  readonly limit: number;
  /** Run only cases whose name contains one of these. */
  readonly only: readonly string[];
  /** How many schemas go through generated code too. */
  readonly sample: number;
  /** Seed of the sample. */
  readonly seed: number;
  readonly workers: number;
  /** Milliseconds a case may take. */
  readonly timeLimit: number;
  /** Print every failure, not only the unknown ones. */
  readonly all: boolean;
  /** Rewrite `docs/conformance.md`. */
  readonly write: boolean;
}

/** How to use it. */
export const usage = `Usage: npm run conformance -- [options]
  --xsts DIR       XML Schema Test Suite: a folder with index.json, suite.xml or *.testSet  (default ../shared/conformance/xsts)
  --wsdl DIR       WSDLs: a folder with index.tsv or *.wsdl                                 (default ../shared/conformance/wsdl)
  --limit N        only the first N cases of each
  --only NAME      only cases whose name contains NAME; may be repeated
  --sample N       schemas that go through generated code, too (default 200)
  --seed N         another sample
  --workers N      processes (default: one for each processor)
  --time-limit MS  for one case (default 60000)
  --all            print known failures, too
  --no-write       leave docs/conformance.md as it is`;

/** Reads the command line. Throws `TypeError` for what it does not know; undefined when help is wanted. */
export function readOptions(parameters: readonly string[]): RunOptions | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      root: text,
      xsts: text,
      wsdl: text,
      limit: text,
      only: { type: 'string', multiple: true },
      sample: text,
      seed: text,
      workers: text,
      'time-limit': text,
      all: flag,
      'no-write': flag,
      help: flag,
    },
  });
  if (values.help) return undefined;
  const root = resolve(values.root ?? '.');
  const folder = (given: string | undefined, name: string): string | undefined => {
    if (given !== undefined) return resolve(given);
    const usual = join(root, '../shared/conformance', name);
    return existsSync(usual) ? usual : undefined;
  };
  const number = (given: string | undefined, otherwise: number): number =>
    given === undefined || !Number.isFinite(Number(given)) ? otherwise : Number(given);
  const only = values.only ?? [];
  const limit = number(values.limit, Number.POSITIVE_INFINITY);
  return {
    root,
    xsts: folder(values.xsts, 'xsts'),
    wsdl: folder(values.wsdl, 'wsdl'),
    limit,
    only,
    sample: number(values.sample, 200),
    seed: number(values.seed, 1),
    workers: number(values.workers, availableParallelism()),
    timeLimit: number(values['time-limit'], 60_000),
    all: values.all === true,
    write: values['no-write'] !== true && only.length === 0 && limit === Number.POSITIVE_INFINITY,
  };
}
