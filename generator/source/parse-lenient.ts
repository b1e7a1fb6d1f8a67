import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { readEntities } from './entities.js';
import { type Parsed, type ParseOptions, type RawAttribute, TreeBuilder } from './tree-builder.js';

/** Reads a document that has a DOCTYPE or mistakes, and reports them. */
export function parseLeniently(text: string, options: ParseOptions): Parsed {
  const reader = new LenientReader(text, options);
  try {
    reader.run();
  } catch (error) {
    if (!(error instanceof Stop)) {
      throw error;
    }
    // Text after the document element does not affect it.
    return [reader.isComplete ? reader.root : undefined, reader.diagnostics];
  }
  return [reader.root, reader.diagnostics];
}

/** Ends the reading early; the reason is already among the diagnostics. */
class Stop extends Error {}

/** Mistakes after which the rest can still be read: only the part concerned is lost. */
const recoverable: readonly RegExp[] = [
  /^undefined entity/,
  /^disallowed character/,
  /^text data outside of root node/,
  /^duplicate attribute/,
];

/** An ampersand that begins no reference. */
const bareAmpersand = /&(?![A-Za-z_:][\w:.-]*;|#\d+;|#x[0-9A-Fa-f]+;)/g;

/** Replaces a bare ampersand while the text is parsed, so that all offsets stay the same. */
const ampersand = '\u{E000}';

const predefinedEntities = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" };

class LenientReader {
  readonly #text: string;
  readonly #options: ParseOptions;
  readonly #builder: TreeBuilder;
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  /** The start of the document in the text: after any white space that should not be there. */
  readonly #start: number;
  #depth = 0;
  readonly #reported = new Set<string>();
  #attributes: RawAttribute[] = [];
  #elementOffset = 0;

  constructor(text: string, options: ParseOptions) {
    this.#text = text;
    this.#options = options;
    this.#builder = new TreeBuilder(text, options);
    this.#start = /^[^<]+(?=<\?xml\s)/.exec(text)?.[0].length ?? 0;
  }

  get root() {
    return this.#builder.root;
  }

  /** True if the document element has ended. */
  get isComplete(): boolean {
    return this.root !== undefined && this.#depth === 0;
  }

  get diagnostics() {
    return this.#builder.diagnostics;
  }

  run(): void {
    const parser = this.#parser;
    parser.on('error', (error) => this.#complain(error));
    parser.on('doctype', (doctype) => this.#doctype(doctype));
    parser.on('opentagstart', () => this.#startTag());
    parser.on('attribute', (attribute) => this.#attribute(attribute));
    parser.on('opentag', (tag) => this.#openElement(tag.name));
    parser.on('closetag', () => this.#closeElement());
    parser.on('text', (text) => this.#builder.characters(this.#restore(text, true)));
    parser.on('cdata', (text) => this.#builder.characters(this.#restore(text, false)));
    // The parser's own table inherits from Object.prototype: `&constructor;` must be undefined, as any other name is.
    parser.ENTITIES = Object.assign(Object.create(null), predefinedEntities);
    if (this.#start > 0) {
      this.diagnostics.push(diagnostic('source/leading-space', {}, this.#builder.spanAt(0)));
    }
    const text = this.#start > 0 ? this.#text.slice(this.#start) : this.#text;
    parser.write(text.replace(bareAmpersand, ampersand));
    parser.close();
  }

  /** Restores the ampersands; those outside of CDATA are reported. */
  #restore(text: string, isWrong: boolean): string {
    if (!text.includes(ampersand)) {
      return text;
    }
    if (isWrong) {
      this.#report('an ampersand is not written as "&amp;"');
    }
    return text.replaceAll(ampersand, '&');
  }

  /** Offset in the text of the parser's next character. */
  get #offset(): number {
    return this.#start + this.#parser.position;
  }

  /** Reports the parser's errors, and ends the reading if it makes no sense to continue. */
  #complain(error: Error): void {
    // The parser prefixes the position, which the span already contains.
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    this.#report(reason);
    if (!recoverable.some((breach) => breach.test(reason))) {
      throw new Stop();
    }
  }

  /** Each kind of breach once. */
  #report(reason: string): void {
    if (this.#reported.has(reason)) {
      return;
    }
    this.#reported.add(reason);
    const span = this.#builder.spanAt(Math.max(0, this.#offset - 1));
    this.diagnostics.push(diagnostic('source/not-well-formed', { reason }, span));
  }

  #doctype(doctype: string): void {
    const table = readEntities(doctype);
    const span = this.#builder.spanAt(Math.max(0, this.#text.indexOf('<!DOCTYPE')), '<!DOCTYPE'.length);
    for (const [name, value] of table.entities) {
      this.#parser.ENTITIES[name] = value;
    }
    const external = /^[^["']*\b(SYSTEM|PUBLIC)\b/.test(doctype);
    if (external || table.external.length > 0) {
      this.diagnostics.push(diagnostic('source/external-dtd', {}, span));
    }
    for (const name of table.markup) {
      this.diagnostics.push(diagnostic('source/entity-markup', { name }, span));
    }
    if (!table.tooLarge) {
      return;
    }
    this.diagnostics.push(diagnostic('source/entity-expansion', {}, span));
    throw new Stop();
  }

  #startTag(): void {
    if (this.isComplete) {
      this.#report('documents may contain only one root');
      throw new Stop();
    }
    this.#elementOffset = this.#text.lastIndexOf('<', this.#offset - 1);
    const { maxDepth } = this.#options;
    if (++this.#depth <= maxDepth) {
      return;
    }
    this.diagnostics.push(
      diagnostic('source/too-deep', { limit: maxDepth }, this.#builder.spanAt(this.#elementOffset)),
    );
    throw new Stop();
  }

  #attribute({ name, value }: SaxesAttributePlain): void {
    const end = this.#offset - 1;
    const quote = this.#text[end] ?? '"';
    this.#attributes.push({
      name,
      value: this.#restore(value, true),
      offset: this.#text.lastIndexOf(quote, end - 1) + 1,
    });
  }

  #openElement(name: string): void {
    this.#builder.startElement(name, this.#elementOffset, this.#attributes);
    this.#attributes = [];
  }

  #closeElement(): void {
    this.#depth--;
    this.#builder.endElement();
  }
}
