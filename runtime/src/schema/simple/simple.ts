import type { Facets, LexicalContext, PatternsFacet } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { isVariable, otherTexts } from '../lexical/alternatives.js';
import { parseExpandedName } from '../lexical/names.js';
import { attempt, quoted } from '../lexical/numbers.js';
import { normaliseWhiteSpace, splitList } from '../lexical/whitespace.js';
import {
  acceptsValue,
  choicesOf,
  describe,
  equalValues,
  holdsUnion,
  isNested,
  leavesOf,
  noPrefixes,
  type SimplePlan,
  wrongValue,
} from '../plan/simple-plan.js';
import { valueKey } from './canonical.js';
import { brokenFacets, type FacetPlan, type FacetProblem, isNameType } from './facets.js';
import { askMembers, type Question } from './nested-unions.js';
import { inFacetScope, inScope, isScoped, mayTry, outOfScope, type UnionScope } from './union-scope.js';

/** Which facets a text is checked against: only those that decide the TypeScript type, or all. */
export type FacetCheck = 'enumeration' | 'all';

/** Reads a text, not yet normalised. Throws `LexicalError`. */
export function parsePlan(plan: SimplePlan, raw: string, context: LexicalContext, check: FacetCheck): unknown {
  if (plan.verbatim && (check === 'enumeration' || !plan.constrained)) {
    return raw;
  }
  if (plan.loose) {
    return plan.parse(raw, context);
  }
  const text = normaliseWhiteSpace(raw, plan.whiteSpace);
  if (plan.variety === 'union') {
    return parseUnion(plan, text, context, check);
  }
  const value = parseNormalised(plan, text, context, check);
  if (check === 'all' && plan.constrained) {
    const problem = checkFacets(plan, value, text, context)[0];
    if (problem !== undefined) {
      throw new LexicalError(problem.message);
    }
  } else if (plan.texts !== undefined) {
    if (!plan.texts.has(text)) {
      throw notEnumerated(text);
    }
  } else if (plan.facets?.enumeration !== undefined && plan.mapped === undefined && !plan.open) {
    const problem = checkFacets(plan, value, text, context).find(({ code }) => code === 'enumeration');
    if (problem !== undefined) {
      throw new LexicalError(problem.message);
    }
  }
  return value;
}

function notEnumerated(text: string): LexicalError {
  return new LexicalError(`${quoted(text)} is not one of the enumerated values`);
}

