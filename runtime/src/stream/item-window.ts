import type { DecodeOptions } from '../schema/context/decoder.js';
import { decodeAs, decoderOf } from '../schema/decode/decode.js';
import { isWhiteSpace } from '../schema/lexical/whitespace.js';
import { XmlEvent, XmlLimitError, type XmlReaderOptions } from '../xml/index.js';
import { type TextPosition, withoutMark } from '../xml/position.js';
import { Enclosing } from './enclosing.js';
import { ItemBatch, type ListProgress, type PartOptions } from './item-batch.js';
import { MarkupScanner, type ScanResult } from './markup-scanner.js';
import {
  movedError,
  type OriginalText,
  originalPosition,
  PartReader,
  PositionCounter,
  partOptions,
} from './positions.js';
import { Surroundings } from './surroundings.js';
import type { ElementContent, ElementOnTheWay, ItemList, Way } from './way.js';

/** Bounds on the parts of a document that are in memory at once. */
export interface WindowLimits {
  /** Length of an item, in UTF-16 code units. Default 16 Mi. */
  readonly maxItemLength?: number | undefined;
  /** Length of everything that surrounds the items, in UTF-16 code units. Default 16 Mi. */
  readonly maxRestLength?: number | undefined;
}

/** How an `ItemWindow` reads. */
export interface WindowOptions extends PartOptions {
  readonly limits?: WindowLimits | undefined;
  /** Changes the text of items before it is read. */
  readonly rewrite?: ((part: OriginalText, reader: XmlReaderOptions) => OriginalText) | undefined;
}

const defaultMaxLength = 16 * 1024 * 1024;
const defaultMaxDepth = 256;
/** Pieces of a text that came at once: what an item costs must not depend on it. */
const maxPiece = 65_536;

interface Level extends ListProgress {
  /** The elements up to its own. */
  readonly enclosing: Enclosing;
}

