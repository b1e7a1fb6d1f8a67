import type {
  AttributeDeclaration,
  ComplexTypeDefinition,
  ElementDeclaration,
  IdentityConstraint,
  OpenContent,
  TypeKey,
  ValueConstraint,
  Wildcard,
  XPathAlternative,
} from '../../contract/model.js';
import { splitExpandedName } from '../../contract/names.js';
import { derivedFromSimple, derivedTypesAt } from '../../contract/queries.js';
import type { ContentMapping, MappedElement, MappedParticle } from '../content/content.js';
import type { MappedAttribute } from '../content/properties.js';
import {
  type BindContext,
  derivedTypes,
  isTolerantAttribute,
  referredElement,
  substitutesOf,
} from '../context/context.js';
import { builtInDescriptor, builtInFamily } from '../expressions/built-ins.js';
import {
  construct,
  fileModule,
  literal,
  literals,
  objectValue,
  optionsValue,
  type ValueExpression,
} from '../expressions/expression.js';
import { homeNamespace } from '../names/modules.js';
import { simpleTypeReference } from '../types/simple-types.js';
import { alternativesValue } from '../types/type-alternatives.js';
import { unwrappedArray } from '../types/unwrapped-arrays.js';
import { isAll, isRecord } from './records.js';

/** A reference to the descriptor of any type. */
export function typeReference(key: TypeKey, context: BindContext): ValueExpression {
  if (context.index.types.get(key)?.kind !== 'complexType' || builtInFamily(key) !== undefined) {
    return simpleTypeReference(key, context);
  }
  return { kind: 'thunk', body: typeConstant(key, context) };
}

/** The constant of a named type's descriptor; `xs:anyType` for a key that is not a type. */
export function typeConstant(key: TypeKey, context: BindContext): ValueExpression {
  const name = context.names.types.get(key);
  return name
    ? { kind: 'import', from: fileModule(name.module.schemaPath), name: name.constant }
    : builtInDescriptor('{http://www.w3.org/2001/XMLSchema}anyType');
}

/** The constant of a global element's descriptor. */
export function elementConstant(name: string, context: BindContext): ValueExpression | undefined {
  const known = context.names.elements.get(name);
  return known && { kind: 'import', from: fileModule(known.module.schemaPath), name: known.constant };
}

/** The descriptor of a complex type: a call of `record` or `complexType`, with a function so that a bundler can leave it out. */
export function complexTypeDescriptor(type: ComplexTypeDefinition, context: BindContext): ValueExpression {
  const { local } = splitExpandedName(type.name ?? '{}');
  const namespace = homeNamespace(type);
  const mapping = context.mapper.mappingOf(type);
  const definition = type.soapArray ? soapArrayDefinition(type, context) : complexTypeDefinition(mapping, context);
  const body = { kind: 'thunk', body: direct(definition) } as const;
  const maker = isRecord(mapping, context) ? 'record' : 'complexType';
  return construct(maker, context.namespace(namespace), literal(local), body);
}

/** A definition is made after all modules are there: what it refers to needs no functions. That is quicker to check, and to read. */
function direct(value: ValueExpression): ValueExpression {
  switch (value.kind) {
    case 'literal':
    case 'local':
    case 'import':
    case 'namespace':
      return value;
    case 'thunk':
      return value.body.kind === 'import' ? value.body : value;
    case 'call':
      return { ...value, arguments: value.arguments.map(direct) };
    case 'array':
      return { ...value, items: value.items.map(direct) };
    case 'object':
      return { ...value, properties: value.properties.map((p) => ({ ...p, value: direct(p.value) })) };
  }
}

function complexTypeDefinition(mapping: ContentMapping, context: BindContext): ValueExpression {
  const { type } = mapping;
  const discriminator = context.discriminators.get(type.key);
  const unwrap = unwrappedArray(type, context);
  return objectValue({
    typeName: discriminator === undefined ? undefined : literal(discriminator),
    abstract: flag(type.abstract),
    extends: mapping.base && { kind: 'thunk', body: typeConstant(mapping.base.key, context) },
    derived: derivedValue(type, context),
    attributes: mapping.attributes.length === 0 ? undefined : attributesValue(mapping.attributes, context),
    openContent: type.openContent && openContentValue(type.openContent, context),
    anyAttribute: type.anyAttribute && wildcardValue(type.anyAttribute, context),
    text: mapping.text === undefined ? undefined : simpleTypeReference(mapping.text, context),
    mixed: flag(mapping.mixed),
    content: mapping.content && contentValue(mapping.content, type, context),
    model: mapping.model && contentValue(mapping.model, type, context),
    unwrap: unwrap && literal(unwrap.property),
  });
}

/** The content of a type, always a group, so that a further element changes one line. */
function contentValue(content: MappedParticle, type: ComplexTypeDefinition, context: BindContext): ValueExpression {
  const value = particleValue(content, context.encodedTypes.has(type.key), context);
  if (content.kind !== 'element' && content.kind !== 'any') {
    return value;
  }
  return isAll(type) ? construct('all', { kind: 'array', items: [value] }) : sequenceOf([value]);
}

