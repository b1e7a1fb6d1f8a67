import type { Facets } from '../../schema/descriptor/descriptor.js';
import { choicesOf } from '../../schema/plan/members.js';
import type { SimplePlan } from '../../schema/plan/simple-plan.js';

/** Values of an enumeration that a page lists. */
export const maxChoices = 500;
/** Characters of a pattern that are shown. */
const maxPattern = 200;

/** Name of a type, or of the nearest base that has one. */
function typeName({ type, builtIn, item }: SimplePlan): string {
  return type.name !== ''
    ? type.name
    : builtIn !== ''
      ? builtIn
      : item === undefined
        ? 'text'
        : `list of ${typeName(item)}`;
}

/** What texts a type has, in a few words. The values of an enumeration are listed for types that are not in `known`, to which they are added. */
export function describeType(plan: SimplePlan, known: Set<SimplePlan>): string {
  const name = typeName(plan);
  if (known.has(plan)) {
    return name;
  }
  const values = plan.facets?.enumeration;
  if (plan.type.formMapping !== undefined) {
    return `${name}, the number of a character`;
  }
  if (values !== undefined) {
    known.add(plan);
    return `${name}: ${choices(values)}`;
  }
  switch (plan.variety) {
    case 'atomic':
      return [name, ...limits(plan)].join(', ');
    case 'list':
      return plan.item === undefined ? name : `list of ${describeType(plan.item, known)}`;
    case 'union':
      known.add(plan);
      return choicesOf(plan)
        .map((member) => describeType(member, known))
        .join(' or ');
  }
}

function choices(values: readonly string[]): string {
  const shown = values.slice(0, maxChoices).join(' | ');
  return values.length > maxChoices ? `${shown} | … (${values.length} values)` : shown;
}

/** The name of the built-in type, where another name hides it, and the bounds of facets. */
function limits({ type, builtIn, mapped, facets = {} }: SimplePlan): readonly string[] {
  const base = mapped?.builtIn ?? builtIn;
  return [
    ...(type.name !== '' && base !== '' && base !== type.name ? [base] : []),
    ...length(facets),
    ...range(facets),
    ...(facets.fractionDigits === undefined || facets.fractionDigits === 0
      ? []
      : [`at most ${facets.fractionDigits} decimals`]),
    ...(facets.patterns?.groups ?? []).map((group) => `pattern ${group.join(' or ').slice(0, maxPattern)}`),
  ];
}

function length({ length: exact, minLength: least = 0, maxLength: most }: Facets): readonly string[] {
  if (exact !== undefined) {
    return [`length ${exact}`];
  }
  return most === undefined
    ? least === 0
      ? []
      : [`length at least ${least}`]
    : [least === 0 ? `length at most ${most}` : `length ${least} to ${most}`];
}

function range({ minInclusive, minExclusive, maxInclusive, maxExclusive }: Facets): readonly string[] {
  return [
    ...(minInclusive === undefined ? [] : [`at least ${minInclusive}`]),
    ...(minExclusive === undefined ? [] : [`more than ${minExclusive}`]),
    ...(maxInclusive === undefined ? [] : [`at most ${maxInclusive}`]),
    ...(maxExclusive === undefined ? [] : [`less than ${maxExclusive}`]),
  ];
}
