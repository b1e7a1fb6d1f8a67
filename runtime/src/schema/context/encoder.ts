import { DefaultNamespaceError, XmlWriteError } from '../../xml/errors.js';
import type { XmlAttribute, XmlElement } from '../../xml/tree.js';
import type { MarkupOutput, XmlOutput } from '../../xml/writer.js';
import type { Declarations } from '../descriptor/declarations.js';
import type { ComplexType } from '../descriptor/descriptor.js';
import { formatPath, LexicalError, type ValuePath, XmlEncodeError } from '../descriptor/errors.js';
import { isRecord } from '../descriptor/resolve.js';
import type { SoapArrayDescriptor } from '../descriptor/soap-array.js';
import type { ChildName } from '../match/child-names.js';
import type { AttributePlan, ComplexPlan, ElementPlan, TypePlan } from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';

/** How values are written. */
export interface EncodeOptions {
  /** Preferred prefix of the root element. */
  readonly prefix?: string;
  /**
   * What to do with properties that the type does not have. `'refuse'` (default) throws `XmlEncodeError`: a misspelt name would be sent as if
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

/** Called for every typed text and element that is written, for the checks that span elements (identity constraints, IDs). */
export interface Trace {
  startElement(element: ElementPlan, namespace: string, name: string, path: ValuePath): void;
  /** An element of open content without a type of its own; its attributes are texts. */
  startOpen(tree: XmlElement, path: ValuePath): void;
  endElement(): void;
  attribute(namespace: string, name: string, plan: SimplePlan, value: unknown, path: ValuePath): void;
  text(plan: SimplePlan, value: unknown, path: ValuePath): void;
  /** An attribute that is absent: its default value applies (Part 1, 3.4.5). */
  absentAttribute(attribute: AttributePlan, path: ValuePath): void;
  /** The element that is open has `xsi:type`. */
  derived(type: ComplexType): void;
  /** The element that is open is nil. */
  nil(): void;
}

/** The additions of SOAP encoding to elements (SOAP 1.1, section 5). */
export interface SoapEncoding {
  /** Writes a reference in the place of the content; true when it did. */
  refer(encoder: Encoder, target: TypePlan, value: unknown): boolean;
  /** Writes the attributes of an element and its content. */
  start(encoder: Encoder, target: TypePlan, value: unknown): void;
  /** Writes the size and item type of an array. */
  array(encoder: Encoder, array: SoapArrayDescriptor, length: number): void;
}

/** A child of the element that is being written, and its place in the value. */
export interface WrittenChild extends ChildName {
  readonly path: ValuePath;
}

/** Writes a value as an element; `'general'` where it was not written at once. */
export type WriteElement = (encoder: Encoder, element: ElementPlan, value: unknown, mode?: 'first' | 'general') => void;

/** Checks an element of open content: against its declaration, or as `processContents` requires. */
export type OpenCheck = (
  encoder: Encoder,
  tree: XmlElement,
  declared: ElementPlan | undefined,
  process: 'strict' | 'lax' | 'skip',
) => void;

/** What `validate` asks while it walks a value. */
export interface ValueChecks {
  /** The facets of a value and of its items. */
  simple(encoder: Encoder, plan: SimplePlan, value: unknown, text: string): void;
  /** An attribute that a wildcard allows: its namespace, and its value if it is declared (Part 1, 3.10.1). */
  openAttribute(encoder: Encoder, plan: ComplexPlan, key: string, namespace: string, text: string): void;
  /** The order and number of the children that were written. */
  children(encoder: Encoder, plan: ComplexPlan): void;
  /** The number of items of a list. */
  count(encoder: Encoder, count: number, min: number, max: number): void;
}

/** Steps of a path, two or three an element; beyond this no reader would follow. */
const maxPath = 1000;
/** Steps of the path to an element whose fields, and their items, are not too deep. */
export const maxRecordPath: number = maxPath - 2;

/** True if objects inherit properties that loops over their keys meet. */
function isExtended(): boolean {
  for (const _ in Object.prototype) {
    return true;
  }
  return false;
}

/** State of one encoding. With a list of issues nothing is thrown: this is how `validate` walks a value. */
export class Encoder {
  declare output: XmlOutput;
  readonly path: (string | number)[] = [];
  /** Inheritable attributes of the elements around, for type alternatives. */
  inherited: readonly XmlAttribute[] = [];
  /** Steps of the path that the value itself does not have: lists that replace the object containing them. */
  readonly hidden: number[] = [];
  declare readonly trace: Trace | undefined;
  declare readonly declarations: Declarations | undefined;
  /** True if texts are checked against patterns; off for a value that was read, whose text was checked in its original form. */
  declare patterns: boolean;
  /** True if properties that a type does not have are ignored. */
  declare readonly ignoresUnknown: boolean;
  /** Children of the element that is being written; kept only while validating, and where their order is to be checked. */
  children: WrittenChild[] | undefined;
  /** True if a problem with the children of that element was reported, which the content model would only repeat. */
  misfitted = false;
  /** Problems with how many children that element has, on which its content model has the last word. */
  miscounted: ValidationIssue[] = [];
  /** Set while validating. */
  declare readonly checkOpen: OpenCheck | undefined;
  /** Set while validating. */
  declare readonly checks: ValueChecks | undefined;
  /** Set for messages in SOAP encoding. */
  declare readonly encoding: SoapEncoding | undefined;
  /** Set where records may be written in one go: nothing but a plain document is wanted. */
  declare ready: MarkupOutput | undefined;
  /** Values of the records that are being written, and how many of them are in use. */
  readonly slots: unknown[] = [];
  used = 0;
  readonly #isPlain: boolean;
  readonly #root: string;
  #tooDeep = false;
  /** The problems so far; undefined if the first one is thrown. */
  declare readonly issues: ValidationIssue[] | undefined;

