import type { DecodeOptions, Decoder } from '../../schema/context/decoder.js';
import { decodeAs, decoderOf } from '../../schema/decode/decode.js';
import { isLeftOut } from '../../schema/decode/decode-nil.js';
import { isWhiteSpace } from '../../schema/lexical/whitespace.js';
import type { ChildPlace } from '../../schema/plan/plan.js';
import { XmlEvent, type XmlReaderOptions } from '../../xml/index.js';
import { skipElement } from '../../xml/interfaces/reader.js';
import type { TextPosition } from '../../xml/text/position.js';
import { MarkupScanner } from '../text/markup-scanner.js';
import { movedError, type OriginalText, originalPositions, PartReader, partOptions } from '../text/positions.js';
import type { Surroundings } from '../text/surroundings.js';
import type { ItemList, Way } from './way-to-list.js';

/** How parts of a document are read. */
export interface PartOptions {
  readonly reader: XmlReaderOptions;
  readonly decode: DecodeOptions;
}

/** How far a list has been read. */
export interface ListProgress {
  readonly way: Way;
  /** Items of the list. */
  count: number;
  /** Items of the present run. */
  run: number;
}

/** Items of a list that have arrived, with what is between them, which goes to the surroundings. */
export class ItemBatch {
  /** The item that `next` has found. */
  item: unknown = undefined;
  readonly #part: OriginalText;
  readonly #list: ItemList;
  readonly #isMixed: boolean;
  readonly #progress: ListProgress;
  readonly #surroundings: Surroundings;
  readonly #reader: PartReader;
  readonly #decoder: Decoder;
  /** The position in the document of an offset, which is not before the last one that was asked for. */
  readonly #position: (offset: number) => TextPosition;
  readonly #scanner = new MarkupScanner();
  /** Index of a text that belongs to the surroundings, up to the next event; -1 if there is none. */
  #textFrom = -1;

  /** `part` begins with the start tags of `depth` elements around it. */
  constructor(
    part: OriginalText,
    depth: number,
    list: ItemList,
    progress: ListProgress,
    surroundings: Surroundings,
    { reader, decode }: PartOptions,
  ) {
    this.#part = part;
    this.#list = list;
    this.#isMixed = progress.way.content === undefined;
    this.#progress = progress;
    this.#surroundings = surroundings;
    this.#reader = new PartReader(part, reader);
    this.#decoder = decoderOf(this.#reader, list.root, partOptions(decode, part));
    this.#decoder.path.push(...list.path);
    this.#decoder.inherited = list.inherited;
    this.#position = originalPositions(part);
    for (let i = 0; i < depth; i++) {
      this.#advance();
    }
  }

  /** Reads the next item. False at the end. */
  next(): boolean {
    for (;;) {
      const event = this.#advance();
      this.#keepText();
      if (event === XmlEvent.EndElement) {
        return false;
      }
      if (event === XmlEvent.Text) {
        this.#text();
        continue;
      }
      const field = this.#list.match(this.#reader);
      if (field === undefined) {
        this.#progress.run = 0;
        this.#skip();
      } else if (this.#decodeItem(field)) {
        return true;
      }
    }
  }

  /** Reads the beginning of an item that does not end, if it is one: throws what the decoder says of it. */
  readIncomplete(): void {
    for (;;) {
      const event = this.#advance();
      const field = event === XmlEvent.StartElement ? this.#list.match(this.#reader) : undefined;
      if (field !== undefined) {
        this.#decodeItem(field);
      }
      if (event !== XmlEvent.Text) {
        return;
      }
    }
  }

  /** The next event; errors say where they are in the document. */
  #advance(): XmlEvent {
    try {
      return this.#reader.next();
    } catch (error) {
      throw movedError(error, this.#part);
    }
  }

  #text(): void {
    const decoder = this.#decoder;
    if (isWhiteSpace(this.#reader.text)) {
      return;
    }
    if (this.#isMixed) {
      this.#textFrom = this.#reader.offset;
    } else if (decoder.listens) {
      decoder.unknownText();
    }
  }

  #skip(): void {
    const { depth, offset } = this.#reader;
    while (this.#advance() !== XmlEvent.EndElement || this.#reader.depth !== depth) {}
    this.#keepElement(offset, false);
  }

  /** Adds an element to the surroundings. */
  #keepElement(from: number, repeated: boolean): void {
    this.#scanner.scan(this.#part.text, from, false);
    this.#keep(from, this.#scanner.at, repeated);
  }

  #keepText(): void {
    if (this.#textFrom >= 0) {
      this.#keep(this.#textFrom, this.#reader.offset, false);
      this.#textFrom = -1;
    }
  }

  #keep(start: number, end: number, repeated: boolean): void {
    const { text, origins } = this.#part;
    for (let from = start; from < end; ) {
      const next = origins.find((origin) => origin.from > from)?.from ?? end;
      const to = Math.min(next, end);
      this.#surroundings.add(text.slice(from, to), this.#position(from), repeated);
      from = to;
    }
  }

  #decodeItem({ member, namespace }: ChildPlace): boolean {
    const decoder = this.#decoder;
    const reader = this.#reader;
    const { node, kept } = this.#list;
    const progress = this.#progress;
    const start = reader.offset;
    try {
      if (isLeftOut(decoder, member.element)) {
        skipElement(reader);
        return false;
      }
      if (reader.namespace !== namespace) {
        decoder.tell('namespace', reader.namespace, reader.localName);
      }
      decoder.path.push(node.property, progress.count);
      if (decoder.strict && progress.count >= node.max) {
        throw decoder.error('content-model', `element "${reader.localName}" does not fit here`);
      }
      const value = decodeAs(decoder, member.element);
      decoder.path.length -= 2;
      this.item = node.substitutes === undefined ? value : { $name: member.key, $value: value };
    } catch (error) {
      throw movedError(error, this.#part);
    }
    progress.count++;
    progress.run++;
    if ((decoder.strict ? progress.run : progress.count) <= kept) {
      this.#keepElement(start, true);
    }
    return true;
  }
}
