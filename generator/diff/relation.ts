import { type Audience, bothEffects, type Effect, type Effects } from './change.js';

/** Which messages a thing is part of: requests (`in`), answers and faults (`out`). */
export type Direction = 'in' | 'out';

/** Both directions. */
export const bothWays: readonly Direction[] = ['in', 'out'];

/** How the new set of values or documents relates to the old one. */
export type Relation = 'same' | 'wider' | 'narrower' | 'other';

/** A change as sets see it. */
export interface Shift {
  /** Of the documents on the wire. */
  readonly wire: Relation;
  /** Who notices on the wire: everybody, or only those that refuse what their contract does not declare. */
  readonly noticed?: Effect;
  /** Of the values of the TypeScript type. */
  readonly code: Relation;
}

/** More values and documents, or fewer: on the wire as in code. */
export const widened: Shift = { wire: 'wider', code: 'wider' };
export const narrowed: Shift = { wire: 'narrower', code: 'narrower' };

/** What only readers notice that refuse what they do not know: something more, or something less, which code may name. */
export const unknownMore: Shift = { wire: 'wider', noticed: 'strict', code: 'same' };
export const unknownLess: Shift = { wire: 'narrower', noticed: 'strict', code: 'other' };

/** Both relations at once: narrower in one respect and wider in another is neither. */
export function bothRelations(a: Relation, b: Relation): Relation {
  return a === b || b === 'same' ? a : a === 'same' ? b : 'other';
}

/** The relation that a list of independent respects has. */
export function relationOf(respects: readonly Relation[]): Relation {
  return respects.reduce(bothRelations, 'same');
}

/** How a set relates to an earlier one. */
export function setRelation<T>(old: ReadonlySet<T>, now: ReadonlySet<T>): Relation {
  const added = [...now].some((each) => !old.has(each));
  const removed = [...old].some((each) => !now.has(each));
  return relationOf([added ? 'wider' : 'same', removed ? 'narrower' : 'same']);
}

const grows = (relation: Relation): boolean => relation === 'wider' || relation === 'other';
const shrinks = (relation: Relation): boolean => relation === 'narrower' || relation === 'other';

/**
 * The effects of a shift in messages of some directions. Who writes must not write what the reader does not know; who reads
 * code of a type must not meet values that it did not have.
 */
function effectsOf(shift: Shift, directions: ReadonlySet<Direction>): Effects {
  const { wire, code, noticed = 'breaks' } = shift;
  const onWire = (audience: Audience): Effects => ({ [audience]: noticed });
  const inCode = (audience: Audience): Effects => ({ [audience]: 'breaks' });
  const all: Effects[] = [];
  for (const direction of directions) {
    const isRequest = direction === 'in';
    // Requests of old clients are read by the new service; answers of the new service are read by old clients.
    if (isRequest ? shrinks(wire) : grows(wire)) {
      all.push(onWire('oldClients'));
    }
    if (isRequest ? grows(wire) : shrinks(wire)) {
      all.push(onWire('newClients'));
    }
    if (isRequest ? shrinks(code) : grows(code)) {
      all.push(inCode('callers'));
    }
    if (isRequest ? grows(code) : shrinks(code)) {
      all.push(inCode('implementers'));
    }
  }
  return all.reduce(bothEffects, {});
}

/** The effects of shifts that happen together. */
export function effectsOfAll(shifts: readonly Shift[] | undefined, directions: ReadonlySet<Direction>): Effects {
  return (shifts ?? []).map((shift) => effectsOf(shift, directions)).reduce(bothEffects, {});
}
