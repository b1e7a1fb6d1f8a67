import type { SimpleType } from '../schema/descriptor/descriptor.js';
import { resolve } from '../schema/descriptor/resolve.js';

/**
 * The names of a list of enumerated values, which is the form of .NET's enumerations with `[Flags]`; undefined for other
 * types.
 */
export function flagNames(type: SimpleType): readonly string[] | undefined {
  const item = type.itemType && resolve(type.itemType);
  return type.variety === 'list' ? item?.facets?.enumeration : undefined;
}
