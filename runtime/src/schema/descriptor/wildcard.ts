import type { WildcardDescriptor } from './descriptor.js';

/** Whether a wildcard lets a name in (Part 1, 3.10.4). */
export function wildcardAllows(wildcard: WildcardDescriptor, namespace: string, name: string): boolean {
  const { namespaces, notNames } = wildcard;
  if (notNames?.includes(`{${namespace}}${name}`) === true) {
    return false;
  }
  if (namespaces === 'any') {
    return true;
  }
  return 'not' in namespaces ? !namespaces.not.includes(namespace) : namespaces.includes(namespace);
}
