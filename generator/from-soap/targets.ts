import type { MessageDescriptor, ServiceDescriptor } from '@wsdl-codegen/runtime';
import type { ComplexType, Lazy, ParticleDescriptor, SimpleType, Type } from '@wsdl-codegen/runtime/schema';

/** The generated package that a program is to use. */
export interface TargetPackage {
  /** Its npm name. */
  readonly name: string;
  readonly services: readonly TargetService[];
}

/** A service of the generated package. */
export interface TargetService {
  readonly descriptor: ServiceDescriptor;
  /** The input that declares it, as the user named it. */
  readonly source: string;
  /** Name of the class of its client. */
  readonly client: string;
  /** Name of the function that registers an implementation. */
  readonly factory: string;
  readonly needsBaseUrl: boolean;
  /** Placeholders of namespaces that the client asks for. */
  readonly placeholders: readonly string[];
  /** Namespaces of the contract. */
  readonly namespaces: ReadonlySet<string>;
  /** True if all local elements of its messages have a namespace. */
  readonly isQualified: boolean;
  /** By name on the wire. */
  readonly operations: ReadonlyMap<string, TargetOperation>;
}

/** An operation as a method. */
export interface TargetOperation {
  readonly name: string;
  readonly method: string;
  readonly input: MessageDescriptor;
  readonly output: MessageDescriptor | undefined;
  /** Names of the header blocks that it declares. */
  readonly headerBlocks: readonly string[];
}

/** A part of an object: an element or an attribute. */
export interface TargetMember {
  /** Name on the wire. */
  readonly name: string;
  readonly property: string;
  readonly list: boolean;
  readonly isAttribute: boolean;
  /** True if it may be missing. */
  readonly optional: boolean;
  readonly type: Type;
}

/** The kind of a value in JavaScript. */
export type ScriptKind = 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'Uint8Array' | 'value of its own type';

/** What a message contains; undefined for one without content. */
export function messageType({ element, content }: MessageDescriptor): Type | undefined {
  const lazy = content ?? element?.type;
  return lazy === undefined ? undefined : resolved<Type>(lazy);
}

/** The member that is the method's result, where the rest of the message is only its wrapper. */
export function unwrappedMember(message: MessageDescriptor | undefined): TargetMember | undefined {
  const type = message && messageType(message);
  return type?.kind === 'complex' && message?.unwrap !== undefined
    ? membersOf(type).find(({ property }) => property === message.unwrap)
    : undefined;
}

/** What most members are. */
const plain = { list: false, isAttribute: false, optional: false };

/** The members of a type, those of its bases first. */
export function membersOf(type: ComplexType): readonly TargetMember[] {
  const base = type.extends === undefined ? [] : membersOf(resolved(type.extends));
  const attributes = (type.attributes ?? []).map(({ name, property, required, type: lazy }) => {
    const optional = required !== true;
    return { ...plain, name, property, isAttribute: true, optional, type: resolved<Type>(lazy) };
  });
  const text =
    type.text === undefined ? [] : [{ ...plain, name: '$value', property: '$value', type: resolved<Type>(type.text) }];
  return [...base, ...attributes, ...text, ...elementsOf(type.content)];
}

function elementsOf(particle: ParticleDescriptor | undefined): readonly TargetMember[] {
  if (particle === undefined || particle.kind === 'any') {
    return [];
  }
  if (particle.kind === 'element') {
    const { name, property, list = false, min, nillable, type } = particle;
    const optional = min === 0 || nillable === true;
    return [{ ...plain, name, property, list, optional, type: resolved<Type>(type) }];
  }
  const isOpen = particle.min === 0 || particle.kind === 'choice';
  return particle.property === undefined
    ? particle.particles.flatMap(elementsOf).map((each) => (isOpen ? { ...each, optional: true } : each))
    : [];
}

/** True if all local elements in a type have a namespace. */
export function isQualified(type: Type | undefined, seen = new Set<Type>()): boolean {
  if (type === undefined || type.kind === 'simple' || seen.has(type)) {
    return true;
  }
  seen.add(type);
  const isOwn = (particle: ParticleDescriptor | undefined): boolean =>
    particle === undefined ||
    particle.kind === 'any' ||
    (particle.kind === 'element'
      ? particle.namespace !== '' && isQualified(resolved<Type>(particle.type), seen)
      : particle.particles.every(isOwn));
  return isOwn(type.content) && isQualified(type.extends && resolved<Type>(type.extends), seen);
}

/** The list that is all there is to a type, such as .NET's `ArrayOfOrder`. */
export function listIn(type: Type): TargetMember | undefined {
  return type.kind === 'complex' && type.unwrap !== undefined
    ? membersOf(type).find(({ property }) => property === type.unwrap)
    : undefined;
}

/** What `soap` makes of a text: it goes by the name of the declared type alone. */
export function kindBefore({ name }: SimpleType): ScriptKind {
  return before.get(name) ?? 'string';
}

const before = new Map<string, ScriptKind>([
  ...['int', 'integer', 'short', 'long', 'double', 'float', 'decimal'].map((name) => [name, 'number'] as const),
  ...['bool', 'boolean'].map((name) => [name, 'boolean'] as const),
  ...['dateTime', 'date'].map((name) => [name, 'Date'] as const),
]);

/** What the generated package has in its place. */
export function kindNow(type: SimpleType): ScriptKind {
  if (type.variety !== 'atomic') {
    return 'value of its own type';
  }
  for (let each: SimpleType | undefined = type; each !== undefined; each = each.base && resolved(each.base)) {
    if (each.mapped === true) {
      return mappedKind(each);
    }
    const known = now.get(each.name);
    if (known !== undefined && each.namespace === 'http://www.w3.org/2001/XMLSchema') {
      return known;
    }
  }
  return 'string';
}

const now = new Map<string, ScriptKind>([
  ...['int', 'short', 'byte', 'unsignedInt', 'unsignedShort', 'unsignedByte', 'double', 'float'].map(
    (name) => [name, 'number'] as const,
  ),
  ...['integer', 'long', 'unsignedLong'].map((name) => [name, 'bigint'] as const),
  ...['nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger', 'negativeInteger'].map(
    (name) => [name, 'bigint'] as const,
  ),
  ['boolean', 'boolean'],
  ['base64Binary', 'Uint8Array'],
  ['hexBinary', 'Uint8Array'],
  ['QName', 'value of its own type'],
]);

/** The config gives the type another one in TypeScript: `Date` and `number` are known. */
function mappedKind({ accepts }: SimpleType): ScriptKind {
  return accepts?.(new Date(0)) === true ? 'Date' : accepts?.(1) === true ? 'number' : 'value of its own type';
}

/** A type that may be given by a function. */
function resolved<T extends object>(lazy: Lazy<T>): T {
  return typeof lazy === 'function' ? (lazy as () => T)() : lazy;
}
