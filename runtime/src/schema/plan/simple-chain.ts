import type { SimpleType } from '../descriptor/descriptor.js';
import { resolve } from '../descriptor/resolve.js';

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
