import type { BindingKind, Documented, ExpandedName } from '../contract/model.js';
import type { Span } from '../diagnostics/diagnostic.js';
import type { FacetName } from './model.js';

/** What the WSDL of a description declares: names resolved, and what the profile has by convention. */

/** A part of the WSDL, and the part of the description that it comes from; if that is absent, it is the one of what is around it. */
export interface FromDescription extends Documented {
  readonly span?: Span;
}

/** Types and elements by their names. */
export interface WrittenSchema {
  readonly types: ReadonlyMap<ExpandedName, WrittenType>;
  readonly elements: ReadonlyMap<ExpandedName, WrittenRoot>;
}

export type WrittenType = WrittenRecord | DescribedSimpleType;

/** A complex type: a sequence of elements, after that of its base. */
export interface WrittenRecord extends FromDescription {
  readonly kind: 'record';
  readonly abstract: boolean;
  readonly base?: ExpandedName;
  readonly baseSpan?: Span;
  readonly elements: readonly WrittenElement[];
  readonly attributes: readonly WrittenAttribute[];
  /** Any further elements and attributes may follow. */
  readonly open: boolean;
}

/** A simple type that restricts another, or a list of one. */
export interface DescribedSimpleType extends FromDescription {
  readonly kind: 'simple';
  readonly base: ExpandedName;
  readonly baseSpan?: Span;
  readonly list: boolean;
  /** In the order in which they are written. */
  readonly facets: readonly WrittenFacet[];
}

export interface WrittenFacet extends FromDescription {
  readonly name: FacetName | 'enumeration';
  readonly value: string;
}

/** A global element: of a type that has a name, or the element around the parameters or the result of an operation. */
export interface WrittenRoot extends FromDescription {
  readonly type: ExpandedName | WrittenRecord;
  readonly nillable: boolean;
}

/** An element of a record, in the namespace of the schema. */
export interface WrittenElement extends FromDescription {
  readonly name: string;
  readonly type: ExpandedName;
  readonly optional: boolean;
  readonly repeated: boolean;
  readonly nillable: boolean;
  readonly default?: string;
}

export interface WrittenAttribute extends FromDescription {
  readonly name: string;
  readonly type: ExpandedName;
  readonly required: boolean;
  readonly default?: string;
}

export interface WrittenService extends FromDescription {
  readonly name: string;
  readonly namespace: string;
  /** True for a service whose operations have actions of WS-Addressing, which is written as WCF publishes it. */
  readonly hasActions: boolean;
  readonly ports: readonly WrittenPort[];
  readonly portTypes: readonly DescribedPortType[];
  readonly operations: readonly WrittenOperation[];
}

/** A port and its binding, which have one name. */
export interface WrittenPort {
  readonly kind: BindingKind;
  readonly name: string;
  readonly portType: DescribedPortType;
  readonly address?: string;
}

export interface DescribedPortType {
  readonly name: string;
  readonly operations: readonly WrittenExchange[];
}

/** An operation with its messages in one port type. */
export interface WrittenExchange {
  readonly operation: WrittenOperation;
  readonly input: WrittenMessage;
  readonly output?: WrittenMessage;
  /** Those of the operation's faults, in their order. */
  readonly faults: readonly WrittenMessage[];
}

export interface WrittenMessage {
  readonly name: string;
  readonly parts: readonly WrittenPart[];
}

export interface WrittenPart {
  readonly name: string;
  readonly what: 'element' | 'type';
  readonly value: ExpandedName;
}

export interface WrittenOperation extends FromDescription {
  readonly name: string;
  readonly action: string;
  readonly input: ExpandedName;
  /** Absent if it is one-way. */
  readonly output?: ExpandedName;
  readonly faults: readonly WrittenFault[];
  /** Absent for an operation that HTTP GET and POST cannot carry. */
  readonly http?: WrittenForm;
}

export interface WrittenFault extends FromDescription {
  readonly name: string;
  readonly element: ExpandedName;
}

/** What an operation has over HTTP GET and POST. */
export interface WrittenForm {
  readonly parameters: readonly string[];
  /** The root of the answer. */
  readonly result?: ExpandedName;
}
