import type { LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { areAll } from '../descriptor/resolve.js';
import { isVariable, otherTexts } from '../lexical/alternatives.js';
import { choicesOf, isNested } from '../plan/members.js';
import { acceptsValue, describe, type SimplePlan } from '../plan/simple-plan.js';
import { checkWith } from './facet-engine.js';
import { askMembers, type Question } from './nested-unions.js';
import { sameValues } from './orders.js';
import { checkFacets, formatPlan } from './simple.js';
import { readByMember, withoutStacks } from './union-reading.js';
import { inScope, isScoped, mayTry } from './union-scope.js';

/** Values of unions: the first member that takes a value writes it. */

/**
 * A value of a union is written so that it is read as the same value again: not as that of an earlier member (1 in a union
 * with boolean is written as +1), and so that the union's own facets hold.
 */
export function formatUnion(plan: SimplePlan, value: unknown, context: LexicalContext): string {
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

/** True for a value that can be written so that every facet holds, its text's pattern among them. */
export function isWritable(plan: SimplePlan, value: unknown, context: LexicalContext): boolean {
  const { item } = plan;
  if (plan.variety === 'list' && item !== undefined && Array.isArray(value)) {
    if (!areAll(value, (part) => isWritable(item, part, context))) {
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
