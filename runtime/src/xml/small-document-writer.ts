import { SmallWriter } from './small-writer.js';
import { isMediaNamespace, type XmlWriterOptions } from './writer.js';

/** An open element. */
interface Frame {
  hasText: boolean;
  hasChildren: boolean;
}

/** The beginning of a line between two places of the text. */
interface LineBreak {
  readonly start: number;
  readonly end: number;
  /** The element that it is in. */
  readonly frame: Frame | undefined;
}

/** The small writer with what most messages do without: indentation, comments, binary content outside the document, prefixes that the root element declares. */
export class SmallDocumentWriter extends SmallWriter {
  readonly #options: XmlWriterOptions;
  readonly #indent: number;
  readonly #frames: Frame[] = [];
  readonly #breaks: LineBreak[] = [];
  /** Media type that the element which was opened last says of its content. */
  #contentType: string | undefined;

  constructor(options: XmlWriterOptions = {}) {
    super(options);
    this.#options = options;
    this.#indent = options.indent ?? 0;
  }

  override declaration(): void {
    super.declaration();
    this.#breakLine(undefined, 0);
  }

  override startElement(
    namespace: string,
    name: string,
    preferredPrefix?: string,
    declarations?: Readonly<Record<string, string>>,
  ): void {
    this.#beginChild();
    this.#contentType = undefined;
    const chosen = this.#frames.length === 0 ? this.#options.chosen?.declared : undefined;
    const all =
      chosen === undefined ? declarations : { ...declarations, ...Object.fromEntries(chosen), ...declarations };
    super.startElement(namespace, name, preferredPrefix, all);
    this.#frames.push({ hasText: false, hasChildren: false });
  }

  override declare(prefix: string, namespace: string): void {
    if (this.#options.chosen === undefined) {
      super.declare(prefix, namespace);
    } else {
      super.prefixFor(namespace, prefix, false);
    }
  }

  override attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    super.attribute(namespace, name, value, preferredPrefix);
    if (name === 'contentType' && isMediaNamespace(namespace)) {
      this.#contentType = value;
    }
  }

  /** Writes binary content by reference if the options say how. */
  binary(content: Uint8Array): boolean {
    const { attach } = this.#options;
    const contentType = this.#contentType;
    if (attach !== undefined) {
      this.startElement('http://www.w3.org/2004/08/xop/include', 'Include', 'xop');
      this.attribute('', 'href', attach(content, contentType));
      this.endElement();
    }
    return attach !== undefined;
  }

  /** Writes a comment into the element that is open. `text` may hold no `--`, and nothing that XML cannot hold. */
  comment(text: string): void {
    this.#beginChild();
    this.markup(`<!--${text}-->`);
  }

  override text(value: string): void {
    super.text(value);
    const frame = this.#frames.at(-1);
    if (frame !== undefined && value !== '') {
      frame.hasText = true;
    }
  }

  override endElement(): void {
    const frame = this.#frames.pop();
    if (frame?.hasChildren && !frame.hasText) {
      this.#breakLine(frame, this.#frames.length);
    }
    super.endElement();
  }

  /** The document so far. In mixed content, white space between the children would be content, too. */
  override toString(): string {
    const whole = super.toString();
    let text = '';
    let at = 0;
    for (const { start, end, frame } of this.#breaks) {
      if (frame?.hasText) {
        text += whole.slice(at, start);
        at = end;
      }
    }
    return text + whole.slice(at);
  }

  #beginChild(): void {
    const parent = this.#frames.at(-1);
    if (parent !== undefined) {
      parent.hasChildren = true;
      if (!parent.hasText) {
        this.#breakLine(parent, this.#frames.length);
      }
    }
  }

  #breakLine(frame: Frame | undefined, level: number): void {
    if (this.#indent > 0) {
      const line = `\n${' '.repeat(this.#indent * level)}`;
      this.markup(line);
      const end = super.toString().length;
      this.#breaks.push({ start: end - line.length, end, frame });
    }
  }
}
