import { XmlLimitError } from '../xml/index.js';
import type { TextPosition } from '../xml/position.js';
import type { TextOrigin } from './positions.js';

/** A text with the places in the document from which its parts come. */
export interface OriginalText {
  readonly text: string;
  readonly origins: readonly TextOrigin[];
}

/** The text of a document without the items that were taken out of it. */
export class Surroundings implements OriginalText {
  readonly #maxLength: number;
  #text = '';
  #origins: TextOrigin[] = [];
  /** Offset in the document of what would follow the text without a gap. */
  #next = -1;

  /** `maxLength` is in UTF-16 code units. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get text(): string {
    return this.#text;
  }

  get origins(): readonly TextOrigin[] {
    return this.#origins;
  }

  /** Adds a part at the end. Throws `XmlLimitError`. */
  add(text: string, position: TextPosition, repeated = false): void {
    if (text === '') {
      return;
    }
    const last = this.#origins.at(-1);
    if (last === undefined || this.#next !== position.offset || (last.repeated === true) !== repeated) {
      this.#origins.push({ from: this.#text.length, position, ...(repeated && { repeated }) });
    }
    this.#next = position.offset + text.length;
    this.#text += text;
    if (this.#text.length > this.#maxLength) {
      throw new XmlLimitError(`What surrounds the items is longer than ${this.#maxLength} characters`, position);
    }
  }

  /** The part from an index on. */
  since(from: number, before: string): OriginalText {
    const moved = this.#origins.flatMap((origin) =>
      origin.from < from ? [] : [{ ...origin, from: origin.from - from + before.length }],
    );
    return { text: before + this.#text.slice(from), origins: moved };
  }

  /** Marks the end: what is added from now on begins a part of its own. */
  mark(): number {
    this.#next = -1;
    return this.#text.length;
  }

  /** Removes everything from a mark on. */
  cut(mark: number): void {
    this.#text = this.#text.slice(0, mark);
    this.#origins = this.#origins.filter(({ from }) => from < mark);
    this.#next = -1;
  }
}
