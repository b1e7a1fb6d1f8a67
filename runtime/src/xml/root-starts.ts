import type { QualifiedName } from './names.js';
import type { ReaderStart, StartingReader } from './reader-start.js';

/** The beginnings that are kept. */
const maxStarts = 4;
/** Characters of a beginning that is kept. */
const maxLength = 1024;

/**
 * How documents began lately, up to the end of the start tag of the root: programs read documents that begin in the same way, and of a small one
 * the beginning is the greater part. All readers must have the same options.
 */
export class RootStarts {
  readonly #starts: ReaderStart[] = [];
  #next = 0;
  #name: QualifiedName | undefined;
  #length = 0;

  /** Moves a reader to the start tag of the root, if its document begins as an earlier one did. */
  begin(reader: StartingReader): boolean {
    for (const start of this.#starts) {
      if (reader.begin(start)) {
        return true;
      }
    }
    return false;
  }

  /** Keeps how a document begins whose reader is at the start tag of the root, if the last one, too, began with a tag of this name and length. */
  keep(reader: StartingReader, name: QualifiedName, length: number): void {
    const isUsual = name === this.#name && length === this.#length && length <= maxLength;
    this.#name = name;
    this.#length = length;
    const start = isUsual ? reader.start() : undefined;
    if (start !== undefined) {
      this.#starts[this.#next] = start;
      this.#next = (this.#next + 1) % maxStarts;
    }
  }
}
