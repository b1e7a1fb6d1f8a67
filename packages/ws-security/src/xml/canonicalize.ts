/** Canonical XML 1.0 and 1.1, and Exclusive XML Canonicalization 1.0, of documents and of elements in them. */
import { SignatureError } from '../signature-error.js';
import {
  type PlacedAttribute,
  type PlacedDocument,
  type PlacedElement,
  type PlacedNode,
  scopeAround,
} from './document.js';

/** The canonical forms, by the names that this package has for them. */
export const canonicalForms = {
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  inclusive: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'inclusive-1.1': 'http://www.w3.org/2006/12/xml-c14n11',
} as const;

/** A canonical form: `exclusive` does not depend on what is around an element. */
export type CanonicalForm = keyof typeof canonicalForms;

/** How a canonical form is written. */
export interface CanonicalOptions {
  /** Default `exclusive`. */
  readonly form?: CanonicalForm;
  /** Comments stay. Default false. */
  readonly comments?: boolean;
  /** Prefixes that the exclusive form writes as the inclusive one does (`InclusiveNamespaces`); `#default` is the default namespace. */
  readonly inclusivePrefixes?: readonly string[];
}

/** The canonical text of an element, as part of its document. `without` and what is in it are left out. */
export function canonicalElement(
  element: PlacedElement,
  options: CanonicalOptions = {},
  without?: PlacedElement,
): string {
  return new CanonicalWriter(options, without).element(element);
}

/** The canonical text of a document. `without` and what is in it are left out. */
export function canonicalDocument(
  { before, root, after }: PlacedDocument,
  options: CanonicalOptions = {},
  without?: PlacedElement,
): string {
  const outside = (nodes: readonly PlacedNode[]): readonly string[] =>
    nodes.filter(({ kind }) => kind !== 'comment' || options.comments === true).map(writtenLeaf);
  return [
    ...outside(before).map((text) => `${text}\n`),
    canonicalElement(root, options, without),
    ...outside(after).map((text) => `\n${text}`),
  ].join('');
}

/** Declarations as they are written on an element. */
type Declared = ReadonlyArray<readonly [prefix: string, namespace: string]>;

/** What was in force before an element began, to be in force again after it. */
type Undo = ReadonlyArray<readonly [prefix: string, namespace: string | undefined]>;

const nothing: readonly never[] = [];

/** An open element, with the index of the child that comes next. */
interface OpenElement {
  readonly element: PlacedElement;
  next: number;
  readonly scope: Undo;
  readonly rendered: Undo;
}

/** Joins the pieces of a text, many at a time: all at once they take more memory than the text. */
class TextPieces {
  readonly #joined: string[] = [];
  #pieces: string[] = [];

  add(piece: string): void {
    if (this.#pieces.push(piece) === piecesAtOnce) {
      this.#joined.push(this.#pieces.join(''));
      this.#pieces = [];
    }
  }

  text(): string {
    return [...this.#joined, ...this.#pieces].join('');
  }
}

const piecesAtOnce = 4096;

/** Writes each node once, and each declaration where it is needed: the time grows with the length of the document. */
class CanonicalWriter {
  readonly #form: CanonicalForm;
  readonly #comments: boolean;
  readonly #listed: ReadonlySet<string>;
  readonly #without: PlacedElement | undefined;
  readonly #written: TextPieces = new TextPieces();
  #scope: Map<string, string> = new Map();
  /** The declarations that are written and in force. */
  readonly #rendered: Map<string, string> = new Map();

  constructor(
    { form = 'exclusive', comments = false, inclusivePrefixes = [] }: CanonicalOptions,
    without?: PlacedElement,
  ) {
    this.#form = form;
    this.#comments = comments;
    this.#listed = new Set(inclusivePrefixes.map((prefix) => (prefix === '#default' ? '' : prefix)));
    this.#without = without;
  }

  element(apex: PlacedElement): string {
    this.#scope = scopeAround(apex);
    const open = apex === this.#without ? [] : [this.#start(apex, true)];
    // A loop and not a recursion: depth is a matter of the reader.
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const child = top.element.children[top.next++];
      if (child === undefined) {
        this.#end(top);
        open.pop();
      } else if (child.kind !== 'element') {
        this.#leaf(child);
      } else if (child !== this.#without) {
        open.push(this.#start(child, false));
      }
    }
    return this.#written.text();
  }

  #leaf(node: Exclude<PlacedNode, PlacedElement>): void {
    if (node.kind !== 'comment' || this.#comments) {
      this.#written.add(writtenLeaf(node));
    }
  }

