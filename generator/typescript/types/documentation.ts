import type {
  AttributeUse,
  Facets,
  IdentityConstraint,
  TypeDefinition,
  TypeKey,
  ValueConstraint,
} from '../../contract/model.js';
import { splitExpandedName } from '../../contract/names.js';
import type { MappedElement } from '../content/content.js';
import { type BindContext, referredElement } from '../context/context.js';
import { withTags } from './documentation-tags.js';

/** Words of a text that can be about deprecation and versions; nearly no text has them. */
const mayHaveTags = /deprecated|^(?:since|version|@)/im;

/** Lines of a text from an input, what it says of deprecation and versions as tags; none for an absent or blank one. */
export function documentationLines(text: string | undefined): readonly string[] {
  if (text === undefined || text.trim() === '') {
    return [];
  }
  const lines = text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .trim()
    .split('\n')
    .map((line) => line.trimEnd());
  return mayHaveTags.test(text) ? withTags(lines) : lines;
}

/** The documentation of a type; for one without a name, that of the global element whose type it is. */
export function typeDocumentation(type: TypeDefinition, context: BindContext): readonly string[] {
  const [owner, ...inner] = type.scope?.path ?? [];
  const element = owner?.kind === 'element' && inner.length === 0 ? context.index.elements.get(owner.name) : undefined;
  return documentationLines(type.documentation ?? element?.documentation);
}

/** The documentation of an element, or else that of the global element that it refers to. */
export function elementText({ declaration }: MappedElement, context: BindContext): string | undefined {
  return declaration.documentation ?? referredElement(declaration, context)?.documentation;
}

/** The facts about an element that its type does not show: documentation, default and occurrence bounds. */
export function elementDocumentation(particle: MappedElement, context: BindContext): readonly string[] {
  const { declaration, min, max } = particle;
  return [
    ...documentationLines(elementText(particle, context)),
    ...valueLines(declaration.value),
    ...occurrenceLines(min, max),
    ...inlineFacets(declaration.type, context),
    ...constraintLines(declaration.identityConstraints),
  ];
}

/** The same for an attribute. */
export function attributeDocumentation(use: AttributeUse, context: BindContext): readonly string[] {
  return [...documentationLines(use.documentation), ...valueLines(use.value), ...inlineFacets(use.type, context)];
}

function valueLines(value: ValueConstraint | undefined): readonly string[] {
  return value?.kind === 'default' ? [`Default: ${JSON.stringify(value.value)}.`] : [];
}

/** Bounds that the type does not show: an array says that there are any number. */
function occurrenceLines(min: number, max: number): readonly string[] {
  if (max <= 1 || (min === 0 && max === Number.POSITIVE_INFINITY)) {
    return [];
  }
  if (max === Number.POSITIVE_INFINITY) {
    return [`At least ${min}.`];
  }
  return [min === max ? `Exactly ${min}.` : `${min} to ${max}.`];
}

/** Facets of a type without a declaration of its own that could list them. */
function inlineFacets(key: TypeKey, context: BindContext): readonly string[] {
  const type = context.index.types.get(key);
  return type?.kind === 'simpleType' && !context.names.types.has(key) ? facetLines(type.facets) : [];
}

/** Constraining facets (Part 2, 4.3) that the TypeScript type cannot say, one line each. */
export function facetLines(facets: Facets): readonly string[] {
  const lines: string[] = [];
  const add = (label: string, value: string | number | undefined): void => {
    if (value !== undefined) {
      lines.push(`${label}: ${value}.`);
    }
  };
  add('Length', facets.length);
  add('Minimum length', facets.minLength);
  add('Maximum length', facets.maxLength);
  for (const group of facets.patterns ?? []) {
    add('Pattern', group.map((p) => JSON.stringify(p)).join(' or '));
  }
  add('At least', facets.minInclusive);
  add('More than', facets.minExclusive);
  add('At most', facets.maxInclusive);
  add('Less than', facets.maxExclusive);
  add('Total digits', facets.totalDigits);
  add('Fraction digits', facets.fractionDigits);
  if (facets.explicitTimezone !== 'optional') {
    add('Time zone', facets.explicitTimezone);
  }
  return lines;
}

/** Identity constraints (Part 1, 3.11), one line each. */
function constraintLines(constraints: readonly IdentityConstraint[]): readonly string[] {
  return constraints.map((constraint) => {
    const { local } = splitExpandedName(constraint.name);
    const refer = constraint.refer === undefined ? '' : ` to ${splitExpandedName(constraint.refer).local}`;
    return `Identity constraint: ${constraint.kind} ${local}${refer}.`;
  });
}
