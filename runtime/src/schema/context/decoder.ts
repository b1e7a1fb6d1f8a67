import { endElement, textEvent, type XmlCursor } from '../../xml/interfaces/reader.js';
import type { XmlAttribute } from '../../xml/interfaces/tree.js';
import { XmlLimitError } from '../../xml/text/errors.js';
import type { TreeOffsets } from '../../xml/trees/tree-offsets.js';
import type { LexicalContext, SimpleType } from '../descriptor/descriptor.js';
import type { LexicalError, ValuePath, XmlDecodeError } from '../descriptor/errors.js';
import type { Declarations } from '../descriptor/resolve.js';
import type { ChildName } from '../match/child-names.js';
import type { AttributePlan, ChildPlace, ComplexPlan, ElementNode, ElementPlan } from '../plan/plan.js';
import type { FacetCheck, SimplePlan } from '../plan/simple-plan.js';
import type { Tolerance, Tolerate } from './tolerance.js';

/** Content that a lenient decoder ignores, or reads although it is not quite as its schema says. */
export interface UnknownContent {
  /**
   * Ignored: `element`, `attribute`, `text`: not in the schema; `order`: known, but not here, or of a second branch of a choice;
   * `duplicate`: a second one where only one is allowed (the first was kept); `type`: an `xsi:type` that is not known here.
   * Read: `namespace`: an element or attribute that the schema has in another namespace, or in none; `empty`, `nil`: an optional one that
   * is empty or nil where its type does not allow that, and was read as absent. Read because of `tolerate`: `missing`: a required element or
   * attribute that is missing; `enumeration`: a value that its enumeration does not have; `value`: another text that is no value of its type;
   * `nil`: also a required element that is nil.
   */
  readonly kind:
    | 'element'
    | 'attribute'
    | 'text'
    | 'order'
    | 'duplicate'
    | 'type'
    | 'namespace'
    | 'empty'
    | 'nil'
    | 'missing'
    | 'enumeration'
    | 'value';
  /** Namespace in the document. */
  readonly namespace: string;
  /** Local name; for `text` the property of the surrounding element, which is its local name except in collisions. */
  readonly name: string;
  /** Path of the surrounding value: `/Order/lines[2]`. */
  readonly path: string;
  /** Index into the document, in UTF-16 code units; a byte order mark does not count. */
  readonly offset: number;
  /** The text of an `enumeration` or `value`. */
  readonly text?: string;
}

/** How documents that do not quite fit their schema are read. Simple values are always checked. */
export interface DecodeOptions {
  /** Refuse everything that a lenient decoder ignores, and check every facet. Default false. */
  readonly strict?: boolean;
  /**
   * The reading of a missing required element: an error (default), or the default value of its type as in ASP.NET: 0, false,
   * '', the first value of an enumeration.
   */
  readonly missing?: 'error' | 'default';
  /**
   * How a lenient decoder treats near misses that can mean only one thing: elements and attributes in no namespace or another one
   * where there is none of the expected name, and optional values that are empty or nil where their types do not allow that. `'read'`
   * (default) reads the former as if they had the expected name, and treats the latter as absent.
   */
  readonly nearMisses?: 'read' | 'refuse';
  /** Other things that do not fit the schema and that a lenient decoder reads. Values always have their declared types. Default `'nothing'`. */
  readonly tolerate?: Tolerate;
  /** Called for everything that a lenient decoder ignores, and for what it reads although it does not fit. */
  readonly onUnknown?: (content: UnknownContent) => void;
  /**
   * Called for a text that is not a value of its type: returns another text to read in its place, or throws a `LexicalError`
   * with its own wording. This is how a server accepts forms that another stack writes.
   */
  readonly recover?: (type: SimpleType, text: string) => string;
  /**
   * A number beyond the range of `float` or `double` is read as the nearest value (default), which is an infinity (Part 2, 3.2.4 and
   * 3.2.5), or refused, as .NET does.
   */
  readonly overflow?: 'nearest' | 'refuse';
  /** Refuse comments and processing instructions inside text, as .NET's `XmlReader.ReadElementString` does. Default false. */
  readonly plainText?: boolean;
  /**
   * Elements are read only in the order of the schema: one that comes too late is ignored, as in WCF's
   * `DataContractSerializer`. Default false.
   */
  readonly ordered?: boolean;
  /** Global declarations, for wildcards that require them (`processContents`) when `strict`. */
  readonly declarations?: Declarations;
}

/**
 * The greatest weight of the types of the elements around a value, whatever the limits of a reader say: stacks of browsers, Node and its workers
 * have room for more. See `ComplexPlan.weight`.
 */
export const maxLoad = 600;

/** The rules of SOAP encoding for messages that are in it: `soap-encoding/` brings them. */
export interface EncodingRules {
  /** The accessor that a child stands for whose exact name the type does not have. */
  accessor(decoder: Decoder, plan: ComplexPlan, name: string): ElementNode | undefined;
  /** Gives the accessor at whose start the cursor is the namespace that the schema has for it. */
  nameAccessor(decoder: Decoder, plan: ComplexPlan): void;
  /** True for an attribute that SOAP encoding puts on any element. */
  isAttribute(namespace: string, name: string): boolean;
}

