import { checkOptions, number, type OptionKinds } from '../../base/options.js';
import type { DecodeOptions, Decoder } from '../../schema/context/decoder.js';
import { decodeAs, decoderOf } from '../../schema/decode/decode.js';
import { isLeftOut } from '../../schema/decode/decode-nil.js';
import { isWhiteSpace } from '../../schema/lexical/whitespace.js';
import type { ChildPlace } from '../../schema/plan/plan.js';
import { XmlEvent, XmlLimitError, type XmlReader, type XmlReaderOptions } from '../../xml/index.js';
import { skipElement } from '../../xml/interfaces/reader.js';
import { qualified } from '../../xml/names/element-tag.js';
import { readerLimits } from '../../xml/text/limits.js';
import { type OriginalText, PartReader, partOptions } from '../text/positions.js';
import { Surroundings } from '../text/surroundings.js';
import { UnreadText } from '../text/unread-text.js';
import type { ElementContent, ElementOnTheWay, ItemList, Way } from './way-to-list.js';

/** Bounds on the parts of a document that are in memory at once. */
export interface WindowLimits {
  /** Length of an item, in UTF-16 code units. Default 16 Mi. */
  readonly maxItemLength?: number | undefined;
  /** Length of everything that surrounds the items, in UTF-16 code units. Default 16 Mi. */
  readonly maxRestLength?: number | undefined;
}

const kinds: OptionKinds<WindowLimits> = { maxItemLength: number, maxRestLength: number };

/** Throws `TypeError` for a bound that does not exist, and for one that is no number. */
export function checkWindow(window: WindowLimits | undefined): void {
  checkOptions('`window`', window ?? {}, kinds);
}

/** How an `ItemWindow` reads. */
export interface WindowOptions {
  readonly reader: XmlReaderOptions;
  readonly decode: DecodeOptions;
  readonly limits?: WindowLimits | undefined;
  /** Changes the text of items before it is read; the reader is where it begins. */
  readonly rewrite?: ((part: OriginalText, reader: XmlReader) => OriginalText) | undefined;
}

const defaultMaxLength = 16 * 1024 * 1024;

/** The document, or an open element on the way to the list. */
interface Level {
  readonly way: Way;
  /** Its end tag. */
  readonly close: string;
  /** Items of the list in it, or elements that were entered. */
  count: number;
  /** Items of the present run. */
  run: number;
}

/**
 * Takes the items of one list out of a document that comes in pieces. Its reader gets as much as is whole: the tags on the way to the list, then items, which the
 * ordinary decoder reads. Everything else is kept as a document without the items, for the ordinary decoder as well.
 *
 * Give text with `add` whenever `next` returns false, and `end` after the last. They throw what the reader and the decoder throw, after all items
 * that came before, with positions in the document; the window is of no use after that.
 */
export class ItemWindow {
  /** The item that `next` has found. */
  item: unknown = undefined;
  /** Items found so far. */
  count = 0;
  readonly #options: WindowOptions;
  readonly #maxItemLength: number;
  readonly #surroundings: Surroundings;
  readonly #unread: UnreadText;
  readonly #reader: PartReader;
  readonly #levels: [Level, ...Level[]];
  /** The part of the document that the reader is in. */
  #part: OriginalText = { text: '', origins: [] };
  /** Where what is not dealt with begins in it. */
  #from = 0;
  /** The decoder of the items in it. */
  #decoder: Decoder | undefined;
  /** What became of the text before the next tag, if there is one. */
  #textBefore: 'told' | 'kept' | undefined;
  /** Depth of the open element that does not lead to the list; 0 if there is none. */
  #skipped = 0;
  /** True where no item can follow: whoever decodes the surroundings says what is wrong there. */
  #isPast = false;

  /** `way` is that of the document. */
  constructor(way: Way, options: WindowOptions) {
    const { maxLength, maxDepth } = readerLimits(options.reader.limits);
    this.#options = options;
    this.#levels = [{ way, close: '', count: 0, run: 0 }];
    this.#reader = new PartReader(this.#part, options.reader);
    this.#unread = new UnreadText(maxLength, maxDepth, options.reader.doctype === 'skip');
    this.#maxItemLength = options.limits?.maxItemLength ?? defaultMaxLength;
    this.#surroundings = new Surroundings(options.limits?.maxRestLength ?? defaultMaxLength);
  }

