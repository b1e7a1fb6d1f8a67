import type { XmlAttribute, XmlElement, XmlNode } from '../../xml/interfaces/tree.js';

/**
 * Schema descriptors: readonly data that describe the XML form of values. One engine reads them to decode, encode, validate
 * and make samples. They mirror the components of XML Schema Part 1; the type parameter is the TypeScript type of the values.
 * References to named components are functions, so that recursive schemas need no order.
 */

/** A reference to a component that may be declared later in a module. */
export type Lazy<T> = T | (() => T);

/** Name with its namespace; `namespace` is `''` for none. The value type of `xs:QName`. */
export interface QName {
  readonly namespace: string;
  readonly name: string;
}

/** A simple or complex type whose values are `T`. */
export type Type<T = unknown> = SimpleType<T> | ComplexType<T>;

/**
 * Types of different values. The empty list is in the union for the compiler's sake: if a tuple is allowed, it checks an
 * array literal member by member. Otherwise each member's type is compared with all the others', to any depth, in search of
 * one that covers another: quadratic time, and an error where types refer to each other in long chains.
 */
export type TypeList = readonly [] | readonly ComplexType[];

/** Types that may stand in for another, once they are needed: `derivedTypes` makes it. */
export type DerivedTypes = () => TypeList;

/** The surroundings that a lexical mapping may need: prefixes in scope (QName, NOTATION). */
export interface LexicalContext {
  /** Namespace of a prefix (`''` is the default), or undefined when it is not declared. */
  resolvePrefix(prefix: string): string | undefined;
  /** A prefix for a namespace; declares one when none is in scope. */
  prefixFor(namespace: string): string;
  /** The value for a number beyond the range of `float` or `double`. Default `'nearest'`. */
  readonly overflow?: 'nearest' | 'refuse' | undefined;
}

/** The pattern facet (Part 2, 4.3.4), as `patterns` makes it. It brings the code that matches, so that a package without patterns need not have it. */
export interface PatternsFacet {
  /** XML Schema regular expressions; every group must match, within a group one of them. */
  readonly groups: readonly (readonly string[])[];
  /** Makes a test of whether a text matches a pattern. Throws `RegexSyntaxError` for one that cannot be read. */
  readonly compile: (pattern: string) => { test(text: string): boolean };
  /** Some texts that match one pattern of every group, short ones first. */
  readonly search: (groups: readonly (readonly string[])[]) => Iterable<string>;
}

/** Constraining facets (Part 2, 4.3), effective: those of all the types that are restricted, merged. */
export interface Facets {
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly patterns?: PatternsFacet;
  /** Lexical forms (QName: `{ns}local`). */
  readonly enumeration?: readonly string[];
  readonly whiteSpace?: 'preserve' | 'replace' | 'collapse';
  readonly maxInclusive?: string;
  readonly maxExclusive?: string;
  readonly minInclusive?: string;
  readonly minExclusive?: string;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
  /** Of dates and times (XML Schema 1.1, Part 2, 4.3.14): whether they must, or must not, have a time zone. */
  readonly explicitTimezone?: 'optional' | 'required' | 'prohibited';
}

/**
 * A simple type definition (Part 1, 3.14). Functions are methods and do not use `this`: so a `SimpleType<string>` is a
 * `SimpleType`.
 */
