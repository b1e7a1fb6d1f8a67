import type { XmlElement } from '../../xml/interfaces/tree.js';
import type { ErrorKeeping } from '../context/decoder.js';
import type { Encoder, ValidationIssue } from '../context/encoder.js';
import type { StrictReading } from '../decode/decode.js';
import { type ValuePath, XmlDecodeError } from '../descriptor/errors.js';
import type { Declarations } from '../descriptor/resolve.js';
import type { ChildName } from '../match/child-names.js';
import type { ComplexPlan } from '../plan/plan.js';
import type { IdentityCheck } from './identity.js';

/** A child of the element that is being written, and its place in the value. */
interface WrittenChild extends ChildName {
  readonly path: ValuePath;
}

/** The children of an element, as far as they are known. */
interface Children {
  /** Kept only where their order is to be checked. */
  children: WrittenChild[] | undefined;
  /** True if a problem with them was reported, which the content model would only repeat. */
  misfitted: boolean;
  /** Problems with how many there are, on which the content model has the last word. */
  miscounted: ValidationIssue[];
}

/** What there is to check, and where problems go. */
export interface ValidationSettings {
  /** Set where there are checks that span elements (identity constraints, IDs). */
  readonly trace: IdentityCheck | undefined;
  readonly declarations: Declarations | undefined;
  readonly patterns: boolean;
  /** Set for a value that was read from a document, so that its trees can be written: what is known of it. */
  readonly read: StrictReading | undefined;
  /** Set for such a value where places matter: takes the problems of trees, with their places. */
  readonly collector: ErrorKeeping | undefined;
  /** Problems after which no others are looked for. Default: all are. */
  readonly most?: number;
}

/** Thrown when a validation has as many problems as it looks for. */
export class Enough extends Error {}

/** State of one validation: the problems so far, and the children of the element that is being written. */
export class Validation implements Children {
  readonly issues: ValidationIssue[];
  /** True if texts are checked against patterns; off for a value that was read, whose text was checked in its original form. */
  patterns: boolean;
  readonly trace: IdentityCheck | undefined;
  readonly declarations: Declarations | undefined;
  read: StrictReading | undefined;
  readonly collector: ErrorKeeping | undefined;
  children: WrittenChild[] | undefined;
  misfitted = false;
  miscounted: ValidationIssue[] = [];
  readonly #around: Children[] = [];
  readonly #most: number;

  constructor(
    issues: ValidationIssue[],
    { patterns, trace, declarations, read, collector, most = Number.POSITIVE_INFINITY }: ValidationSettings,
  ) {
    this.issues = issues;
    this.#most = most;
    this.patterns = patterns;
    this.trace = trace;
    this.declarations = declarations;
    this.read = read;
    this.collector = collector;
  }

  /** Keeps a problem, if it is not one too many. */
  add(issue: ValidationIssue): void {
    if (this.issues.length < this.#most) {
      this.issues.push(issue);
    }
  }

  /** A problem of content that the schema leaves open: an attribute at the present path, or a tree. */
  problem(encoder: Encoder, code: string, message: string, tree?: XmlElement): void {
    const { collector } = this;
    const path = encoder.place();
    if (collector === undefined || tree === undefined) {
      this.add({ path, code, message });
    } else {
      const error = new XmlDecodeError(code, message, encoder.root, path, { line: 0, column: 0 });
      collector.add(error, collector.offsets.startOf(tree));
    }
  }

  /** Begins an element: what is known of the children of the surrounding one is put aside. */
  start(): void {
    const { children, misfitted, miscounted } = this;
    this.#around.push({ children, misfitted, miscounted });
    Object.assign(this, { children: undefined, misfitted: false, miscounted: [] } satisfies Children);
  }

  /** Ends an element. Throws `Enough` where there are as many problems as are looked for: what is withdrawn has been by now. */
  end(): void {
    Object.assign(this, this.#around.pop());
    if (this.issues.length >= this.#most) {
      throw new Enough();
    }
  }

  /** Begins the content of a value: its children are kept where their order is to be checked. */
  content({ mode }: ComplexPlan): void {
    if (mode === 'groups' || mode === 'mixed') {
      this.children = [];
    }
  }
}
