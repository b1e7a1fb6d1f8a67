import type { ValidationIssue } from '../context/encoder.js';
import type { ValuePath } from '../descriptor/errors.js';
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

/** State of one validation: the problems so far, and the children of the element that is being written. */
export class Validation implements Children {
  readonly issues: ValidationIssue[];
  /** True if texts are checked against patterns; off for a value that was read, whose text was checked in its original form. */
  patterns: boolean;
  /** Set where there are checks that span elements (identity constraints, IDs). */
  readonly trace: IdentityCheck | undefined;
  readonly declarations: Declarations | undefined;
  children: WrittenChild[] | undefined;
  misfitted = false;
  miscounted: ValidationIssue[] = [];
  readonly #around: Children[] = [];

  constructor(
    issues: ValidationIssue[],
    patterns: boolean,
    trace: IdentityCheck | undefined,
    declarations: Declarations | undefined,
  ) {
    this.issues = issues;
    this.patterns = patterns;
    this.trace = trace;
    this.declarations = declarations;
  }

  /** Begins an element: what is known of the children of the surrounding one is put aside. */
  start(): void {
    const { children, misfitted, miscounted } = this;
    this.#around.push({ children, misfitted, miscounted });
    Object.assign(this, { children: undefined, misfitted: false, miscounted: [] } satisfies Children);
  }

  end(): void {
    Object.assign(this, this.#around.pop());
  }

  /** Begins the content of a value: its children are kept where their order is to be checked. */
  content({ mode }: ComplexPlan): void {
    if (mode === 'groups' || mode === 'mixed') {
      this.children = [];
    }
  }
}
