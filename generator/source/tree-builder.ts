import { type Diagnostic, diagnostic, type Span } from '../diagnostics/diagnostic.js';
import { correctedNamespace } from './corrected-namespaces.js';
import type { Position, SourceAttribute, SourceElement, SourceNode, SourceText } from './document.js';
import { xsdNamespace } from './names.js';
import { isPlaceholderAttribute, substitutePlaceholders } from './placeholder-values.js';
import { splitQName, type WrittenName } from './qualified-names.js';
import { wsdlNamespace } from './references.js';

/** The context of reading one document. */
export interface ParseOptions {
  /** Identity and display name of the document. */
  readonly uri: string;
  readonly file: string;
  /** Values of placeholders, which are inserted in namespaces and addresses. */
  readonly define?: Readonly<Record<string, string>>;
  /** Deepest nesting of elements. */
  readonly maxDepth: number;
}

/** The document element, none if the document cannot be read, and the diagnostics on the way. */
export type Parsed = readonly [SourceElement | undefined, readonly Diagnostic[]];

/** An attribute of a start tag as it is written, including namespace declarations; `offset` is that of its value. */
export interface RawAttribute {
  readonly name: string;
  readonly value: string;
  readonly offset: number;
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** Prefixes that every document has in scope. */
const initialScope: ReadonlyMap<string, string> = new Map([['xml', xmlNamespace]]);

const noAttributes: readonly SourceAttribute[] = [];
const noNodes: readonly SourceNode[] = [];

/** Longest text between elements that is examined as an indentation. */
const maxIndentation = 100;

type MutableElement = { -readonly [K in keyof SourceElement]: SourceElement[K] };

/**
 * Builds the elements of a document from the events of a reader, in document order: resolves names, replaces placeholders,
 * finds lines and columns.
 *
 * Trees take most of the memory of a run, so equal parts in thousands of places are one object, and arrays have just the room
 * that they need (one that grows by `push` has room for seventeen).
 */
export class TreeBuilder {
  readonly diagnostics: Diagnostic[] = [];
  root: SourceElement | undefined;
  readonly #text: string;
  readonly #options: ParseOptions;
  #current: MutableElement | undefined;
  /** Children of the elements that are open, outermost first. */
  readonly #open: SourceNode[][] = [];
  readonly #names = new Map<string, WrittenName>();
  readonly #blanks = new Map<string, SourceText>();
  #pendingText = '';
  readonly #corrected = new Set<string>();
  // Line of the last position that was requested; positions are requested in document order.
  #line = 1;
  #lineStart = 0;
  #nextBreak: number;

  constructor(text: string, options: ParseOptions) {
    this.#text = text;
    this.#options = options;
    this.#nextBreak = text.indexOf('\n');
  }

  /** Line and column of an offset, which must not lie before the last one. */
  positionAt(offset: number): Position {
    while (this.#nextBreak >= 0 && this.#nextBreak < offset) {
      this.#line++;
      this.#lineStart = this.#nextBreak + 1;
      this.#nextBreak = this.#text.indexOf('\n', this.#lineStart);
    }
    const column = Math.max(1, offset - this.#lineStart + 1);
    return { uri: this.#options.uri, file: this.#options.file, line: this.#line, column };
  }

  /** The same for a diagnostic. */
  spanAt(offset: number, length = 0): Span {
    const { file, line, column } = this.positionAt(offset);
    return { file, line, column, length };
  }

  /** An element begins at `offset`, the position of its `<`. */
  startElement(name: string, offset: number, attributes: readonly RawAttribute[]): void {
    this.#flushText();
    const parent = this.#current;
    const { prefix, local } = this.#splitName(name);
    const declared = this.#scope(parent?.namespaces ?? initialScope, attributes);
    const position = this.positionAt(offset);
    const namespaces = isMeantAsSchema(parent, declared.get(prefix))
      ? this.#asSchema(declared, name, position)
      : declared;
    const element: MutableElement = {
      kind: 'element',
      namespace: this.#resolve(prefix, namespaces, position),
      local,
      prefix,
      attributes: this.#attributes(attributes, namespaces),
      children: noNodes,
      namespaces,
      position,
      parent,
    };
    if (parent) {
      this.#open.at(-1)?.push(element);
    } else {
      this.root = element;
    }
    this.#current = element;
    this.#open.push([]);
  }

  #attributes(all: readonly RawAttribute[], namespaces: ReadonlyMap<string, string>): readonly SourceAttribute[] {
    const own = all.some(({ name }) => isDeclaration(name)) ? all.filter(({ name }) => !isDeclaration(name)) : all;
    return own.length === 0 ? noAttributes : own.map((attribute) => this.#attribute(attribute, namespaces));
  }

  #attribute({ name, value, offset }: RawAttribute, namespaces: ReadonlyMap<string, string>): SourceAttribute {
    const { prefix, local } = this.#splitName(name);
    const position = this.positionAt(offset);
    const { define } = this.#options;
    return {
      namespace: prefix === '' ? '' : this.#resolve(prefix, namespaces, position),
      local,
      prefix,
      value: define && isPlaceholderAttribute(local) ? substitutePlaceholders(value, define) : value,
      position,
    };
  }

  /** Namespaces in scope: the parent's own map if the element declares none. */
  #scope(outer: ReadonlyMap<string, string>, attributes: readonly RawAttribute[]): ReadonlyMap<string, string> {
    let scope: Map<string, string> | undefined;
    for (const { name, value, offset } of attributes) {
      if (!isDeclaration(name)) {
        continue;
      }
      scope ??= new Map(outer);
      const { define } = this.#options;
      const declared = define ? substitutePlaceholders(value, define) : value;
      const namespace = correctedNamespace(declared);
      if (namespace !== declared) {
        this.#reportCorrection(declared, namespace, offset);
      }
      scope.set(name === 'xmlns' ? '' : name.slice('xmlns:'.length), namespace);
    }
    return scope ?? outer;
  }

