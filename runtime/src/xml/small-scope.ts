import { xmlNamespace } from './namespaces.js';

/**
 * The namespaces that are declared in a place, by their prefixes. A map of its own for each element that declares some, the same for all
 * others: it does not change when its element has begun.
 */
export type SmallScope = ReadonlyMap<string, string>;

/** Namespace of a prefix; `''` for `''` if there is no default namespace; undefined if not declared. */
export function resolveIn(scope: SmallScope, prefix: string): string | undefined {
  return scope.get(prefix) ?? (prefix === '' ? '' : prefix === 'xml' ? xmlNamespace : undefined);
}

/** Adds an expanded name to those of an element. False if it is there already. A combined name would cost the length of the namespace each time. */
export function isNewName(seen: Map<string, Set<string>>, namespace: string, name: string): boolean {
  const names = seen.get(namespace) ?? new Set();
  seen.set(namespace, names);
  return names.size < names.add(name).size;
}