export interface SimpleType<T = unknown> extends Typed<T> {
  readonly kind: 'simple';
  readonly variety: 'atomic' | 'list' | 'union';
  readonly namespace: string;
  /** Local name; `''` for an anonymous type. */
  readonly name: string;
  /** The type that it restricts; absent for built-in primitives, lists and unions. */
  readonly base?: Lazy<SimpleType>;
  readonly itemType?: Lazy<SimpleType>;
  readonly memberTypes?: readonly Lazy<SimpleType>[];
  readonly facets?: Facets;
  /** Lexical mapping of atomic types: from normalised text to the value; throws `LexicalError` if there is none. */
  parse?(text: string, context: LexicalContext): T;
  /** Canonical mapping of atomic types. */
  format?(value: T, context: LexicalContext): string;
  /** True if `value` has the TypeScript type that this type decodes to (used by unions and by validation). */
  readonly accepts?: (value: unknown) => boolean;
  /** Mapping for HTTP query and form values where it differs from the XML one (ASP.NET `char`). */
  readonly formMapping?: { parse(text: string): T; format(value: T): string };
  /** Order of two values (Part 2, 4.2.2): negative, zero, positive; undefined if incomparable. Of ordered primitives only. */
  compare?(a: T, b: T): number | undefined;
  /** Equality of the value space where `===` is not enough: binary, decimals as text, QName, dates. */
  equals?(a: T, b: T): boolean;
  /**
   * A text that equal values share and others of its kind of primitive type do not, with the name of that kind before it. Needed
   * where it is not the value itself after `string:`.
   */
  key?(value: T): string;
  /** True for a scalar mapping: the values are the program's own, and the texts and facets those of `base`. */
  readonly mapped?: boolean;
  /** True for an enumeration that may get further values. */
  readonly open?: boolean;
  /** With `mapped`: `parse` sees texts that have not been checked. */
  readonly ownTexts?: boolean;
  /** Length for the length facets, where it is not the number of code points. */
  lengthOf?(value: T): number;
  /** Checks facets, and reads and writes lists and unions: a `SimpleEngine`. The functions that make such types put it here. */
  readonly engine?: object;
  /** Writes binary content outside the document, or later: an `OctetEngine`. The binary types have it. */
  readonly octets?: object;
  /** Makes the plan of a type that is not a built-in atomic one: a `SimplePlanner`. The functions that make such types put it here. */
  readonly planner?: object;
}

/** A complex type definition (Part 1, 3.4). */
export interface ComplexType<T = unknown> extends Typed<T> {
  readonly kind: 'complex';
  readonly namespace: string;
  /** Local name; `''` for an anonymous type. */
  readonly name: string;
  /** Value of `$type` that selects this type where a derived type is allowed. */
  readonly typeName?: string;
  readonly abstract?: boolean;
  /** Complex type that it extends: its attributes and content come first. Absent for restrictions, which are complete. */
  readonly extends?: Lazy<ComplexType>;
  /** Every type that may stand in for this one by `xsi:type` (derived at any depth, abstract ones left out). */
  readonly derived?: DerivedTypes;
  /** Attribute uses that it adds (or, without `extends`, all). */
  readonly attributes?: readonly AttributeDescriptor[];
  /** Attributes that a wildcard allows; kept in `$anyAttribute` by expanded name. */
  readonly anyAttribute?: WildcardDescriptor;
  /** Simple content: type of the text, kept in `$value`. */
  readonly text?: Lazy<SimpleType>;
  /** Mixed content: `$content` contains text and elements in order; `content` is then only a constraint. */
  readonly mixed?: boolean;
  /** The particle that it adds (or, without `extends`, the whole content). */
  readonly content?: ParticleDescriptor;
  /**
   * The model that the children must match, if `content` allows more so that its properties keep their order. The properties
   * of this model are not used.
   */
  readonly model?: ParticleDescriptor;
  /** Elements that may occur in addition to the content; kept in `$open`. Complete: that of `extends` is included. */
  readonly openContent?: OpenContentDescriptor;
  /** `xs:anyType`: the value is the element itself as an `XmlElement` tree. */
  readonly tree?: boolean;
  /**
   * Property of a list that is all there is to the type (.NET's `ArrayOfString`): values are that list itself. An element without
   * content is an empty list.
   */
  readonly unwrap?: string;
  /** Reads and writes content that is more than a record: a `ContentEngine`. `complexType` brings it, `record` does not. */
  readonly engine?: object;
  /** SOAP 1.1 section 5 array; values are arrays. */
  readonly soapArray?: { readonly itemType: Lazy<Type>; readonly rank: string; readonly itemName: string };
}

/** An attribute use (Part 1, 3.5). */
export interface AttributeDescriptor {
  readonly name: string;
  readonly namespace: string;
  /** Its property. */
  readonly property: string;
  readonly type: Lazy<SimpleType>;
  readonly required?: boolean;
  /** True if lenient readers take a required attribute that is missing for absent. */
  readonly tolerant?: boolean;
  /** Lexical form; applied when the attribute is absent. */
  readonly default?: string;
  readonly fixed?: string;
  /** Reads and writes it: an `AttributeEngine`. `attribute` sets it. */
  readonly engine: object;
  /** Passes it on to the type alternatives of elements inside: an `Inheritance`. `inheritableAttribute` sets it. */
  readonly inheritance?: object;
}

