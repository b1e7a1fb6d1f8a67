import { KnownStarts, maxStartLength } from './known-starts.js';
import type { QualifiedName } from './names.js';
import type { StartingReader } from './reader-start.js';

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
