import type {
  AttributeUse,
  ComplexTypeDefinition,
  Content,
  SimpleTypeDefinition,
  TypeDefinition,
  Wildcard,
} from '../contract/model.js';
import { expandedName } from '../contract/names.js';
import { particleOf } from '../contract/own-content.js';
import type { MemberName } from '../contract/positions.js';
import { effectiveAttributes, effectiveContent } from '../contract/queries.js';
import { append } from '../diagnostics/append.js';
import { type Comparison, type ContractDifference, currentKey, everything, ofMember, typeText } from './context.js';
import { additionShifts, compareContents, compareTypeAt, compareValues, isSame, removalShifts } from './elements.js';
import { membersOf } from './members.js';
import { pair } from './pairs.js';
import { narrowed, otherXml, type Relation, type Shift, unknownLess, unknownMore, widened } from './relation.js';
import { facetRelation, simpleRelation } from './simple-relation.js';

/** The differences of two definitions of a type. */
export function compareTypes(
  old: TypeDefinition,
  now: TypeDefinition,
  comparison: Comparison,
): readonly ContractDifference[] {
  if (old.kind === 'simpleType' && now.kind === 'simpleType') {
    return compareSimpleTypes(old, now, comparison);
  }
  if (old.kind === 'complexType' && now.kind === 'complexType') {
    return compareComplexTypes(old, now, comparison);
  }
  const text = now.kind === 'simpleType' ? 'simple' : 'complex';
  return [{ code: 'type-kind-changed', message: `it is a ${text} type now`, shifts: [everything] }];
}

function compareSimpleTypes(
  old: SimpleTypeDefinition,
  now: SimpleTypeDefinition,
  comparison: Comparison,
): readonly ContractDifference[] {
  const findings = [...compareEnumerations(old, now), ...compareFacets(old, now)];
  const plain = (type: SimpleTypeDefinition): SimpleTypeDefinition => ({ ...type, facets: {} });
  const relation = plainRelation(plain(old), plain(now), comparison);
  // With the same list of values, another base changes nothing on the wire.
  const isListed = old.facets.enumeration !== undefined && now.facets.enumeration !== undefined;
  const wire = relation.wire === 'same' || isListed ? 'same' : relation.wire;
  if (wire !== 'same' || relation.code !== 'same') {
    const message = `it is ${varietyText(now)}, before ${varietyText(old)}`;
    findings.push({ code: 'simple-type-changed', message, shifts: [{ wire, code: relation.code }] });
  }
  return findings;
}

function varietyText({ variety, base, builtIn, itemType, memberTypes = [] }: SimpleTypeDefinition): string {
  switch (variety) {
    case 'atomic':
      return `derived from ${typeText(builtIn ?? base)}`;
    case 'list':
      return `a list of ${itemType === undefined ? 'values' : typeText(itemType)}`;
    case 'union':
      return `a union of ${memberTypes.map(typeText).join(', ')}`;
  }
}

/** The relation of two definitions that are in no contract as they stand: with their facets left out. */
function plainRelation(
  old: SimpleTypeDefinition,
  now: SimpleTypeDefinition,
  { old: before, now: after }: Comparison,
): { readonly wire: Relation; readonly code: Relation } {
  const among = (types: typeof before.index, type: SimpleTypeDefinition) => ({
    key: type.key,
    index: { ...types, types: new Map([...membersAround(type, types), [type.key, type]]) },
  });
  return simpleRelation(among(before.index, old), among(after.index, now)) ?? { wire: 'other', code: 'other' };
}

/** The types that a list or union is made of, at any depth. */
function membersAround(
  type: SimpleTypeDefinition,
  { types }: Comparison['old']['index'],
): ReadonlyMap<string, TypeDefinition> {
  const found = new Map<string, TypeDefinition>();
  const within = ({ memberTypes = [], itemType }: SimpleTypeDefinition): readonly string[] =>
    itemType === undefined ? memberTypes : [...memberTypes, itemType];
  const pending = [...within(type)];
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    const definition = types.get(key);
    if (definition?.kind === 'simpleType' && !found.has(key)) {
      found.set(key, definition);
      append(pending, within(definition));
    }
  }
  return found;
}

function compareEnumerations(old: SimpleTypeDefinition, now: SimpleTypeDefinition): readonly ContractDifference[] {
  const values = ({ facets }: SimpleTypeDefinition): readonly string[] | undefined =>
    facets.enumeration?.map(({ value }) => value);
  const [before, after] = [values(old), values(now)];
  if (!before || !after) {
    if (!before === !after) {
      return [];
    }
    return before
      ? [{ code: 'enumeration-opened', message: 'it takes values that are not listed', shifts: [widened] }]
      : [{ code: 'enumeration-closed', message: 'it takes only the values that it lists', shifts: [narrowed] }];
  }
  const { removed, added } = pair(before, after, (value) => value);
  return [
    ...added.map((name) => ofMember(valueDifference('added', name), { new: { kind: 'value', name } })),
    ...removed.map((name) => ofMember(valueDifference('removed', name), { old: { kind: 'value', name } })),
  ];
}

