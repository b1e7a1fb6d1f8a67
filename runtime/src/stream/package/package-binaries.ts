import { PackageError } from '../../http/multipart.js';
import { isRecord } from '../../schema/descriptor/resolve.js';
import { formatBase64, isOctets } from '../../schema/lexical/binary.js';
import { besideText, includedTwice, includesIn } from '../../soap/xop.js';
import { type XmlReader, XmlSyntaxError } from '../../xml/index.js';
import type { TextPosition } from '../../xml/text/position.js';
import { type OriginalText, originAt, originalPositions, type TextOrigin } from '../text/positions.js';
import { BinaryStream } from './binary-stream.js';
import type { RelatedReader } from './related-reader.js';

const markLength = 16;

/**
 * The binary values of a message that came as a package (XOP 1.0): while the envelope is read, marks stand for them; when it is read, each can be
 * read from its part, in the order in which the parts arrive.
 */
export class PackageBinaries {
  readonly #parts: RelatedReader;
  /** Begins all marks of this message, so that no value of a message can be taken for one. */
  readonly #mark = crypto.getRandomValues(new Uint8Array(markLength));
  readonly #ids: string[] = [];
  /** The places among the ids, and those of the elements in the document. */
  readonly #named = new Map<string, { readonly index: number; readonly offset: number }>();
  readonly #cancel: () => void;
  readonly #unwanted: () => void;
  /** Parts that have begun. */
  readonly #begun = new Set<string>();
  /** Parts whose values were left before their end. */
  readonly #left = new Set<string>();
  #current: string | undefined;
  #isOpen = false;

  /** `cancel` ends the whole message; `unwanted` is called when a value was left before its end, and no other one can be read any more. */
  constructor(parts: RelatedReader, cancel: () => void, unwanted: () => void = () => undefined) {
    this.#parts = parts;
    this.#cancel = cancel;
    this.#unwanted = unwanted;
  }

  /** True if the envelope refers to a part. */
  get isUsed(): boolean {
    return this.#ids.length > 0;
  }

  /**
   * Replaces the elements that refer to parts by marks in base64. What is not well-formed stays, so that whoever reads the text finds it. The text ends
   * before an element that names a part which another one has named. The cursor is at the beginning of the part.
   */
  withMarks(part: OriginalText, cursor: XmlReader): OriginalText {
    const { text } = part;
    if (!text.includes('Include')) {
      return part;
    }
    const marked = new MarkedText(part);
    try {
      for (const { id, start, end, isBesideText } of includesIn(text, cursor)) {
        const position = marked.position(start);
        const mark = this.#markOf(id, position.offset);
        if (mark === undefined || isBesideText) {
          const message = mark === undefined ? includedTwice : besideText;
          return marked.before(start, new XmlSyntaxError(message, position));
        }
        marked.replace(start, end, mark);
      }
    } catch (error) {
      if (!(error instanceof XmlSyntaxError)) {
        throw error;
      }
    }
    return marked.whole();
  }

  /** The mark for a part that an element at a place of the document names; undefined if another one has named it. */
  #markOf(id: string, offset: number): string | undefined {
    const known = this.#named.get(id) ?? { index: this.#ids.length, offset };
    if (known.offset !== offset) {
      return undefined;
    }
    if (known.index === this.#ids.length) {
      this.#ids.push(id);
      this.#named.set(id, known);
    }
    const mark = new Uint8Array(markLength + 4);
    mark.set(this.#mark);
    new DataView(mark.buffer).setUint32(markLength, known.index);
    return formatBase64(mark);
  }

