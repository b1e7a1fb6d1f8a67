import type { Job } from '../config/jobs.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import type { Reading } from '../pipeline.js';
import { placeholdersIn } from '../source/placeholder-values.js';

/** Values for placeholders that no input of the run has: the name is mistyped, and the real one stays open. */
export function unknownPlaceholders(jobs: readonly Job[], readings: readonly Reading[]): readonly Diagnostic[] {
  const given = new Set(jobs.flatMap(({ settings }) => Object.keys(settings.placeholders ?? {})));
  if (given.size === 0) {
    return [];
  }
  const texts = readings.flatMap(({ sources }) => [...sources.documents.values()].map(({ text }) => text));
  const known = new Set(texts.flatMap(placeholdersIn));
  const free = [...known].filter((name) => !given.has(name));
  return [...given]
    .filter((name) => !known.has(name))
    .map((name) => diagnostic('config/unknown-placeholder', { name, nearest: nearest(name, free) }));
}
