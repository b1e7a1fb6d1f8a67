import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's root. */
export const repository = resolve(__dirname, '../..');

/** A text of the repository. */
export function textOf(path: string): string {
  return readFileSync(join(repository, path), 'utf8');
}
