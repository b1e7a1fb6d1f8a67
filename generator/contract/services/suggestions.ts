import { nearest } from '@wsdl-codegen/runtime/schema';
import { groupBy } from '../grouping.js';
import type { ExpandedName } from '../model.js';
import { splitExpandedName } from '../names.js';

/** Probable meanings of a name that refers to nothing. */

type Table = ReadonlyMap<ExpandedName, unknown>;

/** Names of a table by local name, and by namespace. */
interface TableIndex {
  readonly byLocal: ReadonlyMap<string, readonly ExpandedName[]>;
  readonly byNamespace: ReadonlyMap<string, readonly ExpandedName[]>;
}

const indexes = new WeakMap<Table, TableIndex>();

/** The index of a table, made once. The keys of types without a name contain `#`; they are not names. */
function indexOf(table: Table): TableIndex {
  const known = indexes.get(table);
  if (known !== undefined) {
    return known;
  }
  const names = [...table.keys()].filter((name) => !splitExpandedName(name).local.includes('#'));
  const byLocal = groupBy(names, (name) => splitExpandedName(name).local);
  const byNamespace = groupBy(names, (name) => splitExpandedName(name).namespace);
  const index = { byLocal, byNamespace };
  indexes.set(table, index);
  return index;
}

/** The names of a table that have the same local name in other namespaces. */
export function namedAlike(table: Table, name: ExpandedName): readonly ExpandedName[] {
  return (indexOf(table).byLocal.get(splitExpandedName(name).local) ?? []).filter((other) => other !== name);
}

/** How many words of a run are compared with all others: inputs may be broken as a whole. */
const maxCompared = 50;

const compared = new WeakMap<object, number>();

/**
 * The name that was most likely meant: the same one in another namespace, or one that is written nearly so. `run` is any object that
 * lives as long as one run.
 */
export function suggestion(run: object, table: Table, name: ExpandedName): ExpandedName | undefined {
  const [alike] = namedAlike(table, name);
  if (alike !== undefined) {
    return alike;
  }
  const { namespace, local } = splitExpandedName(name);
  const own = () => (indexOf(table).byNamespace.get(namespace) ?? []).map((each) => splitExpandedName(each).local);
  const near = suggestedWord(run, local, own);
  return near === undefined ? undefined : `{${namespace}}${near}`;
}

/** The word among some that is written nearly so; `run` as for `suggestion`. */
export function suggestedWord(run: object, word: string, words: () => Iterable<string>): string | undefined {
  const count = (compared.get(run) ?? 0) + 1;
  compared.set(run, count);
  return word === '' || count > maxCompared ? undefined : nearest(word, [...words()]);
}
