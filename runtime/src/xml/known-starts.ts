import type { ReaderStart, StartingReader } from './reader-start.js';

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
