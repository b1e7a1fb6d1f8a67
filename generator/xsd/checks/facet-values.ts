import type { Facet, XsdFacetName } from '../components.js';
import type { SimpleView } from './types.js';

/** The nearest facet of that name up the chain. */
export function facetOf(view: SimpleView, name: XsdFacetName): Facet | undefined {
  return view.facets.get(name);
}

/** The steps of restriction that have facets, from the nearest to the farthest. */
export function stepsOf(view: SimpleView): readonly (readonly Facet[])[] {
  const steps: (readonly Facet[])[] = [];
  for (let at: SimpleView | undefined = view; at !== undefined; at = at.base) {
    if (at.step.length > 0) {
      steps.push(at.step);
    }
  }
  return steps;
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
