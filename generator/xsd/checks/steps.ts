import type { Facet, XsdTypeDefinition } from '../components.js';
import type { EffectiveType, Types } from './types.js';

/** The facets that a definition adds, and to which type. */
export function stepOf(
  types: Types,
  type: XsdTypeDefinition,
): { readonly base: EffectiveType | undefined; readonly facets: readonly Facet[] } | undefined {
  if (type.kind === 'simpleType') {
    const { derivation } = type;
    return derivation.kind === 'restriction'
      ? { base: types.resolve(derivation.base), facets: derivation.facets }
      : undefined;
  }
  if (type.content.kind !== 'simple') {
    return undefined;
  }
  const base = type.content.type ?? (type.base && types.resolve(type.base));
  return { base, facets: type.content.facets };
}