/** A particle (Part 1, 3.9). */
export type ParticleDescriptor = ElementParticleDescriptor | GroupParticleDescriptor | AnyParticleDescriptor;

interface Occurs {
  /** Default 1. */
  readonly min?: number;
  /** Default 1; `Infinity` is unbounded. */
  readonly max?: number;
}

/** An element in a content model. */
export interface ElementParticleDescriptor extends Occurs {
  readonly kind: 'element';
  readonly name: string;
  readonly namespace: string;
  /** Its property: an array exactly if `list` is set. */
  readonly property: string;
  /** True if the property is an array. */
  readonly list?: boolean;
  readonly type: Lazy<Type>;
  readonly nillable?: boolean;
  readonly default?: string;
  readonly fixed?: string;
  /** True if the declared element is abstract: only members of its substitution group are allowed. */
  readonly abstract?: boolean;
  /**
   * Members of the substitution group, the head left out. When present, every value is `{ $name, $value }`; `$name` is the
   * key by which the member is known here, the head's being its own `name`.
   */
  readonly substitutes?: () => Readonly<Record<string, ElementDescriptor>>;
  /** As in `ElementDescriptor`. */
  readonly alternatives?: readonly TypeAlternativeDescriptor[];
  /** As in `ElementDescriptor`. */
  readonly derived?: DerivedTypes;
  /** As in `ElementDescriptor`. */
  readonly standIns?: DerivedTypes;
  readonly constraints?: readonly IdentityConstraintDescriptor[];
  /** A text of nothing but white space is written with `xml:space="preserve"`, without which .NET's readers drop it. */
  readonly space?: 'preserve';
  /** True if lenient readers take a required element that is missing, empty or nil for absent. */
  readonly tolerant?: boolean;
  /** Set where null stands for the element that is left out. */
  readonly absent?: 'null';
  /**
   * True for a reference to a global element, whose name stays qualified in SOAP encoding. Names that are local to a type are written there
   * without a namespace, whatever the schema says of them (SOAP 1.1, 5.1, rule 4).
   */
  readonly global?: boolean;
}

/** A model group (Part 1, 3.8). */
export interface GroupParticleDescriptor extends Occurs {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly particles: readonly ParticleDescriptor[];
  /**
   * Set on a group whose occurrences must keep their order: the property is an array with one object for each occurrence, and
   * the properties of the particles below are those of that object. Without it they are properties of the surrounding object.
   */
  readonly property?: string;
}

/** A wildcard in a content model (Part 1, 3.10). */
export interface AnyParticleDescriptor extends Occurs, WildcardDescriptor {
  readonly kind: 'any';
  /** Property that holds the `XmlElement`s: an array exactly when `list`. */
  readonly property: string;
  readonly list?: boolean;
}

/** A wildcard: the namespaces that it allows, and how its contents are validated (Part 1, 3.10). */
export interface WildcardDescriptor {
  /** `'any'`; `{ not }` everything but these; or only these. `''` means no namespace. */
  readonly namespaces: 'any' | { readonly not: readonly string[] } | readonly string[];
  readonly process: 'strict' | 'lax' | 'skip';
  /** Expanded names that it excludes. */
  readonly notNames?: readonly string[];
}

/**
 * Open content (XML Schema 1.1, Part 1, 3.4.1): elements that the wildcard allows may occur anywhere, or after everything
 * else.
 */
export interface OpenContentDescriptor extends WildcardDescriptor {
  readonly mode: 'interleave' | 'suffix';
}

/** A global element declaration (Part 1, 3.3), or the element of a message. */
export interface ElementDescriptor<T = unknown> extends Typed<T> {
  readonly kind: 'element';
  readonly namespace: string;
  readonly name: string;
  readonly type: Lazy<Type>;
  readonly nillable?: boolean;
  readonly abstract?: boolean;
  readonly default?: string;
  readonly fixed?: string;
  /** Types that attributes select: the first whose test is true; `type` if there is none (XML Schema 1.1, Part 1, 3.12). */
  readonly alternatives?: readonly TypeAlternativeDescriptor[];
  /** The only types that `xsi:type` may name, if the element excludes (`block`) some that its type would allow. */
  readonly derived?: DerivedTypes;
  /**
   * Complex types that may stand in for the element's simple type by `xsi:type`: they add attributes to it. Values of theirs are
   * objects with `$type`.
   */
  readonly standIns?: DerivedTypes;
  readonly constraints?: readonly IdentityConstraintDescriptor[];
}

