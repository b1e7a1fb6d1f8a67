import { noDeclarations } from './small-scope.js';
import { type SmallOutput, type SmallScope, smallWriter } from './small-writer.js';
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

/** The small writer with what most messages do without: indentation, comments, binary content outside the document, prefixes that a user chose. */
export class SmallDocumentWriter implements SmallOutput {
  readonly #writer: SmallOutput;
  readonly #options: XmlWriterOptions;
  readonly #indent: number;
  readonly #frames: Frame[] = [];
  readonly #breaks: LineBreak[] = [];
  /** Media type that the element which was opened last says of its content. */
  #contentType: string | undefined;

  constructor(options: XmlWriterOptions = {}) {
    const { chosen } = options;
    const scope = { resolve: (prefix: string) => this.resolvePrefix(prefix) };
    this.#writer =
      chosen === undefined
        ? smallWriter(options)
        : smallWriter(options, (own, preferred) => chosen.candidates(own, preferred, scope), without(chosen.all));
    this.#options = options;
    this.#indent = options.indent ?? 0;
  }

  declaration(): void {
    this.#writer.declaration();
    this.#breakLine(undefined, 0);
  }

  startElement(
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
    this.#writer.startElement(namespace, name, preferredPrefix, all);
    this.#frames.push({ hasText: false, hasChildren: false });
  }

  declare(prefix: string, namespace: string): void {
    if (this.#options.chosen === undefined) {
      this.#writer.declare(prefix, namespace);
    } else {
      this.#writer.prefixFor(namespace, prefix, false);
    }
  }

  attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    this.#writer.attribute(namespace, name, value, preferredPrefix);
    if (name === 'contentType' && isMediaNamespace(namespace)) {
      this.#contentType = value;
    }
  }

  markup(text: string): void {
    this.#writer.markup(text);
  }

  prefixFor(namespace: string): string {
    return this.#writer.prefixFor(namespace);
  }

  resolvePrefix(prefix: string): string | undefined {
    return this.#writer.resolvePrefix(prefix);
  }

  programNamespace(namespace: string): string {
    return this.#writer.programNamespace(namespace);
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

  text(value: string): void {
    this.#writer.text(value);
    const frame = this.#frames.at(-1);
    if (frame !== undefined && value !== '') {
      frame.hasText = true;
    }
  }

  endElement(): void {
    const frame = this.#frames.pop();
    if (frame?.hasChildren && !frame.hasText) {
      this.#breakLine(frame, this.#frames.length);
    }
    this.#writer.endElement();
  }

  /** The document so far. In mixed content, white space between the children would be content, too. */
  toString(): string {
    const whole = this.#writer.toString();
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
      const end = this.#writer.toString().length;
      this.#breaks.push({ start: end - line.length, end, frame });
    }
  }
}

/** A scope in which prefixes have no meaning yet, and which nobody else may make. */
function without(prefixes: ReadonlySet<string>): SmallScope {
  return [...noDeclarations, ...[...prefixes].map((prefix) => [prefix, undefined] as const)];
}
