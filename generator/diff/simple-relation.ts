import type { Facets, SimpleTypeDefinition, TypeKey } from '../contract/model.js';
import { splitExpandedName, xsdNamespace } from '../contract/names.js';
import type { ContractIndex } from '../contract/queries.js';
import { append } from '../diagnostics/append.js';
import { builtInFamily } from '../typescript/expressions/built-ins.js';
import { builtInTypes } from '../xsd/built-ins.js';
import { bothRelations, type Relation, relationOf, setRelation } from './relation.js';

/** How the values of a simple type relate to those of an earlier one. */
export interface SimpleRelation {
  readonly wire: Relation;
  readonly code: Relation;
}

const other: SimpleRelation = { wire: 'other', code: 'other' };

/** Compares two simple types, built-in ones included; `undefined` if one of them is not simple. */
export function simpleRelation(
  old: { readonly key: TypeKey; readonly index: ContractIndex },
  now: { readonly key: TypeKey; readonly index: ContractIndex },
): SimpleRelation | undefined {
  const a = view(old.key, old.index);
  const b = view(now.key, now.index);
  if (!a || !b) {
    return undefined;
  }
  if (a.variety !== b.variety) {
    return other;
  }
  switch (a.variety) {
    case 'atomic':
      return atomicRelation(a, b);
    case 'list':
      return listRelation(a, b, old.index, now.index);
    case 'union':
      return unionRelation(a, b, old.index, now.index);
  }
}

/** A simple type with its effective facts. */
interface SimpleView {
  readonly variety: SimpleTypeDefinition['variety'];
  readonly builtIn: TypeKey;
  readonly facets: Facets;
  readonly itemType?: TypeKey;
  readonly memberTypes?: readonly TypeKey[];
}

function view(key: TypeKey, index: ContractIndex): SimpleView | undefined {
  const definition = index.types.get(key);
  if (definition === undefined) {
    const family = builtInFamily(key);
    return family === undefined || family === 'tree' ? undefined : { variety: 'atomic', builtIn: key, facets: {} };
  }
  return definition.kind === 'simpleType'
    ? { ...definition, builtIn: definition.builtIn ?? definition.base }
    : undefined;
}

const neverEmpty: readonly (string | undefined)[] = ['number', 'bigint', 'boolean', 'lexical', 'qname'];

/** Whether an element of a type may have an empty text as its value. */
export function mayBeEmpty(key: TypeKey, index: ContractIndex): boolean {
  const found = view(key, index);
  if (found?.variety !== 'atomic') {
    return true;
  }
  const { builtIn, facets } = found;
  return facets.enumeration?.some(({ value }) => value === '') ?? !neverEmpty.includes(builtInFamily(builtIn));
}

function atomicRelation(a: SimpleView, b: SimpleView): SimpleRelation {
  const lexical = builtInRelation(a.builtIn, b.builtIn);
  const facets = facetRelation(a.facets, b.facets);
  const enumeration = enumerationRelation(a.facets, b.facets);
  const isSameFamily = builtInFamily(a.builtIn) === builtInFamily(b.builtIn);
  // A type whose values are listed takes exactly these; its other facets follow from them.
  const wire = enumeration.listed ? enumeration.relation : relationOf([lexical, facets, enumeration.relation]);
  const asString = typeOf(a.builtIn) === 'string' && typeOf(b.builtIn) === 'string';
  const literal = builtInFamily(a.builtIn) === 'lexical' && builtInFamily(b.builtIn) === 'lexical';
  const code = literal ? 'same' : isSameFamily || asString ? enumeration.relation : 'other';
  return { wire, code };
}

/** The TypeScript type of the values of a built-in type. */
function typeOf(builtIn: TypeKey): string | undefined {
  const family = builtInFamily(builtIn);
  return family === 'text' || family === 'lexical' ? 'string' : family;
}

function enumerationRelation(a: Facets, b: Facets): { readonly relation: Relation; readonly listed: boolean } {
  if (!a.enumeration && !b.enumeration) {
    return { relation: 'same', listed: false };
  }
  if (!a.enumeration || !b.enumeration) {
    return { relation: a.enumeration ? 'wider' : 'narrower', listed: false };
  }
  const values = (facets: Facets): ReadonlySet<string> => new Set(facets.enumeration?.map(({ value }) => value));
  return { relation: setRelation(values(a), values(b)), listed: true };
}

function listRelation(a: SimpleView, b: SimpleView, old: ContractIndex, now: ContractIndex): SimpleRelation {
  const items =
    a.itemType === undefined || b.itemType === undefined
      ? undefined
      : simpleRelation({ key: a.itemType, index: old }, { key: b.itemType, index: now });
  if (!items) {
    return other;
  }
  const facets = relationOf([facetRelation(a.facets, b.facets), enumerationRelation(a.facets, b.facets).relation]);
  return { wire: bothRelations(items.wire, facets), code: items.code };
}

function unionRelation(a: SimpleView, b: SimpleView, old: ContractIndex, now: ContractIndex): SimpleRelation {
  const [ours, theirs] = [a.memberTypes ?? [], b.memberTypes ?? []];
  const common = Math.min(ours.length, theirs.length);
  const relations = ours.slice(0, common).map((key, i) => {
    return simpleRelation({ key, index: old }, { key: theirs[i] as TypeKey, index: now }) ?? other;
  });
  const count: Relation = ours.length < theirs.length ? 'wider' : ours.length > theirs.length ? 'narrower' : 'same';
  const facets = relationOf([facetRelation(a.facets, b.facets), enumerationRelation(a.facets, b.facets).relation]);
  return {
    wire: relationOf([...relations.map(({ wire }) => wire), count, facets]),
    code: relationOf([...relations.map(({ code }) => code), count]),
  };
}

