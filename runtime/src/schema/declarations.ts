import type { AttributeDescriptor, ElementDescriptor, Type } from './descriptor.js';

/** Global components by `{namespace}local`, for content that a schema leaves open (Part 1, 3.10.1, `processContents`). */
export interface Declarations {
  readonly elements?: ReadonlyMap<string, ElementDescriptor>;
  readonly attributes?: ReadonlyMap<string, AttributeDescriptor>;
  readonly types?: ReadonlyMap<string, Type>;
}
