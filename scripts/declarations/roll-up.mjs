/** Which declarations the entries of a package need, and in which files they are. */
import { referencesIn } from './declared-modules.mjs';

/**
 * What entries export, and the declarations that this needs, in the order in which they are needed. A name means a declaration (`path`, `name`), something of another
 * package (`outside`, `name`), a module of this one (`from`, `*`), or what is known everywhere. `sharedFile` says where a declaration of several entries
 * is, by the path of its module.
 */
export function rollUp(entries, moduleAt, sharedFile) {
  const declarations = new Map();
  const { exportsOf, meaningOf } = meanings(moduleAt);
  const reach = (meaning, entry) => {
    if (meaning.path === undefined) {
      return;
    }
    const key = keyOf(meaning);
    const known = declarations.get(key) ?? declarationOf(meaning, moduleAt, meaningOf);
    declarations.set(key, known);
    if (!known.entries.has(entry)) {
      known.entries.add(entry);
      for (const reference of known.references) {
        reach(reference.meaning, entry);
      }
    }
  };
  const exported = new Map(entries.map((entry) => [entry, exportsOf(entry)]));
  for (const [entry, names] of exported) {
    for (const meaning of names.values()) {
      reach(meaning, entry);
    }
  }
  for (const declaration of declarations.values()) {
    const [only, ...others] = declaration.entries;
    declaration.file = others.length === 0 ? only : sharedFile(declaration.path);
  }
  return { exported, declarations };
}

/** What tells meanings apart. */
export const keyOf = ({ path, outside, from, name }) => `${path ?? outside ?? from}#${name}`;

function declarationOf({ path, name }, moduleAt, meaningOf) {
  const parts = moduleAt(path).declared.get(name);
  const references = parts.flatMap(({ statement }) =>
    referencesIn(statement).map((each) => ({ ...each, statement, meaning: meaningOf(path, each.node.text) })),
  );
  return { path, name, parts, references, entries: new Set() };
}

/** Finds what names mean, within modules and outside. What is imported or exported as a type alone is marked. */
function meanings(moduleAt) {
  const known = new Map();
  const exportsOf = (path) => {
    const names = known.get(path) ?? new Map();
    if (!known.has(path)) {
      known.set(path, names);
      const { stars, exported } = moduleAt(path);
      for (const { from, typeOnly } of stars) {
        for (const [name, meaning] of exportsOf(from)) {
          names.set(name, marked(meaning, typeOnly));
        }
      }
      for (const [name, each] of exported) {
        names.set(name, marked(isElsewhere(each) ? elsewhere(each) : meaningOf(path, each.name), each.typeOnly));
      }
    }
    return names;
  };
  const elsewhere = ({ from, outside, name }) => {
    const meaning = outside !== undefined || name === '*' ? { from, outside, name } : exportsOf(from).get(name);
    if (meaning === undefined) {
      throw new Error(`${from} does not export ${name}`);
    }
    return meaning;
  };
  const meaningOf = (path, name) => {
    const { declared, imported } = moduleAt(path);
    const each = imported.get(name);
    return each === undefined ? { name, ...(declared.has(name) && { path }) } : marked(elsewhere(each), each.typeOnly);
  };
  return { exportsOf, meaningOf };
}

const isElsewhere = ({ from, outside }) => from !== undefined || outside !== undefined;

const marked = (meaning, typeOnly) => (typeOnly ? { ...meaning, typeOnly } : meaning);
