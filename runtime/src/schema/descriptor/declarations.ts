import type { AttributeDescriptor, ElementDescriptor, Type } from './descriptor.js';

/** Global components by `{namespace}local` (without namespace `{}local` or `local`), for content that a schema leaves open (Part 1, 3.10.1, `processContents`). */
export interface Declarations {
  readonly elements?: ReadonlyMap<string, ElementDescriptor>;
  readonly attributes?: ReadonlyMap<string, AttributeDescriptor>;
  readonly types?: ReadonlyMap<string, Type>;
}

/** The global component of a name, `{namespace}local` (or `local`), or undefined; also from a map whose keys say `{}local`. */
export function declarationNamed<T>(declared: ReadonlyMap<string, T> | undefined, name: string): T | undefined {
  return declared?.get(name) ?? (name.startsWith('{') ? undefined : declared?.get(`{}${name}`));
}
