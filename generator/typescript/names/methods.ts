import { countsOf } from '../../contract/grouping.js';
import type { Operation, Service } from '../../contract/model.js';
import { camelCase, toIdentifier } from './identifiers.js';
import { type Naming, specialMethods } from './naming.js';

/**
 * Method names: camelCase of the operation's name (an overloaded one's label). Where two operations would share one, both keep
 * their exact names. Rules for names have the last word.
 */
export function methodNames(
  { name: service, namespace, operations }: Pick<Service, 'name' | 'namespace' | 'operations'>,
  naming: Naming,
): ReadonlyMap<Operation, string> {
  const standard = standardNames(operations);
  const things = [...standard].map(([{ name: operation, overload }, name]) => ({
    subject: { service, namespace, operation, ...(overload !== undefined && { overload }) },
    standard: name,
  }));
  const names = naming.names('method', things);
  return new Map([...standard].map(([operation, name], i) => [operation, names[i] ?? name]));
}

function standardNames(operations: readonly Operation[]): ReadonlyMap<Operation, string> {
  const natural = new Map(operations.map((operation) => [operation, camelCase(operation.overload ?? operation.name)]));
  const count = countsOf(natural.values());
  const names = new Map<Operation, string>();
  const taken = new Set<string>();
  for (const [operation, name] of natural) {
    const exact = toMethod(operation.overload ?? operation.name);
    let chosen = safe(count.get(name) === 1 ? name : exact);
    while (taken.has(chosen)) {
      chosen += '_';
    }
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
  return specialMethods.has(name) ? `${name}_` : name;
}
