import type { Operation } from '../contract/model.js';
import { camelCase, toIdentifier } from './identifiers.js';

/** Names that mean something to JavaScript when an object has them as a method. */
const special: ReadonlySet<string> = new Set(['constructor', 'then', '__proto__', 'prototype']);

/**
 * Method names: camelCase of the operation's name (an overloaded one's label). Where two operations would share one, both keep
 * their exact names.
 */
export function methodNames(operations: readonly Operation[]): ReadonlyMap<Operation, string> {
  const natural = new Map(operations.map((operation) => [operation, camelCase(operation.overload ?? operation.name)]));
  const count = new Map<string, number>();
  for (const name of natural.values()) count.set(name, (count.get(name) ?? 0) + 1);
  const names = new Map<Operation, string>();
  const taken = new Set<string>();
  for (const [operation, name] of natural) {
    const exact = toMethod(operation.overload ?? operation.name);
    let chosen = safe(count.get(name) === 1 ? name : exact);
    while (taken.has(chosen)) chosen += '_';
    taken.add(chosen);
    names.set(operation, chosen);
  }
  return names;
}

function toMethod(name: string): string {
  const identifier = toIdentifier(name);
  return identifier === `${name}_` ? name : identifier;
}

function safe(name: string): string {
  return special.has(name) ? `${name}_` : name;
}
