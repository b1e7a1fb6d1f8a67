import { anyAtomicType, anySimpleType } from '../built-ins.js';
import type {
  TypeReference,
  XsdAttributeUse,
  XsdComplexTypeDefinition,
  XsdElementDeclaration,
  XsdSimpleTypeDefinition,
} from '../components.js';
import { walkComponents } from '../walk.js';
import { facetOf } from './facet-values.js';
import type { Findings } from './findings.js';
import { type EffectiveType, type SimpleView, type Types, typeName } from './types.js';

/**
 * How simple types may be derived: "st-props-correct" and "cos-st-restricts" (Part 1, 3.14.6), "cos-list-of-atomic" (3.14.6),
 * and NOTATION, which no declaration may use directly ("enumeration required for NOTATION", Part 2, 3.2.19).
 */
export function checkSimpleDerivation(types: Types, findings: Findings): void {
  const notation = (reference: TypeReference | undefined): void => {
    const type = reference && types.resolve(reference);
    const view = type === undefined ? undefined : types.simple(type);
    if (!reference || view?.primitive !== 'NOTATION' || facetOf(view, 'enumeration')) {
      return;
    }
    const [source, attribute] = placeOf(reference);
    findings.report('xsd/bare-notation', {}, source, attribute);
  };
  walkComponents(types.schemas, {
    type: (type) => {
      if (type.kind === 'simpleType') {
        checkType(type, types, findings);
      } else {
        checkRootOfContent(type, types, findings);
      }
    },
    element: (element: XsdElementDeclaration) => notation(element.type),
    attributeUse: ({ target }: XsdAttributeUse) => {
      if (target.kind === 'local') {
        notation(target.type);
      }
    },
  });
  for (const attribute of types.schemas.attributes.values()) {
    notation(attribute.type);
  }
}

function checkType({ derivation }: XsdSimpleTypeDefinition, types: Types, findings: Findings): void {
  switch (derivation.kind) {
    case 'restriction':
      isOpen(derivation.base, 'restriction', types, findings);
      checkRoot(derivation.base, types, findings);
      return;
    case 'list':
      isOpen(derivation.itemType, 'list', types, findings);
      checkItemType(derivation.itemType, types, findings);
      return;
    case 'union':
      for (const member of derivation.memberTypes) {
        isOpen(member, 'union', types, findings);
      }
  }
}

/** st-props-correct, clause 3, and cos-st-restricts: {final} of the type must not exclude its use. */
function isOpen(
  reference: TypeReference,
  derivation: 'restriction' | 'list' | 'union',
  types: Types,
  findings: Findings,
): void {
  const type = types.resolve(reference);
  if (type === undefined || !types.finalOf(type).includes(derivation)) {
    return;
  }
  const [source, attribute] = placeOf(reference);
  findings.report('xsd/final', { name: typeName(type), derivation }, source, attribute);
}

/** cos-st-restricts, clause 1.1: an atomic type restricts an atomic type or a primitive one. */
function checkRoot(reference: TypeReference, types: Types, findings: Findings): void {
  const type = types.resolve(reference);
  // A definition that could not be read is derived from the root, too; its mistake has been reported.
  if ((type !== anySimpleType && type !== anyAtomicType) || reference.kind !== 'named' || reference.attribute === '') {
    return;
  }
  findings.report('xsd/restricted-root', { name: typeName(type) }, reference.source, reference.attribute);
}

/** Nor does content of that type have facets ("cos-applicable-facets", Part 2, 4.1.5). */
function checkRootOfContent({ content, base }: XsdComplexTypeDefinition, types: Types, findings: Findings): void {
  if (content.kind !== 'simple' || content.type || !base) {
    return;
  }
  const type = types.resolve(base);
  const view = type === undefined ? undefined : types.simple(type);
  const [facet] = content.facets;
  if (!facet || view?.variety !== 'atomic' || view.primitive !== '') {
    return;
  }
  findings.report('xsd/restricted-root', { name: typeName(anySimpleType) }, facet.source);
}

/** The items of a list must be atomic, or of a union without a list. */
function checkItemType(reference: TypeReference, types: Types, findings: Findings): void {
  const type = types.resolve(reference);
  if (type === undefined || !holdsList(type, types, new Set())) {
    return;
  }
  const [source, attribute] = placeOf(reference);
  findings.report('xsd/list-of-lists', { name: typeName(type) }, source, attribute);
}

/** Members beyond this number are not checked. */
const maxMembers = 1000;

function holdsList(type: EffectiveType, types: Types, seen: Set<EffectiveType>): boolean {
  if (seen.has(type) || seen.size > maxMembers) {
    return false;
  }
  seen.add(type);
  const view: SimpleView | undefined = types.simple(type);
  if (view?.variety === 'list') {
    return true;
  }
  return (view?.memberTypes ?? []).some((member) => member !== undefined && holdsList(member, types, seen));
}

function placeOf(reference: TypeReference) {
  return reference.kind === 'named'
    ? ([reference.source, reference.attribute] as const)
    : ([reference.definition.source, undefined] as const);
}
