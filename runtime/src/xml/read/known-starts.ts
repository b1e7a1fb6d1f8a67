import type { XmlReaderOptions } from '../interfaces/reader.js';
import type { QualifiedName } from '../names/names.js';
import type { ScopeStart } from '../names/namespaces.js';

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

/** The beginnings that are kept. */
const maxStarts = 4;

/** Characters of a beginning that is worth keeping. */
export const maxStartLength = 1024;

interface KnownStart<Found> {
  readonly start: ReaderStart;
  readonly found: Found;
}

/**
 * Beginnings of documents that were read lately, each with the facts that were found in it: programs read documents that begin in the same way, and of a small one
 * the beginning is the greater part. All readers must have the same options.
 */
export class KnownStarts<Found extends object> {
  readonly #known: KnownStart<Found>[] = [];
  #next = 0;

  /** Moves a reader to the end of a beginning, if its document has one that is known, and gives the facts about it. */
  begin(reader: StartingReader): Found | undefined {
    for (const { start, found } of this.#known) {
      if (reader.begin(start)) {
        return found;
      }
    }
    return undefined;
  }

  /** True if a beginning is known. */
  has(text: string): boolean {
    return this.#known.some(({ start }) => start.text === text);
  }

  /** Keeps the beginning that ends where the reader is, if a reader can start there. It takes the place of the oldest. */
  keep(reader: StartingReader, found: Found): void {
    const start = reader.start();
    if (start !== undefined) {
      this.#known[this.#next] = { start, found };
      this.#next = (this.#next + 1) % maxStarts;
    }
  }
}

const root = {};

/** How documents began lately, up to the end of the start tag of the root. All readers must have the same options. */
export class RootStarts {
  readonly #starts = new KnownStarts<typeof root>();
  #name: QualifiedName | undefined;
  #length = 0;

  /** Moves a reader to the start tag of the root, if its document begins as an earlier one did. */
  begin(reader: StartingReader): boolean {
    return this.#starts.begin(reader) !== undefined;
  }

  /** Keeps how a document begins whose reader is at the start tag of the root, if the last one, too, began with a tag of this name and length. */
  keep(reader: StartingReader, name: QualifiedName, length: number): void {
    const isUsual = name === this.#name && length === this.#length && length <= maxStartLength;
    this.#name = name;
    this.#length = length;
    if (isUsual) {
      this.#starts.keep(reader, root);
    }
  }
}

const rootStarts = { refuse: new RootStarts(), skip: new RootStarts() };

/** The beginnings for readers with these options; none with limits or translations of their own. */
export function rootStartsOf({ limits, namespaces, doctype = 'refuse' }: XmlReaderOptions): RootStarts | undefined {
  return limits === undefined && namespaces === undefined ? rootStarts[doctype] : undefined;
}
