import type { ElementParticle, IdentityConstraint, Particle, TypeKey, ValueConstraint } from '../contract/model.js';
import type { MemberName } from '../contract/positions.js';
import { append } from '../diagnostics/append.js';
import { type Comparison, type ContractDifference, currentKey, everything, ofMember, typeText } from './context.js';
import { type ContentMember, type ContentMembers, groupsOf, membersOf } from './members.js';
import type { Pairs } from './pairs.js';
import { narrowed, otherXml, type Relation, type Shift, unknownLess, unknownMore, widened } from './relation.js';
import { mayBeEmpty, simpleRelation } from './simple-relation.js';

/** The differences of two content models. */
export function compareContents(
  old: Particle | undefined,
  now: Particle | undefined,
  comparison: Comparison,
): readonly ContractDifference[] {
  const [before, after] = [membersOf(old), membersOf(now)];
  const { kept, removed, added } = matchMembers(before, after);
  const findings = [
    ...kept.flatMap(([a, b]) => compareMembers(a, b, comparison)),
    ...renamedOf(removed, added, comparison),
  ];
  const names = new Map(kept.map(([a, b]) => [keyOf(a), keyOf(b)]));
  const oldGroups = translate(groupsOf(old, new Set(names.keys())), names);
  const newGroups = groupsOf(now, new Set(names.values()));
  if (oldGroups !== newGroups) {
    findings.push(groupsFinding(oldGroups, newGroups));
  }
  return findings;
}

const keyOf = ({ namespace, name }: Pick<ContentMember, 'namespace' | 'name'>): string => `{${namespace}}${name}`;

/** Elements by their expanded names, those left over by their local names. */
function matchMembers(old: ContentMembers, now: ContentMembers): Pairs<ContentMember> {
  const kept: [ContentMember, ContentMember][] = [];
  const left = new Map(now.elements);
  const pending: ContentMember[] = [];
  for (const [key, member] of old.elements) {
    const same = left.get(key);
    if (same) {
      kept.push([member, same]);
      left.delete(key);
    } else {
      pending.push(member);
    }
  }
  const removed: ContentMember[] = [];
  for (const member of pending) {
    const moved = [...left].find(([, each]) => each.name === member.name);
    if (moved) {
      kept.push([member, moved[1]]);
      left.delete(moved[0]);
    } else {
      removed.push(member);
    }
  }
  return { kept, removed, added: [...left.values()] };
}

function translate(groups: string, names: ReadonlyMap<string, string>): string {
  return groups.replace(/\{[^{}]*\}[^\s()]+/g, (name) => names.get(name) ?? name);
}