  constructor(
    output: XmlOutput,
    root: string,
    validation?: {
      readonly issues: ValidationIssue[];
      readonly patterns: boolean;
      readonly trace?: Trace | undefined;
      readonly declarations?: Declarations | undefined;
      readonly checkOpen?: OpenCheck;
      readonly checks: ValueChecks;
    },
    encoding?: SoapEncoding,
    { unknownProperties }: Pick<EncodeOptions, 'unknownProperties'> = {},
  ) {
    this.output = output;
    this.#root = root;
    this.issues = validation?.issues;
    this.patterns = validation?.patterns ?? false;
    this.trace = validation?.trace;
    this.declarations = validation?.declarations;
    this.encoding = encoding;
    this.ignoresUnknown = unknownProperties === 'ignore';
    this.checkOpen = validation?.checkOpen;
    this.checks = validation?.checks;
    this.#isPlain = validation === undefined && encoding === undefined && !isExtended();
    this.ready = this.#isPlain ? output.ready : undefined;
  }

  /** True if everything is checked, and problems are collected. */
  get validating(): boolean {
    return this.issues !== undefined;
  }

  /** False, with a problem, for a value that is nested so deeply that it must contain itself; then nothing more is written. */
  enter(): boolean {
    if (this.#tooDeep) {
      return false;
    }
    if (this.path.length <= maxPath) {
      return true;
    }
    this.#tooDeep = true;
    this.problem('too-deep', 'the value is nested too deeply, or contains itself');
    return false;
  }

  /** The present path, as the value has it. */
  place(): ValuePath {
    const { hidden } = this;
    return hidden.length === 0 ? [...this.path] : this.path.filter((_, i) => !hidden.includes(i));
  }

  /**
   * Leaves a list to an output that writes lists as their items come; `write` writes one of them. False for what is no such list, and for other
   * outputs.
   */
  later(source: unknown, write: (item: unknown) => void): boolean {
    const { output, inherited } = this;
    if (output.later === undefined || this.encoding !== undefined) {
      return false;
    }
    const path = [...this.path];
    const hidden = [...this.hidden];
    return output.later({
      kind: 'items',
      source,
      path: formatPath(this.#root, this.place()),
      write: (item, index, inside) => {
        this.output = inside;
        this.ready = this.#isPlain ? inside.ready : undefined;
        this.inherited = inherited;
        this.path.splice(0, this.path.length, ...path, index);
        this.hidden.splice(0, this.hidden.length, ...hidden);
        write(item);
      },
    });
  }

  /** Leaves binary content to an output that writes it as it comes; false as for `later`. An empty element is read as `fallback`. */
  laterBytes(source: unknown, builtIn: string, fallback = ''): boolean {
    const { output } = this;
    if (output.later === undefined || this.encoding !== undefined) {
      return false;
    }
    const path = formatPath(this.#root, this.place());
    const form = builtIn === 'hexBinary' ? 'hex' : 'base64';
    return output.later({ kind: 'bytes', source, path, form, whenEmpty: fallback === '' ? '' : ' ' });
  }

  /** Keeps a child of the element that is being written; only while validating. */
  addChild(namespace: string, name: string): void {
    this.children?.push({ namespace, name, path: this.place() });
  }

  /** Reports a problem with which children the element that is being written has. */
  misfit(code: string, message: string): void {
    this.misfitted = true;
    this.problem(code, message);
  }

  /** Reports a problem at the present path: thrown, or collected. */
  problem(code: string, message: string): void {
    this.problemAt(this.place(), code, message);
  }

  /** Reports a problem at a path: thrown, or collected. */
  problemAt(path: ValuePath, code: string, message: string): void {
    if (this.issues === undefined) {
      throw new XmlEncodeError(code, message, this.#root, path);
    }
    this.issues.push({ path, message, code });
  }

  /** Reports a value or character that cannot be written at the present path; passes every other error on. */
  lexical(error: unknown): void {
    if (error instanceof LexicalError) {
      this.problem('wrong-type', error.message);
    } else if (error instanceof XmlWriteError && !(error instanceof DefaultNamespaceError)) {
      this.problem('not-writable', error.message);
    } else {
      throw error;
    }
  }
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
