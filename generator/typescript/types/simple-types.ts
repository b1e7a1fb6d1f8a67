import type { Facets, SimpleTypeDefinition, TypeKey } from '../../contract/model.js';
import { soapEncodingNamespaces, splitExpandedName } from '../../contract/names.js';
import type { BindContext } from '../context/context.js';
import { scalarDescriptor } from '../context/scalars.js';
import { builtInDescriptor, builtInFamily, familyType } from '../expressions/built-ins.js';
import {
  arrayOf,
  construct,
  fileModule,
  keyword,
  literal,
  literals,
  optionsValue,
  type TypeExpression,
  union,
  type ValueExpression,
} from '../expressions/expression.js';
import { literalValues, simpleValueOf, textEnumeration } from '../expressions/simple-values.js';
import { homeNamespace } from '../names/modules.js';

/**
 * The TypeScript type of a simple type's values, as a reference where the type has a name that says more than that of a built-in
 * type: `soapenc:string` is `string`.
 */
export function simpleTypeExpression(key: TypeKey, context: BindContext): TypeExpression {
  const name = context.names.types.get(key);
  if (name && !isOfEncoding(key, context)) {
    return { kind: 'import', from: fileModule(name.module.typesPath), name: name.name, arguments: [] };
  }
  const mapping = context.scalars(key);
  if (mapping) {
    return mapping.type;
  }
  const family = builtInFamily(key);
  if (family !== undefined) {
    return familyType(family);
  }
  const type = context.index.types.get(key);
  return type?.kind === 'simpleType' ? simpleTypeBody(type, context) : familyType('text');
}

function isOfEncoding(key: TypeKey, context: BindContext): boolean {
  const type = context.index.types.get(key);
  return (
    type?.kind === 'simpleType' &&
    builtInFamily(type.base) !== undefined &&
    type.facets.enumeration === undefined &&
    soapEncodingNamespaces.has(splitExpandedName(key).namespace)
  );
}

/** The type in a simple type's own declaration; enumerations of texts become a union of literals. */
export function simpleTypeBody(type: SimpleTypeDefinition, context: BindContext): TypeExpression {
  const mapping = context.scalars(type.key);
  if (mapping) {
    return mapping.type;
  }
  const value = simpleValueOf(type.key, context.index);
  switch (value.kind) {
    case 'list':
      return arrayOf(simpleTypeExpression(value.itemType, context));
    case 'union': {
      const members = value.memberTypes.map((member) => simpleTypeExpression(member, context));
      return members.length === 0 ? keyword('never') : union(members);
    }
    case 'family': {
      const texts = textEnumeration(type, context.index);
      const enumerated = texts?.map((item) => item.value) ?? type.facets.enumeration?.map((item) => item.value);
      const allowed = enumerated && literalValues(enumerated, value.family, value.builtIn);
      if (!allowed || allowed.length === 0) {
        return familyType(value.family);
      }
      const values = allowed.map((item): TypeExpression => ({ kind: 'literal', value: item }));
      return union(texts && isOpen(context) ? [...values, anyOtherText] : values);
    }
  }
}

/** Texts that are not listed, in a form that keeps the listed ones in editors' suggestions. */
const anyOtherText = keyword('(string & {})');

/** True if enumerations of texts take further values. */
export function isOpen({ options }: BindContext): boolean {
  return options.enumerations === 'open';
}

/** The literal type of a `fixed` value; undefined where several spellings are equal, or the form is not one of the type. */
export function fixedTypeExpression(key: TypeKey, fixed: string, context: BindContext): TypeExpression | undefined {
  const value = simpleValueOf(key, context.index);
  if (value.kind !== 'family' || context.scalars(key)) {
    return undefined;
  }
  const [only] = literalValues([fixed], value.family, value.builtIn) ?? [];
  return only === undefined ? undefined : { kind: 'literal', value: only };
}

