import type { Span } from '../diagnostics/diagnostic.js';

/** What a mistake is about: the name of a setting, or its value. */
export type PlacePart = 'key' | 'value';

/** The place of a value within a config, by its path: `packages[0].inputs`. Of a path that is not there, the nearest place above it. */
export type ConfigPlace = (path: string, part?: PlacePart) => Span;

/** The beginning of a file, for all of it: what is known without reading it. */
export function beginningOf(file: string): ConfigPlace {
  return () => ({ file, line: 1, column: 1, length: 0 });
}

/** The keys and indices of a path; none for `the config`. */
export function stepsOf(path: string): readonly (string | number)[] {
  const steps = path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([\p{ID_Start}$_][\p{ID_Continue}$]*)(?=[.[]|$)/gu);
  return [...steps].map(([, index, quoted, name]) => {
    return index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : (name ?? '');
  });
}

/** Line and column (from 1) of an offset, both in UTF-16 code units. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
