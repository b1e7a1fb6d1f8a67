import type { ElementDeclaration, Message, Part, TypeKey } from '../../contract/model.js';
import { splitExpandedName } from '../../contract/names.js';
import type { ContentMapping, MappedElement, MappedParticle } from '../content/content.js';
import { memberNames } from '../content/member-names.js';
import type { BindContext } from '../context/context.js';
import { elementConstant, elementDescriptor, sequenceOf, typeReference } from '../descriptors/descriptors.js';
import { builtInFamily } from '../expressions/built-ins.js';
import {
  construct,
  keyword,
  literal,
  type MemberExpression,
  objectValue,
  optionsValue,
  orNull,
  type TypeExpression,
  type ValueExpression,
} from '../expressions/expression.js';
import { elementType, mayBeAbsent } from '../types/complex-shapes.js';
import { documentationLines, elementText } from '../types/documentation.js';
import { simpleTypeReference } from '../types/simple-types.js';
import { unwrappedArray } from '../types/unwrapped-arrays.js';
import { elementValueType, listOf, nillableType, orUndefined, valueType } from '../types/value-types.js';

/** A message as one side of a method. */
export interface BoundMessage {
  /** The parameter's or result's type; `undefined` or `void` when there is nothing. */
  readonly type: TypeExpression;
  /** Members of a type that exists only for this message; `type` is then replaced by its name. */
  readonly members?: readonly MemberExpression[];
  /** True if there is nothing to pass, so that a caller may omit it. */
  readonly optional: boolean;
  /** A `MessageDescriptor`. */
  readonly descriptor: ValueExpression;
  /** The value's properties by element name, for the parameters of HTTP bindings. */
  readonly properties: ReadonlyMap<string, MessageProperty>;
  /** The part that is the whole value, if it is not an object with properties of its own. */
  readonly whole?: { readonly name: string; readonly type: TypeKey };
}

/** A property of a message's value that one element or part fills. */
export interface MessageProperty {
  readonly property: string;
  readonly type: TypeKey;
  readonly list: boolean;
  readonly documentation?: string;
}

/** The place of a message. */
export interface MessageRole {
  readonly direction: 'input' | 'output';
  /** Namespace of an rpc wrapper. */
  readonly namespace: string;
  /** True if only HTTP bindings carry it: typed parts are parameters. */
  readonly httpOnly: boolean;
  /** True in SOAP encoding. */
  readonly encoded: boolean;
  /** Names of the parts of the request, which are not return values of its answer. */
  readonly parameters: readonly string[];
  /** False if there is something in addition to the message, so its one value cannot be the whole result. */
  readonly unwrap: boolean;
}

/** Unwraps a property that no value has, so that the result of an operation without one is undefined. */
const noProperty: ValueExpression = literal('$void');

const nothing: ReadonlyMap<string, MessageProperty> = new Map();

/** Binds a message. */
export function bindMessage(message: Message, role: MessageRole, context: BindContext): BoundMessage {
  switch (message.kind) {
    case 'element': {
      const declaration = context.index.elements.get(message.element);
      return declaration ? bindBare(message, declaration, role, context) : emptyMessage(role);
    }
    case 'rpc': {
      const wrapper = partsType(message.parts, role, context);
      const element = construct('element', context.namespace(role.namespace), literal(message.name), wrapper);
      const returns = returnValue(message.parts, role, context);
      const descriptor = (unwrap: ValueExpression | undefined): ValueExpression =>
        objectValue({ element, unwrap, returns: unwrap === undefined ? returns : undefined });
      return bindParts(message.parts, role, descriptor, context);
    }
    case 'parts': {
      const [only, ...others] = message.parts;
      if (!only) {
        return emptyMessage(role);
      }
      if (others.length === 0) {
        const declaration = only.element === undefined ? undefined : context.index.elements.get(only.element);
        if (declaration) {
          return bindElement(declaration, role, false, context);
        }
        const typed = role.encoded ? typedElement(only, context) : undefined;
        if (typed) {
          return bindEncodedDocument(only, typed, role, context);
        }
        if (only.type !== undefined && !role.httpOnly) {
          return bindBodyType(only.name, only.type, context);
        }
        if (only.type !== undefined && role.direction === 'output') {
          return bindAnswer(only, context);
        }
      }
      const content = partsType(message.parts, role, context);
      return bindParts(message.parts, { ...role, direction: 'input' }, () => objectValue({ content }), context);
    }
    case 'empty':
      return emptyMessage(role);
  }
}

