import { valueKey } from './canonical.js';
import type { Facets, LexicalContext } from './descriptor.js';
import { LexicalError } from './errors.js';
import { brokenFacets, type FacetPlan, type FacetProblem, isNameType } from './facets.js';
import { otherTexts } from './lexical/alternatives.js';
import { parseExpandedName } from './lexical/names.js';
import { normaliseWhiteSpace, splitList } from './lexical/whitespace.js';
import { compilePattern } from './regex/regex.js';
import { acceptsValue, describe, equalValues, noPrefixes, type SimplePlan, wrongValue } from './simple-plan.js';

/** Which facets a text is checked against: only those that decide the TypeScript type, or all. */
export type FacetCheck = 'enumeration' | 'all';

/** Reads a text, not yet normalised. Throws `LexicalError`. */
export function parsePlan(plan: SimplePlan, raw: string, context: LexicalContext, check: FacetCheck): unknown {
  if (plan.verbatim && (check === 'enumeration' || plan.facets === undefined)) return raw;
  const text = normaliseWhiteSpace(raw, plan.whiteSpace);
  const value = parseNormalised(plan, text, context, check);
  if (check === 'all' && plan.facets !== undefined) {
    const problem = checkFacets(plan, value, text, context)[0];
    if (problem !== undefined) throw new LexicalError(problem.message);
  } else if (plan.texts !== undefined) {
    if (!plan.texts.has(text)) throw notEnumerated(text);
  } else if (plan.facets?.enumeration !== undefined && plan.mapped === undefined) {
    const problem = checkFacets(plan, value, text, context).find(({ code }) => code === 'enumeration');
    if (problem !== undefined) throw new LexicalError(problem.message);
  }
  return value;
}

function notEnumerated(text: string): LexicalError {
  return new LexicalError(`${JSON.stringify(text)} is not one of the enumerated values`);
}