function valueDifference(how: 'added' | 'removed', name: string): ContractDifference {
  const shifts = [how === 'added' ? widened : narrowed];
  return { code: `enumeration-value-${how}`, message: `value "${name}" was ${how}`, shifts };
}

function compareFacets(old: SimpleTypeDefinition, now: SimpleTypeDefinition): readonly ContractDifference[] {
  const isListed = old.facets.enumeration !== undefined && now.facets.enumeration !== undefined;
  const relation = isListed ? 'same' : facetRelation(old.facets, now.facets);
  if (relation === 'same') {
    return [];
  }
  const text = { wider: 'accepts more', narrower: 'accepts less', other: 'accepts other texts' }[relation];
  // Whoever reads without validating takes them; a service may refuse what breaks its rules.
  return [{ code: 'facets-changed', message: `it ${text}: ${facetsText(old, now)}`, shifts: facetShifts(relation) }];
}

function facetShifts(relation: Relation): readonly Shift[] {
  return [{ wire: relation, noticed: 'strict', code: 'same' }];
}

function facetsText({ facets: old }: SimpleTypeDefinition, { facets: now }: SimpleTypeDefinition): string {
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => name !== 'enumeration')
    .sort();
  const text = (value: unknown): string =>
    value === undefined ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return names
    .map((name) => [name, old[name as keyof typeof old], now[name as keyof typeof now]] as const)
    .filter(([, a, b]) => !isSame(a, b))
    .map(([name, a, b]) => `${name} ${text(b)}, before ${text(a)}`)
    .join('; ');
}

function compareComplexTypes(
  old: ComplexTypeDefinition,
  now: ComplexTypeDefinition,
  comparison: Comparison,
): readonly ContractDifference[] {
  const isSameBase =
    old.derivation === now.derivation &&
    (old.base === undefined ? now.base === undefined : currentKey(comparison, old.base) === now.base);
  const content = contentsOf(old, now, isSameBase, comparison);
  const findings = [
    ...compareKinds(content[0], content[1], comparison),
    ...compareAttributes(old, now, isSameBase, comparison),
    ...compareAbstract(old, now),
  ];
  if (!isSameBase) {
    const text = (type: ComplexTypeDefinition): string => (type.base === undefined ? 'nothing' : typeText(type.base));
    const message = `it is derived from ${text(now)}, before ${text(old)}`;
    // Only by xsi:type, and where code uses it in place of its base, does the base itself matter.
    const shifts: readonly Shift[] = old.base === undefined ? [] : [{ ...otherXml, noticed: 'strict' }];
    findings.push({ code: 'base-changed', message, shifts });
  }
  if (!isSame([old.block, old.final], [now.block, now.final])) {
    const message = 'other derived types may stand in for it';
    findings.push({ code: 'derivation-blocked-changed', message, shifts: [everything] });
  }
  if (!isSameArray(old, now, comparison)) {
    const message = 'the items or the rank of the array changed';
    findings.push({ code: 'soap-array-changed', message, shifts: [everything] });
  }
  return [...findings, ...compareWildcards('attributes', [old.anyAttribute], [now.anyAttribute])];
}

function isSameArray(
  { soapArray: a }: ComplexTypeDefinition,
  { soapArray: b }: ComplexTypeDefinition,
  comparison: Comparison,
): boolean {
  if (!a || !b) {
    return a === b;
  }
  return a.rank === b.rank && a.itemName === b.itemName && currentKey(comparison, a.itemType) === b.itemType;
}

/** Contents that are to be compared: the types' own where their bases are the same, else the whole ones. */
function contentsOf(
  old: ComplexTypeDefinition,
  now: ComplexTypeDefinition,
  isSameBase: boolean,
  comparison: Comparison,
): readonly [Content, Content] {
  if (isSameBase) {
    return [old.content, now.content];
  }
  return [
    effectiveContent(comparison.old.contract, old.key) ?? old.content,
    effectiveContent(comparison.now.contract, now.key) ?? now.content,
  ];
}

