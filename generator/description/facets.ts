import type { Facets } from '../contract/model.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { ScalarDescription } from './model.js';

type Mutable = { -readonly [K in keyof Facets]: Facets[K] };

/** The effective facets of a simple type: its own added to those of its base. */
export function facetsOf(type: ScalarDescription, base: Facets): readonly [Facets, readonly Diagnostic[]] {
  const facets: Mutable = { ...base };
  const diagnostics: Diagnostic[] = [];
  for (const { name, value, span } of type.facets) {
    switch (name) {
      case 'pattern':
        facets.patterns = [...(base.patterns ?? []), [value]];
        break;
      case 'minInclusive':
      case 'maxInclusive':
      case 'minExclusive':
      case 'maxExclusive':
        facets[name] = value;
        break;
      case 'length':
      case 'minLength':
      case 'maxLength':
      case 'totalDigits':
      case 'fractionDigits':
        if (/^\d{1,15}$/.test(value)) {
          facets[name] = Number(value);
        } else {
          diagnostics.push(diagnostic('description/invalid-facet', { facet: name, value }, span));
        }
    }
  }
  return [facets, diagnostics];
}