/** A type that an element has when its attributes, and those that it inherits, fulfil a test. */
export interface TypeAlternativeDescriptor {
  readonly type: Lazy<Type>;
  /** Chooses among the alternatives: an `AlternativeEngine`. `alternative` sets it. */
  readonly engine: object;
  /** Absent for the default. Never throws. */
  readonly holds?: (attributes: readonly XmlAttribute[]) => boolean;
  /** Attributes that may fulfil the test, for samples. */
  readonly example?: readonly XmlAttribute[];
}

/** An identity constraint (Part 1, 3.11); names in paths are expanded (`{ns}local`, `{ns}*`, `*`). */
export interface IdentityConstraintDescriptor {
  readonly kind: 'key' | 'unique' | 'keyref';
  readonly name: string;
  readonly selector: readonly PathDescriptor[];
  readonly fields: readonly (readonly PathDescriptor[])[];
  readonly refer?: string;
}

/** One path of the XPath of an identity constraint (Part 1, 3.11.6). */
export interface PathDescriptor {
  /** Leading `.//`. */
  readonly anyDepth?: boolean;
  readonly steps: readonly string[];
  readonly attribute?: string;
}

/** Says of which type the values of a descriptor are; it exists for the type checker alone. */
export interface Typed<T> {
  readonly '~type'?: T | undefined;
}

/**
 * The Standard Schema interface (version 1), which form and RPC libraries take, and the Standard JSON Schema interface (version 1).
 * `types` exists for the type checker alone.
 */
export interface StandardSchema<T, Input = T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'wsdl-codegen';
    readonly validate: (
      value: unknown,
    ) => { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };
    readonly types?: { readonly input: Input; readonly output: T } | undefined;
    /** The JSON Schema of the values in their JSON form. Throws `TypeError` for a target that is not supported. */
    readonly jsonSchema: {
      readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

/** Which JSON Schema is wanted of a Standard JSON Schema. */
export interface StandardJsonSchemaOptions {
  /** The version of JSON Schema; `draft-2020-12`, `draft-07` and `openapi-3.0` are supported. */
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | (string & Record<never, never>);
  /** Options of particular libraries; there are none. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** A finding of a Standard Schema: what is wrong, and where in the value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

/** Value of a complex type with open content; see `ComplexType.mixed` and `AnyParticleDescriptor`. */
export interface OpenContentValue {
  readonly $content?: readonly XmlNode[];
  readonly $any?: XmlElement | readonly XmlElement[];
}

/** Type of the value of an element that members of a substitution group may replace. */
export interface NamedElement<Name extends string, T> {
  /** Which element it is. */
  readonly $name: Name;
  readonly $value: T;
}

/**
 * Value of a nillable element whose type has attributes, which a nil element (`xsi:nil`) may have, too: the value of the
 * type, `null` if it has none of them, or an object with only `$nil` and these attributes. `Nillable<Amount, 'currency'>`.
 */
export type Nillable<T, Attributes extends PropertyKey> =
  | (T & { readonly $nil?: never })
  | ('$type' extends Attributes ? EachNil<T, Attributes> : Nil<T, Attributes>)
  | null;

/** Derived types have attributes of their own; the branches of a choice have not, and may be many. */
type EachNil<T, Attributes> = T extends unknown ? Nil<T, Attributes> : never;
type Nil<T, Attributes> = { readonly $nil: true } & {
  [K in keyof T as K extends Attributes ? K : never]: T[K];
} & { readonly [K in Exclude<keyof T, Attributes>]?: never };

/**
 * Exactly one of the branches of an `xs:choice`: the properties of the other branches are absent.
 * `Choice<{ card: Card } | { cash: Cash; note?: string }>`.
 */
export type Choice<Branches, All extends PropertyKey = PropertyOf<Branches>> = Branches extends unknown
  ? Branches & { readonly [K in Exclude<All, keyof Branches>]?: never }
  : never;

type PropertyOf<Branches> = Branches extends unknown ? keyof Branches : never;
