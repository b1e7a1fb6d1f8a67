import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { readEntities } from './entities.js';
import { type Parsed, type ParseOptions, type RawAttribute, TreeBuilder } from './tree-builder.js';

/** Reads a document that has a DOCTYPE or something wrong with it, and says what. */
export function parseLeniently(text: string, options: ParseOptions): Parsed {
  const reader = new LenientReader(text, options);
  try {
    reader.run();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return [undefined, reader.diagnostics];
  }
  return [reader.root, reader.diagnostics];
}

/** Ends the reading early; the reason is already among the diagnostics. */
class Stop extends Error {}

const PREDEFINED_ENTITIES = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" };

class LenientReader {
  private readonly text: string;
  private readonly options: ParseOptions;
  private readonly builder: TreeBuilder;
  private readonly parser = new SaxesParser({ xmlns: false, position: true });
  /** Where the document begins in the text: behind white space that should not be there. */
  private readonly start: number;
  private depth = 0;
  private attributes: RawAttribute[] = [];
  private elementOffset = 0;

  constructor(text: string, options: ParseOptions) {
    this.text = text;
    this.options = options;
    this.builder = new TreeBuilder(text, options);
    this.start = /^\s+(?=<\?xml\s)/.exec(text)?.[0].length ?? 0;
  }

  get root() {
    return this.builder.root;
  }

  get diagnostics() {
    return this.builder.diagnostics;
  }

  run(): void {
    const { parser } = this;
    parser.on('error', (error) => this.stop(error));
    parser.on('doctype', (doctype) => this.doctype(doctype));
    parser.on('opentagstart', () => this.startTag());
    parser.on('attribute', (attribute) => this.attribute(attribute));
    parser.on('opentag', (tag) => this.openElement(tag.name));
    parser.on('closetag', () => this.closeElement());
    parser.on('text', (text) => this.builder.characters(text));
    parser.on('cdata', (text) => this.builder.characters(text));
    // The parser's own table inherits from Object.prototype: `&constructor;` must be undefined, as any other name is.
    parser.ENTITIES = Object.assign(Object.create(null), PREDEFINED_ENTITIES);
    if (this.start > 0) this.diagnostics.push(diagnostic('source/leading-space', {}, this.builder.spanAt(0)));
    parser.write(this.start > 0 ? this.text.slice(this.start) : this.text);
    parser.close();
  }

  /** Offset in the text of what the parser reads next. */
  private get offset(): number {
    return this.start + this.parser.position;
  }

  private stop(error: Error): never {
    // The parser prefixes the place, which the span already tells.
    const reason = error.message.replace(/^.*?\d+:\d+: /, '').replace(/\.$/, '');
    const span = this.builder.spanAt(Math.max(0, this.offset - 1));
    this.diagnostics.push(diagnostic('source/not-well-formed', { reason }, span));
    throw new Stop();
  }

  private doctype(doctype: string): void {
    const table = readEntities(doctype);
    const span = this.builder.spanAt(Math.max(0, this.text.indexOf('<!DOCTYPE')), '<!DOCTYPE'.length);
    for (const [name, value] of table.entities) this.parser.ENTITIES[name] = value;
    const external = /^[^["']*\b(SYSTEM|PUBLIC)\b/.test(doctype);
    if (external || table.external.length > 0) this.diagnostics.push(diagnostic('source/external-dtd', {}, span));
    for (const name of table.markup) this.diagnostics.push(diagnostic('source/entity-markup', { name }, span));
    if (!table.tooLarge) return;
    this.diagnostics.push(diagnostic('source/entity-expansion', {}, span));
    throw new Stop();
  }

  private startTag(): void {
    this.elementOffset = this.text.lastIndexOf('<', this.offset - 1);
    const { maxDepth } = this.options;
    if (++this.depth <= maxDepth) return;
    this.diagnostics.push(diagnostic('source/too-deep', { limit: maxDepth }, this.builder.spanAt(this.elementOffset)));
    throw new Stop();
  }

  private attribute({ name, value }: SaxesAttributePlain): void {
    const end = this.offset - 1;
    const quote = this.text[end] ?? '"';
    this.attributes.push({ name, value, offset: this.text.lastIndexOf(quote, end - 1) + 1 });
  }

  private openElement(name: string): void {
    this.builder.startElement(name, this.elementOffset, this.attributes);
    this.attributes = [];
  }

  private closeElement(): void {
    this.depth--;
    this.builder.endElement();
  }
}
