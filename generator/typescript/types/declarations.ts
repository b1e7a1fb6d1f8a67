import type {
  ComplexTypeDefinition,
  ElementDeclaration,
  SimpleTypeDefinition,
  TypeDefinition,
} from '../../contract/model.js';
import { type BindContext, derivedTypes, substitutesOf } from '../context/context.js';
import { arrayOf, type MemberExpression, orNull, type TypeExpression, union } from '../expressions/expression.js';
import { shapeParts } from '../expressions/shape.js';
import { textEnumeration } from '../expressions/simple-values.js';
import { elementType, ownShape, substitutionName } from './complex-shapes.js';
import { documentationLines, facetLines, typeDocumentation } from './documentation.js';
import { isOpen, simpleTypeBody } from './simple-types.js';
import { unwrappedArray } from './unwrapped-arrays.js';
import { discriminated, namedType, nillableType, substitutionUnion, valueType } from './value-types.js';

/** A declaration of a types module. */
export type TypeDeclaration = InterfaceDeclaration | AliasDeclaration | EnumDeclaration;

interface Declared {
  readonly name: string;
  readonly documentation: readonly string[];
}

export interface InterfaceDeclaration extends Declared {
  readonly kind: 'interface';
  readonly extends?: TypeExpression;
  readonly members: readonly MemberExpression[];
}

export interface AliasDeclaration extends Declared {
  readonly kind: 'alias';
  readonly type: TypeExpression;
}

/** A const object and the union of its values. */
export interface EnumDeclaration extends Declared {
  readonly kind: 'enum';
  /** True if it may get further values. */
  readonly open: boolean;
  readonly values: readonly EnumMember[];
}

/** A member of an enumeration. */
export interface EnumMember {
  /** Its property in the object. */
  readonly key: string;
  /** Its text on the wire. */
  readonly value: string;
  readonly documentation: readonly string[];
}

/** The declarations of a type with a name, its own first; none for a type without a name. */
export function typeDeclarations(type: TypeDefinition, context: BindContext): readonly TypeDeclaration[] {
  const name = context.names.types.get(type.key)?.name;
  if (name === undefined) {
    return [];
  }
  return type.kind === 'simpleType'
    ? [simpleDeclaration(type, name, context), ...standInDeclaration(type, name, context)]
    : complexDeclarations(type, name, context);
}

function simpleDeclaration(type: SimpleTypeDefinition, name: string, context: BindContext): TypeDeclaration {
  const texts = context.scalars(type.key) ? undefined : textEnumeration(type, context.index);
  const documentation = [...typeDocumentation(type, context), ...(texts ? [] : facetLines(type.facets))];
  if (!texts) {
    return { kind: 'alias', name, documentation, type: simpleTypeBody(type, context) };
  }
  const things = texts.map(({ value }) => ({
    subject: { value, typeName: name, ...(type.name !== undefined && { type: type.name }) },
    standard: value,
  }));
  const keys = context.naming.names('enumMember', things);
  const values = texts.map(({ value, documentation: own }, i) => ({
    key: keys[i] ?? value,
    value,
    documentation: documentationLines(own),
  }));
  return { kind: 'enum', name, documentation, values, open: isOpen(context) };
}

/** `Money$`: the value of elements of a simple type that complex types may replace. */
function standInDeclaration(
  type: SimpleTypeDefinition,
  name: string,
  context: BindContext,
): readonly AliasDeclaration[] {
  const standIns = context.standIns.get(type.key);
  const own = standIns && namedType(type.key, context);
  if (!standIns || !own) {
    return [];
  }
  const members = [own, ...standIns.map((member) => discriminated(member, false, context))];
  const documentation = [
    `\`${name}\`, or a type with attributes that is derived from it, identified by its \`$type\`.`,
  ];
  return [{ kind: 'alias', name: `${name}$`, documentation, type: union(members) }];
}

function complexDeclarations(
  type: ComplexTypeDefinition,
  name: string,
  context: BindContext,
): readonly TypeDeclaration[] {
  const declared = complexDeclaration(type, name, context);
  const derived = derivedTypes(type, context);
  if (derived.length === 0 && !type.abstract) {
    return [declared];
  }
  const own = type.abstract ? [] : [discriminated(type, true, context)];
  const members = [...own, ...derived.map((member) => discriminated(member, false, context))];
  const documentation = [`\`${name}\` or a type derived from it, identified by its \`$type\`.`];
  return [declared, { kind: 'alias', name: `${name}$`, documentation, type: union(members) }];
}

function complexDeclaration(type: ComplexTypeDefinition, name: string, context: BindContext): TypeDeclaration {
  const documentation = typeDocumentation(type, context);
  if (type.soapArray) {
    return { kind: 'alias', name, documentation, type: soapArrayType(type, context) };
  }
  const array = unwrappedArray(type, context);
  if (array) {
    return { kind: 'alias', name, documentation, type: arrayOf(elementType(array, context)) };
  }
  const mapping = context.mapper.mappingOf(type);
  const base = mapping.base && !mapping.base.soapArray ? namedType(mapping.base.key, context) : undefined;
  const { shape, isInterface } = ownShape(mapping, context);
  if (!isInterface) {
    const own = shapeParts(shape).filter((part) => !base || part.kind !== 'object' || part.members.length > 0);
    const parts = base ? [base, ...own] : own;
    const [only] = parts;
    const alias = only && parts.length === 1 ? only : ({ kind: 'intersection', members: parts } as const);
    return { kind: 'alias', name, documentation, type: alias };
  }
  return { kind: 'interface', name, documentation, ...(base && { extends: base }), members: shape.members };
}

function soapArrayType(type: ComplexTypeDefinition, context: BindContext): TypeExpression {
  if (!type.soapArray) {
    return { kind: 'keyword', name: 'never' };
  }
  const dimensions = type.soapArray.rank.match(/\[/g)?.length ?? 1;
  const { itemType } = type.soapArray;
  // Any item may be nil (SOAP 1.1, 5.1, 9): nothing declares the elements of an array.
  let items = arrayOf(nillableType(itemType, valueType(itemType, context), context));
  for (let i = 1; i < dimensions; i += 1) {
    items = arrayOf(orNull(items));
  }
  return items;
}

/** The unions of the substitution groups of those elements that are heads. */
export function substitutionDeclarations(
  elements: readonly ElementDeclaration[],
  context: BindContext,
): readonly AliasDeclaration[] {
  return elements.flatMap((head) => {
    const name = context.names.elements.get(head.name);
    if (!name) {
      return [];
    }
    if (!head.abstract && substitutesOf(head.name, context).length === 0) {
      return [];
    }
    const alias = substitutionName(head, context);
    const documentation = [
      `The element \`${name.stem}\` or one that may stand in for it, identified by its \`$name\`.`,
    ];
    return alias ? [{ kind: 'alias', name: alias.name, documentation, type: substitutionUnion(head, context) }] : [];
  });
}
