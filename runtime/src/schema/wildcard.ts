import type { WildcardDescriptor } from './descriptor.js';

/** Whether a wildcard lets names of a namespace in (Part 1, 3.10.4). */
export function wildcardAllows(wildcard: WildcardDescriptor, namespace: string): boolean {
  const { namespaces } = wildcard;
  if (namespaces === 'any') return true;
  return 'not' in namespaces ? !namespaces.not.includes(namespace) : namespaces.includes(namespace);
}