function parseNormalised(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown {
  if (plan.mapped !== undefined) {
    parsePlan(plan.mapped, text, context, check);
    return plan.parse(text, context);
  }
  switch (plan.variety) {
    case 'atomic':
      return plan.parse(text, context);
    case 'list': {
      const { item } = plan;
      return item === undefined ? [] : splitList(text).map((part) => parsePlan(item, part, context, check));
    }
    case 'union':
      return parseUnion(plan, text, context);
  }
}

/**
 * Where an engine lets programs say how long stacks are (V8 does, unless its objects are frozen). The members of a union are
 * tried, so errors are usual there, and stacks that nobody sees are nearly all that they cost.
 */
const stacks: { stackTraceLimit?: unknown } | undefined =
  Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true
    ? (Error as { stackTraceLimit?: unknown })
    : undefined;

/** What a member of a union makes of a text. */
interface MemberReading {
  readonly member: SimplePlan;
  readonly value: unknown;
}

function parseUnion(plan: SimplePlan, text: string, context: LexicalContext): unknown {
  const reading = readByMember(plan, text, context);
  if (reading === undefined) throw new LexicalError(`${JSON.stringify(text)} fits no member of the union`);
  return reading.value;
}

/**
 * The text that a union has read last, and by which member. Facets are checked just after the reading; that they need not read
 * again keeps unions of restricted unions from costing twice as much with each level.
 */
const lastMembers = new WeakMap<SimplePlan, { readonly text: string; readonly member: SimplePlan }>();

function memberOf(plan: SimplePlan, text: string, context: LexicalContext): SimplePlan | undefined {
  const last = lastMembers.get(plan);
  return last?.text === text ? last.member : readByMember(plan, text, context)?.member;
}

/** The first member that takes the text, facets included (Part 2, 2.5.1.3). */
function readByMember(plan: SimplePlan, text: string, context: LexicalContext): MemberReading | undefined {
  const limit = stacks?.stackTraceLimit;
  if (stacks !== undefined) stacks.stackTraceLimit = 0;
  try {
    for (const member of plan.members) {
      try {
        const value = parsePlan(member, text, context, 'all');
        lastMembers.set(plan, { text, member });
        return { member, value };
      } catch (error) {
        if (!(error instanceof LexicalError)) throw error;
      }
    }
  } finally {
    if (stacks !== undefined) stacks.stackTraceLimit = limit;
  }
  return undefined;
}

const LOOSE_SPACE = /[\t\n\r]|^ | $| {2}/;

/** A text of a union as the member that takes it normalises white space (Part 2, 4.3.6): what patterns of the union bind. */
function memberText(plan: SimplePlan, text: string, context: LexicalContext): string {
  if (plan.variety !== 'union' || !LOOSE_SPACE.test(text)) return text;
  const member = memberOf(plan, text, context);
  return member === undefined ? text : memberText(member, normaliseWhiteSpace(text, member.whiteSpace), context);
}

function holdsUnion(plan: SimplePlan): boolean {
  return plan.variety === 'union' || plan.item?.variety === 'union';
}

/** True when one of the keys belongs to the value as that of any member which takes it. */
function hasKey(plan: SimplePlan, value: unknown, keys: ReadonlySet<string | undefined>): boolean {
  return plan.members.some((member) => acceptsValue(member, value) && keys.has(valueKey(member, value)));
}

/**
 * A string that is the same for two texts exactly when they stand for equal values. Texts tell what values alone do not: of
 * which member of a union they are. Undefined when the text is of none.
 */
function textKey(plan: SimplePlan, text: string, context: LexicalContext): string | undefined {
  switch (plan.variety) {
    case 'atomic':
      return valueKey(plan, parsePlan(plan, text, context, 'enumeration'));
    case 'list': {
      const { item } = plan;
      const keys = item === undefined ? [] : splitList(text).map((part) => textKey(item, part, context));
      return keys.includes(undefined) ? undefined : `[${keys.join(' ')}]`;
    }
    case 'union': {
      const member = memberOf(plan, text, context);
      return member && textKey(member, text, context);
    }
  }
}

/** Writes a value. Throws `LexicalError` when it is not a value of the type. */
export function formatPlan(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  switch (plan.variety) {
    case 'atomic':
      if (!plan.accepts(value)) throw new LexicalError(wrongValue(plan, value));
      return plan.facets?.patterns === undefined || plan.mapped !== undefined
        ? plan.format(value, context)
        : formatByPattern(plan, plan.facets, value, context);
    case 'list': {
      const { item } = plan;
      if (!Array.isArray(value) || item === undefined)
        throw new LexicalError(`expected an array, got ${describe(value)}`);
      return value.map((part: unknown) => formatPlan(item, part, context)).join(' ');
    }
    case 'union':
      return formatUnion(plan, value, context);
  }
}

/**
 * A value of a union is written so that it is read as the same value again: not as that of an earlier member (1 beside a
 * boolean is written +1), and so that the union's own facets hold.
 */
function formatUnion(plan: SimplePlan, value: unknown, context: LexicalContext): string {
  const { member, text } = formatByMember(plan, value, context);
  const hasForms = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  const { facets } = plan;
  if (facets === undefined && (!hasForms || member === plan.members[0])) return text;
  if (isReadAs(plan, text, value, context)) return text;
  for (const other of facets?.enumeration ?? []) if (isReadAs(plan, other, value, context)) return other;
  if (!hasForms) return text;
  for (const other of otherTexts(value)) if (isReadAs(plan, other, value, context)) return other;
  return text;
}

function isReadAs(plan: SimplePlan, text: string, value: unknown, context: LexicalContext): boolean {
  const reading = readByMember(plan, text, context);
  if (reading === undefined || typeof reading.value !== typeof value) return false;
  return (
    equalValues(reading.member, reading.value, value) && checkFacets(plan, reading.value, text, context).length === 0
  );
}

/** A number or truth value whose canonical text a pattern refuses is written in another of its forms, if one of them fits. */
function formatByPattern(plan: SimplePlan, facets: Facets, value: unknown, context: LexicalContext): string {
  const text = plan.format(value, context);
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'boolean') return text;
  const { patterns } = facetPlan(plan, facets);
  const matches = (each: string): boolean => patterns.every((group) => group.some((pattern) => pattern.test(each)));
  if (matches(text)) return text;
  for (const other of otherTexts(value)) if (matches(other) && isSameValue(plan, other, value, context)) return other;
  return text;
}

function isSameValue(plan: SimplePlan, text: string, value: unknown, context: LexicalContext): boolean {
  try {
    return equalValues(plan, plan.parse(text, context), value);
  } catch (error) {
    if (error instanceof LexicalError) return false;
    throw error;
  }
}

/** True for a value that can be written so that every facet holds, its text's pattern among them. */
export function isWritable(plan: SimplePlan, value: unknown, context: LexicalContext): boolean {
  const { item } = plan;
  if (plan.variety === 'list' && item !== undefined && Array.isArray(value)) {
    if (!value.every((part: unknown) => isWritable(item, part, context))) return false;
  }
  return fits(plan, value, context);
}

/** The first member of a union that takes the value, facets included. Throws `LexicalError` when none does. */
export function memberFor(plan: SimplePlan, value: unknown, context: LexicalContext): SimplePlan {
  return formatByMember(plan, value, context).member;
}

