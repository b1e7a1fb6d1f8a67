import type { NamingLayer } from './naming.js';

/** How a contract is bound to TypeScript. */
export interface BindOptions {
  /** npm name of the generated package. */
  readonly packageName: string;
  /** No declarations of types, for what works with descriptors alone. */
  readonly descriptorsOnly?: boolean;
  /** Scalar mappings by the name of the simple type that they replace: `xs:dateTime` of a built-in type, `{namespace}local` of any. */
  readonly scalars?: Readonly<Record<string, ScalarSetting>>;
  /** Namespaces by the input that brings them in: the first that declares something is that of `types` and `schema`. */
  readonly namespaceOrder?: readonly string[];
  /** Enumerations of texts: `'closed'` (default), or `'open'`, which takes further values. */
  readonly enumerations?: 'closed' | 'open';
  /** Required members: `'exact'` (default), or `'tolerant'`, which may be absent in what is read. */
  readonly members?: 'exact' | 'tolerant';
  /** Keep .NET's `ArrayOfX` types as objects with one property; by default they are arrays. */
  readonly wrappedArrays?: boolean;
  /**
   * Short names of namespaces, in lower case with hyphens, by URI. A `*` in a URI stands for any characters, so that a version in
   * it does not matter.
   */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** Names of properties: those on the wire (`'wire'`, default), or these in camel case. */
  readonly properties?: 'wire' | 'camelCase';
  /** Rules for names, called in order; the standard names if there are none. */
  readonly naming?: readonly NamingLayer[];
}

/**
 * The mapping of a simple type: `'Date'` for dates and times of day on a date, `'number'` for decimals and integers of any
 * size, or a type of the user's own.
 */
export type ScalarSetting = 'Date' | 'number' | ImportedScalar;

/**
 * Turns a simple type into another TypeScript type, with the user's own functions: either a mapping object, or functions that
 * are named one by one. A module that begins with `.` is relative to the package's `src/`.
 */
export interface ImportedScalar {
  /** Name of the TypeScript type: a global such as `Date`, or with `from` an export of that module. */
  readonly type: string;
  /** Module that exports the type; absent for a global. */
  readonly from?: string;
  /** Module that exports the mapping object or the functions; `from` when absent. */
  readonly mappingFrom?: string;
  /** Name of the mapping object `{ parse, format, accepts? }`. */
  readonly mapping?: string;
  /** Name of the function from a text to a value. */
  readonly parse?: string;
  /** Name of the function from a value to its text. */
  readonly format?: string;
  /** Name of the function that recognises values of the type; needed in unions, and for good messages. */
  readonly accepts?: string;
}
