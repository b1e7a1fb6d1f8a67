import type { XmlAttribute, XmlElement } from '../../xml/interfaces/tree.js';
import type { XmlOutput } from '../../xml/interfaces/writer.js';
import type { ComplexType } from '../descriptor/descriptor.js';
import type { ValuePath } from '../descriptor/errors.js';
import { isRecord } from '../descriptor/resolve.js';
import type { SoapArrayDescriptor } from '../descriptor/soap-encoding.js';
import type { AttributePlan, ComplexPlan, ElementPlan, TypePlan } from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';

/** Takes lists and binary content that come later. Outputs that write a document as it is made bring it. */
export interface LaterEngine {
  /** Takes a list; `write` writes one of its items. False for a value that is not a list that comes later. */
  items(encoder: Encoder, source: unknown, write: (item: unknown) => void): boolean;
  /** Takes binary content; false as for `items`. An empty element is read as `fallback`. */
  bytes(encoder: Encoder, source: unknown, builtIn: string, fallback: string | undefined): boolean;
}

/**
 * Writes a value of a binary type outside the document (XOP 1.0), or leaves a gap for it; false for a value that is written as text in its element.
 * Types that have such values bring it.
 */
export type OctetEngine = (
  encoder: Encoder,
  element: ElementPlan | undefined,
  plan: SimplePlan,
  value: unknown,
) => boolean;

/** The engine of the present output; undefined where everything is there already. */
export function laterEngine({ output, encoding }: Encoder): LaterEngine | undefined {
  return encoding === undefined ? (output.later as LaterEngine | undefined) : undefined;
}

/** How values are written. */
export interface EncodeOptions {
  /** Preferred prefix of the root element. */
  readonly prefix?: string;
  /**
   * Treatment of properties that the type does not have. `'refuse'` (default) throws `XmlEncodeError`: a misspelt name would be sent as if
   * the property were absent. `'ignore'` leaves them out, for objects that hold more than the message.
   */
  readonly unknownProperties?: 'refuse' | 'ignore';
}

/** Something that is wrong with a value. */
export interface ValidationIssue {
  /** Place inside the value. */
  readonly path: ValuePath;
  readonly message: string;
  /** Place in the document that was checked, both 1-based; absent where a value was checked. */
  readonly line?: number;
  readonly column?: number;
  /** Stable name of the rule: of a facet (`maxLength`), or such as `missing-element`. */
  readonly code: string;
}

/** The additions of SOAP encoding to elements (SOAP 1.1, section 5). */
export interface SoapEncoding {
  /** Begins an element, with what the encoding adds to it. False if a reference is in the place of the content. */
  start(encoder: Encoder, element: ElementPlan, target: TypePlan, value: unknown): boolean;
  end(): void;
  /** Writes the size and item type of an array. */
  array(encoder: Encoder, array: SoapArrayDescriptor, length: number): void;
}

/** Writes a value as an element; `'general'` where it was not written at once. */
export type WriteElement = (encoder: Encoder, element: ElementPlan, value: unknown, mode?: 'first' | 'general') => void;

/** Checks of a value beyond those that writing it needs: `validate` brings them. Problems are collected, and nothing is thrown. */
export interface ValueChecks {
  /** True for trees that were read from a document: they need not be written to see whether that is possible. */
  readonly knowsTrees: boolean;
  /** Takes a problem. A misfit is one with which children the element that is being written has. */
  report(path: ValuePath, code: string, message: string, isMisfit: boolean): void;
  /** A child of the element that is being written. */
  child(encoder: Encoder, namespace: string, name: string): void;
  /** Begins an element, whose children are its own until its end. */
  start(encoder: Encoder, element: ElementPlan): boolean;
  end(): void;
  /** The type that `$type` names. */
  derived(type: ComplexType): void;
  /** The element that is open is nil. */
  nil(encoder: Encoder, element: ElementPlan): void;
  /** The value of a nil element: `null`, which has no attributes, or an object with `$nil` and attributes alone. */
  nilValue(encoder: Encoder, element: ElementPlan, target: TypePlan, value: Record<string, unknown> | null): void;
  /** A value that is the text of the element that is open: its facets. */
  text(encoder: Encoder, plan: SimplePlan, value: unknown, text: string): void;
  attribute(encoder: Encoder, attribute: AttributePlan, value: unknown, text: string): void;
  /** An attribute that is absent: its default value applies (Part 1, 3.4.5). */
  absentAttribute(encoder: Encoder, attribute: AttributePlan): void;
  /** An attribute that a wildcard allows: its namespace, and its value if it is declared (Part 1, 3.10.1). */
  openAttribute(encoder: Encoder, plan: ComplexPlan, key: string, namespace: string, text: string): void;
  /** An element of open content: against its declaration, or as `processContents` requires. */
  open(encoder: Encoder, tree: XmlElement, declared: ElementPlan | undefined, process: 'strict' | 'lax' | 'skip'): void;
  /** Begins the content of a value of complex type. */
  content(plan: ComplexPlan): void;
  /** The order and number of the children that were written. */
  children(encoder: Encoder, plan: ComplexPlan): void;
  /** The number of items of a list. */
  count(encoder: Encoder, count: number, min: number, max: number): void;
}

/** The most steps of a path, two or three an element: values that are nested deeper contain themselves, or no reader would follow. */
export const maxPath = 1000;

/** State of one encoding: an `ElementEncoder`. */
export interface Encoder {
  output: XmlOutput;
  readonly path: (string | number)[];
  /** Inheritable attributes of the elements around, for type alternatives. */
  inherited: readonly XmlAttribute[];
  /** Steps of the path that the value itself does not have: lists that replace the object containing them. */
  readonly hidden: number[];
  /** True if properties that a type does not have are ignored. */
  readonly ignoresUnknown: boolean;
  /** Name of the root element. */
  readonly root: string;
  /** Set to check everything and collect the problems: this is how `validate` walks a value. */
  readonly checks: ValueChecks | undefined;
  /** Set for messages in SOAP encoding. */
  encoding: SoapEncoding | undefined;
  /** The state of the fast layer, where it may write: there are no checks and no SOAP encoding. */
  readonly fast: object | undefined;
  /** Writes into an output from now on. */
  into(output: XmlOutput): void;
  /** False, with a problem, for a value that is nested so deeply that it must contain itself; then nothing more is written. */
  enter(): boolean;
  /** The present path, as the value has it. */
  place(): ValuePath;
  /** Reports a problem with which children the element that is being written has. */
  misfit(code: string, message: string): void;
  /** Reports a problem at the present path: thrown, or collected. */
  problem(code: string, message: string, cause?: unknown): void;
  /** Reports what was thrown while the value at the present path was written: by its type, by the output, or by the value itself. */
  refuse(error: unknown, steps?: ValuePath): void;
}

/** True for something that can be written as an `XmlElement`. */
export function isTree(value: unknown): value is XmlElement {
  if (!isRecord(value)) {
    return false;
  }
  const { namespace, name, attributes, children } = value;
  return (
    typeof namespace === 'string' && typeof name === 'string' && Array.isArray(attributes) && Array.isArray(children)
  );
}