interface MemberText {
  readonly member: SimplePlan;
  readonly text: string;
}

/** The first member that takes the value, and the text that it writes: one walk, however deep unions are nested. */
function formatByMember(plan: SimplePlan, value: unknown, context: LexicalContext): MemberText {
  for (const member of plan.members) {
    const text = fittingText(member, value, context);
    if (text !== undefined) return { member, text };
  }
  throw new LexicalError(`${describe(value)} fits no member of the union`);
}

function fits(plan: SimplePlan, value: unknown, context: LexicalContext): boolean {
  return fittingText(plan, value, context) !== undefined;
}

/** The text of a value for which every facet holds; undefined when there is none. */
function fittingText(plan: SimplePlan, value: unknown, context: LexicalContext): string | undefined {
  if (!acceptsValue(plan, value)) return undefined;
  try {
    const text = formatPlan(plan, value, context);
    return checkFacets(plan, value, text, context).length === 0 ? text : undefined;
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

const facetPlans = new WeakMap<SimplePlan, FacetPlan>();

function facetPlan(plan: SimplePlan, facets: Facets): FacetPlan {
  let compiled = facetPlans.get(plan);
  if (compiled === undefined) {
    const bound = (text: string | undefined): unknown => (text === undefined ? undefined : facetValue(plan, text));
    const values = facets.enumeration?.map((text) => facetValue(plan, text));
    const byKey = plan.variety === 'atomic' && plan.mapped === undefined;
    const byText = holdsUnion(plan) && plan.mapped === undefined;
    compiled = {
      facets,
      patterns: (facets.patterns ?? []).map((group) => group.map(compilePattern)),
      values,
      keys: byKey && values ? new Set(values.filter(isDefined).map((value) => valueKey(plan, value))) : undefined,
      textKeys: byText ? new Set(facets.enumeration?.map((text) => textKey(plan, text, noPrefixes))) : undefined,
      minInclusive: bound(facets.minInclusive),
      maxInclusive: bound(facets.maxInclusive),
      minExclusive: bound(facets.minExclusive),
      maxExclusive: bound(facets.maxExclusive),
    };
    facetPlans.set(plan, compiled);
  }
  return compiled;
}

function isDefined(value: unknown): boolean {
  return value !== undefined;
}

/** Value of a facet's text: read by the type without its own facets. QNames stand in expanded form. */
function facetValue(plan: SimplePlan, text: string): unknown {
  if (isNameType(plan)) return parseExpandedName(text);
  if (plan.mapped !== undefined) return facetValue(plan.mapped, text);
  const bare: SimplePlan = {
    ...plan,
    facets: plan.facets?.whiteSpace === undefined ? undefined : { whiteSpace: plan.whiteSpace },
    texts: undefined,
  };
  try {
    return parsePlan(bare, text, noPrefixes, 'enumeration');
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

const plainPlans = new WeakMap<SimplePlan, SimplePlan>();

/** The type below a scalar mapping with the facets of the mapped one; the same object every time. */
function plainPlan(plan: SimplePlan, below: SimplePlan, facets: Facets): SimplePlan {
  let plain = plainPlans.get(plan);
  if (plain === undefined) {
    plain = { ...below, facets };
    plainPlans.set(plan, plain);
  }
  return plain;
}

const NO_PROBLEMS: readonly FacetProblem[] = [];

/**
 * Every facet that a value breaks (Part 2, 4.3). `text` is its normalised lexical form, for patterns; pass undefined to
 * leave patterns out (a value that was read has been checked as it was written).
 */
export function checkFacets(
  plan: SimplePlan,
  value: unknown,
  text: string | undefined,
  context: LexicalContext,
): readonly FacetProblem[] {
  const { facets } = plan;
  if (facets === undefined) return NO_PROBLEMS;
  if (plan.mapped !== undefined) {
    // A scalar mapping: facets hold for the value that the text has in the type below.
    const below = text ?? plan.format(value, context);
    const plain = plainPlan(plan, plan.mapped, facets);
    return checkFacets(plain, parsePlan(plan.mapped, below, context, 'enumeration'), text, context);
  }
  const compiled = facetPlan(plan, facets);
  const { textKeys } = compiled;
  if (textKeys === undefined) return brokenFacets(plan, compiled, value, text);
  if (text === undefined) return brokenFacets(plan, compiled, value, text, hasKey(plan, value, textKeys) || undefined);
  const key = facets.enumeration === undefined ? undefined : textKey(plan, text, context);
  const bound = facets.patterns === undefined ? text : memberText(plan, text, context);
  return brokenFacets(plan, compiled, value, bound, key !== undefined && textKeys.has(key));
}