/** The struct around the accessors of an rpc message while it is read: an `RpcStruct`. */
export interface RpcReading {
  /** See `EncodingRules.accessor`. */
  accessor(decoder: Decoder, plan: ComplexPlan, name: string): ElementNode | undefined;
  /**
   * Reads the child at whose start the cursor is, which does not have the name of an accessor, and moves to its end:
   * `rpc:result`, or an element that may be the return value. False if it is neither. `inPlace` is true if the element is where
   * a return value may be.
   */
  takes(cursor: XmlCursor, inPlace: boolean): boolean;
  /**
   * Reads the accessor with a different name as the return value, unless that was found by its name. The property that it set; undefined if
   * there is none.
   */
  settle(
    decoder: Decoder,
    plan: ComplexPlan,
    result: Record<string, unknown>,
    read: ReadElement,
  ): ElementNode | undefined;
}

/** Reads the element at whose start the cursor is, and leaves the cursor on its end. */
export type ReadElement = (decoder: Decoder, element: ElementPlan) => unknown;

/** Strays of content in which places matter: children in no namespace, or in another one than the content has them in. See `GroupStrays`. */
export interface StrayElements {
  /** Keeps the child at whose start the cursor is, and moves the cursor to its end. */
  add(cursor: XmlCursor): void;
  /**
   * A decoder of an element with those children that stand for one of the content, under its name; undefined if none does. `isNeeded` tells
   * whether nothing else has come for a name. The listener is called for all.
   */
  take(decoder: Decoder, isNeeded: (field: ChildPlace) => boolean): Decoder | undefined;
}

/** Reads content that differs from its schema in a way that can mean only one thing. */
export interface NearMisses {
  /** Keeps children of some content; `offset` is the place of the first one in the document. */
  strays(plan: ComplexPlan, offset: number): StrayElements;
  /** The text of an attribute whose exact name is not there, if another one stands for it. The listener is called. */
  attribute(decoder: Decoder, plan: ComplexPlan, attribute: AttributePlan): string | undefined;
  /** True for the attribute at an index if it was read in the place of another one. */
  isReadAs(decoder: Decoder, plan: ComplexPlan, index: number): boolean;
}

/** Reads documents that do not fit their schema. */
export interface ContentRecovery {
  readonly near: NearMisses;
  /** The choices of a preset; undefined if nothing is tolerated. Throws `TypeError` for a name that no preset has. */
  toleranceOf(tolerate: Tolerate | undefined): Tolerance | undefined;
  /**
   * The value for a text that is not a value of its type; undefined for an optional value that is absent. The listener is called. Throws
   * `XmlDecodeError` if the text is not tolerated. `beside` is true for a text with attributes next to it, which cannot be absent.
   */
  text(
    decoder: Decoder,
    element: ElementPlan,
    plan: SimplePlan,
    text: string,
    error: LexicalError,
    beside: boolean,
  ): unknown;
  /** The same for an attribute. */
  attributeText(decoder: Decoder, attribute: AttributePlan, text: string, error: LexicalError): unknown;
  /** The value of a required element that is missing. The listener is called. Refuses `failure` if that is not tolerated. */
  missing(decoder: Decoder, element: ElementPlan, failure: () => XmlDecodeError): unknown;
  /** The same for an attribute. */
  missingAttribute(decoder: Decoder, attribute: AttributePlan, failure: () => XmlDecodeError): unknown;
  /**
   * The value of an element that is nil where it is not nillable, at whose start the cursor is; the cursor moves to its end. Undefined if it is
   * not nil, or that is not tolerated: then the element is read by its content.
   */
  nil(decoder: Decoder, element: ElementPlan): { readonly value: unknown } | undefined;
}

/** Refuses content that a lenient decoder ignores. Errors are thrown, or kept where they are collected. */
export interface Strictness {
  /** Refuses something that the schema does not have. `plan` is the type that has no such child; `message` says better what is wrong. */
  unknown(decoder: Decoder, content: Omit<UnknownContent, 'path'>, plan?: ComplexPlan, message?: string): void;
  /** Refuses `xsi:nil` where an element is not nillable, whatever its value (Part 1, 3.3.4, 3.1). */
  forbidNil(decoder: Decoder): void;
  /** Moves to the end of a nil element, which must be empty. */
  skipNil(decoder: Decoder, element: ElementPlan): void;
  /** The value of an element of simple type with attributes. */
  simpleValue(decoder: Decoder, element: ElementPlan, plan: SimplePlan): unknown;
  /** Refuses children that do not fit the content model. `offsets` are their places in the document, if errors are collected. */
  match(decoder: Decoder, plan: ComplexPlan, children: readonly ChildName[], offsets?: readonly number[]): void;
  /** The same for children in the order of their fields, none missing: their numbers may be wrong. */
  count(
    decoder: Decoder,
    plan: ComplexPlan,
    result: Record<string, unknown>,
    children: readonly ChildName[],
    offsets?: readonly number[],
  ): void;
}