/** The element that a part with a type is in an encoded message of document style: .NET names it after the type. Arrays have no name. */
function typedElement({ type: key }: Part, context: BindContext): ElementDeclaration | undefined {
  if (key === undefined || builtInFamily(key) === 'tree') {
    return undefined;
  }
  const type = context.index.types.get(key);
  const name = builtInFamily(key) === undefined ? type?.name : key;
  if (name === undefined || (type?.kind === 'complexType' && type.soapArray)) {
    return undefined;
  }
  return { name, type: key, nillable: false, abstract: false, block: [], final: [], identityConstraints: [] };
}

/** Document style with SOAP encoding. A response of one accessor is its value, as it is in a wrapper. */
function bindEncodedDocument(
  part: Part,
  declaration: ElementDeclaration,
  role: MessageRole,
  context: BindContext,
): BoundMessage {
  const wrapped = /.Response$/.test(splitExpandedName(declaration.name).local);
  const bound = bindElement(declaration, role, wrapped, context, elementDescriptor(declaration, context));
  return bound.members ? bound : asWhole(bound, { name: part.name, type: declaration.type }, part.absent);
}

/** An element as the whole message: a wrapper, or bare. */
function bindBare(
  { wrapped, part, absent }: Message & { readonly kind: 'element' },
  declaration: ElementDeclaration,
  role: MessageRole,
  context: BindContext,
): BoundMessage {
  const bound = bindElement(declaration, role, wrapped, context);
  if (wrapped || bound.members) {
    return bound;
  }
  return asWhole(bound, { name: part, type: declaration.type }, absent);
}

/** A message whose value is that of one part; with `absent`, or null. */
function asWhole(
  bound: BoundMessage,
  whole: NonNullable<BoundMessage['whole']>,
  absent: 'null' | undefined,
): BoundMessage {
  if (absent === undefined || bound.descriptor.kind !== 'object') {
    return { ...bound, whole };
  }
  const properties = [...bound.descriptor.properties, { name: 'absent', value: literal(absent) }];
  return { ...bound, whole, type: orNull(bound.type), descriptor: { kind: 'object', properties } };
}

/** A message without content, or one whose element is not declared. */
export function emptyMessage(role: Pick<MessageRole, 'direction'>): BoundMessage {
  const type = keyword(role.direction === 'input' ? 'undefined' : 'void');
  return { type, optional: true, descriptor: objectValue({}), properties: nothing };
}

function bindElement(
  declaration: ElementDeclaration,
  role: MessageRole,
  wrapped: boolean,
  context: BindContext,
  element = elementConstant(declaration.name, context) ?? elementDescriptor(declaration, context),
): BoundMessage {
  const unwrap = wrapped && role.unwrap && role.direction === 'output';
  const type = context.index.types.get(declaration.type);
  const object = type?.kind === 'complexType' && !type.soapArray && !unwrappedArray(type, context);
  const mapping = object ? context.mapper.mappingOf(type) : undefined;
  const properties = mapping ? propertiesOf(mapping, context) : nothing;
  if (!role.unwrap && (declaration.nillable || builtInFamily(declaration.type) !== undefined || !mapping)) {
    return valueMessage(declaration, element, context);
  }
  const result = unwrap && mapping ? onlyElement(mapping, context) : undefined;
  if (result) {
    const { property, list } = result;
    const single = listOf(elementType(result, context), list);
    return {
      type: mayBeAbsent(result) && !list ? orUndefined(single) : single,
      optional: false,
      descriptor: objectValue({ element, unwrap: literal(property) }),
      properties,
    };
  }
  if (unwrap && mapping && isEmpty(mapping, context)) {
    return {
      type: keyword('void'),
      optional: true,
      descriptor: objectValue({ element, unwrap: noProperty }),
      properties,
    };
  }
  return {
    type: elementValueType(declaration, context),
    optional: mapping !== undefined && isEmpty(mapping, context),
    descriptor: objectValue({ element }),
    properties,
  };
}

