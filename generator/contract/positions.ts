import type { Span } from '../diagnostics/diagnostic.js';

/**
 * Where the things of a contract are declared. Positions are kept outside the contract, so that moving a comment in an
 * input does not change the output. Keys are made by `positionKey`.
 */
export type ContractPositions = ReadonlyMap<string, Span>;

/** The things that have positions. */
export type PositionKind = 'type' | 'element' | 'attribute' | 'service' | 'port' | 'operation';

/**
 * Key of a position: a type by its `TypeKey`, elements and attributes by expanded name, a service by `{namespace}name`, ports
 * and operations by `{namespace}service/name`.
 */
export function positionKey(kind: PositionKind, name: string): string {
  return `${kind} ${name}`;
}

/** A member of a type or an operation by its local name; a value by its text, a part as `in NAME` or `out NAME`. */
export interface MemberName {
  readonly kind: 'element' | 'attribute' | 'value' | 'part';
  readonly name: string;
}

/** Key of the position of a member, from that of its type or operation. */
export function memberKey(owner: string, { kind, name }: MemberName): string {
  return `${owner} ${kind} ${name}`;
}
