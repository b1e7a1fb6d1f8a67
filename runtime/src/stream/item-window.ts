import type { DecodeOptions, Decoder, UnknownContent } from '../schema/context/decoder.js';
import { decoderFor, decodeValue } from '../schema/decode/decode.js';
import { isLeftOut } from '../schema/decode/decode-nil.js';
import { isWhiteSpace } from '../schema/lexical/whitespace.js';
import type { ChildPlace } from '../schema/plan/plan.js';
import { skipElement } from '../xml/children.js';
import { escapeText } from '../xml/escape.js';
import { XmlEvent, XmlLimitError, type XmlReaderOptions, XmlSyntaxError } from '../xml/index.js';
import type { TextPosition } from '../xml/position.js';
import { MarkupScanner, ScanError } from './markup-scanner.js';
import {
  movedError,
  originAt,
  originalPosition,
  originalPositions,
  PartReader,
  PositionCounter,
  type TextOrigin,
} from './positions.js';
import { Scope } from './scope.js';
import { type OriginalText, Surroundings } from './surroundings.js';
import type { ElementOnTheWay, ItemList, Way } from './way.js';

/** Bounds on the parts of a document that are in memory at once. */
export interface WindowLimits {
  /** Length of an item, in UTF-16 code units. Default 16 Mi. */
  readonly maxItemLength?: number | undefined;
  /** Length of everything that surrounds the items, in UTF-16 code units. Default 16 Mi. */
  readonly maxRestLength?: number | undefined;
}

/** How an `ItemWindow` reads. */
export interface WindowOptions {
  readonly reader: XmlReaderOptions;
  readonly decode: DecodeOptions;
  readonly limits?: WindowLimits | undefined;
  /** Changes the text of items before it is read. */
  readonly rewrite?: ((text: string) => string) | undefined;
}

const defaultMaxLength = 16 * 1024 * 1024;
const defaultMaxDepth = 256;
/** Pieces of a text that came at once: what an item costs must not depend on it. */
const maxPiece = 65_536;

interface Level {
  readonly way: Way;
  /** Name of its element as it is written. */
  readonly name: string;
  readonly scope: Scope;
  /** Items of the list, or elements on the way to it. */
  count: number;
  /** Items of the present run. */
  run: number;
}

/** Items that are complete, with what is between them. */
interface Batch extends OriginalText {
  readonly reader: PartReader;
  readonly decoder: Decoder;
  readonly level: Level;
  readonly list: ItemList;
  /** The position in the document of an offset, which is not before the last one that was asked for. */
  readonly position: (offset: number) => TextPosition;
  /** Index of something that belongs to the surroundings, up to the next event; -1 for nothing. */
  from: number;
  repeated: boolean;
}

