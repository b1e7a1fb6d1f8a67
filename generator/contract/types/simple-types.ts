import { expandedName, xsdNamespace } from '../../source/names.js';
import { anySimpleType, builtInType, isBuiltInSimple } from '../../xsd/built-ins.js';
import type { Facet, TypeReference, XsdSimpleTypeDefinition } from '../../xsd/components.js';
import type { Facets, ScopeStep, SimpleTypeDefinition, TypeKey } from '../model.js';
import { documented, type Placed, type TypeContext } from './context.js';
import { mergeFacets } from './facets.js';
import { type Lexical, lexicalOf } from './values.js';

/** Name and documentation of a type definition: the fields that all of them share. */
export function typeFields(placed: Placed) {
  const { definition, key, path } = placed;
  return {
    key,
    ...(definition.name === undefined ? { scope: { path } } : { name: definition.name }),
    ...documented(definition),
    final: definition.final,
  };
}

/** A simple type of the contract. The type it restricts is built before it. */
export function buildSimpleType(
  context: TypeContext,
  placed: Placed & { readonly definition: XsdSimpleTypeDefinition },
): SimpleTypeDefinition {
  const { definition, path } = placed;
  const common = { kind: 'simpleType' as const, ...typeFields(placed) };
  const derivation = context.cut.has(definition) ? cutType : definition.derivation;
  switch (derivation.kind) {
    case 'restriction': {
      const base =
        derivation.base && requireSimpleType(context, derivation.base, [...path, { kind: 'base', name: '' }]);
      const lexical = lexicalOf(context.schemas, derivation.base);
      return { ...common, ...restrict(context, base ?? anySimpleType, derivation.facets, lexical) };
    }
    case 'list': {
      const itemType = requireSimpleType(context, derivation.itemType, [...path, { kind: 'item', name: '' }]);
      return { ...common, variety: 'list', base: anySimpleType, itemType, facets: {} };
    }
    case 'union': {
      const memberTypes = derivation.memberTypes.map((member) =>
        requireSimpleType(context, member, [...path, { kind: 'member', name: '' }]),
      );
      return { ...common, variety: 'union', base: anySimpleType, memberTypes, facets: {} };
    }
  }
}

/** The replacement for a type that is derived from itself. */
const cutType = { kind: 'restriction', base: undefined, facets: [] } as const;

/** Requests a simple type and returns its key; `xs:anySimpleType` if the reference is not resolved or means a complex type. */
function requireSimpleType(context: TypeContext, reference: TypeReference, path: readonly ScopeStep[]): TypeKey {
  const target = reference.kind === 'inline' ? reference.definition : context.schemas.types.get(reference.name);
  if (reference.kind === 'named' && !target) {
    return isBuiltInSimple(reference.name) ? reference.name : anySimpleType;
  }
  return target?.kind === 'simpleType' ? context.requireType(reference, path) : anySimpleType;
}

type Restricted = Pick<SimpleTypeDefinition, 'variety' | 'base' | 'builtIn' | 'itemType' | 'memberTypes' | 'facets'>;

/** The fields of a type that restricts the one under `base`, which is built in or built already. */
export function restrict(context: TypeContext, base: TypeKey, step: readonly Facet[], lexical: Lexical): Restricted {
  const type = context.types.get(base);
  if (type?.kind === 'simpleType') {
    const { variety, builtIn, itemType, memberTypes } = type;
    return {
      variety,
      base,
      ...(builtIn !== undefined && { builtIn }),
      ...(itemType !== undefined && { itemType }),
      ...(memberTypes !== undefined && { memberTypes }),
      facets: mergeFacets(type.facets, step, lexical),
    };
  }
  const facets: Facets = mergeFacets({}, step, lexical);
  const itemType = builtInType(base)?.itemType;
  if (itemType !== undefined) {
    return { variety: 'list', base, itemType: expandedName(xsdNamespace, itemType), facets };
  }
  return { variety: 'atomic', base, builtIn: base, facets };
}
