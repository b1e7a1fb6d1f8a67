import { checkOptions, number, type OptionKinds } from '../../base/options.js';
import type { DecodeOptions } from '../../schema/context/decoder.js';
import { decodeAs, decoderOf } from '../../schema/decode/decode.js';
import { isWhiteSpace } from '../../schema/lexical/whitespace.js';
import { XmlEvent, XmlLimitError, type XmlReaderOptions } from '../../xml/index.js';
import { readerLimits } from '../../xml/text/limits.js';
import type { MarkupScanner, ScanResult } from '../text/markup-scanner.js';
import {
  Enclosing,
  movedError,
  type OriginalText,
  originalPosition,
  PartReader,
  partOptions,
} from '../text/positions.js';
import { Surroundings } from '../text/surroundings.js';
import { documentStart, UnreadText } from '../text/unread-text.js';
import { ItemBatch, type ListProgress, type PartOptions } from './item-batch.js';
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
export interface WindowOptions extends PartOptions {
  readonly limits?: WindowLimits | undefined;
  /** Changes the text of items before it is read. */
  readonly rewrite?: ((part: OriginalText, reader: XmlReaderOptions) => OriginalText) | undefined;
}

const defaultMaxLength = 16 * 1024 * 1024;

interface Level extends ListProgress {
  /** The elements up to its own. */
  readonly enclosing: Enclosing;
}

const outside = new Enclosing();

/**
 * Takes the items of one list out of a document that comes in pieces. It finds where each item ends, and gives the text of the item to the
 * ordinary decoder, with the elements around it. Everything else is kept as a document without the items, for the ordinary decoder as well.
 *
 * Give text with `add` whenever `next` returns false, and `end` after the last. They throw what the reader and the decoder throw, after all items
 * that came before, with positions in the document; the window is of no use after that.
 */
export class ItemWindow {
  /** The item that `next` has found. */
  item: unknown = undefined;
  /** Items found so far. */
  count = 0;
  readonly #enter: Way['enter'];
  readonly #options: WindowOptions;
  readonly #maxItemLength: number;
  readonly #maxDepth: number;
  readonly #surroundings: Surroundings;
  readonly #unread: UnreadText;
  readonly #scanner: MarkupScanner;
  readonly #levels: Level[] = [];
  #batch: ItemBatch | undefined;
  /** What is to be done after the batch. */
  #afterBatch: (() => void) | undefined;
  /** True inside of an element that does not lead to the list. */
  #skips = false;
  /** Where that begins in the surroundings. */
  #skippedFrom = 0;
  #rootSeen = false;

  /** `root` gives the way through the root element. */
  constructor(root: Way['enter'], options: WindowOptions) {
    this.#enter = root;
    const { maxLength = Number.POSITIVE_INFINITY, ...limits } = options.reader.limits ?? {};
    this.#options = { ...options, reader: { ...options.reader, limits } };
    this.#unread = new UnreadText(maxLength);
    this.#scanner = this.#unread.scanner;
    this.#maxItemLength = options.limits?.maxItemLength ?? defaultMaxLength;
    this.#maxDepth = readerLimits(options.reader.limits).maxDepth;
    this.#scanner.maxDepth = this.#maxDepth;
    this.#surroundings = new Surroundings(options.limits?.maxRestLength ?? defaultMaxLength);
  }

  /** The document without the items; complete after `end`. */
  get surroundings(): OriginalText {
    const { text, origins } = this.#surroundings;
    return { text, origins };
  }

  /** True between the start and the end of the element whose children are the items. */
  get isInList(): boolean {
    return this.#levels.at(-1)?.way.list !== undefined;
  }

  /** What surrounds the items that came so far, as if the document ended now. */
  get beginning(): OriginalText {
    const { text, origins } = this.#surroundings;
    return { text: text + this.#enclosing.close, origins };
  }

  get #enclosing(): Enclosing {
    return this.#levels.at(-1)?.enclosing ?? outside;
  }

  /** Gives the next text of the document. */
  add(given: string): void {
    this.#unread.add(given);
  }

  /** Says that nothing more comes. Throws for a document that ends in the middle of an item. */
  end(): void {
    const level = this.#levels.at(-1);
    if (this.#unread.hasPending && level?.way.list !== undefined) {
      this.#batchOf(level, level.way.list, this.#unread.unit(), '').readIncomplete();
    }
    this.#moveToSurroundings();
  }

