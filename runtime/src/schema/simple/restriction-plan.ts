import type { Facets, SimpleType } from '../descriptor/descriptor.js';
import { resolve } from '../descriptor/resolve.js';
import { type SimpleEngine, type SimplePlan, simplePlan } from '../plan/simple-plan.js';
import { derivedForms } from './derived-forms.js';

/** The plan of a restriction: that of its base, and what the type adds. `planDerived` gives the same for all types. */
export function planRestriction(type: SimpleType): SimplePlan {
  const base = simplePlan(resolve(type.base as SimpleType));
  const engine = engineOf(type, base);
  const facets = facetsOf(type, base, engine);
  const whiteSpace = facets?.whiteSpace ?? base.whiteSpace;
  const constrained = Object.keys(facets ?? {}).some((facet) => facet !== 'whiteSpace');
  const plan: SimplePlan = {
    ...base,
    type,
    engine,
    facets,
    whiteSpace,
    constrained,
    verbatim: base.verbatim && whiteSpace === 'preserve' && facets?.enumeration === undefined,
    loose: base.loose === true && !constrained,
    open: type.open ?? base.open === true,
    derived: constrained ? derivedForms : base.derived,
    texts: undefined,
  };
  plan.texts = constrained ? engine?.textsOf(plan) : undefined;
  return plan;
}

/** That of the list or union, which knows facets as well, or of the base that knows more. */
function engineOf({ engine }: SimpleType, base: SimplePlan): SimpleEngine | undefined {
  const own = engine as SimpleEngine | undefined;
  return own === undefined || base.variety !== 'atomic' || own.partial === true ? (base.engine ?? own) : own;
}

/** As `Facets` says, those of the base hold as well. */
function facetsOf(
  { facets: near }: SimpleType,
  { facets: far }: SimplePlan,
  engine: SimpleEngine | undefined,
): Facets | undefined {
  if (near === undefined || far === undefined) {
    return near ?? far;
  }
  const patterns = near.patterns && far.patterns && engine?.join(near.patterns, far.patterns);
  return { ...far, ...near, ...(patterns && { patterns }) };
}
