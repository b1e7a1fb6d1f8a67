import { flag, having, number, type OptionKinds, object, requireKind, text } from '../../base/options.js';
import type { DecodeOptions } from '../../schema/context/decoder.js';
import { decodeElement } from '../../schema/decode/decode.js';
import type { ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import { readWith, withBuiltIns } from '../../schema/document/document.js';
import { checkReading, elementKind, readingOptions } from '../../schema/document/option-kinds.js';
import { elementPlan } from '../../schema/plan/plan.js';
import type { XmlReader, XmlReaderOptions } from '../../xml/index.js';
import { checkWindow, ItemWindow, type WindowLimits, type WindowOptions } from '../list/item-window.js';
import { complexOf, type ItemAt, type ListPath, listSteps, withoutItems } from '../list/list-path.js';
import { documentWay } from '../list/way-to-list.js';
import { PartReader, partOptions } from '../text/positions.js';
import { readChunks, type StreamSource } from '../text/source.js';
import type { TextDecodingOptions } from '../text/text-decoding.js';
import { TextPieces } from '../text/text-pieces.js';
import { Deferred, ItemStream, type ItemSupply } from './item-stream.js';

/** Options of `readItems`. */
export interface ReadItemsOptions<Path extends string> extends DecodeOptions, XmlReaderOptions, TextDecodingOptions {
  /**
   * The list whose items are read: the properties on the way to it, joined with dots. `'customers.orders'` are the orders of all customers, in the
   * order of the document. May be left out where there is one list.
   */
  readonly items?: Path | undefined;
  /** Lengths of what is in memory at once. */
  readonly window?: WindowLimits | undefined;
  /** Bytes of the whole source, or characters of a source of text. Default unlimited. */
  readonly maxBytes?: number | undefined;
  /** Ends the reading: the stream rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

const kinds: OptionKinds<ReadItemsOptions<string>> = {
  ...readingOptions,
  charset: text,
  fatal: flag,
  items: text,
  window: object,
  maxBytes: number,
  signal: having('an AbortSignal', 'aborted'),
};

/** The items of a list in a document. */
export class DocumentItems<Item, Whole> extends ItemStream<Item> {
  /** The value of the document without the items; known when the last item has been read. Rejects if the document is not valid, or not read to its end. */
  readonly document: Promise<Whole>;

  /** Made by `readItems`. */
  constructor(supply: ItemSupply, document: Promise<Whole>) {
    super(supply);
    this.document = document;
  }
}

/**
 * Reads a document record by record: the items of a list come one at a time, in memory that does not grow with the document. What surrounds the list
 * is decoded and checked at the end, with the list empty. The text of an item goes to the ordinary decoder, so that values and errors are those of
 * `parseXml`; rules that span items (identity constraints, IDs) are not checked. Throws `TypeError` for a path that names no list. Iterating
 * rejects with `XmlDecodeError` and `XmlSyntaxError`, with places in the whole document, and with the errors of the source: after all items before
 * the place, however the source is cut.
 */
export function readItems<T, Path extends ListPath<T> = ListPath<T>>(
  source: StreamSource,
  element: ElementDescriptor<T>,
  given: ReadItemsOptions<Path> = {},
): DocumentItems<ItemAt<T, Path>, T> {
  requireKind('The element of `readItems`', element, elementKind);
  const options = checkReading('`readItems`', given, kinds as OptionKinds<ReadItemsOptions<Path>>);
  checkWindow(options.window);
  const supply = new DocumentSupply(source, element, options);
  return new DocumentItems(supply, supply.document as Promise<T>);
}

class DocumentSupply implements ItemSupply {
  readonly #element: ElementDescriptor;
  readonly #window: ItemWindow;
  readonly #pieces: TextPieces;
  readonly #options: WindowOptions;
  readonly #steps: readonly string[];
  readonly #document = new Deferred<unknown>();

  constructor(source: StreamSource, element: ElementDescriptor, options: ReadItemsOptions<string>) {
    const plan = elementPlan(element);
    const steps = listSteps({ name: element.name, plan: complexOf(plan) }, options.items);
    if (steps === undefined) {
      throw new TypeError(`${element.name} has no list whose items could be read.`);
    }
    this.#steps = steps;
    this.#element = element;
    this.#options = {
      reader: options,
      decode: withBuiltIns(options),
      limits: options.window,
    };
    this.#window = new ItemWindow(documentWay(element, steps, this.#options.decode), this.#options);
    this.#pieces = new TextPieces(readChunks(source), options);
  }

  get document(): Promise<unknown> {
    return this.#document.promise;
  }

  get item(): unknown {
    return this.#window.item;
  }

  take(): boolean {
    return this.#window.next();
  }

  async more(): Promise<boolean> {
    const text = await this.#pieces.next();
    if (text === undefined) {
      return false;
    }
    this.#window.add(text);
    return true;
  }

  async end(): Promise<void> {
    this.#window.end();
    const { surroundings } = this.#window;
    const { decode, reader } = this.#options;
    const value = readWith(this.#element, new PartReader(surroundings, reader), (cursor: XmlReader) =>
      decodeElement(this.#element, cursor, partOptions(decode, surroundings)),
    );
    this.#document.resolve(withoutItems(value, this.#steps));
  }

  fail(error: unknown): unknown {
    this.#document.reject(error);
    this.#pieces.cancel(error);
    return error;
  }

  cancel(): Promise<void> {
    const reason = new DOMException('The document was not read to its end', 'AbortError');
    this.#document.reject(reason);
    return this.#pieces.cancel(reason);
  }
}
