import { groupBy } from '../contract/grouping.js';
import type { TypeDefinition, TypeKey } from '../contract/model.js';
import { elementsOf } from '../contract/own-content.js';
import { declarationsOfKey } from '../contract/types/keys.js';
import type { Side } from './context.js';

/**
 * Old types by their new keys: named types that are gone, where one new type has the same definition or takes their place, and
 * the anonymous types inside of renamed ones.
 */
export function renamedTypes(old: Side, now: Side): ReadonlyMap<TypeKey, TypeKey> {
  const gone = old.contract.types.filter(({ key, name }) => name !== undefined && !now.index.types.has(key));
  const fresh = now.contract.types.filter(({ key, name }) => name !== undefined && !old.index.types.has(key));
  const renamed = new Map<TypeKey, TypeKey>();
  if (gone.length === 0) {
    return renamed;
  }
  pairByPlace(old, now, renamed, new Set(gone.map(keyOf)), new Set(fresh.map(keyOf)));
  pairByDefinition(gone, fresh, renamed);
  pairAnonymous(old, now, renamed);
  return renamed;
}

const keyOf = ({ key }: TypeDefinition): TypeKey => key;

/** A type that is gone and one that is new where both stand at the same element of the same type. */
function pairByPlace(
  old: Side,
  now: Side,
  renamed: Map<TypeKey, TypeKey>,
  gone: ReadonlySet<TypeKey>,
  fresh: ReadonlySet<TypeKey>,
): void {
  const before = places(old);
  const candidates = new Map<TypeKey, Set<TypeKey>>();
  for (const [place, key] of places(now)) {
    const earlier = before.get(place);
    if (earlier !== undefined && gone.has(earlier) && fresh.has(key)) {
      candidates.set(earlier, (candidates.get(earlier) ?? new Set()).add(key));
    }
  }
  const taken = new Set<TypeKey>();
  for (const [from, to] of candidates) {
    const [only] = to;
    if (only !== undefined && to.size === 1 && !taken.has(only)) {
      taken.add(only);
      renamed.set(from, only);
    }
  }
}

/** The types of the elements and attributes, by their places. */
function places({ contract }: Side): ReadonlyMap<string, TypeKey> {
  const found = new Map<string, TypeKey>();
  for (const type of contract.types) {
    if (type.kind === 'complexType') {
      for (const element of elementsOf(type.content)) {
        found.set(`${type.key}/${element.name}`, element.type);
      }
      for (const use of type.attributes) {
        found.set(`${type.key}/@${use.name}`, use.type);
      }
    }
  }
  for (const { name, type } of contract.elements) {
    found.set(`element ${name}`, type);
  }
  return found;
}

/** A type that is gone and the only new one with its definition. */
function pairByDefinition(
  gone: readonly TypeDefinition[],
  fresh: readonly TypeDefinition[],
  renamed: Map<TypeKey, TypeKey>,
): void {
  const taken = new Set(renamed.values());
  const free = fresh.filter(({ key }) => !taken.has(key));
  const bySignature = groupBy(free, signatureOf);
  const olds = groupBy(
    gone.filter(({ key }) => !renamed.has(key)),
    signatureOf,
  );
  for (const [signature, types] of olds) {
    const matches = bySignature.get(signature) ?? [];
    const [from] = types;
    const [to] = matches;
    if (from && to && types.length === 1 && matches.length === 1 && !isTrivial(from)) {
      renamed.set(from.key, to.key);
    }
  }
}

/** A definition without its names and its documentation. */
function signatureOf({ key, name, documentation, ...facts }: TypeDefinition): string {
  return JSON.stringify(facts, (property, value: unknown) => (property === 'documentation' ? undefined : value))
    .split(key)
    .join('');
}

/** Types without contents look like each other, so that nothing says which was renamed. */
function isTrivial(type: TypeDefinition): boolean {
  return type.kind === 'complexType'
    ? type.content.kind === 'empty' && type.attributes.length === 0
    : Object.keys(type.facets).every((facet) => facet === 'whiteSpace');
}

/** Anonymous types of renamed owners have the owner's key in their own. */
function pairAnonymous(old: Side, now: Side, renamed: Map<TypeKey, TypeKey>): void {
  for (const { key } of old.contract.types) {
    const [owner] = declarationsOfKey(key) ?? [];
    const newOwner = owner === undefined ? undefined : renamed.get(owner);
    if (owner !== undefined && newOwner !== undefined) {
      const newKey = newOwner + key.slice(owner.length);
      if (now.index.types.has(newKey)) {
        renamed.set(key, newKey);
      }
    }
  }
}
