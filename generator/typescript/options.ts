import type { ExpandedName } from '../contract/model.js';

/** How a contract is bound to TypeScript. */
export interface BindOptions {
  /** npm name of the generated package. */
  readonly packageName: string;
  /** Scalar mappings by the expanded name of the simple type that they replace, built in or named. */
  readonly scalars?: Readonly<Record<ExpandedName, ScalarMapping>>;
}

/** Turns a simple type into another TypeScript type, with the user's own mapping functions. */
export interface ScalarMapping {
  /** Name of the TypeScript type: a global such as `Date`, or with `from` an export of that module. */
  readonly type: string;
  /** Module that exports the type; absent for a global. A relative one is relative to the package's `src/`. */
  readonly from?: string;
  /** Module that exports the mapping object `{ parse, format, accepts? }`. */
  readonly mappingFrom: string;
  /** Name of the mapping object in that module. */
  readonly mapping: string;
}