/** Keeps errors, so that reading goes on after them: see `ErrorCollector`. */
export interface ErrorKeeping {
  /** Where the elements are that are kept as trees. */
  readonly offsets: TreeOffsets;
  /** Reads the element at whose start the cursor is. Gives null for one with an error that ends its reading, which is kept. */
  read(decoder: Decoder, element: ElementPlan, decode: ReadElement): unknown;
  add(error: XmlDecodeError, offset: number): void;
  /** Keeps where the element of a value is, if that is asked for. */
  place(path: ValuePath, offset: number): void;
  /** True if children of an element are known to be missing or too many. */
  isMisfitted(path: ValuePath): boolean;
}

/** State of one decoding, an `ElementDecoder`: the cursor, and the current place in the value. It is the context in which prefixes have a meaning. */
export interface Decoder extends LexicalContext {
  readonly cursor: XmlCursor;
  /** Name of the root element. */
  readonly root: string;
  readonly read: ReadElement;
  readonly overflow: DecodeOptions['overflow'];
  readonly path: (string | number)[];
  /** The weight of the types of the elements around: see `ComplexPlan`. */
  load: number;
  /** Where records begin that scans have tried in vain, the first one last: they are not tried again. */
  readonly missed: number[];
  /** Inheritable attributes of the elements around, for type alternatives. */
  inherited: readonly XmlAttribute[];
  readonly strict: boolean;
  /** Set if strict. */
  readonly strictness: Strictness | undefined;
  readonly missingDefault: boolean;
  /** Reads near misses; undefined if they are not read. */
  readonly near: NearMisses | undefined;
  /** The settings for what else is read; undefined if nothing is. */
  readonly tolerance: Tolerance | undefined;
  /** Set if something is read that does not fit, or the values of missing elements are made up. */
  readonly recovery: ContentRecovery | undefined;
  readonly check: FacetCheck;
  readonly recover: DecodeOptions['recover'];
  readonly plainText: boolean;
  readonly ordered: boolean;
  readonly declarations: Declarations | undefined;
  /** True if someone wants to be notified of everything that is ignored. */
  readonly listens: boolean;
  /** Set for an rpc message, whose accessors are the children of the root. */
  readonly rpc: RpcReading | undefined;
  /** True once an element or attribute has been read that the schema leaves open. */
  isOpen: boolean;
  /** Set to go on after errors: they are collected. */
  collector: ErrorKeeping | undefined;
  /** True for messages in SOAP encoding, where accessors may be nil or left out (SOAP 1.1, 5.1, rule 10). */
  readonly encoded: boolean;
  /** Set for such messages. */
  readonly encoding: EncodingRules | undefined;
  /** An error at the present path and position. */
  error(code: string, message: string): XmlDecodeError;
  /** Rethrows a lexical error with the path; other errors unchanged. */
  wrap(error: unknown): unknown;
  /** Counts a name that a value contains together with its namespace. Throws `XmlDecodeError` if long namespaces are repeated too often. */
  countName(namespace: string): void;
  /** Something that the schema does not have: an error if strict, otherwise reported to the listener. `plan` and `message` are as for `Strictness`. */
  unknown(
    kind: UnknownContent['kind'],
    namespace: string,
    name: string,
    offset?: number,
    plan?: ComplexPlan,
    message?: string,
  ): void;
  /** Tells the listener of something that is ignored, or read although it is not quite right. */
  tell(kind: UnknownContent['kind'], namespace: string, name: string, offset?: number, text?: string): void;
  /** Text where the schema has none, in the element that is being read: see `unknown`. */
  unknownText(): void;
  /** An `xsi:type` that is not allowed here, by its expanded name: see `unknown`. */
  unknownType(named: string): void;
}

/** Text of the element at whose start the cursor is; the cursor moves to its end. Elements inside are an error. */
export function readText(decoder: Decoder): string {
  const { cursor } = decoder;
  let text = '';
  while (cursor.next() !== endElement) {
    if (cursor.event !== textEvent) {
      throw decoder.error('unexpected-element', `element "${cursor.localName}" is in a place for text only`);
    }
    text += cursor.text;
  }
  return text;
}

/** Counts the content of a type that is read now. Throws `XmlLimitError` if elements are nested too deep. */
export function enter(decoder: Decoder, { weight }: ComplexPlan): void {
  decoder.load += weight;
  if (decoder.load > maxLoad) {
    throw new XmlLimitError('Elements are nested too deep', decoder.cursor.position());
  }
}

/** Throws an error, or keeps it where errors are collected. */
export function refuse(decoder: Decoder, error: XmlDecodeError, offset: number = decoder.cursor.offset): void {
  if (decoder.collector === undefined) {
    throw error;
  }
  decoder.collector.add(error, offset);
}
