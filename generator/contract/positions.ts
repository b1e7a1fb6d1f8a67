import type { Span } from '../diagnostics/diagnostic.js';

/**
 * Where the things of a contract are declared. It stands beside the contract, never in it, so that moving a comment in a
 * descriptor changes no byte of output. Keys are made by `positionKey`.
 */
export type ContractPositions = ReadonlyMap<string, Span>;

/** What a position may be asked for. */
export type PositionKind = 'type' | 'element' | 'attribute' | 'service' | 'port' | 'operation';

/**
 * Key of a position: a type by its `TypeKey`, elements and attributes by expanded name, a service by `{namespace}name`, ports
 * and operations by `{namespace}service/name`.
 */
export function positionKey(kind: PositionKind, name: string): string {
  return `${kind} ${name}`;
}
