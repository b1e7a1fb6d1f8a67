import type { QualifiedName } from './names.js';
import type { ScopeStart } from './namespaces.js';

/** An element that is open. */
export interface OpenTag {
  name: QualifiedName;
  namespace: string;
  offset: number;
}

/** Where a document begins, as a reader has read it. */
export interface ReaderStart {
  readonly text: string;
  readonly scope: ScopeStart;
  readonly tags: readonly Readonly<OpenTag>[];
  readonly offset: number;
}

/** A reader that can begin in the middle of a document. */
export interface StartingReader {
  /** See `XmlReader`. */
  start(): ReaderStart | undefined;
  /** See `XmlReader`. */
  begin(start: ReaderStart): boolean;
}