const start: TextPosition = { line: 1, column: 1, offset: 0 };
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
  readonly #maxLength: number;
  /** Characters that may still come. */
  #room: number;
  readonly #maxItemLength: number;
  readonly #maxDepth: number;
  readonly #surroundings: Surroundings;
  readonly #scanner = new MarkupScanner();
  readonly #positions = new PositionCounter();
  readonly #levels: Level[] = [];
  readonly #queue: string[] = [];
  /** The present piece; what lies before `#from` is dealt with. */
  #text = '';
  #from = 0;
  #at = 0;
  /** What came before the present piece and belongs to the unit that begins it. */
  #pending = '';
  #pendingPosition: TextPosition = start;
  #batch: ItemBatch | undefined;
  /** What is to be done after the batch. */
  #afterBatch: (() => void) | undefined;
  /** True inside of an element that does not lead to the list. */
  #skips = false;
  /** Where that begins in the surroundings. */
  #skippedFrom = 0;
  #rootSeen = false;
  #begun = false;

  /** `root` gives the way through the root element. */
  constructor(root: Way['enter'], options: WindowOptions) {
    this.#enter = root;
    const { maxLength = Number.POSITIVE_INFINITY, ...limits } = options.reader.limits ?? {};
    this.#options = { ...options, reader: { ...options.reader, limits } };
    this.#maxLength = maxLength;
    this.#room = maxLength;
    this.#maxItemLength = options.limits?.maxItemLength ?? defaultMaxLength;
    this.#maxDepth = options.reader.limits?.maxDepth ?? defaultMaxDepth;
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
    const text = this.#begun ? given : withoutMark(given);
    this.#begun ||= given !== '';
    const end = Math.min(text.length, this.#room);
    for (let from = 0; from < end; from += maxPiece) {
      this.#queue.push(text.slice(from, Math.min(from + maxPiece, end)));
    }
    this.#room -= text.length;
  }

  /** Says that nothing more comes. Throws for a document that ends in the middle of an item. */
  end(): void {
    const level = this.#levels.at(-1);
    if (this.#pending !== '' && level?.way.list !== undefined) {
      this.#batchOf(level, level.way.list, this.#unit(this.#from), '').readIncomplete();
    }
    this.#moveToSurroundings(this.#from);
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
      if (this.#at >= this.#text.length && !this.#takePiece()) {
        return false;
      }
      this.#scan();
    }
  }

  /** Keeps what is not dealt with, and goes on to the next piece. */
  #takePiece(): boolean {
    this.#keepRest();
    const piece = this.#queue.shift();
    this.#text = piece ?? '';
    this.#from = 0;
    this.#at = 0;
    if (piece === undefined) {
      if (this.#room < 0) {
        throw new XmlLimitError(`The document is longer than ${this.#maxLength} characters`, start);
      }
      return false;
    }
    this.#positions.add(piece);
    return true;
  }

  #keepRest(): void {
    if (this.#from < this.#text.length) {
      this.#pendingPosition = this.#unitPosition();
      this.#pending += this.#text.slice(this.#from);
      this.#from = this.#text.length;
    }
  }

  /** Where the unit begins that is not dealt with. */
  #unitPosition(): TextPosition {
    return this.#pending === '' ? this.#positions.at(this.#from) : this.#pendingPosition;
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
    const result = this.#scanTo(false);
    this.#moveToSurroundings(this.#at);
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

  #scanTo(shallow: boolean): ScanResult {
    const result = this.#scanner.scan(this.#text, this.#at, shallow);
    this.#at = this.#scanner.at;
    return result;
  }

  #moveToSurroundings(end: number): void {
    if (this.#pending !== '') {
      this.#surroundings.add(this.#pending, this.#pendingPosition);
      this.#pending = '';
    }
    if (end > this.#from) {
      const position = this.#positions.at(this.#from);
      this.#surroundings.add(this.#text.slice(this.#from, end), position);
      this.#from = end;
    }
  }

  #scanTag(level: Level | undefined): void {
    const result = this.#scanTo(true);
    if (this.#at - this.#from + this.#pending.length > this.#maxItemLength) {
      this.#refuseLength();
    }
    switch (result) {
      case 'more':
        return;
      case 'refused':
        this.#requireWellFormed(this.#takeUnit(this.#at), 0);
        return;
      case 'end':
        this.#leave(this.#at);
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
    throw new XmlLimitError(`An item is longer than ${this.#maxItemLength} characters`, this.#unitPosition());
  }

  /** Decides about the child whose start tag has been found. True if it leads to the list. */
  #enterChild(level: Level | undefined, hasContent: boolean): boolean {
    const isRoot = level === undefined;
    if (isRoot && this.#rootSeen) {
      this.#moveToSurroundings(this.#at);
      return false;
    }
    this.#rootSeen = true;
    const unit = this.#takeUnit(this.#at);
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
      this.#surroundings.add(unit.text.slice(0, before), unit.origins[0]?.position ?? start);
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

  /** Takes what is not dealt with up to an index. */
  #takeUnit(end: number): OriginalText {
    const unit = this.#unit(end);
    this.#pending = '';
    this.#from = end;
    return unit;
  }

  /** What is not dealt with up to an index. */
  #unit(end: number): OriginalText {
    const text = this.#pending + this.#text.slice(this.#from, end);
    return { text, origins: [{ from: 0, position: this.#unitPosition() }] };
  }

  /** Takes as many items as are complete. */
  #scanItems(level: Level, list: ItemList): void {
    let end = -1;
    let from = this.#from - this.#pending.length;
    let result: ScanResult;
    let isTooLong: boolean;
    do {
      result = this.#scanTo(false);
      isTooLong = this.#at - from > this.#maxItemLength;
      if (result === 'element' && !isTooLong) {
        from = this.#at;
        end = this.#at;
      }
    } while (result === 'element' && !isTooLong);
    if (end >= 0) {
      this.#batch = this.#batchOf(level, list, this.#takeUnit(end), this.#enclosing.close);
    }
    if (isTooLong) {
      this.#afterBatch = () => this.#refuseLength();
    } else if (result !== 'more') {
      const at = this.#at;
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
    const unit = this.#takeUnit(end);
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
