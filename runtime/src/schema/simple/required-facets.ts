import type { LexicalContext } from '../descriptor/descriptor.js';
import { quoted, refusalOfText } from '../lexical/numbers.js';
import type { FacetCheck, SimplePlan } from '../plan/simple-plan.js';

const stringTypes: ReadonlySet<string> = new Set(
  'string normalizedString token language Name NCName NMTOKEN ID IDREF ENTITY anyURI anySimpleType anyAtomicType'.split(
    ' ',
  ),
);

/** See `SimpleEngine.textsOf`. */
export function textsOf({ facets, variety, builtIn, mapped, open }: SimplePlan): ReadonlySet<string> | undefined {
  const isText = !open && variety === 'atomic' && mapped === undefined && stringTypes.has(builtIn);
  return isText && facets?.enumeration !== undefined ? new Set(facets.enumeration) : undefined;
}

/** See `SimpleEngine.require`. */
export function requireFacets(
  plan: SimplePlan,
  value: unknown,
  text: string,
  context: LexicalContext,
  check: FacetCheck,
): void {
  if (check === 'all') {
    const problem = plan.engine?.check(plan, value, text, context)[0];
    if (problem !== undefined) {
      throw refusalOfText(problem.message);
    }
  } else if (plan.texts !== undefined) {
    if (!plan.texts.has(text)) {
      throw refusalOfText(`${quoted(text)} is not one of the enumerated values`);
    }
  } else if (plan.facets?.enumeration !== undefined && plan.mapped === undefined && !plan.open) {
    const problem = plan.engine?.check(plan, value, text, context).find(({ code }) => code === 'enumeration');
    if (problem !== undefined) {
      throw refusalOfText(problem.message);
    }
  }
}
