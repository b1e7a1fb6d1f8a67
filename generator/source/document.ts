import type { Span } from '../diagnostics/diagnostic.js';

/** An XML document that was loaded, with the place of everything in it. */
export interface SourceDocument {
  /** Identity: a normalised absolute file path or URL. */
  readonly uri: string;
  /** As diagnostics and headers show it: relative to the working folder, or the URL. */
  readonly displayName: string;
  /** The decoded text, with line feeds. */
  readonly text: string;
  readonly root: SourceElement;
  /** Imports, includes and redefines that it makes, resolved to the documents they reach. */
  readonly references: readonly SourceReference[];
}

/** A `wsdl:import`, `xs:import`, `xs:include` or `xs:redefine`. */
export interface SourceReference {
  readonly kind: 'wsdl:import' | 'xs:import' | 'xs:include' | 'xs:redefine';
  /** The element that makes it. */
  readonly element: SourceElement;
  /** `namespace` attribute of an import. */
  readonly namespace?: string;
  /** Location as written, if any. */
  readonly location?: string;
  /** `uri` of the document that it refers to; absent if it does not name one or it could not be loaded. */
  readonly target?: string;
}

/** An element of a source document. */
export interface SourceElement {
  readonly kind: 'element';
  readonly namespace: string;
  readonly local: string;
  readonly prefix: string;
  readonly attributes: readonly SourceAttribute[];
  readonly children: readonly SourceNode[];
  /** Namespaces in scope by prefix; the default namespace is under `''`. Shared with the parent if the element declares none. */
  readonly namespaces: ReadonlyMap<string, string>;
  readonly position: Position;
  readonly parent: SourceElement | undefined;
}

export interface SourceAttribute {
  readonly namespace: string;
  readonly local: string;
  readonly prefix: string;
  readonly value: string;
  /** Start of the value, after its opening quote. */
  readonly position: Position;
}

export type SourceNode = SourceElement | SourceText;

export interface SourceText {
  readonly kind: 'text';
  readonly value: string;
}

/** Line and column from 1, columns in UTF-16 code units. */
export interface Position {
  /** `uri` of the document. */
  readonly uri: string;
  /** Display name. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The place of an attribute's value. */
export interface ValuePosition extends Position {
  readonly length: number;
}

/** Everything that a run reads, closed under imports. */
export interface SourceSet {
  /** By `uri`, in a deterministic order: inputs as given, then their imports, depth first. */
  readonly documents: ReadonlyMap<string, SourceDocument>;
  /** `uri`s of the documents that the user named, in order. */
  readonly roots: readonly string[];
  /** False if an input could not be read and is not among the roots. */
  readonly complete: boolean;
  /** Display names of what documents refer to and what was not read, because it was not there or because it may not be reached; sorted. */
  readonly notRead: readonly string[];
}

/** The span of a position, for a diagnostic. */
export function spanAt(position: Position, length = 0): Span {
  return { file: position.file, line: position.line, column: position.column, length };
}