/** A value that is not an object, together with other parts: it becomes `$value`. */
function valueMessage(declaration: ElementDeclaration, element: ValueExpression, context: BindContext): BoundMessage {
  const type = elementValueType(declaration, context);
  return {
    type,
    members: [{ name: '$value', type, optional: false, documentation: [] }],
    optional: false,
    descriptor: objectValue({ element, property: literal('$value') }),
    properties: nothing,
  };
}

/** The element that is all the content of a type: its value is the method's result. */
export function onlyElement(mapping: ContentMapping, context: BindContext): MappedElement | undefined {
  const mappings = context.mapper.chainOf(mapping);
  if (mappings.some((p) => p.mixed || p.text !== undefined || holdsMore(p))) {
    return undefined;
  }
  const contents = mappings.flatMap((p) => (p.content ? [p.content] : []));
  const [only] = contents;
  return contents.length === 1 && only?.kind === 'element' ? only : undefined;
}

/** True if values of the type have no properties at all. */
function isEmpty(mapping: ContentMapping, context: BindContext): boolean {
  return context.mapper.chainOf(mapping).every((p) => !p.mixed && !p.content && p.text === undefined && !holdsMore(p));
}

/** True for a type with something in addition to its content. */
function holdsMore({ attributes, type }: ContentMapping): boolean {
  return attributes.length > 0 || type.anyAttribute !== undefined || type.openContent !== undefined;
}

function propertiesOf(mapping: ContentMapping, context: BindContext): ReadonlyMap<string, MessageProperty> {
  const properties = new Map<string, MessageProperty>();
  const visit = (particle: MappedParticle): void => {
    if (particle.kind === 'element') {
      const { name, type } = particle.declaration;
      const documentation = elementText(particle, context);
      const documented = documentation === undefined ? {} : { documentation };
      properties.set(name, { property: particle.property, type, list: particle.list, ...documented });
    } else if (particle.kind !== 'any' && particle.property === undefined) {
      particle.particles.forEach(visit);
    }
  };
  for (const { content } of [...context.mapper.chainOf(mapping)].reverse()) {
    if (content) {
      visit(content);
    }
  }
  return properties;
}

/** Document style with `type=`: the type is that of the Body itself. */
function bindBodyType(part: string, key: TypeKey, context: BindContext): BoundMessage {
  const type = context.index.types.get(key);
  if (type?.kind === 'complexType' && builtInFamily(key) === undefined) {
    const mapping = context.mapper.mappingOf(type);
    const descriptor = objectValue({ content: typeReference(key, context) });
    return {
      type: valueType(key, context),
      optional: isEmpty(mapping, context),
      descriptor,
      properties: propertiesOf(mapping, context),
    };
  }
  const text = builtInFamily(key) === 'tree' ? undefined : simpleTypeReference(key, context);
  const content = text ? construct('record', literal(''), literal(''), objectValue({ text })) : construct('tree');
  const members = [{ name: '$value', type: valueType(key, context), optional: false, documentation: [] }];
  const properties = new Map([[part, { property: '$value', type: key, list: false }]]);
  return text
    ? { type: keyword('unknown'), members, optional: false, descriptor: objectValue({ content }), properties }
    : { type: valueType(key, context), optional: false, descriptor: objectValue({ content }), properties: nothing };
}

/** An answer that exists only over HTTP: its one part is an element in no namespace, and the result is the element's value. */
function bindAnswer(part: Part, context: BindContext): BoundMessage {
  const descriptor = objectValue({ element: partElement(part, context) });
  return { type: partType(part, context), optional: false, descriptor, properties: nothing };
}

/** The property of the return value of an rpc answer: the first part, unless it is a parameter that comes back (SOAP 1.1, 7.1). */
function returnValue(parts: readonly Part[], role: MessageRole, context: BindContext): ValueExpression | undefined {
  const [first] = parts;
  const isParameter = first !== undefined && role.parameters.includes(first.name);
  return role.direction === 'output' && first && !isParameter ? literal(partMembers(parts, context)(first)) : undefined;
}

