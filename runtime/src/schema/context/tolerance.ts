import type { SimpleType } from '../descriptor/descriptor.js';

/** Settings for content that does not fit its schema and could mean several things: whether lenient decoders read it. */

/** Something in a document that does not fit its schema. */
export interface DecodeProblem {
  /**
   * `missing`: a required element or attribute is missing; `nil`: a required element that is not nillable is nil; `enumeration`: the enumeration does
   * not have the text; `value`: the text is no value of the type for another reason.
   */
  readonly kind: 'missing' | 'nil' | 'enumeration' | 'value';
  /** Path of the value, or of where it should be: `/Order/lines[2]/amount`. */
  readonly path: string;
  readonly namespace: string;
  /** Local name of the element or attribute. */
  readonly name: string;
  /** The type of the value. */
  readonly type: SimpleType;
  /** The text in the document; undefined where there is none. */
  readonly text: string | undefined;
  /** The message of the error that the problem is otherwise. */
  readonly message: string;
}

/** Another text to read in the place of the one in the document, or the value itself. */
export type RecoveredValue = { readonly text: string } | { readonly value: unknown };

/**
 * The value for each kind of problem. `'error'` (default) refuses the document. `'absent'` leaves an optional value out, and is `null` for a
 * nillable one; for others it is an error. `'default'` is the same as `'absent'`, and for others the default of the type, as in .NET: 0, false,
 * `''`, the first value of an enumeration, an object of such values.
 */
export interface Tolerance {
  /** Required elements and attributes that are missing. */
  readonly missing?: 'error' | 'default';
  /** Required elements that are nil and not nillable. */
  readonly nil?: 'error' | 'default';
  /** Texts that an enumeration does not have. */
  readonly enumerations?: 'error' | 'absent' | 'default';
  /**
   * Other texts that are no values of their types. `'forms'` reads forms that other stacks accept: `True`, `1.5E3` for a decimal, `5.0` for an
   * integer, integers out of range, a date for a `dateTime` and the reverse, a blank for the `T`, `z`, `+0200`. `'absent'` and `'default'` do so too, and
   * then apply to what has no such form.
   */
  readonly lexical?: 'error' | 'forms' | 'absent' | 'default';
  /**
   * Called for each problem with a simple value before the other members apply: returns what to read, or undefined. A value must have the type
   * that TypeScript expects. An error that it throws counts as an error of the document.
   */
  readonly recover?: (problem: DecodeProblem) => RecoveredValue | undefined;
}

/**
 * `'nothing'`; `'common'`: what loses and invents nothing, `{ enumerations: 'absent', lexical: 'forms' }`; `'all'`: `'default'` for everything; or
 * a choice for each kind.
 */
export type Tolerate = 'nothing' | 'common' | 'all' | Tolerance;
