import type { SimpleType } from '../descriptor/descriptor.js';
import type { SimplePlan } from './simple-nodes.js';

/** The properties that a built-in type and its plan have in common. */
type Facts = Pick<SimplePlan, 'kind' | 'variety' | 'facets' | 'parse' | 'format' | 'accepts'>;

/** The plan of a built-in atomic type, which has everything itself. Other types bring what makes theirs. */
export function planBuiltIn(type: SimpleType): SimplePlan {
  const { name, facets } = type;
  const whiteSpace = facets?.whiteSpace ?? 'collapse';
  return {
    equals: Object.is,
    ...(type as Facts),
    type,
    builtIn: name,
    whiteSpace,
    verbatim: whiteSpace === 'preserve',
    standard: true,
    members: { direct: [] },
  };
}
