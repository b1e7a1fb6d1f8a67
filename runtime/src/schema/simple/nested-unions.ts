import type { SimplePlan } from '../plan/simple-plan.js';
import type { UnionScope } from './union-scope.js';

/** The function to apply to the members of a union: they read a text or write a value. */
export interface Question<Subject, Answer extends object> {
  /** Under which key the answer of a union is kept. */
  keyOf(union: SimplePlan): object;
  /** The subject as a member gets it that is a union itself. */
  passedOn(union: SimplePlan, subject: Subject): Subject;
  /** The answer of a member; undefined if it does not accept the subject. The members of a union have been tried before. */
  ask(member: SimplePlan, subject: Subject, scope: UnionScope): Answer | undefined;
}

/** A union whose members are being tried. */
interface Asking<Subject> {
  readonly union: SimplePlan;
  readonly subject: Subject;
  /** The member that is tried next. */
  next: number;
}

/**
 * The answer of the first member that accepts the subject (Part 2, 2.5.1.3), for unions in unions: a loop, since they nest
 * deeper than a stack. Each union is tried once for each subject, in whatever ways it is a member, so that the time grows
 * with the number of members in the schema.
 */
export function askMembers<Subject, Answer extends object>(
  union: SimplePlan,
  subject: Subject,
  question: Question<Subject, Answer>,
  scope: UnionScope,
): Answer | undefined {
  const asked: Asking<Subject>[] = [{ union, subject, next: 0 }];
  for (let top = asked.at(-1); top !== undefined; top = asked.at(-1)) {
    const member = top.union.members.direct[top.next];
    const inner = member === undefined ? undefined : notYetAsked(member, top.subject, question, scope);
    if (inner !== undefined) {
      asked.push(inner);
      continue;
    }
    top.next++;
    const answer = member === undefined ? undefined : question.ask(member, top.subject, scope);
    if (answer !== undefined || member === undefined) {
      scope.keep(question.keyOf(top.union), top.subject, answer ?? null);
      asked.pop();
    }
  }
  return scope.find<Answer>(question.keyOf(union), subject) ?? undefined;
}

function notYetAsked<Subject, Answer extends object>(
  member: SimplePlan,
  outer: Subject,
  question: Question<Subject, Answer>,
  scope: UnionScope,
): Asking<Subject> | undefined {
  if (member.variety !== 'union') {
    return undefined;
  }
  const subject = question.passedOn(member, outer);
  return scope.find(question.keyOf(member), subject) === undefined ? { union: member, subject, next: 0 } : undefined;
}
