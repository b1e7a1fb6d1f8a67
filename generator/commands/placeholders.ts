import { nearest } from '@wsdl-codegen/runtime/schema';
import type { Job } from '../config/jobs.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { placeholdersIn } from '../source/placeholder-values.js';
import type { CompiledJob } from './compile.js';

/** Values for placeholders that no input of the run has: the name is mistyped, and the real one stays open. */
export function unknownPlaceholders(
  jobs: readonly Job[],
  compiled: readonly CompiledJob[],
  otherTexts: () => readonly string[],
): readonly Diagnostic[] {
  const given = new Set(jobs.flatMap(({ settings }) => Object.keys(settings.placeholders ?? {})));
  if (given.size === 0) {
    return [];
  }
  const known = new Set(compiled.flatMap(({ placeholders }) => placeholders));
  if ([...given].some((name) => !known.has(name))) {
    for (const name of otherTexts().flatMap(placeholdersIn)) {
      known.add(name);
    }
  }
  const free = [...known].filter((name) => !given.has(name));
  return [...given]
    .filter((name) => !known.has(name))
    .map((name) => diagnostic('config/unknown-placeholder', { name, nearest: nearest(name, free) }));
}
