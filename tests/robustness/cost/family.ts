import type { Grammar, Grammars } from './grammar.js';

/** A piece of work whose cost is measured. What it throws is an answer, too; `written` of its result counts as a part of the input. */
export type Work = () => unknown;

/** A way in which bytes get in. */
export interface Entry {
  readonly name: string;
  /** Gets an input ready. Only the work that is returned is measured. */
  prepare(input: string): Work | Promise<Work>;
  /** Pieces of inputs that the search inserts. */
  readonly tokens?: readonly string[];
}

/** Inputs of one shape in growing sizes, and where they go in. */
export interface Family {
  readonly name: string;
  readonly entry: Entry;
  readonly grammar: Grammar;
  /** The largest size that makes sense, in characters. Default: as large as the effort allows. */
  readonly max?: number;
  /** The size with which such inputs cost most, where a limit of the product bounds what grows faster than they do. */
  readonly worst?: number;
}

/** Families of one subject. */
export interface Area {
  readonly name: string;
  readonly families: readonly Family[];
}

/** Families of one entry: a line each. */
export function familiesOf(entry: Entry, grammars: Grammars, max?: number): readonly Family[] {
  return Object.entries(grammars).map(([name, grammar]) => ({
    name: `${entry.name}: ${name}`,
    entry,
    grammar,
    ...(max !== undefined && { max }),
  }));
}

/** Families whose cost a limit bounds. For each, the size is given with which it costs most. */
export function boundedFamiliesOf(
  entry: Entry,
  grammars: Readonly<Record<string, readonly [worst: number, grammar: Grammar]>>,
): readonly Family[] {
  return Object.entries(grammars).map(([name, [worst, grammar]]) => ({
    name: `${entry.name}: ${name}`,
    entry,
    grammar,
    worst,
  }));
}