/** The groups of the elements that both models have. */
function groupsFinding(old: string, now: string): ContractDifference {
  const flat = (groups: string): string =>
    groups
      .replace(/(sequence|choice|all)(\d-\w)?|[()?]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  const isOrder = [...flat(old).split(' ')].sort().join(' ') === [...flat(now).split(' ')].sort().join(' ');
  const kinds = (groups: string): string => groups.replace(/\{[^{}]*\}[^\s()]+/g, '').replace(/\s+/g, '');
  if (isOrder && kinds(old) === kinds(now)) {
    return {
      code: 'elements-reordered',
      message: 'its elements have another order',
      shifts: [otherXml],
    };
  }
  const [from, to] = [/^all\b|^all\(/.test(old), /^all\b|^all\(/.test(now)];
  const isFlat = !/choice|\d-\w|\?/.test(old + now);
  const wire: Relation = isFlat && to && !from ? 'wider' : isFlat && from && !to ? 'narrower' : 'other';
  const code: Relation = isFlat ? 'same' : 'other';
  return {
    code: 'content-model-changed',
    message: `its elements are grouped in another way: ${readable(old)} became ${readable(now)}`,
    shifts: [{ wire, code, json: code }],
  };
}

function readable(groups: string): string {
  const text = groups.replace(/\{[^{}]*\}/g, '').replace(/\d-\w/g, '*');
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Elements that are gone and others that are new, or the ones under the names of the others. */
function renamedOf(
  removed: readonly ContentMember[],
  added: readonly ContentMember[],
  comparison: Comparison,
): readonly ContractDifference[] {
  const renamed = pairRenamed(removed, added, comparison);
  const taken = new Set(renamed.values());
  const findings = removed.map((member): ContractDifference => {
    const match = renamed.get(member);
    if (match) {
      const shifts = [...removalShifts(member), ...additionShifts(match), otherName];
      const message = `element ${member.name} is called ${match.name} now`;
      const names = { from: member.name, to: match.name };
      const finding: ContractDifference = { code: 'element-renamed', message, shifts, renamed: names };
      return ofMember(finding, { old: memberName(member), new: memberName(match) });
    }
    const message = `element ${member.name} (${memberText(member)}) was removed`;
    return ofMember({ code: 'element-removed', message, shifts: removalShifts(member) }, { old: memberName(member) });
  });
  for (const member of added) {
    if (!taken.has(member)) {
      const message = `element ${member.name} (${memberText(member)}) was added`;
      const finding: ContractDifference = { code: 'element-added', message, shifts: additionShifts(member) };
      findings.push(ofMember(finding, { new: memberName(member) }));
    }
  }
  return findings;
}

/** Elements that have a new name where type, bounds and, if several have these, also the place are the same. */
function pairRenamed(
  removed: readonly ContentMember[],
  added: readonly ContentMember[],
  comparison: Comparison,
): ReadonlyMap<ContentMember, ContentMember> {
  const renamed = new Map<ContentMember, ContentMember>();
  const byPlace = removed.length === added.length;
  for (const member of removed) {
    const match = onlyOf(member, added, byPlace, (a, b) => isAlike(a, b, comparison));
    if (match && onlyOf(match, removed, byPlace, (a, b) => isAlike(b, a, comparison)) === member) {
      renamed.set(member, match);
    }
  }
  return renamed;
}

/** The one that is alike; of several the one at the same place. */
function onlyOf(
  member: ContentMember,
  others: readonly ContentMember[],
  byPlace: boolean,
  alike: (a: ContentMember, b: ContentMember) => boolean,
): ContentMember | undefined {
  const found = others.filter((other) => alike(member, other));
  return found.length > 1 ? found.find(({ index }) => byPlace && index === member.index) : found[0];
}

/** The names of elements that have other names now, old to new. */
export function renamedElements(
  old: Particle | undefined,
  now: Particle | undefined,
  comparison: Comparison,
): ReadonlyMap<string, string> {
  const { removed, added } = matchMembers(membersOf(old), membersOf(now));
  const pairs = pairRenamed(removed, added, comparison);
  return new Map([...pairs].map(([a, b]) => [a.name, b.name]));
}

function isAlike(a: ContentMember, b: ContentMember, comparison: Comparison): boolean {
  const isSameType = currentKey(comparison, a.particle.type) === b.particle.type;
  return isSameType && a.min === b.min && a.max === b.max && a.inChoice === b.inChoice && a.namespace === b.namespace;
}

function memberText({ particle, min, max, inChoice }: ContentMember): string {
  const bounds = max === 1 ? (min > 0 ? 'required' : inChoice ? 'a branch of a choice' : 'optional') : 'a list';
  return `${typeText(particle.type)}, ${bounds}${particle.nillable ? ', nillable' : ''}`;
}

/** Readers of JSON look for a value under its name. */
const otherName: Shift = { wire: 'same', code: 'same', json: 'other' };

/** A document with the element is unknown to the one, a document without it is incomplete for the other. */
export function additionShifts({ min, inChoice }: Pick<ContentMember, 'min' | 'inChoice'>): readonly Shift[] {
  if (inChoice) {
    return [widened];
  }
  return min > 0 ? [unknownMore, narrowed] : [unknownMore];
}

/** The other way round. */
export function removalShifts({ min, inChoice }: Pick<ContentMember, 'min' | 'inChoice'>): readonly Shift[] {
  if (inChoice) {
    return [{ wire: 'narrower', code: 'other', json: 'narrower' }];
  }
  return min > 0 ? [unknownLess, { wire: 'wider', code: 'same' }] : [unknownLess];
}

function compareMembers(a: ContentMember, b: ContentMember, comparison: Comparison): readonly ContractDifference[] {
  const findings: ContractDifference[] = [];
  if (a.namespace !== b.namespace) {
    findings.push({
      code: 'element-namespace-changed',
      message: `element ${a.name} moved from ${namespaceText(a.namespace)} to ${namespaceText(b.namespace)}`,
      shifts: [otherXml],
    });
  }
  append(findings, compareBounds(a, b));
  append(findings, compareDeclarations(`element ${b.name}`, a.particle, b.particle, comparison));
  return findings.map((each) => ofMember(each, { old: memberName(a), new: memberName(b) }));
}

function memberName({ name }: ContentMember): MemberName {
  return { kind: 'element', name };
}

function namespaceText(namespace: string): string {
  return namespace === '' ? 'no namespace' : `namespace ${namespace}`;
}

function compareBounds(a: ContentMember, b: ContentMember): readonly ContractDifference[] {
  const findings: ContractDifference[] = [];
  const [wasList, isList] = [a.max !== 1, b.max !== 1];
  if (wasList !== isList) {
    const code = isList ? 'element-became-list' : 'element-became-single';
    const wire: Relation = isList ? 'wider' : 'narrower';
    const message = `element ${b.name} may occur ${isList ? 'more than once' : 'only once'}`;
    findings.push({ code, message, shifts: [{ wire, code: 'other' }] });
  } else if (isList && a.max !== b.max) {
    const grows = b.max === null || (a.max !== null && a.max < b.max);
    findings.push(
      occurrence(b, `at most ${b.max ?? 'any number of'} times, before ${a.max ?? 'any number of'}`, grows),
    );
  }
  if (a.min > 0 !== b.min > 0) {
    const isRequired = b.min > 0;
    const code = isRequired ? 'element-became-required' : 'element-became-optional';
    const message = `element ${b.name} ${isRequired ? 'must be there' : 'may be absent'}`;
    findings.push({ code, message, shifts: [isRequired ? narrowed : widened] });
  } else if (a.min !== b.min) {
    findings.push(occurrence(b, `at least ${b.min} times, before ${a.min}`, b.min < a.min));
  }
  return findings;
}

function occurrence({ name }: ContentMember, bounds: string, grows: boolean): ContractDifference {
  const shift: Shift = { wire: grows ? 'wider' : 'narrower', noticed: 'strict', code: 'same' };
  return { code: 'element-occurrence-changed', message: `element ${name} occurs ${bounds}`, shifts: [shift] };
}

/** What element declarations have, global or local. */
type Declared = Pick<ElementParticle, 'type' | 'nillable' | 'identityConstraints'> & {
  readonly alternatives?: unknown;
  readonly value?: ValueConstraint;
};

/** The differences of two declarations of an element, apart from its name and its bounds. */
export function compareDeclarations(
  name: string,
  a: Declared,
  b: Declared,
  comparison: Comparison,
): readonly ContractDifference[] {
  const findings: ContractDifference[] = [];
  const type = compareTypeAt(a.type, b.type, comparison);
  if (type) {
    const message = `${name} has the type ${typeText(b.type)}, before ${typeText(a.type)}`;
    findings.push({ code: 'element-type-changed', message, shifts: [type] });
  }
  if (a.nillable !== b.nillable) {
    const message = `${name} ${b.nillable ? 'may be nil' : 'may no longer be nil'}`;
    findings.push({ code: 'element-nillable-changed', message, shifts: [b.nillable ? widened : narrowed] });
  }
  if (!isSame(a.alternatives, b.alternatives)) {
    const message = `${name} has other types that its attributes select`;
    findings.push({ code: 'element-alternatives-changed', message, shifts: [everything] });
  }
  if (!isSame(constraintsText(a.identityConstraints), constraintsText(b.identityConstraints))) {
    const message = `${name} has other constraints of identity (key, unique, keyref)`;
    const shift: Shift = { wire: 'other', noticed: 'strict', code: 'same' };
    findings.push({ code: 'identity-constraint-changed', message, shifts: [shift] });
  }
  // An empty element is read as its default: what writes requests from JSON refuses an empty value where there is one.
  const gainsDefault = a.value === undefined && b.value !== undefined && mayBeEmpty(a.type, comparison.old.index);
  return [...findings, ...compareValues(name, a.value, b.value, gainsDefault ? { json: 'narrower' } : {})];
}

function constraintsText(constraints: readonly IdentityConstraint[]): string {
  return constraints
    .map((each) => JSON.stringify(each))
    .sort()
    .join();
}

/** The differences of default and fixed values. A default fills in what is absent, so nobody breaks; a fixed value is a rule. */
export function compareValues(
  name: string,
  a: ValueConstraint | undefined,
  b: ValueConstraint | undefined,
  shift: Pick<Shift, 'json'> = {},
): readonly ContractDifference[] {
  if (isSame(a, b)) {
    return [];
  }
  const wasFixed = a?.kind === 'fixed';
  const isFixed = b?.kind === 'fixed';
  const relation: Relation = wasFixed && isFixed ? 'other' : wasFixed ? 'wider' : isFixed ? 'narrower' : 'same';
  const text = (value: ValueConstraint | undefined): string =>
    value ? `the ${value.kind} value "${value.value}"` : 'no default';
  const message = `${name} has ${text(b)}, before ${text(a)}`;
  return [{ code: 'value-constraint-changed', message, shifts: [{ wire: relation, code: relation, ...shift }] }];
}

/** Whether a place holds another type; types that are known by the same key are compared for themselves. */
export function compareTypeAt(old: TypeKey, now: TypeKey, comparison: Comparison): Shift | undefined {
  if (currentKey(comparison, old) === now) {
    return undefined;
  }
  const relation = simpleRelation({ key: old, index: comparison.old.index }, { key: now, index: comparison.now.index });
  if (!relation) {
    return everything;
  }
  return relation.wire === 'same' && relation.code === 'same' ? undefined : relation;
}

/** Whether two facts are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