/** A reference to the descriptor of a simple type: the runtime's own, a named constant, or the descriptor itself. */
export function simpleTypeReference(key: TypeKey, context: BindContext): ValueExpression {
  const name = context.names.types.get(key);
  if (name) {
    const constant = { kind: 'import', from: fileModule(name.module.schemaPath), name: name.constant } as const;
    return { kind: 'thunk', body: constant };
  }
  if (builtInFamily(key) !== undefined) {
    const mapping = context.scalars(key);
    return mapping ? scalarDescriptor(builtInDescriptor(key), mapping) : builtInDescriptor(key);
  }
  const type = context.index.types.get(key);
  if (type?.kind === 'simpleType') {
    return simpleTypeDescriptor(type, context);
  }
  if (type?.content.kind === 'simple' && type.content.type !== key) {
    return simpleTypeReference(type.content.type, context);
  }
  return builtInDescriptor('{http://www.w3.org/2001/XMLSchema}string');
}

/** The descriptor of a simple type. */
export function simpleTypeDescriptor(type: SimpleTypeDefinition, context: BindContext): ValueExpression {
  const mapping = context.scalars(type.key);
  return mapping
    ? scalarDescriptor(textDescriptor(type, true, context), mapping)
    : textDescriptor(type, false, context);
}

/** The descriptor of a type's texts. Facets are effective, so below a mapping the built-in type itself can be the base. */
function textDescriptor(type: SimpleTypeDefinition, mapped: boolean, context: BindContext): ValueExpression {
  const base =
    mapped && type.builtIn !== undefined ? builtInDescriptor(type.builtIn) : simpleTypeReference(type.base, context);
  const namespace = context.namespace(homeNamespace(type));
  const name = literal(splitExpandedName(type.name ?? '{}').local);
  const texts = textEnumeration(type, context.index);
  if (texts) {
    const values = literals(texts.map((item) => item.value));
    const { enumeration: _, ...others } = type.facets;
    const facets = facetsValue(others);
    const closed = facets.length === 0 ? 'enumeration' : 'restrictedEnumeration';
    return construct(isOpen(context) ? 'openEnumeration' : closed, namespace, name, base, values, ...facets);
  }
  const restricts = context.index.types.get(type.base)?.kind === 'simpleType' || isListBase(type);
  const [maker, operand] = (restricts ? undefined : constructionOf(type, context)) ?? ['restriction', base];
  return construct(maker, namespace, name, operand, ...facetsValue(type.facets));
}

/** How to construct a list or a union that restricts nothing: the function to call, and the types to pass. */
function constructionOf(
  { variety, itemType, memberTypes }: SimpleTypeDefinition,
  context: BindContext,
): readonly ['list' | 'union', ValueExpression] | undefined {
  switch (variety) {
    case 'list':
      return itemType === undefined ? undefined : ['list', simpleTypeReference(itemType, context)];
    case 'union': {
      const items = memberTypes?.map((member) => simpleTypeReference(member, context));
      return items && ['union', { kind: 'array', items }];
    }
    case 'atomic':
      return undefined;
  }
}

function isListBase(type: SimpleTypeDefinition): boolean {
  return builtInFamily(type.base) === 'list';
}

/** Facets as an argument; none if there are no facets. */
function facetsValue(facets: Facets): readonly ValueExpression[] {
  const number = (value: number | undefined): ValueExpression | undefined =>
    value === undefined ? undefined : literal(value);
  const text = (value: string | undefined): ValueExpression | undefined =>
    value === undefined ? undefined : literal(value);
  return optionsValue({
    length: number(facets.length),
    minLength: number(facets.minLength),
    maxLength: number(facets.maxLength),
    patterns: facets.patterns && construct('patterns', ...facets.patterns.map((group) => literals(group))),
    enumeration: facets.enumeration && literals(facets.enumeration.map((item) => item.value)),
    whiteSpace: text(facets.whiteSpace),
    maxInclusive: text(facets.maxInclusive),
    maxExclusive: text(facets.maxExclusive),
    minInclusive: text(facets.minInclusive),
    minExclusive: text(facets.minExclusive),
    totalDigits: number(facets.totalDigits),
    fractionDigits: number(facets.fractionDigits),
    explicitTimezone: text(facets.explicitTimezone),
  });
}
