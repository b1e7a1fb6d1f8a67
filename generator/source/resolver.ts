import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceReference } from './document.js';
import type { LoadLimits, ReadLimits, ReadOutcome } from './outside-access.js';
import type { SourcePlace } from './places.js';

/**
 * What the walk over documents (`load.ts`) asks of whatever holds them: the disk and the network (`disk-resolver.ts`), or texts in memory
 * (`memory-resolver.ts`).
 */
export interface Resolver {
  /** The place that an input means. */
  placeOfInput(input: string): SourcePlace;
  /** The places that a location in the document `base` may mean, best first. */
  placesOfLocation(location: string, base: string): readonly SourcePlace[];
  /** The name of a document in findings and headers. */
  displayName(uri: string): string;
  /** The name of a document in the words of a message. */
  shownToUser(uri: string): string;
  /** The path of an input that is no address. */
  pathOfInput(input: string): string;
  /** Reads an input by its path. */
  readFile(path: string, limits: ReadLimits): Promise<ReadOutcome>;
  /** Reads what some inputs need. */
  readerOf(inputs: readonly SourcePlace[], limits: LoadLimits): DocumentReader;
}

/** The bytes of a document. */
export type DocumentBytes = ReadOutcome & { readonly kind: 'found' };

/** Documents that are there, beside those that refer to them, and may not be read. */
export interface RefusedDocuments {
  readonly references: ReadonlySet<SourceReference>;
  /** One for all. */
  readonly diagnostic: Diagnostic;
}

/** Reads inputs, and what they refer to as far as it may be read. */
export interface DocumentReader {
  /** Reads an input; the diagnostic when that is refused or fails. `text` is what the user wrote. */
  readInput(place: SourcePlace, text: string): Promise<DocumentBytes | Diagnostic>;
  /** Reads what the document `from` refers to; the diagnostic when that is refused or fails, and nothing where a bundled schema takes its place. */
  readReferenced(
    place: SourcePlace,
    reference: SourceReference,
    from: string,
  ): Promise<DocumentBytes | Diagnostic | undefined>;
  /** What was refused of what is needed. The content of such documents is not touched. */
  refusal(isNeeded: (reference: SourceReference) => boolean): RefusedDocuments | undefined;
  /** Finds copies of documents whose locations are not valid any more; absent where nothing lies beside a document. */
  readonly nearby: NearbyDocuments | undefined;
}

/** Documents that lie beside others. */
export interface NearbyDocuments {
  /** Finds the file that a reference in the document `base` most likely means. `peek` gives the text of a document. */
  finder(
    peek: (file: string) => Promise<string | undefined>,
  ): (reference: SourceReference, base: string) => Promise<string | undefined>;
  /** Reads such a file; undefined if it may not be read, or cannot. */
  read(file: string): Promise<DocumentBytes | undefined>;
}