function parseNormalised(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown {
  const { mapped, item } = plan;
  if (mapped !== undefined) {
    if (check === 'all' || !plan.ownTexts) {
      parsePlan(mapped, text, context, check);
    }
    return plan.parse(text, context);
  }
  if (plan.variety === 'atomic') {
    return plan.parse(text, context);
  }
  if (item === undefined) {
    return [];
  }
  const parts = (): unknown[] => splitList(text).map((part) => parsePlan(item, part, context, check));
  return isNested(item) ? outOfScope(parts) : parts();
}

function parseUnion(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown {
  const reading = readByMember(plan, text, context);
  if (reading === undefined) {
    throw new LexicalError(`${quoted(text)} does not fit any member of the union`);
  }
  const { facets } = plan;
  if (facets === undefined || (check !== 'all' && facets.enumeration === undefined)) {
    return reading.value;
  }
  const problems = checkFacets(plan, reading.value, text, context, reading);
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

/** The result of a union for a text. */
interface Reading {
  readonly value: unknown;
  /** The type that has read it: the member, or if that is a union itself, a member of it, and so on. */
  readonly leaf: SimplePlan;
  /** The text that this type was given, not yet normalised by it. */
  readonly raw: string;
}

/** The value of the first member that accepts a text, including its facets (Part 2, 2.5.1.3). */
function readByMember(plan: SimplePlan, text: string, context: LexicalContext): Reading | undefined {
  if (!isNested(plan) && !isScoped(context)) {
    return readByFirst(choicesOf(plan), text, context);
  }
  // Restrictions of a union ask the same members.
  return inScope(context, text.length, (scope) =>
    scope.once(plan.members, text, () => withoutStacks(() => askMembers(plan, text, readings, scope))),
  );
}

function readByFirst(choices: readonly SimplePlan[], text: string, context: LexicalContext): Reading | undefined {
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
const readings: Question<string, Reading> = {
  keyOf: ({ members }) => members,
  passedOn: ({ whiteSpace }, raw) => normaliseWhiteSpace(raw, whiteSpace),
  ask: (member, raw, scope) =>
    member.variety === 'union'
      ? admitted(member, normaliseWhiteSpace(raw, member.whiteSpace), scope)
      : readOnce(member, raw, scope),
};

/** The result of a union's members for a text, if the facets of the union hold. */
function admitted(union: SimplePlan, text: string, scope: UnionScope): Reading | undefined {
  const reading = scope.find<Reading>(union.members, text) ?? undefined;
  return reading !== undefined && checkFacets(union, reading.value, text, scope.context, reading).length === 0
    ? reading
    : undefined;
}

function readOnce(leaf: SimplePlan, raw: string, scope: UnionScope): Reading | undefined {
  const before = scope.find<Reading>(leaf, raw);
  if (before !== undefined) {
    return before ?? undefined;
  }
  const reading = tryToRead(leaf, raw, scope.context);
  scope.keep(leaf, raw, reading ?? null);
  return reading;
}

function tryToRead(leaf: SimplePlan, raw: string, context: LexicalContext): Reading | undefined {
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
function textKey(plan: SimplePlan, text: string, context: LexicalContext, read?: Reading): string | undefined {
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
function boundText(plan: SimplePlan, text: string, context: LexicalContext, read?: Reading): string {
  if (plan.variety !== 'union' || !looseSpace.test(text)) {
    return text;
  }
  const reading = read ?? readByMember(plan, text, context);
  return reading === undefined ? text : normalised(reading);
}

const looseSpace = /[\t\n\r]|^ | $| {2}/;

/** The text of a reading as its type normalises it. */
function normalised({ leaf, raw }: Reading): string {
  return normaliseWhiteSpace(raw, leaf.whiteSpace);
}

/** True if one of the keys belongs to the value as that of any type in the union which takes it. */
function hasKey(plan: SimplePlan, value: unknown, keys: ReadonlySet<string | undefined>): boolean {
  return leavesOf(plan).some((leaf) => acceptsValue(leaf, value) && keys.has(valueKey(leaf, value)));
}

/** Writes a value. Throws `LexicalError` if it is not a value of the type. */
export function formatPlan(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  switch (plan.variety) {
    case 'atomic':
      if (!plan.accepts(value)) {
        throw new LexicalError(wrongValue(plan, value));
      }
      return plan.facets?.patterns === undefined || plan.mapped !== undefined
        ? plan.format(value, context)
        : formatByPattern(plan, plan.facets, value, context);
    case 'list': {
      const { item } = plan;
      if (!Array.isArray(value) || item === undefined) {
        throw new LexicalError(`expected an array, got ${describe(value)}`);
      }
      const texts = value.map((part: unknown) => formatPlan(item, part, context));
      return plan.facets?.patterns === undefined
        ? texts.join(' ')
        : formatListByPattern(plan, plan.facets, item, value, texts, context);
    }
    case 'union':
      return formatUnion(plan, value, context);
  }
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
  const isEqual = acceptsValue(leaf, value) && equalValues(leaf, reading.value, value);
  if (!isEqual && !equalValues(plan, reading.value, value)) {
    return false;
  }
  return checkFacets(plan, reading.value, text, context, reading).length === 0;
}

/** A value whose canonical text a pattern refuses is written in another of its forms, if one of them fits. */
function formatByPattern(plan: SimplePlan, facets: Facets, value: unknown, context: LexicalContext): string {
  const text = plan.format(value, context);
  if (!isVariable(value) || matchesPatterns(plan, facets, text)) {
    return text;
  }
  for (const other of otherTexts(value, text)) {
    if (matchesPatterns(plan, facets, other) && isSameValue(plan, other, value, context)) {
      return other;
    }
  }
  return text;
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

function matchesPatterns(plan: SimplePlan, facets: Facets, text: string): boolean {
  return facetPlan(plan, facets).patterns.every((group) => group.some((pattern) => pattern.test(text)));
}

function isSameValue(plan: SimplePlan, text: string, value: unknown, context: LexicalContext): boolean {
  try {
    return equalValues(plan, plan.parse(text, context), value);
  } catch (error) {
    if (error instanceof LexicalError) {
      return false;
    }
    throw error;
  }
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

const facetPlans = new WeakMap<SimplePlan, FacetPlan>();

function facetPlan(plan: SimplePlan, facets: Facets): FacetPlan {
  let compiled = facetPlans.get(plan);
  if (compiled === undefined) {
    compiled = inFacetScope(() => compileFacets(plan, facets));
    facetPlans.set(plan, compiled);
  }
  return compiled;
}

function compileFacets(plan: SimplePlan, facets: Facets): FacetPlan {
  const bound = (text: string | undefined): unknown => (text === undefined ? undefined : facetValue(plan, text));
  const values = facets.enumeration?.map((text) => facetValue(plan, text));
  const byKey = plan.variety === 'atomic' && plan.mapped === undefined;
  const byText = plan.mapped === undefined && holdsUnion(plan);
  return {
    facets,
    patterns: compilePatterns(facets.patterns),
    values,
    keys: byKey && values ? new Set(values.filter(isDefined).map((value) => valueKey(plan, value))) : undefined,
    textKeys: byText ? new Set(facets.enumeration?.map((text) => textKey(plan, text, noPrefixes))) : undefined,
    minInclusive: bound(facets.minInclusive),
    maxInclusive: bound(facets.maxInclusive),
    minExclusive: bound(facets.minExclusive),
    maxExclusive: bound(facets.maxExclusive),
  };
}

function compilePatterns(facet: PatternsFacet | undefined): FacetPlan['patterns'] {
  return facet === undefined ? [] : facet.groups.map((group) => group.map((pattern) => facet.compile(pattern)));
}

function isDefined(value: unknown): boolean {
  return value !== undefined;
}

/** Value of a facet's text: read by the type without its own facets. QNames are in expanded form. */
function facetValue(plan: SimplePlan, text: string): unknown {
  if (isNameType(plan)) {
    return parseExpandedName(text);
  }
  if (plan.mapped !== undefined) {
    return facetValue(plan.mapped, text);
  }
  const bare: SimplePlan = {
    ...plan,
    facets: plan.facets?.whiteSpace === undefined ? undefined : { whiteSpace: plan.whiteSpace },
    texts: undefined,
  };
  try {
    return parsePlan(bare, text, noPrefixes, 'enumeration');
  } catch (error) {
    if (error instanceof LexicalError) {
      return undefined;
    }
    throw error;
  }
}

const plainPlans = new WeakMap<SimplePlan, SimplePlan>();

/** The type below a scalar mapping with the facets of the mapped one; the same object every time. */
function plainPlan(plan: SimplePlan, below: SimplePlan, facets: Facets): SimplePlan {
  let plain = plainPlans.get(plan);
  if (plain === undefined) {
    plain = { ...below, facets, constrained: true };
    plainPlans.set(plan, plain);
  }
  return plain;
}

const noProblems: readonly FacetProblem[] = [];

/**
 * Every facet that a value breaks (Part 2, 4.3). `text` is its normalised lexical form, for patterns; pass undefined to
 * leave patterns out (a value that was read has been checked as it was written). `read` is what a union has made of the text,
 * where that is known.
 */
export function checkFacets(
  plan: SimplePlan,
  value: unknown,
  text: string | undefined,
  context: LexicalContext,
  read?: Reading,
): readonly FacetProblem[] {
  const { facets } = plan;
  if (facets === undefined || !plan.constrained) {
    return noProblems;
  }
  if (plan.mapped !== undefined) {
    // A scalar mapping: facets hold for the value that the text has in the type below.
    const below = text ?? plan.format(value, context);
    const plain = plainPlan(plan, plan.mapped, facets);
    return checkFacets(plain, parsePlan(plan.mapped, below, context, 'enumeration'), text, context);
  }
  const compiled = facetPlan(plan, facets);
  const { textKeys } = compiled;
  if (textKeys === undefined) {
    return brokenFacets(plan, compiled, value, text);
  }
  if (text === undefined) {
    return brokenFacets(plan, compiled, value, text, hasKey(plan, value, textKeys) || undefined);
  }
  const key = facets.enumeration === undefined ? undefined : textKey(plan, text, context, read);
  const bound = facets.patterns === undefined ? text : boundText(plan, text, context, read);
  return brokenFacets(plan, compiled, value, bound, key !== undefined && textKeys.has(key));
}
