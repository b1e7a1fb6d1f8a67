import { bothEffects, type Effect, type Effects } from './change.js';

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
  /** Of the values in JSON, where it does not follow from the others. */
  readonly json?: Relation;
}

/** More values and documents, or fewer: on the wire as in code. */
export const widened: Shift = { wire: 'wider', code: 'wider' };
export const narrowed: Shift = { wire: 'narrower', code: 'narrower' };

/** What only readers notice that refuse what they do not know: something more, or something less, which code may name. */
export const unknownMore: Shift = { wire: 'wider', noticed: 'strict', code: 'same' };
export const unknownLess: Shift = { wire: 'narrower', noticed: 'strict', code: 'other' };

/** The same values in other XML. */
export const otherXml: Shift = { wire: 'other', code: 'same', json: 'same' };

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

/** Values of another TypeScript type have another form in JSON; others are what XML has of them. */
function relationInJson({ wire, code, json, noticed }: Shift): Relation {
  return json ?? (code === 'other' && noticed === undefined ? 'other' : wire);
}

/**
 * The effects of a shift in messages of some directions. Who writes must not write what the reader does not know; who reads
 * code of a type must not meet values that it did not have.
 */
function effectsOf(shift: Shift, directions: ReadonlySet<Direction>): Effects {
  const { wire, code, noticed = 'breaks' } = shift;
  const json = relationInJson(shift);
  const all = [...directions].map((direction): Effects => {
    const isRequest = direction === 'in';
    // Requests of old clients are read by the new service; answers of the new service are read by old clients.
    const [forOld, forNew] = isRequest ? [shrinks, grows] : [grows, shrinks];
    return {
      ...(forOld(wire) && { oldClients: noticed }),
      ...(forNew(wire) && { newClients: noticed }),
      ...(forOld(code) && { callers: 'breaks' }),
      ...(forNew(code) && { implementers: 'breaks' }),
      // What reads requests in JSON refuses all that the contract does not declare; callers may skip it in answers.
      ...(forOld(json) && { json: isRequest ? 'breaks' : noticed }),
    };
  });
  return all.reduce(bothEffects, {});
}

/** The effects of shifts that happen together. */
export function effectsOfAll(shifts: readonly Shift[] | undefined, directions: ReadonlySet<Direction>): Effects {
  return (shifts ?? []).map((shift) => effectsOf(shift, directions)).reduce(bothEffects, {});
}