/**
 * Takes the items of one list out of a document that comes in pieces. It finds where each item ends, and gives the text of the item to the
 * ordinary decoder, with the namespaces in force. Everything else is kept as a document without the items, for the ordinary decoder as well.
 *
 * Give text with `add` whenever `next` returns false, and `end` after the last. Both throw what the reader and the decoder throw, with
 * positions in the document; the window is of no use after that.
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
  #pendingPosition: TextPosition = { line: 1, column: 1, offset: 0 };
  #batch: Batch | undefined;
  /** Index after the end tag of the list's element that follows the batch; -1 if there is none. */
  #closed = -1;
  /** True inside of an element that does not lead to the list. */
  #skips = false;
  #rootSeen = false;

  /** `root` gives the way through the root element. */
  constructor(root: Way['enter'], options: WindowOptions) {
    this.#enter = root;
    this.#options = options;
    this.#maxItemLength = options.limits?.maxItemLength ?? defaultMaxLength;
    this.#maxDepth = options.reader.limits?.maxDepth ?? defaultMaxDepth;
    this.#scanner.maxDepth = this.#maxDepth;
    this.#surroundings = new Surroundings(options.limits?.maxRestLength ?? defaultMaxLength);
  }

  /** The document without the items; complete after `end`. */
  get surroundings(): OriginalText {
    return this.#surroundings;
  }

  /** True between the start and the end of the element whose children are the items. */
  get isInList(): boolean {
    return this.#levels.at(-1)?.way.list !== undefined;
  }

  /** What surrounds the items that came so far, as if the document ended now. */
  get beginning(): string {
    const batch = this.#batch;
    const end = this.#levels.map(({ name }) => `</${name}>`).reverse();
    const kept = batch !== undefined && batch.from >= 0 ? textFrom(batch) : '';
    return this.#surroundings.text + kept + end.join('');
  }

  /** Gives the next text of the document. */
  add(text: string): void {
    for (let from = 0; from < text.length; from += maxPiece) {
      this.#queue.push(text.length <= maxPiece ? text : text.slice(from, from + maxPiece));
    }
  }

  /** Says that nothing more comes. */
  end(): void {
    if (this.#pending !== '') {
      this.#surroundings.add(this.#pending, this.#pendingPosition);
      this.#pending = '';
    }
  }

  /** Moves to the next item. False if more text is needed. */
  next(): boolean {
    for (;;) {
      if (this.#batch !== undefined) {
        if (this.#readItem(this.#batch)) {
          this.count++;
          return true;
        }
        this.#batch = undefined;
      }
      if (this.#closed >= 0) {
        this.#scanner.depth = 0;
        this.#leave(this.#closed);
        this.#closed = -1;
      }
      if (this.#at >= this.#text.length && !this.#takePiece()) {
        return false;
      }
      this.#scan();
    }
  }

  /** Keeps what is not dealt with, and goes on to the next piece. */
  #takePiece(): boolean {
    this.#keepRest();
    const [piece] = this.#queue;
    this.#text = piece ?? '';
    this.#from = 0;
    this.#at = 0;
    if (piece === undefined) {
      return false;
    }
    this.#queue.shift();
    this.#positions.add(piece);
    return true;
  }

  #keepRest(): void {
    if (this.#from >= this.#text.length) {
      return;
    }
    if (this.#pending === '') {
      this.#pendingPosition = this.#positions.at(this.#from);
    }
    this.#pending += this.#text.slice(this.#from);
    if (this.#pending.length > this.#maxItemLength) {
      throw this.#tooLong(this.#pendingPosition);
    }
    this.#from = this.#text.length;
  }

  #tooLong(position: TextPosition): XmlLimitError {
    return new XmlLimitError(`An item is longer than ${this.#maxItemLength} characters`, position);
  }

  #scan(): void {
    try {
      const level = this.#levels.at(-1);
      if (this.#skips) {
        this.#skip();
      } else if (level?.way.list !== undefined) {
        this.#scanItems(level, level.way.list);
      } else {
        this.#scanTag(level);
      }
    } catch (error) {
      throw error instanceof ScanError ? this.#located(error) : error;
    }
  }

  #located({ problem }: ScanError): XmlSyntaxError {
    const position = this.#positions.at(this.#scanner.at);
    if (problem === 'depth') {
      return new XmlLimitError(`Elements are nested deeper than ${this.#maxDepth}`, position);
    }
    const message =
      problem === 'doctype' ? 'A DOCTYPE is not allowed' : 'Only comments and CDATA sections may start with "<!" here';
    return new XmlSyntaxError(message, position);
  }

  /** The rest of an element that does not lead to the list. */
  #skip(): void {
    const result = this.#scanner.scan(this.#text, this.#at, false);
    this.#at = this.#scanner.at;
    this.#skips = result === 'more';
    this.#moveToSurroundings(this.#at);
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
    const result = this.#scanner.scan(this.#text, this.#at, true);
    this.#at = this.#scanner.at;
    if (result === 'more') {
      return;
    }
    this.#scanner.depth = 0;
    if (result === 'end') {
      this.#leave(this.#at);
      return;
    }
    const way = this.#enterChild(level, result === 'start');
    this.#skips = result === 'start' && !way;
    if (this.#skips) {
      this.#scanner.depth = 1;
    }
  }

  /** Decides about the child whose start tag has been found. True if it leads to the list. */
  #enterChild(level: Level | undefined, hasContent: boolean): boolean {
    const isRoot = level === undefined;
    if (isRoot && this.#rootSeen) {
      this.#moveToSurroundings(this.#at);
      return false;
    }
    this.#rootSeen = true;
    const scope = level?.scope ?? new Scope();
    const tag = this.#takeUnit(this.#at, isRoot ? '' : scope.open);
    const reader = new PartReader(tag.text, tag.origins, this.#readerOptions(isRoot ? 0 : scope.depth));
    let way: Way | undefined;
    try {
      for (let depth = isRoot ? 1 : scope.depth + 1; reader.event !== XmlEvent.StartElement || reader.depth < depth; ) {
        reader.next();
      }
      way = hasContent ? (isRoot ? this.#enter(reader) : level.way.enter(reader)) : undefined;
    } catch (error) {
      throw movedError(error, tag.text, tag.origins);
    }
    // The element begins after what may be before its tag.
    const start = tag.text.slice(0, reader.offset).length;
    const before = tag.text.slice(tag.origins[0]?.from ?? 0, start);
    const position = tag.origins[0]?.position ?? this.#pendingPosition;
    this.#surroundings.add(before, position);
    if (way?.item !== undefined) {
      this.#surroundings.begin();
    }
    this.#surroundings.add(tag.text.slice(start), originalPosition(tag.text, tag.origins, start));
    if (way === undefined) {
      return false;
    }
    if (level !== undefined) {
      level.count++;
    }
    const name = reader.prefix === '' ? reader.localName : `${reader.prefix}:${reader.localName}`;
    this.#levels.push({ way, name, scope: scope.inside(reader), count: 0, run: 0 });
    this.#scanner.maxDepth = this.#maxDepth - this.#levels.length;
    return true;
  }

  #readerOptions(wrappers: number): XmlReaderOptions {
    const { reader } = this.#options;
    return { ...reader, limits: { ...reader.limits, maxDepth: this.#maxDepth - this.#levels.length + wrappers } };
  }

  /** What is not dealt with up to an index, as a text with a beginning of its own. */
  #takeUnit(end: number, before: string): OriginalText {
    const hasPending = this.#pending !== '';
    const position = hasPending ? this.#pendingPosition : this.#positions.at(this.#from);
    const text = before + this.#pending + this.#text.slice(this.#from, end);
    this.#pending = '';
    this.#from = end;
    return { text, origins: [{ from: before.length, position }] };
  }

  /** Takes as many items as are complete. */
  #scanItems(level: Level, list: ItemList): void {
    const scanner = this.#scanner;
    let end = -1;
    let from = this.#from - this.#pending.length;
    for (;;) {
      const result = scanner.scan(this.#text, this.#at, false);
      this.#at = scanner.at;
      if (result !== 'element') {
        this.#closed = result === 'end' ? this.#at : -1;
        break;
      }
      if (this.#at - from > this.#maxItemLength) {
        throw this.#tooLong(this.#positions.at(this.#at));
      }
      from = this.#at;
      end = this.#at;
    }
    if (end >= 0) {
      this.#batch = this.#batchOf(level, list, end);
    }
  }

  #batchOf(level: Level, list: ItemList, end: number): Batch {
    const { scope } = level;
    const { text, origins } = this.#takeUnit(end, scope.open);
    const { rewrite } = this.#options;
    const document = text + '</scope>'.repeat(scope.depth);
    const whole = rewrite === undefined ? document : rewrite(document);
    const reader = new PartReader(whole, origins, this.#readerOptions(scope.depth));
    const decoder = decoderFor(reader, list.root, this.#decodeOptions(origins));
    decoder.path.push(...list.path);
    decoder.inherited = list.inherited;
    const origin = origins[0] ?? { from: 0, position: this.#pendingPosition };
    const position = originalPositions(whole, origin);
    const batch: Batch = { text: whole, origins, position, reader, decoder, level, list, from: -1, repeated: false };
    for (let depth = 0; depth < scope.depth; depth++) {
      next(batch);
    }
    return batch;
  }

  /** Options for a part of the document: what they tell has its place in the whole. */
  #decodeOptions(origins: readonly TextOrigin[]): DecodeOptions {
    const { decode } = this.#options;
    const { onUnknown } = decode;
    return onUnknown === undefined ? decode : { ...decode, onUnknown: movedListener(onUnknown, origins) };
  }

  /** Reads the next item of a batch. False at its end. */
  #readItem(batch: Batch): boolean {
    const { reader, list, level } = batch;
    for (;;) {
      const event = next(batch);
      this.#keepSurroundings(batch);
      if (event === XmlEvent.EndElement) {
        return false;
      }
      if (event === XmlEvent.Text) {
        this.#addText(batch);
        continue;
      }
      const field = list.match(reader);
      if (field === undefined) {
        batch.from = reader.offset;
        batch.repeated = false;
        level.run = 0;
        skip(batch);
      } else if (this.#decodeItem(batch, field)) {
        return true;
      }
    }
  }

  /** Adds to the surroundings what ended before the present event. */
  #keepSurroundings(batch: Batch): void {
    const { from, text, reader, repeated } = batch;
    if (from >= 0) {
      this.#surroundings.add(text.slice(from, reader.offset), batch.position(from), repeated);
      batch.from = -1;
    }
  }

  #addText({ reader, position }: Batch): void {
    if (!isWhiteSpace(reader.text)) {
      this.#surroundings.add(escapeText(reader.text), position(reader.offset));
    }
  }

  #decodeItem(batch: Batch, { member, namespace }: ChildPlace): boolean {
    const { decoder, reader, list, level } = batch;
    const { node } = list;
    const start = reader.offset;
    try {
      if (isLeftOut(decoder, member.element)) {
        skipElement(reader);
        return false;
      }
      decoder.path.push(level.count);
      if (decoder.strict && level.count >= node.max) {
        throw decoder.error('content-model', `element "${reader.localName}" does not fit here`);
      }
      if (reader.namespace !== namespace) {
        decoder.watch?.tell('namespace', reader.namespace, reader.localName);
      }
      const value = decodeValue(decoder, member.element);
      decoder.path.pop();
      this.item = node.substitutes === undefined ? value : { $name: member.key, $value: value };
    } catch (error) {
      throw movedError(error, batch.text, batch.origins);
    }
    level.count++;
    level.run++;
    if ((decoder.strict ? level.run : level.count) <= list.kept) {
      batch.from = start;
      batch.repeated = true;
    }
    return true;
  }

  /** The end tag of the innermost element has been found. */
  #leave(end: number): void {
    this.#moveToSurroundings(end);
    const level = this.#levels.pop();
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
    const { text: original, origins } = this.#surroundings.take(outer.scope.open, outer.count <= item.kept);
    const { rewrite } = this.#options;
    const document = original + '</scope>'.repeat(outer.scope.depth);
    const text = rewrite === undefined ? document : rewrite(document);
    const reader = new PartReader(text, origins, this.#readerOptions(outer.scope.depth));
    const decoder = decoderFor(reader, item.root, this.#decodeOptions(origins));
    decoder.path.push(...item.path);
    decoder.inherited = item.inherited;
    try {
      while (reader.event !== XmlEvent.StartElement || reader.depth <= outer.scope.depth) {
        reader.next();
      }
      decodeValue(decoder, item.element);
    } catch (error) {
      throw movedError(error, text, origins);
    }
  }
}

/** The element of a batch that has just ended. */
function textFrom({ text, from, reader }: Batch): string {
  return text.slice(from, text.indexOf('>', reader.offset) + 1);
}

/** The next event of a batch; errors say where they are in the document. */
function next({ reader, text, origins }: Batch): XmlEvent {
  try {
    return reader.next();
  } catch (error) {
    throw movedError(error, text, origins);
  }
}

function skip(batch: Batch): void {
  const { depth } = batch.reader;
  while (next(batch) !== XmlEvent.EndElement || batch.reader.depth !== depth) {}
}

type Listener = (content: UnknownContent) => void;

/** Tells of each thing once, with its place in the document. */
export function movedListener(listener: Listener, origins: readonly TextOrigin[]): Listener {
  return (content) => {
    const { from, position, repeated } = originAt(origins, content.offset);
    if (repeated !== true) {
      listener({ ...content, offset: position.offset + Math.max(0, content.offset - from) });
    }
  };
}
