import type { BindingKind } from '../contract/model.js';
import type { Span } from '../diagnostics/diagnostic.js';

/**
 * A service description in its short form, as written in YAML or JSON (`schemas/description.schema.json`). Names of types
 * are not resolved yet; every part knows its place.
 */
export interface Description {
  /** Where it begins. */
  readonly span: Span;
  readonly profile: ServiceProfile;
  readonly namespace: string;
  /** Namespace of `types`; the same as `namespace` unless given. */
  readonly typesNamespace: string;
  readonly services: readonly ServiceDescription[];
  readonly types: readonly TypeDescription[];
}

/** Whose conventions fill in what a description leaves out: those of ASP.NET or those of WCF. */
export type ServiceProfile = 'asmx' | 'wcf';

/** One service, defaults of the description applied. */
export interface ServiceDescription {
  readonly name: string;
  readonly span: Span;
  readonly namespace: string;
  /** Whole address. */
  readonly address?: string;
  readonly bindings: readonly BindingKind[];
  /** Name of the WCF contract, which is the port type. */
  readonly contract?: string;
  /** Name of the WCF port and binding. */
  readonly port?: string;
  readonly documentation?: string;
  readonly operations: readonly OperationDescription[];
}

export interface OperationDescription {
  readonly name: string;
  readonly span: Span;
  readonly documentation?: string;
  readonly params: readonly FieldDescription[] | 'open';
  /** Absent: nothing is returned. */
  readonly result?: FieldDescription | 'open';
  readonly oneWay: boolean;
  readonly faults: readonly FaultDescription[];
}

export interface FaultDescription {
  readonly name: string;
  readonly span: Span;
  readonly type: TypeNotation;
}

/** A parameter, a result or a field of a record. */
export interface FieldDescription {
  readonly name: string;
  /** The whole field, if it is only a type, else its name. */
  readonly span: Span;
  readonly type: TypeNotation;
  /** Whether it may be absent; the profile decides unless given. */
  readonly optional?: boolean;
  /** Repeated itself, instead of being one array element with the items in it. */
  readonly repeated: boolean;
  readonly default?: string;
  readonly documentation?: string;
}

/** `name`, `name[]`, `name?` and combinations: a type, arrays of it, and whether it may be nil. */
export interface TypeNotation {
  readonly name: string;
  /** Number of `[]`. */
  readonly arrays: number;
  readonly nillable: boolean;
  readonly span: Span;
}

export type TypeDescription = RecordDescription | EnumerationDescription | ScalarDescription;

interface TypeCommon {
  readonly name: string;
  readonly span: Span;
  readonly documentation?: string;
}

/** A complex type with named fields. */
export interface RecordDescription extends TypeCommon {
  readonly kind: 'record';
  readonly fields: readonly FieldDescription[];
  readonly attributes: readonly FieldDescription[];
  readonly base?: TypeNotation;
  readonly abstract: boolean;
  /** Any further elements and attributes may follow. */
  readonly open: boolean;
}

/** A simple type whose values are listed. */
export interface EnumerationDescription extends TypeCommon {
  readonly kind: 'enumeration';
  readonly values: readonly ValueDescription[];
}

export interface ValueDescription {
  readonly value: string;
  readonly span: Span;
  readonly documentation?: string;
}

/** A simple type that restricts another, or a list of one. */
export interface ScalarDescription extends TypeCommon {
  readonly kind: 'scalar';
  readonly base: TypeNotation;
  readonly list: boolean;
  /** Constraining facets by their names in XML Schema. */
  readonly facets: readonly FacetDescription[];
}

/** A constraining facet with its place. */
export interface FacetDescription {
  readonly name: FacetName;
  readonly value: string;
  readonly span: Span;
}

/** Facets that a description may give. */
export const facetNames = [
  'length',
  'minLength',
  'maxLength',
  'pattern',
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
  'totalDigits',
  'fractionDigits',
] as const;

export type FacetName = (typeof facetNames)[number];
