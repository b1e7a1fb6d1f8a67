import { expandedName } from '../../source/names.js';
import { anyType } from '../../xsd/built-ins.js';
import type {
  SchemaSet,
  TypeReference,
  XsdAttributeDeclaration,
  XsdElementDeclaration,
  XsdIdentityConstraint,
} from '../../xsd/components.js';
import type { AttributeDeclaration, ElementDeclaration, IdentityConstraint, ScopeStep, TypeKey } from '../model.js';
import { requireGlobalAttributeType } from './attributes.js';
import { documented, type TypeContext } from './context.js';
import { valueField } from './values.js';

/** A global element of the contract. */
export function buildElement(context: TypeContext, element: XsdElementDeclaration): ElementDeclaration {
  const [head, ...others] = requireHeads(context, element);
  return {
    name: expandedName(element.namespace, element.name),
    type: requireGlobalElementType(context, element),
    ...buildAlternatives(context, element, [{ kind: 'element', name: expandedName(element.namespace, element.name) }]),
    nillable: element.nillable,
    abstract: element.abstract,
    ...valueField(context.schemas, element.value, effectiveType(context.schemas, element), element.source),
    block: element.block,
    final: element.final,
    ...(head !== undefined && { substitutionGroup: head }),
    ...(others.length > 0 && { otherSubstitutionGroups: others }),
    identityConstraints: identityConstraints(context, element),
    ...documented(element),
  };
}

/** Requests the heads of the substitution groups that an element joins, and returns the names of those that exist. */
function requireHeads(context: TypeContext, element: XsdElementDeclaration): readonly string[] {
  if (context.schemas.circular.has(element)) {
    return [];
  }
  return [...new Set(element.substitutionGroups.map(({ name }) => name))].filter((name) =>
    context.requireElement(name),
  );
}

/**
 * Requests the type of a global element and returns its key: its own, else that of the head of its substitution group (Part
 * 1, 3.3.2).
 */
export function requireGlobalElementType(context: TypeContext, element: XsdElementDeclaration): TypeKey {
  const owner = typeOwner(context.schemas, element);
  const name = expandedName(owner.namespace, owner.name);
  return context.requireType(owner.type, [{ kind: 'element', name }]);
}

/** The type reference that decides an element's type, its head's included. */
export function effectiveType(schemas: SchemaSet, element: XsdElementDeclaration): TypeReference | undefined {
  return typeOwner(schemas, element).type;
}

function typeOwner(schemas: SchemaSet, element: XsdElementDeclaration): XsdElementDeclaration {
  let owner = element;
  while (!owner.type && owner.substitutionGroups[0] && !schemas.circular.has(owner)) {
    const head = schemas.elements.get(owner.substitutionGroups[0].name);
    if (!head) {
      break;
    }
    owner = head;
  }
  return owner;
}

/** Requests the type of a local element and returns its key. */
export function requireLocalElementType(
  context: TypeContext,
  element: XsdElementDeclaration,
  path: readonly ScopeStep[],
): TypeKey {
  return context.requireType(element.type, [...path, { kind: 'element', name: element.name }], anyType);
}

/** The type alternatives of an element, as a field to spread; `path` leads to the element. */
export function buildAlternatives(
  context: TypeContext,
  element: XsdElementDeclaration,
  path: readonly ScopeStep[],
): Pick<ElementDeclaration, 'alternatives'> {
  if (element.alternatives.length === 0) {
    return {};
  }
  const built = element.alternatives.map(({ test, type }) => ({
    ...(test && { test }),
    type: context.requireType(type, [...path, { kind: 'member', name: '' }]),
  }));
  return { alternatives: built };
}

/** A global attribute of the contract. */
export function buildAttribute(context: TypeContext, attribute: XsdAttributeDeclaration): AttributeDeclaration {
  return {
    name: attribute.name,
    type: requireGlobalAttributeType(context, attribute),
    ...valueField(context.schemas, attribute.value, attribute.type, attribute.source),
    ...documented(attribute),
  };
}

/** The identity constraints of an element, those that it shares with others included. */
export function identityConstraints(
  context: TypeContext,
  element: XsdElementDeclaration,
): readonly IdentityConstraint[] {
  const shared = element.identityConstraintUses.flatMap(({ kind, name }) => {
    const constraint = context.schemas.identityConstraints.get(name);
    return constraint?.kind === kind ? [constraint] : [];
  });
  return [...element.identityConstraints, ...shared].map((constraint) => identityConstraint(context, constraint));
}

/** An identity constraint; a keyref whose key does not exist refers to nothing. */
function identityConstraint(context: TypeContext, constraint: XsdIdentityConstraint): IdentityConstraint {
  const { kind, name, selector, fields, refer } = constraint;
  const resolves = refer !== undefined && context.schemas.identityConstraints.has(refer.name);
  return { kind, name, selector, fields, ...(resolves && { refer: refer.name }) };
}
