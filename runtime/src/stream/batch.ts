import type { LaterItems, XmlWriterOptions } from '../xml/writer.js';
import { XmlWriter } from '../xml/xml-writer.js';
import type { DocumentGap } from './later-writer.js';

/** Characters that are sent in one go. */
export const chunkLength = 65_536;

/** Items that are written in one go by an ordinary writer. */
export class Batch {
  /** The items in it. */
  readonly items: unknown[] = [];
  readonly #content: LaterItems;
  readonly #writer: XmlWriter;
  readonly #before: number;
  /** Number of items at which to look how long the text is: to look costs time. */
  #lookAt = 1;

  constructor(gap: DocumentGap, content: LaterItems, options: XmlWriterOptions) {
    this.#content = content;
    this.#writer = new XmlWriter(options);
    gap.open(this.#writer);
    this.#before = this.#writer.toString().length;
  }

  /** Writes an item; true if the batch is long enough. After an error the batch has no text any more. */
  add(item: unknown, index: number): boolean {
    this.items.push(item);
    this.#content.write(item, index, this.#writer);
    return this.items.length >= this.#lookAt && this.#isFull();
  }

  /** The text of the items, without the end of the start tag before them. */
  text(): string {
    return contentAfter(this.#writer.toString(), this.#before);
  }

  #isFull(): boolean {
    const length = this.#writer.toString().length - this.#before;
    const each = length / this.items.length;
    this.#lookAt = this.items.length + Math.max(1, Math.ceil((chunkLength - length) / each / 2));
    return length >= chunkLength;
  }
}

/** What was written into an element whose start tag, not yet ended, had a length. */
export function contentAfter(text: string, length: number): string {
  return text.slice(length + 1);
}
