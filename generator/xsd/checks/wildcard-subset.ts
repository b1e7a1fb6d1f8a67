import type { XsdNamespaceConstraint, XsdWildcard } from '../components.js';
import { allows } from '../wildcards.js';

/** "Wildcard Subset" (Part 1, 3.10.6): whether the first allows nothing that the second excludes. */
export function isSubset(sub: XsdNamespaceConstraint, whole: XsdNamespaceConstraint): boolean {
  if (whole.kind === 'any') {
    return true;
  }
  switch (sub.kind) {
    case 'any':
      return whole.namespaces.length === 0 && whole.kind === 'not';
    case 'enumeration':
      return sub.namespaces.every((namespace) => allows(whole, namespace));
    case 'not':
      return whole.kind === 'not' && whole.namespaces.every((namespace) => sub.namespaces.includes(namespace));
  }
}

/** True if there is a namespace that both allow. */
export function overlap(a: XsdNamespaceConstraint, b: XsdNamespaceConstraint): boolean {
  if (a.kind === 'enumeration') {
    return a.namespaces.some((namespace) => allows(b, namespace));
  }
  if (b.kind === 'enumeration') {
    return b.namespaces.some((namespace) => allows(a, namespace));
  }
  return true;
}

const byStrictness: readonly XsdWildcard['processContents'][] = ['skip', 'lax', 'strict'];

/** True if the first processes contents at least as strictly as the second. */
export function isAsStrict(one: XsdWildcard['processContents'], other: XsdWildcard['processContents']): boolean {
  return byStrictness.indexOf(one) >= byStrictness.indexOf(other);
}
