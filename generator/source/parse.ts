import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { isPlaceholderAttribute, substitutePlaceholders } from './define.js';
import type { Position, SourceAttribute, SourceElement, SourceNode } from './document.js';
import { readEntities } from './entities.js';

/** What the reading of one document needs to know. */
export interface ParseOptions {
  /** Identity and name for people of the document. */
  readonly uri: string;
  readonly file: string;
  /** Values of placeholders, put in wherever a namespace or an address stands. */
  readonly define?: Readonly<Record<string, string>>;
  /** Deepest nesting of elements. */
  readonly maxDepth: number;
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/** Prefixes that every document has in scope. */
const INITIAL_SCOPE: ReadonlyMap<string, string> = new Map([['xml', XML_NAMESPACE]]);

const PREDEFINED_ENTITIES = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" };

type MutableElement = { -readonly [K in keyof SourceElement]: SourceElement[K] } & {
  attributes: SourceAttribute[];
  children: SourceNode[];
};

/**
 * Reads a document into elements with positions (XML 1.0, Namespaces in XML 1.0). A document that is not well-formed gives
 * no root and one diagnostic; a prefix without declaration gives a diagnostic and the name no namespace.
 */
export function parseDocument(text: string, options: ParseOptions): [SourceElement | undefined, readonly Diagnostic[]] {
  const reader = new DocumentReader(text, options);
  try {
    reader.run();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return [reader.failed ? undefined : reader.root, reader.diagnostics];
}

/** Ends the reading early; the reason is already among the diagnostics. */
class Stop extends Error {}

class DocumentReader {
  readonly diagnostics: Diagnostic[] = [];
  root: SourceElement | undefined;
  failed = false;
  private readonly text: string;
  private readonly options: ParseOptions;
  private readonly parser = new SaxesParser({ xmlns: false, position: true });
  /** Where the document begins in the text: behind white space that should not be there. */
  private readonly start: number;
  private current: MutableElement | undefined;
  private depth = 0;
  private pending: { name: string; value: string; position: Position }[] = [];
  private pendingText = '';
  private elementPosition: Position | undefined;
  // Line of the last position that was asked for; positions are asked for in document order.
  private line = 1;
  private lineStart = 0;
  private nextBreak: number;

  constructor(text: string, options: ParseOptions) {
    this.text = text;
    this.options = options;
    this.start = /^\s+(?=<\?xml\s)/.exec(text)?.[0].length ?? 0;
    this.nextBreak = text.indexOf('\n');
  }

  run(): void {
    const { parser } = this;
    parser.on('error', (error) => this.stop(error));
    parser.on('doctype', (doctype) => this.doctype(doctype));
    parser.on('opentagstart', () => this.startElement());
    parser.on('attribute', (attribute) => this.attribute(attribute));
    parser.on('opentag', (tag) => this.openElement(tag.name));
    parser.on('closetag', () => this.closeElement());
    parser.on('text', (text) => this.characters(text));
    parser.on('cdata', (text) => this.characters(text));
    // The parser's own table inherits from Object.prototype: `&constructor;` must be undefined, as any other name is.
    parser.ENTITIES = Object.assign(Object.create(null), PREDEFINED_ENTITIES);
    if (this.start > 0) this.diagnostics.push(diagnostic('source/leading-space', {}, this.spanAt(0)));
    parser.write(this.start > 0 ? this.text.slice(this.start) : this.text);
    parser.close();
  }

  /** Offset in the text of what the parser reads next. */
  private get offset(): number {
    return this.start + this.parser.position;
  }

  private positionAt(offset: number): Position {
    while (this.nextBreak >= 0 && this.nextBreak < offset) {
      this.line++;
      this.lineStart = this.nextBreak + 1;
      this.nextBreak = this.text.indexOf('\n', this.lineStart);
    }
    const column = Math.max(1, offset - this.lineStart + 1);
    return { uri: this.options.uri, file: this.options.file, line: this.line, column };
  }

  private spanAt(offset: number, length = 0) {
    const { file, line, column } = this.positionAt(offset);
    return { file, line, column, length };
  }

  private stop(error: Error): never {
    this.failed = true;
    // The parser prefixes the place, which the span already tells.
    const reason = error.message.replace(/^.*?\d+:\d+: /, '').replace(/\.$/, '');
    const span = this.spanAt(Math.max(0, this.offset - 1));
    this.diagnostics.push(diagnostic('source/not-well-formed', { reason }, span));
    throw new Stop();
  }

  private doctype(doctype: string): void {
    const table = readEntities(doctype);
    const span = this.spanAt(Math.max(0, this.text.indexOf('<!DOCTYPE')), '<!DOCTYPE'.length);
    for (const [name, value] of table.entities) this.parser.ENTITIES[name] = value;
    const external = /^[^["']*\b(SYSTEM|PUBLIC)\b/.test(doctype);
    if (external || table.external.length > 0) this.diagnostics.push(diagnostic('source/external-dtd', {}, span));
    for (const name of table.markup) this.diagnostics.push(diagnostic('source/entity-markup', { name }, span));
    if (table.tooLarge) {
      this.diagnostics.push(diagnostic('source/entity-expansion', {}, span));
      this.failed = true;
      throw new Stop();
    }
  }

  private startElement(): void {
    this.flushText();
    this.elementPosition = this.positionAt(this.text.lastIndexOf('<', this.offset - 1));
    if (++this.depth > this.options.maxDepth) {
      const { line, column, file } = this.elementPosition;
      this.diagnostics.push(
        diagnostic('source/too-deep', { limit: this.options.maxDepth }, { file, line, column, length: 0 }),
      );
      this.failed = true;
      throw new Stop();
    }
  }

  private attribute(attribute: SaxesAttributePlain): void {
    const end = this.offset - 1;
    const quote = this.text[end] ?? '"';
    const begin = this.text.lastIndexOf(quote, end - 1) + 1;
    this.pending.push({ name: attribute.name, value: attribute.value, position: this.positionAt(begin) });
  }

  private openElement(name: string): void {
    const parent = this.current;
    const namespaces = this.scope(parent?.namespaces ?? INITIAL_SCOPE);
    const { prefix, local } = splitName(name);
    const position = this.elementPosition as Position;
    const element: MutableElement = {
      kind: 'element',
      namespace: this.resolve(prefix, namespaces, position, prefix),
      local,
      prefix,
      attributes: [],
      children: [],
      namespaces,
      position,
      parent,
    };
    for (const attribute of this.pending) {
      const name = splitName(attribute.name);
      let value = attribute.value;
      if (this.options.define && isPlaceholderAttribute(name.prefix, name.local)) {
        value = substitutePlaceholders(value, this.options.define);
      }
      const namespace =
        name.prefix === ''
          ? name.local === 'xmlns'
            ? XMLNS_NAMESPACE
            : ''
          : this.resolve(name.prefix, namespaces, attribute.position, name.prefix);
      element.attributes.push({ namespace, ...name, value, position: attribute.position });
    }
    this.pending = [];
    if (parent) parent.children.push(element);
    else this.root = element;
    this.current = element;
  }

  /** Namespaces in scope: the parent's own map when the element declares none. */
  private scope(outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    let scope: Map<string, string> | undefined;
    for (const { name, value } of this.pending) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      scope ??= new Map(outer);
      const namespace = this.options.define ? substitutePlaceholders(value, this.options.define) : value;
      scope.set(name === 'xmlns' ? '' : name.slice('xmlns:'.length), namespace);
    }
    return scope ?? outer;
  }

  private resolve(prefix: string, scope: ReadonlyMap<string, string>, position: Position, name: string): string {
    if (prefix === 'xmlns') return XMLNS_NAMESPACE;
    const namespace = scope.get(prefix);
    if (namespace !== undefined) return namespace;
    if (prefix !== '') {
      const { file, line, column } = position;
      this.diagnostics.push(
        diagnostic('source/undeclared-prefix', { prefix }, { file, line, column, length: name.length }),
      );
    }
    return '';
  }

  private closeElement(): void {
    this.flushText();
    this.depth--;
    this.current = this.current?.parent as MutableElement | undefined;
  }

  private characters(text: string): void {
    this.pendingText += text;
  }

  private flushText(): void {
    if (this.pendingText !== '') this.current?.children.push({ kind: 'text', value: this.pendingText });
    this.pendingText = '';
  }
}

function splitName(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(':');
  return colon < 0 ? { prefix: '', local: name } : { prefix: name.slice(0, colon), local: name.slice(colon + 1) };
}
