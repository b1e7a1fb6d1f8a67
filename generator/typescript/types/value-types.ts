import type { ComplexTypeDefinition, ElementDeclaration, TypeAlternative, TypeKey } from '../../contract/model.js';
import { byCodeUnits, splitExpandedName } from '../../contract/names.js';
import type { MappedParticle } from '../content/content.js';
import { type BindContext, derivedTypes, substitutesOf } from '../context/context.js';
import {
  arrayOf,
  fileModule,
  keyword,
  type MemberExpression,
  orNull,
  runtimeType,
  type TypeExpression,
  union,
} from '../expressions/expression.js';
import { fixedTypeExpression, simpleTypeExpression } from './simple-types.js';
import { discriminant } from './type-alternatives.js';

/** The type of the values at a place whose declared type is `key`, including derived types that may replace it. */
export function valueType(key: TypeKey, context: BindContext): TypeExpression {
  const type = context.index.types.get(key);
  if (type?.kind !== 'complexType') {
    return simpleTypeExpression(key, context);
  }
  const own = namedType(key, context);
  if (!own) {
    return runtimeType('XmlElement');
  }
  return derivedTypes(type, context).length > 0 || type.abstract ? { ...own, name: `${own.name}$` } : own;
}

/** A reference to the TypeScript type of a definition that has a name. */
export function namedType(
  key: TypeKey,
  context: BindContext,
): (TypeExpression & { readonly kind: 'import' }) | undefined {
  const name = context.names.types.get(key);
  return name && { kind: 'import', from: fileModule(name.module.typesPath), name: name.name, arguments: [] };
}

/** The type of one occurrence of an element, without substitution. */
export function elementValueType(
  declaration: Pick<ElementDeclaration, 'type' | 'alternatives' | 'nillable' | 'value'>,
  context: BindContext,
): TypeExpression {
  const { value } = declaration;
  const fixed = value?.kind === 'fixed' ? fixedTypeExpression(declaration.type, value.value, context) : undefined;
  const simple = context.index.types.get(declaration.type)?.kind !== 'complexType';
  const declared =
    standInUnion(declaration.type, context) ?? (simple && fixed ? fixed : valueType(declaration.type, context));
  const orNil = (key: TypeKey, type: TypeExpression): TypeExpression =>
    declaration.nillable ? nillableType(key, type, context) : type;
  const { alternatives = [] } = declaration;
  // Attributes select the type of the element; it keeps the declared one if they select none.
  const types = alternatives.map((alternative) => orNil(alternative.type, chosenType(alternative, context)));
  if (!alternatives.some(({ test }) => !test)) {
    types.push(orNil(declaration.type, declared));
  }
  return union(types.filter((type) => type.kind !== 'keyword' || type.name !== 'never'));
}

/** The union of a simple type and of the complex types that may stand in for it where an element has it: `Money$`. */
function standInUnion(key: TypeKey, context: BindContext): TypeExpression | undefined {
  const own = context.standIns.has(key) ? namedType(key, context) : undefined;
  return own && { ...own, name: `${own.name}$` };
}

function chosenType(alternative: TypeAlternative, context: BindContext): TypeExpression {
  const type = valueType(alternative.type, context);
  const tag = discriminant(alternative, context);
  return tag ? { kind: 'intersection', members: [type, tag] } : type;
}

/** A type or null; where an element that is nil may have attributes, with these. */
export function nillableType(key: TypeKey, type: TypeExpression, context: BindContext): TypeExpression {
  const declared = context.index.types.get(key);
  const standIns = context.standIns.get(key);
  if (standIns) {
    return union([orNull(type), ...standIns.map((each) => nilWithAttributes(each, false, context))]);
  }
  if (declared?.kind !== 'complexType' || declared.soapArray || !namedType(key, context)) {
    return orNull(type);
  }
  const types = [declared, ...derivedTypes(declared, context)];
  const names = new Set(types.flatMap((each) => attributeProperties(each, context)));
  if (names.size === 0 && (!declared.abstract || types.length === 1)) {
    return orNull(type);
  }
  if (types.length === 1) {
    return nillable(type, names);
  }
  names.add('$type');
  // One name for all types, unless an attribute of one is an element of another.
  if (!types.some((each) => elementProperties(each, context).some((name) => names.has(name)))) {
    return nillable(type, names);
  }
  return union(types.flatMap((each) => (each.abstract ? [] : nilWithAttributes(each, each === declared, context))));
}

function nilWithAttributes(type: ComplexTypeDefinition, optional: boolean, context: BindContext): TypeExpression {
  return nillable(discriminated(type, optional, context), new Set([...attributeProperties(type, context), '$type']));
}

function nillable(type: TypeExpression, names: ReadonlySet<string>): TypeExpression {
  const literals = [...names].sort(byCodeUnits).map((value): TypeExpression => ({ kind: 'literal', value }));
  return runtimeType('Nillable', type, union(literals));
}

/** `Circle & { $type: 'Circle' }`; the declared type itself needs no `$type`. */
export function discriminated(type: ComplexTypeDefinition, optional: boolean, context: BindContext): TypeExpression {
  const own = namedType(type.key, context);
  const value = context.discriminators.get(type.key) ?? own?.name ?? '';
  const tag: MemberExpression = { name: '$type', type: { kind: 'literal', value }, optional, documentation: [] };
  const object: TypeExpression = { kind: 'object', members: [tag] };
  return own ? { kind: 'intersection', members: [own, object] } : object;
}

/** Properties of the content of a type, that of its bases included. */
function elementProperties(type: ComplexTypeDefinition, { mapper }: BindContext): readonly string[] {
  const visit = (particle: MappedParticle): readonly string[] =>
    particle.property === undefined
      ? 'particles' in particle
        ? particle.particles.flatMap(visit)
        : []
      : [particle.property];
  return mapper.chainOf(mapper.mappingOf(type)).flatMap(({ content }) => (content ? visit(content) : []));
}

/** Properties of the attributes of a type, those of its bases included. */
function attributeProperties(type: ComplexTypeDefinition, { mapper }: BindContext): readonly string[] {
  return mapper
    .chainOf(mapper.mappingOf(type))
    .flatMap(({ attributes, introducesAnyAttribute }) => [
      ...attributes.map(({ property }) => property),
      ...(introducesAnyAttribute ? ['$anyAttribute'] : []),
    ]);
}

/** The union of a substitution group's members as `{ $name, $value }`. An abstract head is not a member. */
export function substitutionUnion(head: ElementDeclaration, context: BindContext): TypeExpression {
  const named = (name: string, element: ElementDeclaration): TypeExpression =>
    runtimeType('NamedElement', { kind: 'literal', value: name }, elementValueType(element, context));
  const own = head.abstract ? [] : [named(localOf(head), head)];
  return union([...own, ...substitutesOf(head.name, context).map(({ name, element }) => named(name, element))]);
}

/** The type of an array's items or of a single value, as `list` says. */
export function listOf(type: TypeExpression, list: boolean): TypeExpression {
  return list ? arrayOf(type) : type;
}

/** A value that may be missing altogether. */
export function orUndefined(type: TypeExpression): TypeExpression {
  return union([type, keyword('undefined')]);
}

function localOf(element: ElementDeclaration): string {
  return splitExpandedName(element.name).local;
}
