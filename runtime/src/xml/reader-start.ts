import type { QualifiedName } from './names.js';
import type { ScopeStart } from './namespaces.js';

/** An element that is open. */
export interface OpenTag {
  readonly name: QualifiedName;
  readonly namespace: string;
  readonly offset: number;
}

/** Where a document begins, as a reader has read it. */
export interface ReaderStart {
  readonly text: string;
  readonly scope: ScopeStart;
  readonly tags: readonly OpenTag[];
  readonly offset: number;
}