/** Further inclusions of the sets of lexical forms: not derivations, but what one accepts the other does, too. */
const inclusions: readonly (readonly [string, string])[] = [
  ['unsignedInt', 'long'],
  ['unsignedShort', 'int'],
  ['unsignedByte', 'short'],
  ['decimal', 'double'],
  ['decimal', 'float'],
  ['float', 'double'],
  ['double', 'float'],
];

function builtInRelation(old: TypeKey, now: TypeKey): Relation {
  if (old === now) {
    return 'same';
  }
  const [wider, narrower] = [isWithin(old, now), isWithin(now, old)];
  return wider && narrower ? 'same' : wider ? 'wider' : narrower ? 'narrower' : 'other';
}

/** Whether all that one built-in type accepts another accepts, too. */
function isWithin(key: TypeKey, other: TypeKey): boolean {
  const [a, b] = [localName(key), localName(other)];
  if (a === undefined || b === undefined) {
    return key === other;
  }
  if (b === 'string' || b === 'anySimpleType' || b === 'anyAtomicType') {
    return true;
  }
  const seen = new Set<string>();
  const pending = [a];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === b) {
      return true;
    }
    if (!seen.has(name)) {
      seen.add(name);
      pending.push(builtInTypes.get(name)?.base ?? '');
      append(
        pending,
        inclusions.filter(([from]) => from === name).map(([, to]) => to),
      );
    }
  }
  return false;
}

function localName(key: TypeKey): string | undefined {
  const { namespace, local } = splitExpandedName(key);
  return namespace === xsdNamespace ? local : undefined;
}

/** How the facets other than enumerations relate. */
export function facetRelation(a: Facets, b: Facets): Relation {
  return relationOf([
    upper(a.maxLength ?? a.length, b.maxLength ?? b.length),
    lower(a.minLength ?? a.length, b.minLength ?? b.length),
    bound(a.maxInclusive ?? a.maxExclusive, b.maxInclusive ?? b.maxExclusive, 'upper'),
    bound(a.minInclusive ?? a.minExclusive, b.minInclusive ?? b.minExclusive, 'lower'),
    exclusiveness(a, b),
    upper(a.totalDigits, b.totalDigits),
    upper(a.fractionDigits, b.fractionDigits),
    patternRelation(a, b),
    same(a.whiteSpace, b.whiteSpace),
    same(a.explicitTimezone ?? 'optional', b.explicitTimezone ?? 'optional'),
  ]);
}

/** A greatest number: absent is infinite. */
function upper(old: number | undefined, now: number | undefined): Relation {
  const [a, b] = [old ?? Number.POSITIVE_INFINITY, now ?? Number.POSITIVE_INFINITY];
  return a === b ? 'same' : a < b ? 'wider' : 'narrower';
}

function lower(old: number | undefined, now: number | undefined): Relation {
  return upper(now ?? 0, old ?? 0);
}

/** Bounds in lexical form: numbers are compared; of others only whether they are the same is known. */
function bound(old: string | undefined, now: string | undefined, side: 'upper' | 'lower'): Relation {
  if (old === now) {
    return 'same';
  }
  if (old === undefined || now === undefined) {
    return old === undefined ? 'narrower' : 'wider';
  }
  const difference = compareDecimals(old, now);
  if (difference === undefined) {
    return 'other';
  }
  const grows = side === 'upper' ? difference < 0 : difference > 0;
  return difference === 0 ? 'same' : grows ? 'wider' : 'narrower';
}

/** The same bound that is inclusive in one and exclusive in the other. */
function exclusiveness(a: Facets, b: Facets): Relation {
  const flips = (exclusive: string | undefined, inclusive: string | undefined): boolean =>
    exclusive !== undefined && inclusive !== undefined && compareDecimals(exclusive, inclusive) === 0;
  const opened = flips(a.maxExclusive, b.maxInclusive) || flips(a.minExclusive, b.minInclusive);
  const closed = flips(b.maxExclusive, a.maxInclusive) || flips(b.minExclusive, a.minInclusive);
  return relationOf([opened ? 'wider' : 'same', closed ? 'narrower' : 'same']);
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** Less than, equal to or greater than zero; `undefined` if one of the texts is not a decimal number. */
function compareDecimals(a: string, b: string): number | undefined {
  const [x, y] = [decimal.exec(a), decimal.exec(b)];
  if (!x || !y) {
    return undefined;
  }
  const scale = Math.max(x[3]?.length ?? 0, y[3]?.length ?? 0);
  const [p, q] = [scaled(x, scale), scaled(y, scale)];
  return p < q ? -1 : p > q ? 1 : 0;
}

function scaled([, sign, whole = '', fraction = '']: RegExpExecArray, scale: number): bigint {
  const digits = BigInt(`0${whole}${fraction.padEnd(scale, '0')}`);
  return sign === '-' ? -digits : digits;
}

function patternRelation(a: Facets, b: Facets): Relation {
  const groups = (facets: Facets): ReadonlySet<string> =>
    new Set((facets.patterns ?? []).map((group) => JSON.stringify([...group].sort())));
  // Every group must match: another group accepts less.
  return setRelation(groups(b), groups(a));
}

function same(a: string | undefined, b: string | undefined): Relation {
  return a === b ? 'same' : 'other';
}
