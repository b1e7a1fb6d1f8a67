import { isThenable } from '../../base/promises.js';
import { XmlEncodeError } from '../../schema/descriptor/errors.js';
import {
  type LaterBytes,
  type LaterItems,
  withoutDefault,
  type XmlOutput,
  type XmlWriterOptions,
} from '../../xml/interfaces/writer.js';
import { XmlWriter } from '../../xml/write/xml-writer.js';
import { BinaryText } from './base64-pieces.js';
import { type DocumentGap, type GappedText, LaterWriter } from './gap-writer.js';
import { OpenedSource, type Step } from './opened-source.js';
import { isBlob, releaseUnread, type SourceReader } from './sources.js';

/** Characters that are sent in one go. */
export const chunkLength = 65_536;

/** Items that are written in one go by an ordinary writer. */
class Batch {
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
function contentAfter(text: string, length: number): string {
  return text.slice(length + 1);
}

/** Writes what is there of a document. It is called a second time if the first one throws `DefaultNamespaceError`. */
export type WriteDocument = (output: XmlOutput) => void;

/** Says that the texts before should be sent: the next one is not there yet. No document contains this character. */
export const pause = '\0';

/**
 * A document whose lists and binary content are read while it is written. Everything else is written by the ordinary encoder at once, and each item as it
 * comes, so that the texts together are those of the whole document.
 */
export class GrowingDocument {
  /** How items are written: their binary content is text, also in a package, whose parts would have to wait in memory. */
  readonly #options: XmlWriterOptions;
  readonly #whole: GappedText;
  readonly #patience = new Patience();
  readonly #reading = new Set<SourceReader>();
  /** Places that were not reached yet. */
  readonly #unread = new Set<DocumentGap>();
  /** True while the start tag before the present place is not ended. */
  #tagOpen = false;
  /** True as soon as a source has given something. */
  #begun = false;
  #texts: AsyncGenerator<string> | undefined;

  /** Throws `XmlEncodeError` for what does not fit of that which is there. */
  constructor(write: WriteDocument, options: XmlWriterOptions) {
    let used = options;
    try {
      this.#whole = gapped(write, used);
    } catch (error) {
      used = withoutDefault(options, error);
      this.#whole = gapped(write, used);
    }
    this.#options = { ...used, attach: undefined };
    this.#await(this.#whole.gaps);
  }

  /** Octets of the document; undefined if the sources do not say theirs. */
  get length(): number | undefined {
    const { gaps, texts } = this.#whole;
    let length = 0;
    for (const { content } of gaps) {
      const { source } = content;
      if (content.kind === 'items' || !isBlob(source) || source.size === 0) {
        return undefined;
      }
      length += content.form === 'hex' ? source.size * 2 : Math.ceil(source.size / 3) * 4;
    }
    const tags = gaps.filter(({ tagOpen }) => tagOpen).length;
    const encoder = new TextEncoder();
    return texts.reduce((sum, text) => sum + encoder.encode(text).length, length + tags);
  }

  /** The texts of the document in order; `pause` among them. Rejects with `XmlEncodeError` or `SourceError`. */
  texts(): AsyncGenerator<string> {
    this.#texts ??= this.#write(this.#whole);
    return this.#texts;
  }

  /** Ends the reading of all sources. */
  cancel(): void {
    this.#patience.rest();
    for (const reader of this.#reading) {
      reader.release();
    }
    this.#reading.clear();
    this.#release(this.#unread);
    // If a source is waited for, this takes effect when it answers.
    void this.#texts?.return(undefined).catch(() => undefined);
  }

  #await(gaps: readonly DocumentGap[]): void {
    for (const gap of gaps) {
      this.#unread.add(gap);
    }
  }

