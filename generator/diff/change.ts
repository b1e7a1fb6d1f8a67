import type { Span } from '../diagnostics/diagnostic.js';
import type { ChangeCode } from './catalogue.js';
import type { ReportedLevel } from './level.js';

/**
 * The people and programs that a change of a contract concerns.
 * - `callers`: TypeScript code that calls generated clients or names their types.
 * - `oldClients`: clients of the old contract that talk to a service of the new one.
 * - `newClients`: clients of the new contract that talk to a service of the old one.
 * - `implementers`: TypeScript code that implements generated server interfaces.
 * - `json`: programs and assistants that call operations as JSON by the old contract, through a gateway or as tools of the new one.
 *
 * Of schemas without operations, whose documents are read and written:
 * - `readers`: programs that read documents by the old schema and get some of the new one, and code that reads values.
 * - `writers`: programs that write documents by the old schema, which the new one refuses, and code that makes values.
 */
export type Audience = (typeof audiences)[number];

/** All audiences, in the order in which they are shown. */
export const audiences = ['callers', 'oldClients', 'newClients', 'implementers', 'json', 'readers', 'writers'] as const;

/**
 * How a change concerns an audience: it `breaks` it, or it breaks only those that are `strict`, which refuse what their
 * contract does not declare.
 */
export type Effect = 'breaks' | 'strict';

/** The effects of a change. An audience that is absent notices nothing. */
export type Effects = { readonly [A in Audience]?: Effect };

/** Code has to change; the wire stays as it is. */
export const codeBreaks: Effects = { callers: 'breaks', implementers: 'breaks' };

/** So have programs that call as JSON: they have the name, too. */
export const namesBreak: Effects = { ...codeBreaks, json: 'breaks' };

/** One change of a contract. */
export interface ContractChange {
  readonly code: ChangeCode;
  /** The thing that changed, as a reader would name it: `type Order`, `AccountApi.Exchange`. */
  readonly subject: string;
  /** For a thing with a new name, the subject that it was before. */
  readonly formerly?: string;
  /** One sentence that says what changed. */
  readonly message: string;
  readonly effects: Effects;
  /** Its weight: `unused` for a type or an element that no message contains, whomever else the change concerns. */
  readonly level: ReportedLevel;
  /** Operations whose messages can contain the thing, as `Service.Operation`, sorted. */
  readonly operations: readonly string[];
  /** Its declaration in the old documents, where they are at hand. */
  readonly old?: Span;
  /** Its declaration in the new documents. */
  readonly new?: Span;
}

/** The effects of two things that happen together. */
export function bothEffects(a: Effects, b: Effects): Effects {
  const entries = audiences.flatMap((audience) => {
    const effect = a[audience] === 'breaks' ? 'breaks' : (b[audience] ?? a[audience]);
    return effect === undefined ? [] : [[audience, effect] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * The effects of a change of documents, by those that it would have in requests: clients write these, and services read them. What old clients can no longer send breaks
 * writers, and what new clients send to an old service breaks readers.
 */
export function documentEffects({ callers, oldClients, newClients, implementers }: Effects): Effects {
  const stronger = (a: Effect | undefined, b: Effect | undefined): Effect | undefined =>
    a === 'breaks' ? a : (b ?? a);
  const [readers, writers] = [stronger(newClients, implementers), stronger(oldClients, callers)];
  return { ...(readers && { readers }), ...(writers && { writers }) };
}