  /** Moves to the next item. False if more text is needed. */
  next(): boolean {
    for (;;) {
      if (this.#batch?.next()) {
        this.item = this.#batch.item;
        this.count++;
        return true;
      }
      this.#batch = undefined;
      const next = this.#afterBatch;
      this.#afterBatch = undefined;
      next?.();
      if (!this.#unread.hasMore()) {
        return false;
      }
      this.#scan();
    }
  }

  #scan(): void {
    const level = this.#levels.at(-1);
    if (this.#skips) {
      this.#skip();
    } else if (level?.way.list !== undefined) {
      this.#scanItems(level, level.way.list);
    } else {
      this.#scanTag(level);
    }
  }

  /** The rest of an element that does not lead to the list. */
  #skip(): void {
    const result = this.#unread.scan(false);
    this.#moveToSurroundings(this.#unread.at);
    if (result !== 'more') {
      this.#skips = false;
      // Where no item can follow, whoever decodes the surroundings says what is wrong.
      if (this.#levels.at(-1)?.way.isOpen === true || result === 'refused') {
        this.#requireWellFormed(this.#surroundings.since(this.#skippedFrom), this.#enclosing.depth + 1);
      }
    }
  }

  /** Reads a part of the surroundings up to the end of an element at a depth, so that mistakes come before the items that come after them. */
  #requireWellFormed(unit: OriginalText, depth: number): void {
    const part = this.#enclosing.around(unit);
    try {
      const reader = new PartReader(part, this.#options.reader);
      do {
        reader.next();
      } while (reader.event !== XmlEvent.EndElement || reader.depth !== depth);
    } catch (error) {
      throw movedError(error, part);
    }
  }

  /** Moves what is not dealt with up to an index, by default what came before the present piece. */
  #moveToSurroundings(end?: number): void {
    this.#unread.drain(end, (text, position) => this.#surroundings.add(text, position));
  }

  #scanTag(level: Level | undefined): void {
    const result = this.#unread.scan(true);
    if (this.#unread.at - this.#unread.from > this.#maxItemLength) {
      this.#refuseLength();
    }
    switch (result) {
      case 'more':
        return;
      case 'refused':
        this.#requireWellFormed(this.#unread.take(this.#unread.at), 0);
        return;
      case 'end':
        this.#leave(this.#unread.at);
        return;
      case 'start':
      case 'element':
        this.#findChild(level, result === 'start');
    }
  }

  #findChild(level: Level | undefined, hasContent: boolean): void {
    const from = this.#surroundings.end;
    const way = this.#enterChild(level, hasContent);
    this.#skips = hasContent && !way;
    this.#skippedFrom = from;
    this.#scanner.depth = this.#skips ? 1 : 0;
  }

  #refuseLength(): never {
    throw new XmlLimitError(`An item is longer than ${this.#maxItemLength} characters`, this.#unread.position);
  }

  /** Decides about the child whose start tag has been found. True if it leads to the list. */
  #enterChild(level: Level | undefined, hasContent: boolean): boolean {
    const isRoot = level === undefined;
    if (isRoot && this.#rootSeen) {
      this.#moveToSurroundings(this.#unread.at);
      return false;
    }
    this.#rootSeen = true;
    const unit = this.#unread.take(this.#unread.at);
    const enclosing = this.#enclosing;
    const tag = enclosing.around(unit);
    const reader = new PartReader(tag, this.#options.reader);
    let way: Way | undefined;
    let hasText = false;
    try {
      hasText = this.#toStartTag(reader, tag, level);
      way = hasContent ? (isRoot ? this.#enter(reader) : level.way.enter(reader)) : undefined;
    } catch (error) {
      throw movedError(error, tag);
    }
    // The element begins after what may be before its tag.
    const position = originalPosition(tag, reader.offset);
    const before = reader.offset - (tag.text.length - unit.text.length);
    const isTold = hasText && level?.way.content !== undefined;
    if (!isTold && (hasText || way?.item === undefined)) {
      this.#surroundings.add(unit.text.slice(0, before), unit.origins[0]?.position ?? documentStart);
    }
    if (way?.item !== undefined) {
      this.#surroundings.begin();
    }
    this.#surroundings.add(unit.text.slice(before), position);
    if (way === undefined) {
      return false;
    }
    if (level !== undefined) {
      level.count++;
    }
    this.#levels.push({ way, enclosing: enclosing.inside(reader, position), count: 0, run: 0 });
    this.#scanner.maxDepth = this.#maxDepth - this.#levels.length;
    return true;
  }

  /** Moves to the start tag of a child. True if there is a text before it, of which is told where it does not belong. */
  #toStartTag(reader: PartReader, tag: OriginalText, level: Level | undefined): boolean {
    let hasText = false;
    do {
      reader.next();
      if (reader.event === XmlEvent.Text && !isWhiteSpace(reader.text)) {
        hasText = true;
        tellText(reader, level?.way.content, partOptions(this.#options.decode, tag));
      }
    } while (reader.event !== XmlEvent.StartElement || reader.depth <= this.#enclosing.depth);
    return hasText;
  }

  /** Takes as many items as are complete. */
  #scanItems(level: Level, list: ItemList): void {
    let end = -1;
    let { from } = this.#unread;
    let result: ScanResult;
    let isTooLong: boolean;
    do {
      result = this.#unread.scan(false);
      isTooLong = this.#unread.at - from > this.#maxItemLength;
      if (result === 'element' && !isTooLong) {
        from = this.#unread.at;
        end = this.#unread.at;
      }
    } while (result === 'element' && !isTooLong);
    if (end >= 0) {
      this.#batch = this.#batchOf(level, list, this.#unread.take(end), this.#enclosing.close);
    }
    if (isTooLong) {
      this.#afterBatch = () => this.#refuseLength();
    } else if (result !== 'more') {
      const at = this.#unread.at;
      this.#afterBatch = () => (result === 'end' ? this.#leave(at) : this.#refuse(level, list, at));
    }
  }

  #batchOf(level: Level, list: ItemList, unit: OriginalText, close: string): ItemBatch {
    const { enclosing } = level;
    const part = this.#partIn(enclosing, unit, close);
    return new ItemBatch(part, enclosing.depth, list, level, this.#surroundings, this.#options);
  }

  #partIn(enclosing: Enclosing, unit: OriginalText, close: string): OriginalText {
    const { rewrite, reader } = this.#options;
    const { text, origins } = enclosing.around(unit);
    const part = { text: text + close, origins };
    return rewrite === undefined ? part : rewrite(part, reader);
  }

  /** Reads up to something that the scanner refuses: the decoder or the reader says what is wrong. */
  #refuse(level: Level, list: ItemList, end: number): void {
    const unit = this.#unread.take(end);
    this.#batchOf(level, list, unit, '').readIncomplete();
    this.#requireWellFormed(unit, 0);
  }

  /** The end tag of the innermost element has been found. */
  #leave(end: number): void {
    const level = this.#levels.at(-1);
    const from = this.#surroundings.end;
    this.#moveToSurroundings(end);
    const isChecked = level === undefined ? !this.#rootSeen : level.way.isOpen && level.way.item === undefined;
    if (isChecked) {
      this.#requireWellFormed(this.#surroundings.since(from), this.#levels.length);
    }
    this.#levels.pop();
    this.#scanner.depth = 0;
    this.#scanner.maxDepth = this.#maxDepth - this.#levels.length;
    if (level?.way.item !== undefined) {
      this.#dropItem(level.way.item);
    }
  }

  /** Checks an element that is an item of a list on the way, without the items that were in it, and drops it. */
  #dropItem(item: ElementOnTheWay): void {
    const outer = this.#levels.at(-1);
    if (outer === undefined) {
      return;
    }
    const { enclosing, count } = outer;
    const part = this.#partIn(enclosing, this.#surroundings.take(count <= item.kept), enclosing.close);
    const reader = new PartReader(part, this.#options.reader);
    const decoder = decoderOf(reader, item.root, partOptions(this.#options.decode, part));
    decoder.path.push(...item.path);
    decoder.inherited = item.inherited;
    try {
      while (reader.event !== XmlEvent.StartElement || reader.depth <= enclosing.depth) {
        reader.next();
      }
      decodeAs(decoder, item.element);
    } catch (error) {
      throw movedError(error, part);
    }
  }
}

/** Tells of a text where a reader is, if it has no place in the content. Throws `XmlDecodeError` if strict. */
function tellText(reader: PartReader, content: ElementContent | undefined, options: DecodeOptions): void {
  if (content === undefined) {
    return;
  }
  const decoder = decoderOf(reader, content.root, options);
  decoder.path.push(...content.path);
  if (decoder.listens) {
    decoder.unknownText();
  }
}
