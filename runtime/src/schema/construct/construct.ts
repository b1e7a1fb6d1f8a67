import { describe } from '../../base/describe.js';
import type { XmlElement } from '../../xml/interfaces/tree.js';
import { fullContent } from '../content/content.js';
import { treeContent } from '../content/tree-content.js';
import { attributeInheritance, typeAlternatives } from '../context/type-alternatives.js';
import type {
  AnyParticleDescriptor,
  AttributeDescriptor,
  ComplexType,
  DerivedTypes,
  ElementDescriptor,
  ElementParticleDescriptor,
  Facets,
  GroupParticleDescriptor,
  Lazy,
  ParticleDescriptor,
  PatternsFacet,
  SimpleType,
  Type,
  TypeAlternativeDescriptor,
  TypeList,
  WildcardDescriptor,
} from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { resolve } from '../descriptor/resolve.js';
import { declaredAttributes } from '../encode/declared-attributes.js';
import { quoted } from '../lexical/numbers.js';
import { simplePlan } from '../plan/simple-plan.js';
import { formsWithin } from '../regex/common.js';
import { compilePattern } from '../regex/regex.js';
import { type AttributeTest, conditionOf } from '../simple/attribute-condition.js';
import { planDerived } from '../simple/derived-plan.js';
import { enumerationEngine } from '../simple/enumeration-engine.js';
import { facetEngine } from '../simple/facet-engine.js';
import { varietyEngine } from '../simple/varieties.js';
import { string, unsignedShort } from './built-ins.js';
import { type ComplexTypeOptions, makeComplexType } from './prototype.js';

/** The variety of a restriction is that of its base, which may be declared later. */
const restrictionPrototype: object = Object.create(Object.prototype, {
  variety: {
    get(this: SimpleType): SimpleType['variety'] {
      return this.base === undefined ? 'atomic' : simplePlan(resolve(this.base)).variety;
    },
  },
});

/** A simple type whose variety is that of its base. */
function makeRestriction<T>(data: Omit<SimpleType<T>, '~type' | 'variety'>): SimpleType<T> {
  return Object.assign(Object.create(restrictionPrototype), { planner: planDerived }, data) as SimpleType<T>;
}

export type { ComplexTypeOptions };

/**
 * Constructors of descriptors, as generated code writes them. They fill in defaults and nothing else: references are
 * followed when a descriptor is first used.
 */

/*
 * Types without parameters are parameters by names of their own: the compiler knows then that nothing is to be inferred from an argument, and
 * checks it once instead of twice.
 */

/** The properties of a complex type, or a function that returns them. */
export type ComplexTypeBody = Lazy<ComplexTypeOptions>;

/** A type of any values, or a function that returns it. */
export type AnyTypeReference = Lazy<Type>;

/**
 * A complex type definition (Part 1, 3.4); `name` is `''` for an anonymous type. A function that returns the definition is
 * called once, when the type is first used: unused types cost nothing, and bundlers omit them.
 */
export function complexType<T = unknown>(namespace: string, name: string, definition: ComplexTypeBody): ComplexType<T> {
  return makeComplexType<T>(namespace, name, definition, fullContent);
}

/**
 * As `complexType`, for content that is a sequence of elements, each of its own name and with a property of its own, or nothing; attributes and
 * simple content may be there as well, and a wildcard for attributes beside some that are declared. It needs less code in a bundle. Any other
 * type throws `TypeError` when it is first used.
 */
export function record<T = unknown>(namespace: string, name: string, definition: ComplexTypeBody): ComplexType<T> {
  return makeComplexType<T>(namespace, name, definition, undefined);
}

/** A type of its own whose values are any elements, as trees. */
export function tree(): ComplexType<XmlElement> {
  return makeComplexType<XmlElement>('', '', { tree: true }, treeContent);
}

/** A restriction of a simple type by facets (Part 2, 4.1.2.1). */
export function restriction<T = unknown>(
  namespace: string,
  name: string,
  base: Lazy<SimpleType>,
  facets?: Facets,
): SimpleType<T> {
  return makeRestriction<T>({
    kind: 'simple',
    namespace,
    name,
    base,
    ...(facets === undefined ? {} : { facets, engine: facetEngine }),
  });
}

/** The pattern facet (Part 2, 4.3.4): XML Schema regular expressions, of which one of each group must match. */
export function patterns(...groups: readonly (readonly string[])[]): PatternsFacet {
  return { groups, compile: compilePattern, search: formsWithin };
}

/** A restriction of a string type to some values (Part 2, 4.3.5). */
export function enumeration<T extends string>(
  namespace: string,
  name: string,
  base: Lazy<SimpleType>,
  values: readonly T[],
): SimpleType<T> {
  const facets: Facets = { enumeration: values };
  return makeRestriction<T>({ kind: 'simple', namespace, name, base, facets, engine: enumerationEngine });
}

/** As `enumeration`, with other facets that hold as well. */
export function restrictedEnumeration<T extends string>(
  namespace: string,
  name: string,
  base: Lazy<SimpleType>,
  values: readonly T[],
  facets: Facets,
): SimpleType<T> {
  return restriction(namespace, name, base, { ...facets, enumeration: values });
}

