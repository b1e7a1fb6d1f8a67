import type { Members, SimplePlan } from './simple-plan.js';

/** The members of unions. */

/** Members of a union in order, each once, with those of unions without facets in the place of these (Part 2, 2.5.1.3). */
export function choicesOf({ members }: SimplePlan): readonly SimplePlan[] {
  members.choices ??= spread(members, isOpened);
  return members.choices;
}

/** The types of a union that are not unions themselves, in order, each once. Facets of unions between them are ignored. */
export function leavesOf({ members }: SimplePlan): readonly SimplePlan[] {
  members.leaves ??= spread(members, ({ variety }) => variety === 'union');
  return members.leaves;
}

/** True for a union of which a member is a union or a list of one, once those without facets are opened. */
export function isNested(plan: SimplePlan): boolean {
  const { members } = plan;
  members.nested ??= findsUnion(members);
  return members.nested;
}

/**
 * Stops at the first one found: lists of all members would need the square of their number, for unions that each contain the
 * one before.
 */
function findsUnion({ direct }: Members): boolean {
  const seen = new Set(direct);
  for (const member of seen) {
    if (!isOpened(member)) {
      if (holdsUnion(member)) {
        return true;
      }
      continue;
    }
    for (const inner of member.members.direct) {
      seen.add(inner);
    }
  }
  return false;
}

/** True for a union whose members are treated as members of the surrounding union. */
function isOpened({ facets, variety }: SimplePlan): boolean {
  return variety === 'union' && facets === undefined;
}

/** True for a union, and for a list of one or a scalar mapping of either. */
export function holdsUnion({ variety, item, mapped }: SimplePlan): boolean {
  return variety === 'union' || [item, mapped].some((inner) => inner !== undefined && holdsUnion(inner));
}

/** Members; the unions for which `opens` is true are replaced by their members. Each is visited once, however often it is a member. */
function spread({ direct }: Members, opens: (member: SimplePlan) => boolean): readonly SimplePlan[] {
  const seen = new Set<SimplePlan>();
  const found: SimplePlan[] = [];
  const open = [...direct].reverse();
  for (let member = open.pop(); member !== undefined; member = open.pop()) {
    if (seen.has(member)) {
      continue;
    }
    seen.add(member);
    if (!opens(member)) {
      found.push(member);
    } else {
      for (const inner of [...member.members.direct].reverse()) {
        open.push(inner);
      }
    }
  }
  return found;
}
