import type { Facets, LexicalContext, SimpleType } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { resolve } from '../descriptor/resolve.js';
import { isVariable, otherTexts } from '../lexical/alternatives.js';
import { attempt, quoted } from '../lexical/numbers.js';
import { normaliseWhiteSpace, splitList } from '../lexical/whitespace.js';
import { choicesOf, holdsUnion, isNested, leavesOf } from '../plan/members.js';
import {
  acceptsValue,
  describe,
  type FacetCheck,
  knownPlan,
  type Members,
  noPrefixes,
  type SimpleEngine,
  type SimplePlan,
  simplePlan,
  type UnionReading,
  type VarietyEngine,
} from '../plan/simple-plan.js';
import { valueKey } from './canonical.js';
import { checkWith, formatByPattern, isSameValue, joinPatterns, matchesPatterns } from './facet-engine.js';
import { askMembers, type Question } from './nested-unions.js';
import { sameValues } from './orders.js';
import { requireFacets, textsOf } from './required-facets.js';
import { checkFacets, formatPlan, parsePlan } from './simple.js';
import { inFacetScope, inScope, isScoped, mayTry, outOfScope, type UnionScope } from './union-scope.js';

/** Lists and unions, which bring what reads and writes them. */

function parseVariety(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown {
  return plan.variety === 'union' ? parseUnion(plan, text, context, check) : parseList(plan, text, context, check);
}

function parseList({ item }: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown[] {
  if (item === undefined) {
    return [];
  }
  const parts = (): unknown[] => splitList(text).map((part) => parsePlan(item, part, context, check));
  return isNested(item) ? outOfScope(parts) : parts();
}

/** Reads a text by the first member that accepts it. */
function parseUnion(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown {
  const reading = readByMember(plan, text, context);
  if (reading === undefined) {
    throw new LexicalError(`${quoted(text)} does not fit any member of the union`);
  }
  const { facets } = plan;
  if (facets === undefined || (check !== 'all' && facets.enumeration === undefined)) {
    return reading.value;
  }
  const problems = checkWith(plan, reading.value, text, context, reading);
  const problem = problems.find(({ code }) => check === 'all' || code === 'enumeration');
  if (problem !== undefined) {
    throw new LexicalError(problem.message);
  }
  return reading.value;
}

/**
 * Where an engine lets programs say how long stacks are (V8 does, unless its objects are frozen). The members of a union are
 * tried, so errors are usual there, and stacks that nobody sees are nearly all that they cost.
 */
const stacks: { stackTraceLimit?: unknown } | undefined =
  Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true
    ? (Error as { stackTraceLimit?: unknown })
    : undefined;

/** The value of the first member that accepts a text, including its facets (Part 2, 2.5.1.3). */
function readByMember(plan: SimplePlan, text: string, context: LexicalContext): UnionReading | undefined {
  if (!isNested(plan) && !isScoped(context)) {
    return readByFirst(choicesOf(plan), text, context);
  }
  // Restrictions of a union ask the same members.
  return inScope(context, text.length, (scope) =>
    scope.once(plan.members, text, () => withoutStacks(() => askMembers(plan, text, readings, scope))),
  );
}

function readByFirst(choices: readonly SimplePlan[], text: string, context: LexicalContext): UnionReading | undefined {
  const limit = stacks?.stackTraceLimit;
  if (stacks !== undefined) {
    stacks.stackTraceLimit = 0;
  }
  try {
    for (const choice of choices) {
      const reading = tryToRead(choice, text, context);
      if (reading !== undefined) {
        return reading;
      }
    }
  } finally {
    if (stacks !== undefined) {
      stacks.stackTraceLimit = limit;
    }
  }
  return undefined;
}

/** Runs `act` while errors are made without stacks. */
function withoutStacks<T>(act: () => T): T {
  const limit = stacks?.stackTraceLimit;
  if (stacks !== undefined) {
    stacks.stackTraceLimit = 0;
  }
  try {
    return act();
  } finally {
    if (stacks !== undefined) {
      stacks.stackTraceLimit = limit;
    }
  }
}

/** The results of members for a text. */
const readings: Question<string, UnionReading> = {
  keyOf: ({ members }) => members,
  passedOn: ({ whiteSpace }, raw) => normaliseWhiteSpace(raw, whiteSpace),
  ask: (member, raw, scope) =>
    member.variety === 'union'
      ? admitted(member, normaliseWhiteSpace(raw, member.whiteSpace), scope)
      : readOnce(member, raw, scope),
};

/** The result of a union's members for a text, if the facets of the union hold. */
function admitted(union: SimplePlan, text: string, scope: UnionScope): UnionReading | undefined {
  const reading = scope.find<UnionReading>(union.members, text) ?? undefined;
  return reading !== undefined && checkWith(union, reading.value, text, scope.context, reading).length === 0
    ? reading
    : undefined;
}

function readOnce(leaf: SimplePlan, raw: string, scope: UnionScope): UnionReading | undefined {
  const before = scope.find<UnionReading>(leaf, raw);
  if (before !== undefined) {
    return before ?? undefined;
  }
  const reading = tryToRead(leaf, raw, scope.context);
  scope.keep(leaf, raw, reading ?? null);
  return reading;
}

function tryToRead(leaf: SimplePlan, raw: string, context: LexicalContext): UnionReading | undefined {
  if (!mayTry()) {
    return undefined;
  }
  try {
    return { value: attempt(() => parsePlan(leaf, raw, context, 'all')), leaf, raw };
  } catch (error) {
    if (error instanceof LexicalError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * A string that is the same for two texts exactly when they stand for equal values. Texts tell what values alone do not: of
 * which member of a union they are. Undefined if the text is of none.
 */
function textKey(plan: SimplePlan, text: string, context: LexicalContext, read?: UnionReading): string | undefined {
  switch (plan.variety) {
    case 'atomic':
      return valueKey(plan, parsePlan(plan, text, context, 'enumeration'));
    case 'list': {
      const { item } = plan;
      const keys = item === undefined ? [] : splitList(text).map((part) => textKey(item, part, context));
      return keys.includes(undefined) ? undefined : `[${keys.join(' ')}]`;
    }
    case 'union': {
      const reading = read ?? readByMember(plan, text, context);
      return reading && textKey(reading.leaf, normalised(reading), context);
    }
  }
}

/** A text of a union as the type that reads it normalises white space (Part 2, 4.3.6): what patterns of the union bind. */
function boundText(plan: SimplePlan, text: string, context: LexicalContext, read?: UnionReading): string {
  if (plan.variety !== 'union' || !looseSpace.test(text)) {
    return text;
  }
  const reading = read ?? readByMember(plan, text, context);
  return reading === undefined ? text : normalised(reading);
}

const looseSpace = /[\t\n\r]|^ | $| {2}/;

/** The text of a reading as its type normalises it. */
function normalised({ leaf, raw }: UnionReading): string {
  return normaliseWhiteSpace(raw, leaf.whiteSpace);
}

/** True if one of the keys belongs to the value as that of any type in the union which takes it. */
function hasKey(plan: SimplePlan, value: unknown, keys: ReadonlySet<string | undefined>): boolean {
  return leavesOf(plan).some((leaf) => acceptsValue(leaf, value) && keys.has(valueKey(leaf, value)));
}

function formatVariety(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  return plan.variety === 'union' ? formatUnion(plan, value, context) : formatList(plan, value, context);
}

function formatList(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  const { item, facets } = plan;
  if (!Array.isArray(value) || item === undefined) {
    throw new LexicalError(`expected an array, got ${describe(value)}`);
  }
  const texts = value.map((part: unknown) => formatPlan(item, part, context));
  return facets?.patterns === undefined
    ? texts.join(' ')
    : formatListByPattern(plan, facets, item, value, texts, context);
}

/**
 * A value of a union is written so that it is read as the same value again: not as that of an earlier member (1 in a union
 * with boolean is written as +1), and so that the union's own facets hold.
 */
function formatUnion(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  const { member, text } = formatByMember(plan, value, context);
  const hasForms = isVariable(value);
  const { facets } = plan;
  if (facets === undefined && (!hasForms || member === choicesOf(plan)[0])) {
    return text;
  }
  if (isReadAs(plan, text, value, context)) {
    return text;
  }
  for (const other of facets?.enumeration ?? []) {
    if (isReadAs(plan, other, value, context)) {
      return other;
    }
  }
  if (!hasForms) {
    return text;
  }
  for (const other of otherTexts(value, text)) {
    if (isReadAs(plan, other, value, context)) {
      return other;
    }
  }
  return text;
}

function isReadAs(plan: SimplePlan, text: string, value: unknown, context: LexicalContext): boolean {
  const reading = readByMember(plan, text, context);
  if (reading === undefined || typeof reading.value !== typeof value) {
    return false;
  }
  // The type that has read the text is the likeliest to know: to look through all of them takes the time of a large union.
  const { leaf } = reading;
  const isEqual = acceptsValue(leaf, value) && sameValues(leaf, reading.value, value);
  if (!isEqual && !sameValues(plan, reading.value, value)) {
    return false;
  }
  return checkWith(plan, reading.value, text, context, reading).length === 0;
}

/** Lists of more items are written in the canonical form. */
const maxVaried = 1000;

/** A list whose canonical text a pattern refuses, with all items in another form, if one fits. */
function formatListByPattern(
  plan: SimplePlan,
  facets: Facets,
  item: SimplePlan,
  values: readonly unknown[],
  texts: readonly string[],
  context: LexicalContext,
): string {
  const text = texts.join(' ');
  if (item.variety !== 'atomic' || values.length > maxVaried || matchesPatterns(plan, facets, text)) {
    return text;
  }
  const forms = values.map((value, i) => (isVariable(value) ? otherTexts(value, texts[i] ?? '') : undefined));
  for (let others = nextTexts(forms, texts); others !== undefined; others = nextTexts(forms, texts)) {
    const isSame = others.every((each, i) => isSameValue(item, each, values[i], context));
    const other = others.join(' ');
    if (isSame && matchesPatterns(plan, facets, other)) {
      return other;
    }
  }
  return text;
}

/** The next form of each item; undefined once one has no more. */
function nextTexts(
  forms: readonly (Iterator<string> | undefined)[],
  texts: readonly string[],
): readonly string[] | undefined {
  if (forms.every((form) => form === undefined)) {
    return undefined;
  }
  const next = forms.map((form, i) => (form === undefined ? texts[i] : form.next().value));
  return next.every((text) => typeof text === 'string') ? next : undefined;
}

/** True for a value that can be written so that every facet holds, its text's pattern among them. */
export function isWritable(plan: SimplePlan, value: unknown, context: LexicalContext): boolean {
  const { item } = plan;
  if (plan.variety === 'list' && item !== undefined && Array.isArray(value)) {
    if (!value.every((part: unknown) => isWritable(item, part, context))) {
      return false;
    }
  }
  return fits(plan, value, context);
}

/** The type in a union, itself not a union, that takes the value, facets included. Throws `LexicalError` if none does. */
export function memberFor(plan: SimplePlan, value: unknown, context: LexicalContext): SimplePlan {
  return inScope(context, 0, () => {
    let { member } = formatByMember(plan, value, context);
    while (member.variety === 'union') {
      member = formatByMember(member, value, context).member;
    }
    return member;
  });
}

interface MemberText {
  readonly member: SimplePlan;
  readonly text: string;
}

/** The first member that takes the value, and the text that it writes. */
function formatByMember(plan: SimplePlan, value: unknown, context: LexicalContext): MemberText {
  const written =
    isNested(plan) || isScoped(context)
      ? inScope(context, 0, (scope) =>
          scope.once(plan.members.direct, value, () => withoutStacks(() => askMembers(plan, value, writings, scope))),
        )
      : withoutStacks(() => writeByFirst(plan, value, context));
  if (written === undefined) {
    throw new LexicalError(`${describe(value)} does not fit any member of the union`);
  }
  return written;
}

function writeByFirst(plan: SimplePlan, value: unknown, context: LexicalContext): MemberText | undefined {
  for (const member of choicesOf(plan)) {
    const written = writeMember(member, value, context);
    if (written !== undefined) {
      return written;
    }
  }
  return undefined;
}

/** The results of members for a value. */
const writings: Question<unknown, MemberText> = {
  // Not the key under which texts are kept: a value may be a text, too.
  keyOf: ({ members }) => members.direct,
  passedOn: (_, value) => value,
  // Unions without facets are treated as if their members were listed directly.
  ask: (member, value, scope) =>
    member.variety === 'union' && member.facets === undefined
      ? (scope.find<MemberText>(member.members.direct, value) ?? undefined)
      : writeMember(member, value, scope.context),
};

function writeMember(member: SimplePlan, value: unknown, context: LexicalContext): MemberText | undefined {
  const text = mayTry() ? fittingText(member, value, context) : undefined;
  return text === undefined ? undefined : { member, text };
}

function fits(plan: SimplePlan, value: unknown, context: LexicalContext): boolean {
  return fittingText(plan, value, context) !== undefined;
}

/** The text of a value that satisfies every facet; undefined if there is none. */
function fittingText(plan: SimplePlan, value: unknown, context: LexicalContext): string | undefined {
  // A union finds out itself, member by member.
  if (plan.variety !== 'union' && !acceptsValue(plan, value)) {
    return undefined;
  }
  try {
    const text = formatPlan(plan, value, context);
    return checkFacets(plan, value, text, context).length === 0 ? text : undefined;
  } catch (error) {
    if (error instanceof LexicalError) {
      return undefined;
    }
    throw error;
  }
}

function acceptsVariety(plan: SimplePlan, value: unknown): boolean {
  if (plan.variety === 'union') {
    return leavesOf(plan).some((leaf) => acceptsValue(leaf, value));
  }
  const { item } = plan;
  return Array.isArray(value) && item !== undefined && value.every((part: unknown) => acceptsValue(item, part));
}

function equalVarieties(plan: SimplePlan, a: unknown, b: unknown): boolean {
  if (plan.variety === 'union') {
    return leavesOf(plan).some((leaf) => acceptsValue(leaf, a) && acceptsValue(leaf, b) && sameValues(leaf, a, b));
  }
  const { item } = plan;
  if (!Array.isArray(a) || !Array.isArray(b) || item === undefined || a.length !== b.length) {
    return false;
  }
  return a.every((part: unknown, i) => sameValues(item, part, b[i]));
}

function enumeratedKeys(plan: SimplePlan, { enumeration }: Facets): ReadonlySet<string | undefined> | undefined {
  return holdsUnion(plan) ? new Set(enumeration?.map((text) => textKey(plan, text, noPrefixes))) : undefined;
}

/** Makes the plans of the component types of a type before its own: a loop, since chains of types are longer than a stack. */
function planParts(chain: readonly SimpleType[]): void {
  const begun = new Set<SimpleType>(chain);
  const open = chain.flatMap(componentsOf);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (begun.has(top) || knownPlan(top) !== undefined) {
      simplePlan(top);
      open.pop();
    } else {
      begun.add(top);
      open.push(...componentsOf(top));
    }
  }
}

function componentsOf({ base, itemType, memberTypes = [] }: SimpleType): SimpleType[] {
  return [base, itemType, ...memberTypes].flatMap((part) => (part === undefined ? [] : resolve(part)));
}

/** Members of a union, each once; its restrictions share them. Of a list, the type of its items. */
function partsOf(chain: readonly SimpleType[]): ReturnType<VarietyEngine['partsOf']> {
  planParts(chain);
  const list = chain.find(({ itemType }) => itemType !== undefined);
  const union = chain.find(({ memberTypes }) => memberTypes !== undefined);
  const item = list?.itemType && simplePlan(resolve(list.itemType));
  if (union === undefined) {
    return { item, members: undefined };
  }
  return { item, members: union === chain[0] ? declaredMembers(union) : simplePlan(union).members };
}

function declaredMembers({ memberTypes = [] }: SimpleType): Members {
  const direct = [...new Set(memberTypes.map((member) => simplePlan(resolve(member))))];
  return { direct, choices: undefined, leaves: undefined, nested: undefined };
}

/** The engine that lists and unions bring. */
export const varietyEngine: SimpleEngine = {
  check: checkWith,
  textsOf,
  require: requireFacets,
  format: formatByPattern,
  join: joinPatterns,
  varieties: {
    partsOf,
    parse: parseVariety,
    format: formatVariety,
    accepts: acceptsVariety,
    equals: equalVarieties,
    choices: choicesOf,
    leaves: leavesOf,
    texts: { enumerated: enumeratedKeys, keyOf: textKey, has: hasKey, bound: boundText, apart: inFacetScope },
  },
};
