import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { vocabularyFolder } from './vocabularies.js';

/** The options of a run. */
export interface RunOptions {
  /** The repository. */
  readonly root: string;
  readonly xsts: string | undefined;
  readonly wsdl: string | undefined;
  /** Vocabularies without WSDL. */
  readonly documents: string | undefined;
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
                   Where one of the two is named, nothing else is run. Vocabularies without WSDL are in ../shared/xml.
  --limit N        only the first N cases of each
  --only NAME      only cases whose name contains NAME; may be repeated
  --sample N       schemas that go through generated code, too (default 200)
  --seed N         another sample
  --workers N      processes (default: one for each processor)
  --time-limit MS  for one case (default 180000)
  --all            print known failures, too
  --no-write       leave docs/conformance.md as it is, as runs do that are not of everything: with --limit, --only, or one of the folders

Exit code: 0 when all that failed is in tests/conformance/known-failures.txt, 1 when something else failed or a known failure
passes now, 2 when the run could not be made.`;

/** The run cannot be made as asked: the message is for whoever asked. */
export class UsageError extends Error {}

/** The folder of a data set that is taken when none is named; known failures are about the cases in it. */
export function usualFolder(root: string, name: 'xsts' | 'wsdl'): string {
  return join(root, '../shared/conformance', name);
}

/**
 * Reads the command line; undefined if help is wanted. Folders are relative to where the command was given: npm itself
 * runs scripts in the folder of the package. Throws `UsageError` for what it does not know.
 */
export function readOptions(
  parameters: readonly string[],
  from: string = process.env.INIT_CWD ?? '.',
): RunOptions | undefined {
  try {
    return toOptions(parameters, from);
  } catch (error) {
    // Errors of parseArgs have a code.
    const { code, message } = error as Error & { readonly code?: unknown };
    throw String(code).startsWith('ERR_PARSE_ARGS') ? new UsageError(message) : error;
  }
}

function toOptions(parameters: readonly string[], from: string): RunOptions | undefined {
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
  if (values.help) {
    return undefined;
  }
  const root = resolve(values.root ?? '.');
  const isWhole = (values.xsts === undefined) === (values.wsdl === undefined);
  const vocabularies = vocabularyFolder(root);
  const folder = (given: string | undefined, name: 'xsts' | 'wsdl'): string | undefined => {
    const usual = usualFolder(root, name);
    if (given === undefined) {
      return isWhole && existsSync(usual) ? usual : undefined;
    }
    const path = resolve(from, given);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`--${name}: there is no folder ${JSON.stringify(path)}.`);
    }
    return path;
  };
  const number = (given: string | undefined, name: string, otherwise: number): number => {
    if (given !== undefined && !/^\d+$/.test(given)) {
      throw new UsageError(`--${name}: ${JSON.stringify(given)} is not a whole number.`);
    }
    return given === undefined ? otherwise : Number(given);
  };
  const only = values.only ?? [];
  const limit = number(values.limit, 'limit', Number.POSITIVE_INFINITY);
  return {
    root,
    xsts: folder(values.xsts, 'xsts'),
    wsdl: folder(values.wsdl, 'wsdl'),
    documents: isWhole && existsSync(vocabularies) ? vocabularies : undefined,
    limit,
    only,
    sample: number(values.sample, 'sample', 200),
    seed: number(values.seed, 'seed', 1),
    workers: Math.max(1, number(values.workers, 'workers', availableParallelism())),
    timeLimit: number(values['time-limit'], 'time-limit', 180_000),
    all: values.all === true,
    write: isWhole && values['no-write'] !== true && only.length === 0 && limit === Number.POSITIVE_INFINITY,
  };
}