  #release(gaps: Iterable<DocumentGap>): void {
    for (const gap of gaps) {
      if (this.#unread.delete(gap)) {
        releaseUnread(gap.content.source);
      }
    }
  }

  async *#write({ texts, gaps }: GappedText): AsyncGenerator<string> {
    try {
      for (const [index, gap] of gaps.entries()) {
        yield this.#after(texts[index] ?? '');
        this.#unread.delete(gap);
        this.#tagOpen ||= gap.tagOpen;
        yield* this.#fill(gap);
      }
      yield this.#after(texts[gaps.length] ?? '');
    } finally {
      this.#patience.rest();
      this.#release(gaps);
    }
  }

  /** A text at the present place: the first one in an element ends its start tag. */
  #after(text: string): string {
    if (!this.#tagOpen || text === '') {
      return text;
    }
    this.#tagOpen = false;
    return text.startsWith('</') ? `/>${text.slice(text.indexOf('>') + 1)}` : `>${text}`;
  }

  async *#fill(gap: DocumentGap): AsyncGenerator<string> {
    const { content } = gap;
    const source = new OpenedSource(content, this.#reading);
    try {
      yield* content.kind === 'items' ? this.#items(gap, content, source) : this.#bytes(content, source);
    } finally {
      source.release();
    }
  }

  async *#items(gap: DocumentGap, content: LaterItems, source: OpenedSource): AsyncGenerator<string> {
    let batch = new Batch(gap, content, this.#options);
    let holdsGaps = false;
    for (let index = 0; ; index++) {
      let step: Step | undefined = source.next();
      while (step === undefined || isThenable(step)) {
        step = await this.#wait(source);
        if (step === undefined) {
          yield this.#after(batch.text());
          yield pause;
          batch = new Batch(gap, content, this.#options);
        }
      }
      this.#begun = true;
      if (step.done === true) {
        break;
      }
      if (holdsGaps) {
        yield* this.#gappedItem(gap, content, step.value, index);
        continue;
      }
      const added = addTo(batch, step.value, index);
      if (added === 'refused') {
        // Items may have gaps of their own, which an ordinary writer cannot leave.
        holdsGaps = true;
        const first = index + 1 - batch.items.length;
        for (const [offset, item] of batch.items.entries()) {
          yield* this.#gappedItem(gap, content, item, first + offset);
        }
      }
      if (added !== 'open') {
        yield this.#after(added === 'full' ? batch.text() : '');
        batch = new Batch(gap, content, this.#options);
      }
    }
    yield this.#after(batch.text());
  }

  async *#gappedItem(gap: DocumentGap, content: LaterItems, item: unknown, index: number): AsyncGenerator<string> {
    const writer = new LaterWriter(this.#options);
    gap.open(writer);
    const before = writer.toString().length;
    content.write(item, index, writer);
    const { texts, gaps } = writer.gapped();
    this.#await(gaps);
    yield* this.#write({ gaps, texts: [contentAfter(texts[0] ?? '', before), ...texts.slice(1)] });
  }

  async *#bytes(content: LaterBytes, source: OpenedSource): AsyncGenerator<string> {
    const text = new BinaryText(content.form);
    let isEmpty = true;
    for (;;) {
      let step: Step | undefined = source.next();
      while (step === undefined || isThenable(step)) {
        step = await this.#wait(source);
        if (step === undefined) {
          yield pause;
        }
      }
      this.#begun = true;
      if (step.done === true) {
        break;
      }
      const piece = source.octets(step.value);
      isEmpty &&= piece.length === 0;
      for (const part of text.add(piece)) {
        yield this.#after(part);
      }
    }
    yield this.#after(isEmpty ? content.whenEmpty : text.end());
  }

  /** Waits for the step under way. Before the first item nothing is sent: an error is still one of the whole message. */
  async #wait(source: OpenedSource): Promise<IteratorResult<unknown> | undefined> {
    return this.#begun ? this.#patience.wait(source.pending()) : source.pending();
  }
}

function gapped(write: WriteDocument, options: XmlWriterOptions): GappedText {
  const writer = new LaterWriter(options);
  write(writer);
  return writer.gapped();
}

function addTo(batch: Batch, item: unknown, index: number): 'open' | 'full' | 'refused' {
  try {
    return batch.add(item, index) ? 'full' : 'open';
  } catch (error) {
    if (error instanceof XmlEncodeError) {
      return 'refused';
    }
    throw error;
  }
}

/** Milliseconds for which text waits for more before it is sent. */
const waitMs = 50;

/** Waits for the next item of a source, but not so long that what is there already would be late. */
class Patience {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake: (() => void) | undefined;

  /** The result of a step; undefined when it is time to send what is there, and then to wait for the same step again. */
  wait<T>(step: PromiseLike<T>): Promise<T | undefined> {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#wake?.();
    }, waitMs);
    return new Promise((resolve, reject) => {
      this.#wake = () => resolve(undefined);
      step.then(resolve, reject);
    });
  }

  /** Something was sent, or there is nothing more to send. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
