import type { SimpleType } from '../descriptor/descriptor.js';
import { resolve, schemaNamespace } from '../descriptor/resolve.js';

/** Restrictions of restrictions beyond this depth are a cycle. */
const maxChain = 1000;

/** The type and its bases, nearest first. */
export function chainOf(type: SimpleType): SimpleType[] {
  const chain = [type];
  for (let at = type; at.base !== undefined; ) {
    at = resolve(at.base);
    chain.push(at);
    if (chain.length > maxChain) {
      throw new TypeError(`simple type "${type.name}" restricts itself`);
    }
  }
  return chain;
}

/** True if a simple type may stand in for another by `xsi:type`: restricted from it, or a member of that union (Part 1, 3.14.6). */
export function isDerivedFrom(type: SimpleType, base: SimpleType): boolean {
  const same = (a: SimpleType, b: SimpleType): boolean =>
    a === b || (a.name !== '' && a.name === b.name && a.namespace === b.namespace);
  if (base.namespace === schemaNamespace && base.name === 'anySimpleType') {
    return true;
  }
  const chain = chainOf(type);
  if (base.namespace === schemaNamespace && base.name === 'anyAtomicType') {
    return chain.every(({ variety }) => variety === undefined || variety === 'atomic');
  }
  // The members of unions in the union, each once: types may be members at many places.
  const found = new Set([base]);
  for (const each of found) {
    if (chain.some((link) => same(link, each))) {
      return true;
    }
    for (const member of each.memberTypes ?? []) {
      found.add(resolve(member));
    }
  }
  return false;
}