  /** True if all parts were read, after which the end of the message is read. */
  async finish(): Promise<boolean> {
    const isRead = this.#ids.every((id) => this.#begun.has(id)) && this.#parts.isBetweenParts;
    return isRead && (await this.#parts.nextPart()) === undefined;
  }

  /** A value with streams in the place of its binary values. Changes lists and objects in place. */
  withStreams(value: unknown): unknown {
    return withStreams(value, (octets) => this.#streamFor(octets));
  }

  #streamFor(octets: Uint8Array): BinaryStream {
    const isMark = octets.length === markLength + 4 && this.#mark.every((byte, index) => octets[index] === byte);
    const id = isMark ? this.#ids[new DataView(octets.buffer, octets.byteOffset).getUint32(markLength)] : undefined;
    return id === undefined ? streamOf(octets) : this.#partStream(id);
  }

  #partStream(id: string): BinaryStream {
    let isOpened = false;
    const next = async (): Promise<Uint8Array | undefined> => {
      if (!isOpened) {
        await this.#open(id);
        isOpened = true;
      }
      if (this.#current !== id) {
        return undefined;
      }
      const octets = await this.#parts.next();
      if (octets === undefined) {
        this.#current = undefined;
      }
      return octets;
    };
    return new BinaryStream({ next, cancel: async () => this.#leave(id) });
  }

  /** Nothing more is read of a value: of the current one, or of one that has not begun. */
  #leave(id: string): void {
    if (this.#current !== id && this.#begun.has(id)) {
      return;
    }
    this.#current = this.#current === id ? undefined : this.#current;
    this.#left.add(id);
    if (this.#current === undefined && this.#ids.every((each) => this.#begun.has(each) || this.#left.has(each))) {
      this.#unwanted();
    }
  }

  /** The envelope is read: parts may be read now. */
  open(): void {
    this.#isOpen = true;
  }

  /** Ends the message. */
  cancel(): void {
    this.#cancel();
  }

  async #open(id: string): Promise<void> {
    if (!this.#isOpen) {
      throw new PackageError('Binary values come after the message: read them when the last item was read');
    }
    if (this.#begun.has(id)) {
      throw new PackageError(
        'This binary value came before one that was read: read them in the order in which they arrive',
      );
    }
    for (;;) {
      this.#current = undefined;
      const part = await this.#parts.nextPart();
      if (part === undefined) {
        throw new PackageError('The package has no part for this binary value');
      }
      this.#begun.add(part.contentId);
      if (part.contentId === id) {
        this.#current = id;
        return;
      }
    }
  }
}

/** A text in which marks take the place of elements: everything else keeps its place in the document. Indexes are in ascending order. */
class MarkedText {
  /** The position in the document of an index. */
  readonly position: (index: number) => TextPosition;
  readonly #part: OriginalText;
  readonly #origins: TextOrigin[] = [];
  /** How many origins of the part were dealt with. */
  #dealtWith = 0;
  #text = '';
  #copied = 0;

  constructor(part: OriginalText) {
    this.#part = part;
    this.position = originalPositions(part);
  }

  /** Replaces what is in `[from, to)`. */
  replace(from: number, to: number, mark: string): void {
    this.#copy(from);
    this.#place(from);
    this.#text += mark;
    this.#copied = to;
    this.#place(to);
  }

  /** The text up to an index, where a reader has to find an error. */
  before(end: number, failure: unknown): OriginalText {
    this.#copy(end);
    return { text: this.#text, origins: this.#origins, failure };
  }

  /** All of the text. */
  whole(): OriginalText {
    this.#copy(this.#part.text.length);
    return { ...this.#part, text: this.#text, origins: this.#origins };
  }

  #copy(end: number): void {
    const { text, origins } = this.#part;
    for (; (origins[this.#dealtWith]?.from ?? end) < end; this.#dealtWith++) {
      const origin = origins[this.#dealtWith];
      if (origin !== undefined && origin.from >= this.#copied) {
        this.#origins.push({ ...origin, from: origin.from - this.#copied + this.#text.length });
      }
    }
    this.#text += text.slice(this.#copied, end);
    this.#copied = end;
  }

  /** What follows in the new text is from this index of the old one. */
  #place(index: number): void {
    const { repeated } = originAt(this.#part.origins, index);
    this.#origins.push({ from: this.#text.length, position: this.position(index), ...(repeated && { repeated }) });
  }
}

/** A value that has arrived as a whole, as `withStreams` of a package gives it. */
export function withStreams(value: unknown, streamFor: (octets: Uint8Array) => BinaryStream = streamOf): unknown {
  if (isOctets(value)) {
    return streamFor(value);
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      value[index] = withStreams(item, streamFor);
    }
  } else if (isRecord(value) && !(value instanceof Date)) {
    for (const [property, part] of Object.entries(value)) {
      if (typeof part === 'object' && part !== null) {
        value[property] = withStreams(part, streamFor);
      }
    }
  }
  return value;
}

function streamOf(octets: Uint8Array): BinaryStream {
  let rest: Uint8Array | undefined = octets;
  const next = async (): Promise<Uint8Array | undefined> => {
    const value = rest;
    rest = undefined;
    return value === undefined || value.length === 0 ? undefined : value;
  };
  return new BinaryStream({ next, cancel: async () => undefined });
}
