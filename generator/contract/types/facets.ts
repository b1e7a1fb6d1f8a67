import type { Facet, XsdFacetName } from '../../xsd/components.js';
import { isPattern } from '../../xsd/pattern.js';
import type { EnumerationValue, Facets } from '../model.js';
import { documented } from './context.js';
import { contractValue, type Lexical } from './values.js';

type MutableFacets = { -readonly [K in keyof Facets]: Facets[K] };

/**
 * Facets of a type that restricts another: those of the base, overridden by those of the step (Part 1, 3.14.6; Part 2, 4.3).
 * Patterns of a step are alternatives and add to those of the base; a new enumeration or bound replaces the old one.
 */
export function mergeFacets(base: Facets, step: readonly Facet[], lexical: Lexical): Facets {
  if (step.length === 0) {
    return base;
  }
  const facets: MutableFacets = { ...base };
  const patterns: string[] = [];
  const enumeration: EnumerationValue[] = [];
  for (const facet of step) {
    if (facet.name === 'pattern') {
      if (isPattern(facet)) {
        patterns.push(facet.value);
      }
    } else if (facet.name === 'enumeration') {
      enumeration.push({ value: contractValue(facet.value, lexical, facet.source), ...documented(facet) });
    } else {
      setFacet(facets, facet.name, facet.value.trim());
    }
  }
  if (patterns.length > 0) {
    facets.patterns = [...(base.patterns ?? []), patterns];
  }
  if (enumeration.length > 0) {
    facets.enumeration = distinctValues(enumeration);
  }
  return facets;
}

function setFacet(facets: MutableFacets, name: Exclude<XsdFacetName, 'pattern' | 'enumeration'>, value: string): void {
  switch (name) {
    case 'length':
    case 'minLength':
    case 'maxLength':
    case 'totalDigits':
    case 'fractionDigits':
      if (/^\+?\d+$/.test(value)) {
        facets[name] = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
      }
      return;
    case 'whiteSpace':
      if (value === 'preserve' || value === 'replace' || value === 'collapse') {
        facets.whiteSpace = value;
      }
      return;
    case 'explicitTimezone':
      if (value === 'optional' || value === 'required' || value === 'prohibited') {
        facets.explicitTimezone = value;
      }
      return;
    case 'maxInclusive':
    case 'maxExclusive':
      delete facets.maxInclusive;
      delete facets.maxExclusive;
      facets[name] = value;
      return;
    case 'minInclusive':
    case 'minExclusive':
      delete facets.minInclusive;
      delete facets.minExclusive;
      facets[name] = value;
      return;
  }
}

/** An enumeration may repeat a value; the first one is used. */
function distinctValues(values: readonly EnumerationValue[]): readonly EnumerationValue[] {
  const seen = new Set<string>();
  return values.filter(({ value }) => !seen.has(value) && seen.add(value));
}
