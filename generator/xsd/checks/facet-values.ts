import type { Facet, FacetName } from '../components.js';
import type { SimpleView } from './types.js';

/** The nearest facet of that name up the chain. */
export function facetOf(view: SimpleView, name: FacetName): Facet | undefined {
  for (const step of view.steps) {
    const facet = step.find((candidate) => candidate.name === name);
    if (facet) {
      return facet;
    }
  }
  return undefined;
}

/** The treatment of white space by a type. */
export function whiteSpaceOf(view: SimpleView): 'preserve' | 'replace' | 'collapse' {
  const given = facetOf(view, 'whiteSpace')?.value.trim();
  if (given === 'preserve' || given === 'replace' || given === 'collapse') {
    return given;
  }
  if (view.variety === 'union' || (view.variety === 'atomic' && /^(string)?$/.test(view.builtIn))) {
    return 'preserve';
  }
  return view.builtIn === 'normalizedString' ? 'replace' : 'collapse';
}
