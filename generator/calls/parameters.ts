import type { MessageDescriptor } from '@wsdl-codegen/runtime';
import type { ComplexType, Lazy, ParticleDescriptor, SimpleType, Type, ValuePath } from '@wsdl-codegen/runtime/schema';

/** A part of a message, or of an object in it. */
export interface OperationParameter {
  /** Its property. */
  readonly name: string;
  /** Name of its type, or of the nearest named one that it restricts. */
  readonly type: string;
  readonly required: boolean;
  readonly list: boolean;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
}

interface Field {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly list: boolean;
}

/** The parts of a message by their properties; of one that is a single value of a simple type, that value under the name of its element. */
export function parametersOf(message: MessageDescriptor): readonly OperationParameter[] {
  return messageFields(message).map(parameterOf);
}

/** The simple part at a path in a message; `undefined` for an object, a list, and where there is nothing. */
export function simpleParameterAt(message: MessageDescriptor, path: ValuePath): OperationParameter | undefined {
  const field = fieldAt(message, path);
  return field?.type.kind === 'simple' ? parameterOf(field) : undefined;
}

/** The type of the simple part at a path in a message; `undefined` as above. */
export function simpleTypeAt(message: MessageDescriptor, path: ValuePath): SimpleType | undefined {
  const type = fieldAt(message, path)?.type;
  return type?.kind === 'simple' ? type : undefined;
}

function fieldAt(message: MessageDescriptor, path: ValuePath): Field | undefined {
  let fields = messageFields(message);
  let field: Field | undefined;
  for (const step of path) {
    if (typeof step === 'string') {
      field = fields.find(({ name }) => name === step);
      fields = field?.type.kind === 'complex' ? fieldsOf(field.type) : [];
    }
  }
  return field;
}

function messageFields({ content, element, property }: MessageDescriptor): readonly Field[] {
  if (content !== undefined) {
    return fieldsOf(resolved(content));
  }
  if (element === undefined) {
    return [];
  }
  const type = resolved(element.type);
  return property === undefined && type.kind === 'complex'
    ? fieldsOf(type)
    : [{ name: property ?? element.name, type, required: true, list: false }];
}

function parameterOf({ name, type, required, list }: Field): OperationParameter {
  const values = type.kind === 'simple' ? type.facets?.enumeration : undefined;
  return { name, type: typeName(type), required, list, ...(values !== undefined && { values }) };
}

function typeName(type: Type): string {
  if (type.name !== '' || type.kind === 'complex') {
    return type.name === '' ? 'object' : type.name;
  }
  const base = type.base ?? type.itemType;
  return base === undefined ? type.variety : typeName(resolved<SimpleType>(base));
}

/** The attributes and elements of a type, those of its bases first. */
function fieldsOf(type: ComplexType): readonly Field[] {
  const base = type.extends === undefined ? [] : fieldsOf(resolved(type.extends));
  const attributes = (type.attributes ?? []).map((attribute) => ({
    name: attribute.property,
    type: resolved<Type>(attribute.type),
    required: attribute.required === true,
    list: false,
  }));
  const text =
    type.text === undefined ? [] : [{ name: '$value', type: resolved<Type>(type.text), required: true, list: false }];
  return [...base, ...attributes, ...text, ...(type.content === undefined ? [] : particleFields(type.content, true))];
}

function particleFields(particle: ParticleDescriptor, isRequired: boolean): readonly Field[] {
  const required = isRequired && particle.min !== 0;
  switch (particle.kind) {
    case 'element':
      return [{ name: particle.property, type: resolved(particle.type), required, list: particle.list === true }];
    case 'any':
      return [];
    case 'sequence':
    case 'all':
    case 'choice':
      return particle.particles.flatMap((each) => particleFields(each, required && particle.kind !== 'choice'));
  }
}

function resolved<T extends object>(reference: Lazy<T>): T {
  return typeof reference === 'function' ? (reference as () => T)() : reference;
}
