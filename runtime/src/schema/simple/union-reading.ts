import type { LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { attempt, quoted } from '../lexical/numbers.js';
import { normaliseWhiteSpace } from '../lexical/whitespace.js';
import { choicesOf, isNested } from '../plan/members.js';
import type { FacetCheck, SimplePlan, UnionReading } from '../plan/simple-plan.js';
import { checkWith } from './facet-engine.js';
import { askMembers, type Question } from './nested-unions.js';
import { parsePlan } from './simple.js';
import { inScope, isScoped, mayTry, type UnionScope } from './union-scope.js';

/** Texts of unions: the first member that accepts a text reads it (Part 2, 2.5.1.3). */

/** Reads a text by the first member that accepts it. */
export function parseUnion(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown {
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
export function readByMember(plan: SimplePlan, text: string, context: LexicalContext): UnionReading | undefined {
  if (!isNested(plan) && !isScoped(context)) {
    return readByFirst(choicesOf(plan), text, context);
  }
  // Restrictions of a union ask the same members.
  return inScope(context, text.length, (scope) =>
    scope.once(plan.members, text, () => withoutStacks(() => askMembers(plan, text, readings, scope))),
  );
}

/** Built-in types whose texts begin with a digit, a sign or a point, after white space. */
const numeric: ReadonlySet<string> = new Set(
  (
    'decimal integer nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long int short byte unsignedLong unsignedInt unsignedShort unsignedByte ' +
    'dateTime dateTimeStamp date time gYearMonth gYear gMonthDay gDay gMonth'
  ).split(' '),
);
const lastDigit = 0x39;

/** True if the first character of a text tells that a type does not take it. A try that fails costs more than one that succeeds. */
function beginsOtherwise({ variety, mapped, builtIn }: SimplePlan, text: string): boolean {
  return text.charCodeAt(0) > lastDigit && variety === 'atomic' && mapped === undefined && numeric.has(builtIn);
}

function readByFirst(choices: readonly SimplePlan[], text: string, context: LexicalContext): UnionReading | undefined {
  const limit = stacks?.stackTraceLimit;
  if (stacks !== undefined) {
    stacks.stackTraceLimit = 0;
  }
  try {
    for (const choice of choices) {
      const reading = beginsOtherwise(choice, text) ? undefined : tryToRead(choice, text, context);
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
export function withoutStacks<T>(act: () => T): T {
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

/** A text of a union as the type that reads it normalises white space (Part 2, 4.3.6): what patterns of the union bind. */
export function boundText(plan: SimplePlan, text: string, context: LexicalContext, read?: UnionReading): string {
  if (plan.variety !== 'union' || !looseSpace.test(text)) {
    return text;
  }
  const reading = read ?? readByMember(plan, text, context);
  return reading === undefined ? text : normalised(reading);
}

const looseSpace = /[\t\n\r]|^ | $| {2}/;

/** The text of a reading as its type normalises it. */
export function normalised({ leaf, raw }: UnionReading): string {
  return normaliseWhiteSpace(raw, leaf.whiteSpace);
}
