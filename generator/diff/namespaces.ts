import type { Contract } from '../contract/model.js';
import { namespaceProperties } from '../contract/name-properties.js';
import { splitExpandedName } from '../contract/names.js';
import type { ContractPositions } from '../contract/positions.js';

/**
 * Namespaces that were renamed, old to new: all of a namespace's declarations are gone, and one that is new declares most of the
 * same names, or some of them if the two differ only in the numbers of their names. A version in a namespace is the usual reason.
 */
export function renamedNamespaces(old: Contract, now: Contract): ReadonlyMap<string, string> {
  const [before, after] = [declaredNames(old), declaredNames(now)];
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const [namespace, names] of before) {
    if (after.has(namespace)) {
      continue;
    }
    const [best] = [...after]
      .filter(([other]) => !before.has(other) && !taken.has(other))
      .map(([other, theirs]) => ({
        other,
        common: [...names].filter((name) => theirs.has(name)).length,
        size: theirs.size,
        isVersion: withoutNumbers(namespace) === withoutNumbers(other),
      }))
      .filter(({ common, size, isVersion }) => common * 2 > (isVersion ? 0 : Math.max(names.size, size)))
      .sort((a, b) => Number(b.isVersion) - Number(a.isVersion) || b.common - a.common);
    if (best) {
      taken.add(best.other);
      renamed.set(namespace, best.other);
    }
  }
  return renamed;
}

/** A name with a mark for each number in it: what versions of one name have in common. */
export function withoutNumbers(name: string): string {
  return name.replace(/\d+/g, '#');
}

/** The local names that each namespace declares, by kind. */
function declaredNames({ types, elements, attributes, services }: Contract): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (namespace: string, name: string): void => {
    found.set(namespace, (found.get(namespace) ?? new Set()).add(name));
  };
  const addAll = (kind: string, named: readonly { readonly name?: string }[]): void => {
    for (const { name } of named) {
      if (name !== undefined) {
        const { namespace, local } = splitExpandedName(name);
        add(namespace, `${kind} ${local}`);
      }
    }
  };
  addAll('type', types);
  addAll('element', elements);
  addAll('attribute', attributes);
  for (const { namespace, name } of services) {
    add(namespace, `service ${name}`);
  }
  return found;
}

/** Properties whose texts are for people, or say where something was read from. */
const texts: ReadonlySet<string> = new Set(['documentation', 'source', 'value']);

const plainNames: ReadonlySet<string> = new Set(namespaceProperties);

/** Positions of a contract under the keys that its things have once their namespaces are renamed. */
export function withNamespaceKeys(
  positions: ContractPositions,
  renamed: ReadonlyMap<string, string>,
): ContractPositions {
  return renamed.size === 0
    ? positions
    : new Map([...positions].map(([key, span]) => [renameText(key, '', renamed), span]));
}

/** A contract with its namespaces renamed wherever it names them. */
export function withNamespaces(contract: Contract, renamed: ReadonlyMap<string, string>): Contract {
  return renamed.size === 0 ? contract : (rename(contract, '', renamed) as Contract);
}

function rename(value: unknown, property: string, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    return texts.has(property) ? value : renameText(value, property, renamed);
  }
  if (Array.isArray(value)) {
    return value.map((each) => rename(each, property, renamed));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  // The value of a default is a text; the values of an enumeration are, too.
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rename(each, key, renamed)]));
}

function renameText(text: string, property: string, renamed: ReadonlyMap<string, string>): string {
  if (plainNames.has(property)) {
    for (const [old, now] of renamed) {
      if (text === old || (old !== '' && text.startsWith(old) && !/[\p{L}\d]/u.test(text.charAt(old.length)))) {
        return now + text.slice(old.length);
      }
    }
    return text;
  }
  return text.includes('{')
    ? text.replace(/\{([^{}]*)\}/g, (whole, namespace: string) => {
        const now = renamed.get(namespace);
        return now === undefined ? whole : `{${now}}`;
      })
    : text;
}
