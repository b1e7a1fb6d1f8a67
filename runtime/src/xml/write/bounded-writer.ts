import type { XmlWriterOptions } from '../interfaces/writer.js';
import { OutputFullError } from '../text/errors.js';
import { XmlWriter } from './xml-writer.js';

/**
 * A writer of a document of bounded length, for values whose text may be out of all proportion to them. Throws
 * `OutputFullError` if there would be more; then `cut` can still complete the document. Declarations of namespaces do not
 * count.
 */
export class BoundedWriter extends XmlWriter {
  readonly #indent: number;
  #left: number;
  #open = 0;

  /** `maxCharacters` of names, attributes and texts, with some for their markup. */
  constructor(maxCharacters: number, options: XmlWriterOptions = {}) {
    super(options);
    this.#indent = options.indent ?? 0;
    this.#left = maxCharacters;
  }

  /** Nothing is written that is not counted. */
  override get ready(): undefined {
    return undefined;
  }

  override startElement(
    namespace: string,
    name: string,
    preferredPrefix?: string,
    declarations?: Readonly<Record<string, string>>,
  ): void {
    this.#take(2 * (name.length + this.#open * this.#indent) + 5);
    super.startElement(namespace, name, preferredPrefix, declarations);
    this.#open++;
  }

  override endElement(): void {
    super.endElement();
    this.#open--;
  }

  override attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    this.#take(name.length + value.length + 4);
    super.attribute(namespace, name, value, preferredPrefix);
  }

  override text(value: string): void {
    if (value.length > this.#left) {
      super.text(value.slice(0, this.#left).replace(/[\ud800-\udbff]$/, ''));
    }
    this.#take(value.length);
    super.text(value);
  }

  override comment(text: string): void {
    this.#take(text.length + 7);
    super.comment(text);
  }

  /** The document, ended where it is full. `remark` says so, in a comment; it may not hold `--`. */
  cut(remark: string): string {
    super.comment(remark);
    while (this.#open > 0) {
      this.endElement();
    }
    return this.toString();
  }

  #take(characters: number): void {
    this.#left = Math.max(-1, this.#left - characters);
    if (this.#left < 0) {
      throw new OutputFullError('The document would be longer than it may be.');
    }
  }
}