/** `sequence([...])`. */
export function sequenceOf(items: readonly ValueExpression[]): ValueExpression {
  return construct('sequence', { kind: 'array', items });
}

function soapArrayDefinition(type: ComplexTypeDefinition, context: BindContext): ValueExpression {
  const array = type.soapArray;
  return objectValue({
    soapArray:
      array &&
      objectValue({
        itemType: typeReference(array.itemType, context),
        rank: literal(array.rank),
        itemName: literal(array.itemName),
      }),
  });
}

/**
 * The types that `xsi:type` may put in the place of one. A type that no element has names none: it is reached only from the types that are derived from it, and
 * each of those would bring all others into a bundle.
 */
function derivedValue(type: ComplexTypeDefinition, context: BindContext): ValueExpression | undefined {
  const derived = canBeReplaced(type.key, context) ? derivedTypes(type, context) : [];
  return derived.length === 0 ? undefined : typesInPlace(derived, context);
}

function canBeReplaced(key: TypeKey, { typesOfElements, encodedTypes }: BindContext): boolean {
  return typesOfElements === undefined || typesOfElements.has(key) || encodedTypes.has(key);
}

/** Types that may stand in for another one. */
function typesInPlace(types: readonly ComplexTypeDefinition[], context: BindContext): ValueExpression {
  const items = types.map(({ key }) => typeConstant(key, context));
  return construct('derivedTypes', { kind: 'thunk', body: { kind: 'array', items } });
}

function attributesValue(attributes: readonly MappedAttribute[], context: BindContext): ValueExpression {
  return {
    kind: 'array',
    items: attributes.map(({ use, property }) =>
      construct(
        use.inheritable === true ? 'inheritableAttribute' : 'attribute',
        context.namespace(use.namespace),
        literal(use.name),
        simpleTypeReference(use.type, context),
        ...optionsValue({
          property: property === use.name ? undefined : literal(property),
          required: flag(use.use === 'required'),
          tolerant: flag(isTolerantAttribute({ use, property }, context)),
          ...valueConstraint(use.value),
        }),
      ),
    ),
  };
}

/** The descriptor of a global attribute, for wildcards that allow it. */
export function attributeDescriptor(declaration: AttributeDeclaration, context: BindContext): ValueExpression {
  const { namespace, local } = splitExpandedName(declaration.name);
  return construct(
    'attribute',
    context.namespace(namespace),
    literal(local),
    simpleTypeReference(declaration.type, context),
    ...optionsValue(valueConstraint(declaration.value)),
  );
}

/** The descriptor of a particle: `field`, `any`, `sequence`, `choice`, `all`. `encoded` is true where SOAP encoding can reach it. */
function particleValue(particle: MappedParticle, encoded: boolean, context: BindContext): ValueExpression {
  switch (particle.kind) {
    case 'element':
      return fieldValue(particle, encoded, context);
    case 'any':
      return construct(
        'any',
        objectValue({
          ...wildcardProperties(particle.wildcard, context),
          ...occurrences(particle.min, particle.max),
          property: particle.property === '$any' ? undefined : literal(particle.property),
          list: particle.list === particle.max > 1 ? undefined : literal(particle.list),
        }),
      );
    case 'sequence':
    case 'choice':
    case 'all':
      return construct(
        particle.kind,
        { kind: 'array', items: particle.particles.map((p) => particleValue(p, encoded, context)) },
        ...optionsValue({
          ...occurrences(particle.min, particle.max),
          property: particle.property === undefined ? undefined : literal(particle.property),
        }),
      );
  }
}

function fieldValue(particle: MappedElement, encoded: boolean, context: BindContext): ValueExpression {
  const { declaration, property, list, max } = particle;
  const head = referredElement(declaration, context);
  const { maker, occurs } = fieldMaker(particle);
  return construct(
    maker,
    context.namespace(declaration.namespace),
    literal(declaration.name),
    typeReference(declaration.type, context),
    ...optionsValue({
      ...occurs,
      property: property === declaration.name ? undefined : literal(property),
      list: list === max > 1 ? undefined : literal(list),
      tolerant: flag(particle.tolerant === true),
      nillable: flag(declaration.nillable),
      ...valueConstraint(declaration.value),
      abstract: flag(head?.abstract === true),
      substitutes: head && substitutesValue(head, context),
      alternatives: alternativesValue(
        declaration.alternatives,
        (key) => typeReference(key, context),
        context.namespace,
      ),
      derived: limitedTypes(declaration, context),
      standIns: standInsValue(declaration, context),
      constraints: constraintsValue(declaration.identityConstraints),
      space: declaration.space && literal(declaration.space),
      global: flag(encoded && declaration.ref && declaration.namespace !== ''),
    }),
  );
}

/** The constructor of an element in a content model, and the occurrences that its name does not say. */
function fieldMaker({ min, max }: MappedElement): { maker: string; occurs: ReturnType<typeof occurrences> } {
  if (min === 0 && max === 1) {
    return { maker: 'optional', occurs: {} };
  }
  if (min === 0 && max === Number.POSITIVE_INFINITY) {
    return { maker: 'repeated', occurs: {} };
  }
  return { maker: 'field', occurs: occurrences(min, max) };
}

