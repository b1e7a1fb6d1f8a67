import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { repository } from '../support/repository.js';
import type { FuzzPart } from './part.js';
import type { Failure } from './running.js';

/** Inputs that once failed: files in `cases/`, which the tests run for ever. */

/** An input as plain data, or where fast-check makes it again. */
export interface FuzzCase {
  readonly part: string;
  /** What was wrong. */
  readonly about: string;
  readonly input?: unknown;
  readonly seed?: number;
  readonly path?: string;
}

const folder = 'tests/fuzz/cases';

/** Paths of all case files. */
export function caseFiles(): readonly string[] {
  return readdirSync(`${repository}/${folder}`)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** A case by its path in the repository. */
export function readCase(path: string): FuzzCase {
  return JSON.parse(readFileSync(`${repository}/${path}`, 'utf8')) as FuzzCase;
}

/** Writes a failure as a case. Returns its path in the repository. */
export function writeCase({ part, input, seed, path, message }: Failure): string {
  const about = message.split('\n', 1)[0] ?? '';
  const found: FuzzCase = { part, about, ...(input === undefined ? { seed, path } : { input }) };
  const name = createHash('sha256').update(JSON.stringify(found)).digest('hex').slice(0, 8);
  const file = `${folder}/${part}-${name}.json`;
  writeFileSync(`${repository}/${file}`, `${JSON.stringify(found, null, 2)}\n`);
  return file;
}

/** Runs a case. Rejects if the product still does with it what it must not. */
export async function repeatCase(
  parts: readonly FuzzPart[],
  { part: name, input, seed, path }: FuzzCase,
): Promise<void> {
  const part = parts.find((each) => each.name === name);
  if (part === undefined) {
    throw new Error(`there is no part "${name}"`);
  }
  if (input !== undefined) {
    await part.check(input);
    return;
  }
  const property = fc.asyncProperty(part.inputs, async (each) => {
    await part.check(each);
  });
  await fc.assert(property, { seed: seed ?? 0, path: path ?? '', numRuns: 1, endOnFailure: true });
}