  /** The document without the items; complete after `end`. */
  get surroundings(): OriginalText {
    const { text, origins } = this.#surroundings;
    return { text, origins };
  }

  /** What surrounds the items that came so far, as if the document ended now. */
  get beginning(): OriginalText {
    const { text, origins } = this.#surroundings;
    return { text: this.#levels.reduceRight((before, { close }) => before + close, text), origins };
  }

  /** True between the start and the end of the element whose children are the items. */
  get isInList(): boolean {
    return this.#level.way.list !== undefined;
  }

  get #level(): Level {
    return this.#levels.at(-1) ?? this.#levels[0];
  }

  /** Elements that are open on the way. */
  get #depth(): number {
    return this.#levels.length - 1;
  }

  /** Gives the next text of the document. */
  add(given: string): void {
    this.#unread.add(given);
  }

  /** Says that nothing more comes. Throws for a document that ends in the middle of an item. */
  end(): void {
    const level = this.#level;
    const { list } = level.way;
    const rest = this.#unread.take();
    if (list !== undefined && this.#unread.depth > this.#depth) {
      this.#readOn(rest, true);
      while (this.#reader.next() !== XmlEvent.StartElement) {}
      const field = list.match(this.#reader);
      if (field !== undefined) {
        this.#readItem(level, list, field);
      }
    }
    this.#surroundings.add(rest);
  }

  /** Moves to the next item. False if more text is needed. */
  next(): boolean {
    for (;;) {
      if (this.#read()) {
        this.count++;
        return true;
      }
      this.#checkLength();
      if (!this.#unread.hasMore()) {
        return false;
      }
      this.#find();
    }
  }

  /** Gives the reader what is whole: a tag on the way to the list, the rest of an element that does not lead there, or items. */
  #find(): void {
    const unread = this.#unread;
    if (this.#isPast) {
      this.#surroundings.add(unread.take());
      return;
    }
    const isWhole = this.isInList || this.#skipped > 0;
    let { from } = unread;
    let end = -1;
    for (;;) {
      const found = unread.find(isWhole ? this.#depth : Number.POSITIVE_INFINITY);
      const isTooLong = this.#skipped === 0 && unread.at - from > this.#maxItemLength;
      if (found === 'more' || isTooLong) {
        break;
      }
      end = unread.at;
      from = end;
      if (found === 'refused' || !this.isInList || unread.depth !== this.#depth) {
        break;
      }
    }
    if (end >= 0) {
      this.#readOn(unread.take(end), this.isInList);
    }
  }

  /** Throws `XmlLimitError` if what has come of the next part is too long. */
  #checkLength(): void {
    const unread = this.#unread;
    const length = unread.at - unread.from;
    if (this.#skipped === 0 && length > this.#maxItemLength) {
      throw new XmlLimitError(`An item is longer than ${this.#maxItemLength} characters`, unread.position);
    }
    if (length > this.#surroundings.room && this.#skipped > 0) {
      this.#surroundings.add(unread.take(unread.at));
    }
  }

  #readOn(given: OriginalText, hasItems: boolean): void {
    const reader = this.#reader;
    const depth = this.#depth + (this.#skipped > 0 ? 1 : 0);
    const { rewrite } = this.#options;
    reader.readPart(given, depth);
    this.#part = given;
    if (hasItems && rewrite !== undefined) {
      this.#part = rewrite(given, reader);
      reader.readPart(this.#part, depth);
    }
    this.#from = 0;
    this.#decoder = undefined;
  }

  /** Reads on in the part. True at the end of an item. */
  #read(): boolean {
    const reader = this.#reader;
    while (reader.hasMore && !this.#isPast) {
      const event = reader.next();
      if (this.#skipped > 0) {
        this.#skip(event);
      } else if (event === XmlEvent.Text) {
        this.#readText();
      } else if (event === XmlEvent.EndElement) {
        this.#leave();
      } else if (this.#enter()) {
        return true;
      }
    }
    if (this.#part.failure !== undefined) {
      throw this.#part.failure;
    }
    return false;
  }

  #skip(event: XmlEvent): void {
    if (event === XmlEvent.EndElement && this.#reader.depth === this.#skipped) {
      this.#skipped = 0;
      this.#keep(this.#reader.end);
    }
  }

  /** Adds what is not dealt with to the surroundings, up to an offset. */
  #keep(end: number, repeated = false): void {
    this.#surroundings.add(this.#reader.between(this.#from, end), repeated);
    this.#from = end;
  }

  /** Tells of a text that does not belong between two children; throws `XmlDecodeError` if strict. */
  #readText(): void {
    const reader = this.#reader;
    if (isWhiteSpace(reader.text)) {
      return;
    }
    const { content } = this.#level.way;
    this.#textBefore = 'kept';
    if (content !== undefined && !reader.isBeforeEnd()) {
      this.#textBefore = 'told';
      const decoder = this.#decoderAt(content);
      if (decoder.listens) {
        decoder.unknownText();
      }
    }
  }

  #decoderAt({ root, path, inherited = [] }: ElementContent & Partial<ElementOnTheWay>): Decoder {
    const decoder = decoderOf(this.#reader, root, partOptions(this.#options.decode, this.#part));
    decoder.path.push(...path);
    decoder.inherited = inherited;
    return decoder;
  }

  /** Decides about a child. True if it is an item, which is read then. */
  #enter(): boolean {
    const reader = this.#reader;
    const level = this.#level;
    const { list } = level.way;
    const hasContent = this.#unread.depth > this.#depth;
    const way = list === undefined && hasContent ? level.way.enter(reader) : undefined;
    const isSpaceKept = list === undefined && way?.item === undefined;
    if (this.#textBefore === undefined ? isSpaceKept : this.#textBefore === 'kept') {
      this.#keep(reader.offset);
    }
    this.#from = reader.offset;
    this.#textBefore = undefined;
    const field = list?.match(reader);
    if (list !== undefined && field !== undefined) {
      return this.#readItem(level, list, field);
    }
    if (way?.item !== undefined) {
      this.#surroundings.begin();
    }
    if (list === undefined) {
      this.#keep(reader.end);
    }
    if (way !== undefined) {
      level.count++;
      const close = `</${qualified(reader.prefix, reader.localName)}>`;
      this.#levels.push({ way, close, count: 0, run: 0 });
      return false;
    }
    level.run = 0;
    this.#skipped = reader.depth;
    this.#isPast = !level.way.isOpen;
    return false;
  }

  /** Reads an item; false if it counts as none. */
  #readItem(level: Level, list: ItemList, { member, namespace }: ChildPlace): boolean {
    const reader = this.#reader;
    const { node, kept } = list;
    this.#decoder ??= this.#decoderAt(list);
    const decoder = this.#decoder;
    const isItem = !isLeftOut(decoder, member.element);
    if (isItem) {
      if (reader.namespace !== namespace) {
        decoder.tell('namespace', reader.namespace, reader.localName);
      }
      decoder.path.push(node.property, level.count);
      if (decoder.strict && level.count >= node.max) {
        throw decoder.error('content-model', `element "${reader.localName}" does not fit here`);
      }
      const value = decodeAs(decoder, member.element);
      decoder.path.length -= 2;
      this.item = node.substitutes === undefined ? value : { $name: member.key, $value: value };
      level.count++;
      level.run++;
      if ((decoder.strict ? level.run : level.count) <= kept) {
        this.#keep(reader.end, true);
      }
    } else {
      skipElement(reader);
    }
    this.#from = reader.end;
    return isItem;
  }

  /** The innermost element on the way has ended. */
  #leave(): void {
    this.#keep(this.#reader.end);
    this.#textBefore = undefined;
    const { item } = this.#levels.pop()?.way ?? {};
    if (item !== undefined) {
      this.#dropItem(item);
    }
    this.#isPast = !this.#level.way.isOpen;
  }

  /** Checks an element that is an item of a list on the way, without the items that were in it, and drops it. */
  #dropItem(item: ElementOnTheWay): void {
    this.#readOn(this.#surroundings.take(this.#level.count <= item.kept), true);
    const decoder = this.#decoderAt(item);
    while (this.#reader.next() !== XmlEvent.StartElement) {}
    decodeAs(decoder, item.element);
  }
}