/**
 * An enumeration that may get further values: readers and writers take any text of the base, and only strict readers, unions and `validate`
 * insist on the values that are listed.
 */
export function openEnumeration<T extends string>(
  namespace: string,
  name: string,
  base: Lazy<SimpleType>,
  values: readonly T[],
  facets?: Facets,
): SimpleType<T | (string & {})> {
  return makeRestriction<T>({
    kind: 'simple',
    namespace,
    name,
    base,
    facets: { ...facets, enumeration: values },
    engine: facetEngine,
    open: true,
  });
}

/** A list of values of a simple type (Part 2, 4.1.2.2). */
export function list<T = unknown>(
  namespace: string,
  name: string,
  itemType: Lazy<SimpleType>,
  facets?: Facets,
): SimpleType<T[]> {
  return {
    kind: 'simple',
    variety: 'list',
    namespace,
    name,
    itemType,
    ...(facets === undefined ? {} : { facets }),
    engine: varietyEngine,
    planner: planDerived,
  };
}

/** A union of simple types (Part 2, 4.1.2.3): the first member that accepts a text or a value is used. */
export function union<T = unknown>(
  namespace: string,
  name: string,
  memberTypes: readonly Lazy<SimpleType>[],
  facets?: Facets,
): SimpleType<T> {
  return {
    kind: 'simple',
    variety: 'union',
    namespace,
    name,
    memberTypes,
    ...(facets === undefined ? {} : { facets }),
    engine: varietyEngine,
    planner: planDerived,
  };
}

/** How the program's own values stand for the texts of a simple type. */
export interface ScalarMapping<T> {
  /**
   * From a text whose white space is normalised. It sees every text, also one that is no value of the type, so that it can read what a peer
   * writes instead; strict readers and unions check the text before. An error that it throws counts as an error of the document, at its place,
   * and so does a result that `accepts` refuses.
   */
  readonly parse: (text: string) => T;
  /** An error that it throws counts as an error of the value, at its place. */
  readonly format: (value: T) => string;
  /** True for values of the type; needed in unions, and for good messages. */
  readonly accepts?: (value: unknown) => boolean;
  /** True if `parse` expects texts that have been checked by the rules of the type. Default false. */
  readonly checked?: boolean;
}

/** A simple type with the program's own values: `Date` for `xs:dateTime`, a class for money. Texts are those of `base`. */
export function scalar<T>(base: Lazy<SimpleType>, mapping: ScalarMapping<T>): SimpleType<T> {
  return {
    kind: 'simple',
    variety: 'atomic',
    namespace: '',
    name: '',
    base,
    mapped: true,
    planner: planDerived,
    ...(mapping.checked !== true && { ownTexts: true }),
    parse: (text) => parseMapped(mapping, text),
    format: (value) => asLexical(() => textOf(mapping, value)),
    accepts: mapping.accepts ?? ((value) => value !== undefined && value !== null),
    equals: (a, b) => a === b || asLexical(() => mapping.format(a) === mapping.format(b)),
  };
}

function textOf<T>(mapping: ScalarMapping<T>, value: T): string {
  const text: unknown = mapping.format(value);
  if (typeof text !== 'string') {
    throw new LexicalError(
      `the function that writes values of the type must return a string, and returned ${describe(text)}`,
    );
  }
  return text;
}

function parseMapped<T>(mapping: ScalarMapping<T>, text: string): T {
  const value = asLexical(() => mapping.parse(text));
  if (mapping.accepts?.(value) === false) {
    throw new LexicalError(`${quoted(text)} is not a valid value`);
  }
  return value;
}

/** Errors of the program's own functions are about the text or value at hand, and get its place like those of the built-in ones. */
function asLexical<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof LexicalError) {
      throw error;
    }
    throw new LexicalError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The options of an element in addition to its name and type. */
export type ElementOptions = Pick<
  ElementDescriptor,
  'nillable' | 'abstract' | 'default' | 'fixed' | 'alternatives' | 'derived' | 'standIns' | 'constraints'
>;

/** A global element declaration (Part 1, 3.3). */
export function element<T = unknown>(
  namespace: string,
  name: string,
  type: AnyTypeReference,
  options?: ElementOptions,
): ElementDescriptor<T> {
  return { kind: 'element', namespace, name, type, ...options };
}

/** The options of a field in addition to its name and type. */
export type FieldOptions = Partial<Omit<ElementParticleDescriptor, 'kind' | 'name' | 'namespace' | 'type'>>;

/** An element in a content model (Part 1, 3.9). `property` defaults to the name, `list` to whether it may repeat. */
export function field(
  namespace: string,
  name: string,
  type: AnyTypeReference,
  options?: FieldOptions,
): ElementParticleDescriptor {
  const max = options?.max ?? 1;
  return max > 1
    ? { kind: 'element', namespace, name, property: name, type, list: true, ...options }
    : { kind: 'element', namespace, name, property: name, type, ...options };
}

/** The options of a field whose occurrences its constructor says. */
export type OccurringFieldOptions = Omit<FieldOptions, 'min' | 'max'>;