function substitutesValue(head: ElementDeclaration, context: BindContext): ValueExpression | undefined {
  const members = substitutesOf(head.name, context);
  if (members.length === 0 && !head.abstract) {
    return undefined;
  }
  const properties = members.flatMap(({ name, element }) => {
    const value = elementConstant(element.name, context);
    return value ? [{ name, value }] : [];
  });
  return { kind: 'thunk', body: { kind: 'object', properties } };
}

/** The descriptor of a global element: a call of `element`. */
export function elementDescriptor(declaration: ElementDeclaration, context: BindContext): ValueExpression {
  const { namespace, local } = splitExpandedName(declaration.name);
  return construct(
    'element',
    context.namespace(namespace),
    literal(local),
    typeReference(declaration.type, context),
    ...optionsValue({
      nillable: flag(declaration.nillable),
      abstract: flag(declaration.abstract),
      ...valueConstraint(declaration.value),
      alternatives: alternativesValue(
        declaration.alternatives,
        (key) => typeReference(key, context),
        context.namespace,
      ),
      derived: limitedTypes(declaration, context),
      standIns: standInsValue(declaration, context),
      constraints: constraintsValue(declaration.identityConstraints),
    }),
  );
}

/** The types that may replace that of an element, if they are not all those that its type allows. */
function limitedTypes(
  { type: key, block }: Pick<ElementDeclaration, 'type' | 'block'>,
  context: BindContext,
): ValueExpression | undefined {
  const blocked = block.filter((derivation) => derivation === 'extension' || derivation === 'restriction');
  if (blocked.length === 0) {
    return undefined;
  }
  const type = context.index.types.get(key);
  // Simple types are derived by restriction, and so is every type from the one of all types.
  if (type?.kind !== 'complexType') {
    return blocked.includes('restriction') ? typesInPlace([], context) : undefined;
  }
  const all = derivedTypes(type, context);
  const allowed = derivedTypesAt(context.contract, key, blocked).filter((derived) => !derived.abstract);
  return allowed.length === all.length ? undefined : typesInPlace(allowed, context);
}

/** The complex types that may stand in for the simple type of an element. */
function standInsValue(
  { type: key, block }: Pick<ElementDeclaration, 'type' | 'block'>,
  context: BindContext,
): ValueExpression | undefined {
  if (!context.standIns.has(key)) {
    return undefined;
  }
  const types = derivedFromSimple(context.contract, key, block).filter(({ abstract }) => !abstract);
  if (types.length === 0) {
    return undefined;
  }
  return typesInPlace(types, context);
}

function flag(value: boolean): ValueExpression | undefined {
  return value ? literal(true) : undefined;
}

/** `min` and `max` where they are not 1. */
function occurrences(min: number, max: number): { min?: ValueExpression; max?: ValueExpression } {
  return { ...(min !== 1 && { min: literal(min) }), ...(max !== 1 && { max: literal(max) }) };
}

/** `default` or `fixed`. */
function valueConstraint(value: ValueConstraint | undefined): Record<string, ValueExpression> {
  return value === undefined ? {} : { [value.kind]: literal(value.value) };
}

function wildcardProperties(wildcard: Wildcard, context: BindContext): Record<string, ValueExpression> {
  return {
    namespaces: namespacesValue(wildcard, context),
    process: literal(wildcard.processContents),
    ...(wildcard.notNames && { notNames: literals(wildcard.notNames) }),
  };
}

function openContentValue({ mode, wildcard }: OpenContent, context: BindContext): ValueExpression {
  return objectValue({ mode: literal(mode), ...wildcardProperties(wildcard, context) });
}

function wildcardValue(wildcard: Wildcard, context: BindContext): ValueExpression {
  return objectValue(wildcardProperties(wildcard, context));
}

function namespacesValue({ namespaces }: Wildcard, context: BindContext): ValueExpression {
  const uris = (list: readonly string[]): ValueExpression => ({
    kind: 'array',
    items: list.map(context.namespace),
  });
  switch (namespaces.kind) {
    case 'any':
      return literal('any');
    case 'not':
      return objectValue({ not: uris(namespaces.namespaces) });
    case 'enumeration':
      return uris(namespaces.namespaces);
  }
}

function constraintsValue(constraints: readonly IdentityConstraint[]): ValueExpression | undefined {
  if (constraints.length === 0) {
    return undefined;
  }
  return {
    kind: 'array',
    items: constraints.map((constraint) =>
      objectValue({
        kind: literal(constraint.kind),
        name: literal(constraint.name),
        selector: pathsValue(constraint.selector),
        fields: { kind: 'array', items: constraint.fields.map(pathsValue) },
        refer: constraint.refer === undefined ? undefined : literal(constraint.refer),
      }),
    ),
  };
}

function pathsValue(paths: readonly XPathAlternative[]): ValueExpression {
  return {
    kind: 'array',
    items: paths.map((path) =>
      objectValue({
        anyDepth: flag(path.anyDepth),
        steps: literals(path.steps),
        attribute: path.attribute === undefined ? undefined : literal(path.attribute),
      }),
    ),
  };
}