  #start(element: PlacedElement, isApex: boolean): OpenElement {
    if (!isApex && this.#isPlain(element)) {
      this.#startTag(element, nothing, element.attributes);
      return { element, next: 0, scope: nothing, rendered: nothing };
    }
    const scope = assign(this.#scope, element.declarations);
    const declared = [...this.#candidates(element, isApex)]
      .map((prefix) => [prefix, this.#scope.get(prefix) ?? ''] as const)
      .filter(([prefix, namespace]) => (this.#rendered.get(prefix) ?? '') !== namespace)
      .sort(([a], [b]) => compareCodePoints(a, b));
    const rendered = assign(this.#rendered, declared);
    const inherited = isApex && this.#form !== 'exclusive' ? this.#inherited(element) : [];
    this.#startTag(
      element,
      declared,
      inherited.length === 0 ? element.attributes : [...element.attributes, ...inherited],
    );
    return { element, next: 0, scope, rendered };
  }

  #startTag(element: PlacedElement, declared: Declared, attributes: readonly PlacedAttribute[]): void {
    const written = this.#written;
    const name = qualified(element);
    if (declared.length === 0 && attributes.length === 0) {
      written.add(`<${name}>`);
      return;
    }
    written.add(`<${name}`);
    for (const [prefix, uri] of declared) {
      written.add(` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${attributeText(uri)}"`);
    }
    for (const attribute of attributes.length === 1 ? attributes : [...attributes].sort(compareAttributes)) {
      written.add(` ${qualified(attribute)}="${attributeText(attribute.value)}"`);
    }
    written.add('>');
  }

  /** True for the most frequent element: it declares nothing, and the namespaces of its names are written and in force. */
  #isPlain({ attributes, declarations, prefix }: PlacedElement): boolean {
    return (
      declarations.length === 0 &&
      this.#isInForce(prefix) &&
      attributes.every((attribute) => attribute.prefix === '' || this.#isInForce(attribute.prefix))
    );
  }

  #isInForce(prefix: string): boolean {
    return prefix === 'xml' || (this.#rendered.get(prefix) ?? '') === (this.#scope.get(prefix) ?? '');
  }

  #end({ element, scope, rendered }: OpenElement): void {
    this.#written.add(`</${qualified(element)}>`);
    restore(this.#scope, scope);
    restore(this.#rendered, rendered);
  }

  /** The prefixes whose declarations may have to be written on an element. */
  #candidates({ prefix, attributes, declarations }: PlacedElement, isApex: boolean): ReadonlySet<string> {
    const own = declarations.map(([declared]) => declared);
    if (this.#form !== 'exclusive') {
      return new Set(isApex ? this.#scope.keys() : own);
    }
    const used = attributes.map((attribute) => attribute.prefix).filter((used) => used !== '' && used !== 'xml');
    const listed = isApex ? this.#listed : own.filter((declared) => this.#listed.has(declared));
    return new Set([...(prefix === 'xml' ? [] : [prefix]), ...used, ...listed]);
  }

  /** The attributes of the prefix `xml` that an element has from those around it. */
  #inherited(element: PlacedElement): readonly PlacedAttribute[] {
    const has = new Set(element.attributes.filter(isOfXml).map(({ name }) => name));
    const found: PlacedAttribute[] = [];
    for (let above = element.parent; above !== undefined; above = above.parent) {
      for (const attribute of above.attributes.filter(isOfXml)) {
        if (!has.has(attribute.name) && this.#isInherited(attribute.name)) {
          has.add(attribute.name);
          found.push(attribute);
        }
      }
    }
    return found;
  }

  #isInherited(name: string): boolean {
    if (this.#form === 'inclusive') {
      return true;
    }
    if (name === 'base') {
      throw new SignatureError(
        'algorithm',
        'Canonical XML 1.1 of an element inside of one with "xml:base" is not supported. Use the exclusive form.',
      );
    }
    return name === 'lang' || name === 'space';
  }
}

const compareAttributes = (a: PlacedAttribute, b: PlacedAttribute): number =>
  compareCodePoints(a.namespace, b.namespace) || compareCodePoints(a.name, b.name);

const isOfXml = ({ prefix }: PlacedAttribute): boolean => prefix === 'xml';

/** The name of an element or attribute as it is written. */
export const qualified = ({ prefix, name }: { readonly prefix: string; readonly name: string }): string =>
  prefix === '' ? name : `${prefix}:${name}`;

function assign(map: Map<string, string>, entries: ReadonlyArray<readonly [string, string]>): Undo {
  const undo = entries.map(([key]) => [key, map.get(key)] as const);
  for (const [key, value] of entries) {
    map.set(key, value);
  }
  return undo;
}

function restore(map: Map<string, string>, undo: Undo): void {
  for (const [key, value] of undo) {
    if (value === undefined) {
      map.delete(key);
    } else {
      map.set(key, value);
    }
  }
}

function writtenLeaf(node: PlacedNode): string {
  switch (node.kind) {
    case 'element':
      return '';
    case 'text':
      return elementText(node.text);
    case 'comment':
      return `<!--${node.text}-->`;
    case 'instruction':
      return `<?${node.text}?>`;
  }
}

const textMarks: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#xD;'],
]);
const attributeMarks: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['"', '&quot;'],
  ['\t', '&#x9;'],
  ['\n', '&#xA;'],
  ['\r', '&#xD;'],
]);

/** Text as canonical forms write it. */
export const elementText = (text: string): string =>
  /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (mark) => textMarks.get(mark) ?? mark) : text;
/** The value of an attribute as canonical forms write it. */
export const attributeText = (text: string): string =>
  /[&<"\t\n\r]/.test(text) ? text.replace(/[&<"\t\n\r]/g, (mark) => attributeMarks.get(mark) ?? mark) : text;

/** The order of canonical forms, which is that of code points: characters of two code units come after all others. */
function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left !== right) {
      const isPair = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
      return isPair(left) === isPair(right) ? left - right : isPair(left) ? 1 : -1;
    }
  }
  return a.length - b.length;
}