/** An element that may be absent, in a content model: a `field` with `{ min: 0 }`. */
export function optional(
  namespace: string,
  name: string,
  type: AnyTypeReference,
  options?: OccurringFieldOptions,
): ElementParticleDescriptor {
  return { kind: 'element', namespace, name, property: name, type, min: 0, ...options };
}

/** An element that may occur any number of times, in a content model: a `field` with `{ min: 0, max: Infinity }`. */
export function repeated(
  namespace: string,
  name: string,
  type: AnyTypeReference,
  options?: OccurringFieldOptions,
): ElementParticleDescriptor {
  const max = Number.POSITIVE_INFINITY;
  return { kind: 'element', namespace, name, property: name, type, list: true, min: 0, max, ...options };
}

/** An attribute use (Part 1, 3.5). `property` defaults to the name. */
export function attribute(
  namespace: string,
  name: string,
  type: Lazy<SimpleType>,
  options?: AttributeOptions,
): AttributeDescriptor {
  return { namespace, name, property: name, type, engine: declaredAttributes, ...options };
}

/** An attribute use that is inheritable (XML Schema 1.1, Part 1, 3.5.1): the type alternatives of elements inside see it, too. */
export function inheritableAttribute(
  namespace: string,
  name: string,
  type: Lazy<SimpleType>,
  options?: AttributeOptions,
): AttributeDescriptor {
  return { ...attribute(namespace, name, type, options), inheritance: attributeInheritance };
}

/** The options of an attribute in addition to its name and type. */
export type AttributeOptions = Partial<
  Pick<AttributeDescriptor, 'property' | 'required' | 'tolerant' | 'default' | 'fixed'>
>;

/**
 * A type alternative: the type of elements whose attributes pass the test, or of all others. A test that cannot be evaluated
 * is false.
 */
export function alternative(type: Lazy<Type>, test?: AttributeTest): TypeAlternativeDescriptor {
  return { type, engine: typeAlternatives, ...(test !== undefined && conditionOf(test)) };
}

/** Types that may stand in for another, by `xsi:type` (Part 1, 2.6.1): all that are derived from it, or those that an element allows. */
export function derivedTypes(types: () => TypeList): DerivedTypes {
  return types;
}

/** Occurrence of a group, and the property of its occurrences where their order must be kept. */
export type GroupOptions = Partial<Pick<GroupParticleDescriptor, 'min' | 'max' | 'property'>>;

/** `xs:sequence` (Part 1, 3.8). */
export function sequence(particles: readonly ParticleDescriptor[], options?: GroupOptions): GroupParticleDescriptor {
  return { kind: 'sequence', particles, ...options };
}

/** `xs:choice` (Part 1, 3.8). */
export function choice(particles: readonly ParticleDescriptor[], options?: GroupOptions): GroupParticleDescriptor {
  return { kind: 'choice', particles, ...options };
}

/** `xs:all` (Part 1, 3.8). */
export function all(particles: readonly ParticleDescriptor[], options?: GroupOptions): GroupParticleDescriptor {
  return { kind: 'all', particles, ...options };
}

/** The options of a wildcard; all have defaults. */
export type AnyOptions = Partial<Omit<AnyParticleDescriptor, 'kind'>>;

/** `xs:any` (Part 1, 3.10). `property` defaults to `$any`, `list` to whether it may repeat; by default, everything is allowed. */
export function any(options: AnyOptions = {}): AnyParticleDescriptor {
  const open: WildcardDescriptor = { namespaces: 'any', process: 'strict' };
  return (options.max ?? 1) > 1
    ? { kind: 'any', property: '$any', list: true, ...open, ...options }
    : { kind: 'any', property: '$any', ...open, ...options };
}

/** Namespace of the simple types that ASP.NET adds to the built-in ones. */
const microsoft = 'http://microsoft.com/wsdl/types/';

/** ASP.NET's `char`: one UTF-16 code unit, a decimal number in XML and the character itself in forms. */
export const char: SimpleType<string> = makeRestriction<string>({
  kind: 'simple',
  namespace: microsoft,
  name: 'char',
  planner: planDerived,
  base: unsignedShort,
  mapped: true,
  parse: (text) => String.fromCharCode(Number(text)),
  format: (value) => String(value.charCodeAt(0)),
  accepts: (value) => typeof value === 'string' && value.length === 1,
  formMapping: { parse: requireCharacter, format: requireCharacter },
});

function requireCharacter(text: string): string {
  if (text.length !== 1) {
    throw new LexicalError('the text must be exactly one character long');
  }
  return text;
}

const guidPattern = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** ASP.NET's `guid`. */
export const guid: SimpleType<string> = makeRestriction<string>({
  kind: 'simple',
  namespace: microsoft,
  name: 'guid',
  planner: planDerived,
  base: string,
  facets: { whiteSpace: 'collapse' },
  parse: (text) => {
    if (!guidPattern.test(text)) {
      throw new LexicalError(`${JSON.stringify(text)} is not a valid guid`);
    }
    return text;
  },
  accepts: (value) => typeof value === 'string' && guidPattern.test(value),
  equals: (a, b) => a.toLowerCase() === b.toLowerCase(),
});