function partsType(parts: readonly Part[], role: MessageRole, context: BindContext): ValueExpression {
  const memberOf = partMembers(parts, context);
  const fields = parts.flatMap((part) => partField(part, memberOf(part), role, context));
  const maker = parts.every(({ element }) => element === undefined) ? 'record' : 'complexType';
  return construct(maker, literal(''), literal(''), objectValue({ content: sequenceOf(fields) }));
}

/** The property of each part in the object of its message. */
function partMembers(parts: readonly Part[], { properties }: BindContext): (part: Part) => string {
  const memberOf = memberNames(
    parts.map(({ name }) => ({ namespace: '', local: name })),
    properties,
  );
  return ({ name }) => memberOf({ namespace: '', local: name });
}

function partField(
  part: Part,
  property: string,
  { encoded }: Pick<MessageRole, 'encoded'>,
  context: BindContext,
): readonly ValueExpression[] {
  const declaration = part.element === undefined ? undefined : context.index.elements.get(part.element);
  if (declaration) {
    const { namespace, local } = splitExpandedName(declaration.name);
    const options = objectValue({
      property: local === property ? undefined : literal(property),
      nillable: declaration.nillable ? literal(true) : undefined,
      global: encoded && namespace !== '' ? literal(true) : undefined,
    });
    const rest = options.kind === 'object' && options.properties.length > 0 ? [options] : [];
    const type = typeReference(declaration.type, context);
    return [construct('field', context.namespace(namespace), literal(local), type, ...rest)];
  }
  if (part.type === undefined) {
    return [];
  }
  const options = optionsValue({
    property: part.name === property ? undefined : literal(property),
    nillable: part.nillable ? literal(true) : undefined,
    absent: part.absent && literal(part.absent),
  });
  return [construct('field', literal(''), literal(part.name), typeReference(part.type, context), ...options)];
}

/** Parts as the properties of one object; a single output part is the result itself. */
function bindParts(
  parts: readonly Part[],
  role: MessageRole,
  descriptor: (unwrap: ValueExpression | undefined) => ValueExpression,
  context: BindContext,
): BoundMessage {
  const memberOf = partMembers(parts, context);
  const known = parts.filter((part) => partField(part, memberOf(part), role, context).length > 0);
  const properties = new Map<string, MessageProperty>();
  for (const part of known) {
    const declaration = part.element === undefined ? undefined : context.index.elements.get(part.element);
    const type = declaration?.type ?? part.type;
    if (type !== undefined) {
      const { documentation } = part;
      const documented = documentation === undefined ? {} : { documentation };
      properties.set(part.name, { property: memberOf(part), type, list: false, ...documented });
    }
  }
  const [only] = known;
  if (role.unwrap && role.direction === 'output' && only && known.length === 1) {
    const result = literal(memberOf(only));
    return { type: partType(only, context), optional: false, descriptor: descriptor(result), properties };
  }
  if (role.unwrap && role.direction === 'output' && !only) {
    return { type: keyword('void'), optional: true, descriptor: descriptor(noProperty), properties };
  }
  const members = known.map(
    (part): MemberExpression => ({
      name: memberOf(part),
      type: partType(part, context),
      optional: false,
      documentation: documentationLines(part.documentation),
    }),
  );
  return {
    type: keyword('unknown'),
    members,
    optional: members.length === 0,
    descriptor: descriptor(undefined),
    properties,
  };
}

/** The type of the values of a part. */
export function partType(part: Part, context: BindContext): TypeExpression {
  const declaration = part.element === undefined ? undefined : context.index.elements.get(part.element);
  if (declaration) {
    return elementValueType(declaration, context);
  }
  if (part.type === undefined) {
    return keyword('unknown');
  }
  const type = valueType(part.type, context);
  if (part.absent === 'null') {
    return orNull(type);
  }
  return part.nillable ? nillableType(part.type, type, context) : type;
}

/** The descriptor of a part as an element of its own: in headers and faults. `namespace` is that of a part with a type. */
export function partElement(part: Part, context: BindContext, namespace = ''): ValueExpression | undefined {
  if (part.element !== undefined) {
    return elementConstant(part.element, context);
  }
  if (part.type === undefined) {
    return undefined;
  }
  const qualifier: ValueExpression = namespace === '' ? literal('') : context.namespace(namespace);
  return construct('element', qualifier, literal(part.name), typeReference(part.type, context));
}