  /** The scope of an element that is meant to be of XML Schema, though its prefix says WSDL. */
  #asSchema(scope: ReadonlyMap<string, string>, name: string, position: Position): ReadonlyMap<string, string> {
    const { prefix, local } = this.#splitName(name);
    if (!this.#corrected.has(wsdlNamespace)) {
      this.#corrected.add(wsdlNamespace);
      const { file, line, column } = position;
      const span = { file, line, column, length: name.length + 1 };
      this.diagnostics.push(diagnostic('source/schema-element-of-wsdl', { name: local }, span));
    }
    return new Map(scope).set(prefix, xsdNamespace);
  }

  /** Each correction once, where it is made first. */
  #reportCorrection(declared: string, namespace: string, offset: number): void {
    if (this.#corrected.has(declared)) {
      return;
    }
    this.#corrected.add(declared);
    const span = this.spanAt(offset, declared.length);
    this.diagnostics.push(diagnostic('source/corrected-namespace', { declared, namespace }, span));
  }

  #resolve(prefix: string, scope: ReadonlyMap<string, string>, position: Position): string {
    const namespace = scope.get(prefix);
    if (namespace !== undefined) {
      return namespace;
    }
    if (prefix !== '') {
      const { file, line, column } = position;
      const span = { file, line, column, length: prefix.length };
      this.diagnostics.push(diagnostic('source/undeclared-prefix', { prefix }, span));
    }
    return '';
  }

  /** The element that began last ends. */
  endElement(): void {
    this.#flushText();
    const children = this.#open.pop();
    if (this.#current && children && children.length > 0) {
      this.#current.children = children.slice();
    }
    this.#current = this.#current?.parent as MutableElement | undefined;
  }

  /** Character data; several pieces in a row are one text. */
  characters(text: string): void {
    this.#pendingText += text;
  }

  #flushText(): void {
    if (this.#pendingText !== '') {
      this.#open.at(-1)?.push(this.#textNode(this.#pendingText));
    }
    this.#pendingText = '';
  }

  /** Indentations are one node wherever they occur. */
  #textNode(value: string): SourceText {
    if (value.length > maxIndentation || !/^[ \t\n]+$/.test(value)) {
      return { kind: 'text', value };
    }
    const known = this.#blanks.get(value);
    if (known) {
      return known;
    }
    const node: SourceText = { kind: 'text', value };
    this.#blanks.set(value, node);
    return node;
  }

  #splitName(name: string): WrittenName {
    const known = this.#names.get(name);
    if (known) {
      return known;
    }
    const split = splitQName(name);
    this.#names.set(name, split);
    return split;
  }
}

/** True in a schema, but not in its documentation, for an element in WSDL's namespace: no schema has such an element. */
function isMeantAsSchema(parent: SourceElement | undefined, namespace: string | undefined): boolean {
  return (
    namespace === wsdlNamespace &&
    parent?.namespace === xsdNamespace &&
    parent.local !== 'documentation' &&
    parent.local !== 'appinfo'
  );
}

function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}