function compareKinds(old: Content, now: Content, comparison: Comparison): readonly ContractDifference[] {
  const [a, b] = [particleOf(old), particleOf(now)];
  const elements = [
    ...compareContents(a, b, comparison),
    ...compareWildcards('elements', membersOf(a).wildcards, membersOf(b).wildcards),
  ];
  if (old.kind === 'simple' && now.kind === 'simple') {
    const shift = compareTypeAt(old.type, now.type, comparison);
    const message = `its text has the type ${typeText(now.type)}, before ${typeText(old.type)}`;
    return shift ? [{ code: 'simple-type-changed', message, shifts: [shift] }] : [];
  }
  const kinds: Readonly<Record<Content['kind'], string>> = {
    empty: 'no content',
    simple: 'text',
    elementOnly: 'elements',
    mixed: 'elements and text',
  };
  const plain = (kind: Content['kind']): string => (kind === 'empty' ? 'elementOnly' : kind);
  if (plain(old.kind) === plain(now.kind)) {
    return elements;
  }
  const message = `it contains ${kinds[now.kind]}, before ${kinds[old.kind]}`;
  return [{ code: 'content-kind-changed', message, shifts: [everything] }, ...elements];
}

function compareAbstract(old: ComplexTypeDefinition, now: ComplexTypeDefinition): readonly ContractDifference[] {
  if (old.abstract === now.abstract) {
    return [];
  }
  const message = now.abstract ? 'it is abstract: only derived types may occur' : 'it is no longer abstract';
  return [{ code: 'type-abstract-changed', message, shifts: [now.abstract ? narrowed : widened] }];
}

/** Wildcards are compared as a whole: documents may contain what one of them lets in. */
function compareWildcards(
  of: 'elements' | 'attributes',
  old: readonly (Wildcard | undefined)[],
  now: readonly (Wildcard | undefined)[],
): readonly ContractDifference[] {
  const facts = (wildcards: readonly (Wildcard | undefined)[]): readonly string[] =>
    wildcards.flatMap((each) => (each ? [JSON.stringify([each.namespaces, each.notNames])] : [])).sort();
  const [a, b] = [facts(old), facts(now)];
  if (isSame(a, b)) {
    return [];
  }
  if (a.length === 0) {
    return [{ code: 'wildcard-added', message: `it may contain other ${of}`, shifts: [unknownMore] }];
  }
  if (b.length === 0) {
    return [{ code: 'wildcard-removed', message: `it may no longer contain other ${of}`, shifts: [unknownLess] }];
  }
  const shifts: readonly Shift[] = [{ wire: 'other', noticed: 'strict', code: 'same' }];
  return [{ code: 'wildcard-changed', message: `it may contain other ${of} of other namespaces`, shifts }];
}

function compareAttributes(
  old: ComplexTypeDefinition,
  now: ComplexTypeDefinition,
  isSameBase: boolean,
  comparison: Comparison,
): readonly ContractDifference[] {
  const own = (type: ComplexTypeDefinition): readonly AttributeUse[] =>
    type.attributes.filter(({ use }) => use !== 'prohibited');
  const before = isSameBase ? own(old) : effectiveAttributes(comparison.old.contract, old.key);
  const after = isSameBase ? own(now) : effectiveAttributes(comparison.now.contract, now.key);
  const { kept, removed, added } = pair(before, after, ({ namespace, name }) => expandedName(namespace, name));
  const memberOf = ({ name }: AttributeUse): MemberName => ({ kind: 'attribute', name });
  return [
    ...kept.flatMap(([a, b]) => {
      const members = { old: memberOf(a), new: memberOf(b) };
      return compareUses(a, b, comparison).map((each) => ofMember(each, members));
    }),
    ...removed.map((use) => ofMember(attributeDifference('removed', use), { old: memberOf(use) })),
    ...added.map((use) => ofMember(attributeDifference('added', use), { new: memberOf(use) })),
  ];
}

function attributeDifference(how: 'added' | 'removed', { name, use }: AttributeUse): ContractDifference {
  const shiftsOf = how === 'added' ? additionShifts : removalShifts;
  const shifts = shiftsOf({ min: use === 'required' ? 1 : 0, inChoice: false });
  return { code: `attribute-${how}`, message: `attribute ${name} (${use}) was ${how}`, shifts };
}

function compareUses(a: AttributeUse, b: AttributeUse, comparison: Comparison): readonly ContractDifference[] {
  const findings: ContractDifference[] = [];
  if (a.use !== b.use) {
    const isRequired = b.use === 'required';
    const message = `attribute ${b.name} ${isRequired ? 'must be there' : 'may be absent'}`;
    const code = isRequired ? 'attribute-became-required' : 'attribute-became-optional';
    findings.push({ code, message, shifts: [isRequired ? narrowed : widened] });
  }
  const shift = compareTypeAt(a.type, b.type, comparison);
  if (shift) {
    const message = `attribute ${b.name} has the type ${typeText(b.type)}, before ${typeText(a.type)}`;
    findings.push({ code: 'attribute-type-changed', message, shifts: [shift] });
  }
  return [...findings, ...compareValues(`attribute ${b.name}`, a.value, b.value)];
}
