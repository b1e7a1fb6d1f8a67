import { expandedName, instanceNamespace } from '../schema/descriptor/resolve.js';
import { XmlEvent, type XmlReaderOptions } from '../xml/interfaces/reader.js';
import { XmlReader } from '../xml/read/xml-reader.js';
import { expandText, normaliseLineEnds } from '../xml/text/references.js';
import { markupEnd } from './markup-end.js';

/** What can be kept of a document beside its value. */
export type Kept = 'prefixes' | 'comments' | 'instructions' | 'schemaLocation' | 'doctype';

/** A comment, a processing instruction or a DOCTYPE. */
export interface Aside {
  readonly kind: 'comment' | 'instruction' | 'doctype';
  /** All of it, with its delimiters. */
  readonly markup: string;
  readonly offset: number;
  /** Index into the text between the tags around it. */
  readonly at: number;
}

/** Comments and instructions within a text, which they divide. */
export interface DividedText {
  readonly text: string;
  readonly asides: readonly Aside[];
}

/** An attribute of the namespace of `xsi`: its name and its text. */
export type Location = readonly [name: string, text: string];

/** An element of a document that was read, as far as its value does not say it. What is not kept is empty or undefined. */
export interface KeptElement {
  readonly namespace: string;
  readonly name: string;
  readonly prefix: string | undefined;
  /** Namespaces by prefix. */
  readonly declarations: Readonly<Record<string, string>> | undefined;
  /** Prefixes of attributes by their expanded names. */
  attributes: Map<string, string> | undefined;
  /** Prefixes with which words of its texts begin: qualified names among them have these. */
  named: Set<string> | undefined;
  locations: readonly Location[];
  /** What is between it and the element before it, or the start of the one around it. */
  before: readonly Aside[];
  children: KeptElement[];
  /** What is after the last child. */
  end: readonly Aside[];
  /** The text after its start tag, and that after its end tag, where they are divided. */
  textInside: DividedText | undefined;
  textAfter: DividedText | undefined;
  /** The value that was read from it. */
  value: unknown;
  /** True if its value is known. */
  isRead: boolean;
  /** Set for the root. */
  readonly document: KeptDocument | undefined;
}

/** What a document has beside its root. */
export interface KeptDocument {
  prolog: readonly Aside[];
  epilog: readonly Aside[];
  /** The first prefix of each namespace that has one. */
  readonly prefixes: Map<string, string>;
}

/** What was read: its root, and all comments and instructions in the order of the document. */
export interface KeptReading {
  readonly root: KeptElement;
  readonly asides: readonly Aside[];
}

/** An element that is open. */
interface OpenElement {
  readonly kept: KeptElement;
  hasText: boolean;
  /** Texts that are divided, and the children before and after them. */
  readonly divided: [text: DividedText, previous: KeptElement | undefined, next: KeptElement | undefined][];
}

/** How each kind of them begins and ends, and what is said to keep it. */
export const asideKinds: Readonly<
  Record<Aside['kind'], { readonly start: string; readonly end: string; readonly kept: Kept }>
> = {
  comment: { start: '<!--', end: '-->', kept: 'comments' },
  instruction: { start: '<?', end: '?>', kept: 'instructions' },
  doctype: { start: '<!DOCTYPE', end: '>', kept: 'doctype' },
};
const kindNames = Object.keys(asideKinds) as readonly Aside['kind'][];

/** Most elements have nothing, and need no memory for it. */
export const nothing: readonly never[] = Object.freeze([]);
const sectionStart = '<![CDATA[';

/** True for an attribute that says where schemas are (Part 1, 2.6.3). */
export function isLocation(namespace: string, name: string): boolean {
  return namespace === instanceNamespace && (name === 'schemaLocation' || name === 'noNamespaceSchemaLocation');
}

/** Reads what is to be kept of a document, which is known to be well-formed. */
export function readKept(text: string, options: XmlReaderOptions, kept: ReadonlySet<Kept>): KeptReading {
  return new KeptReader(new XmlReader(text, options), kept).read();
}

class KeptReader {
  readonly #reader: XmlReader;
  readonly #kept: ReadonlySet<Kept>;
  readonly #open: OpenElement[] = [];
  readonly #asides: Aside[] = [];
  /** The text since the last tag. */
  #text = '';
  readonly #document: KeptDocument = { prolog: nothing, epilog: nothing, prefixes: new Map() };

  constructor(reader: XmlReader, kept: ReadonlySet<Kept>) {
    this.#reader = reader;
    this.#kept = kept;
  }

  read(): KeptReading {
    const reader = this.#reader;
    let root: KeptElement | undefined;
    /** Where the last tag ended. */
    let end = 0;
    for (;;) {
      const event = reader.next();
      if (event === XmlEvent.Text) {
        this.#readText();
        continue;
      }
      const asides = this.#asidesIn(end, event === XmlEvent.EndDocument ? reader.source.length : reader.offset);
      ({ end } = reader);
      if (event === XmlEvent.StartElement) {
        const element = this.#start(asides);
        root ??= element;
      } else if (event === XmlEvent.EndElement) {
        this.#end(asides);
      } else {
        this.#document.epilog = asides;
        return { root: root!, asides: this.#asides };
      }
    }
  }

  /** The comments and instructions between two tags, and the DOCTYPE before the first one, if they are kept. */
  #asidesIn(start: number, end: number): readonly Aside[] {
    const { source } = this.#reader;
    const asides: Aside[] = [];
    let at = 0;
    let next = start;
    for (let offset = source.indexOf('<', start); offset >= 0 && offset < end; offset = source.indexOf('<', next)) {
      at += expandText(source, next, offset).length;
      if (source.startsWith(sectionStart, offset)) {
        next = markupEnd(source, offset);
        at += normaliseLineEnds(source.slice(offset + sectionStart.length, next - 3)).length;
        continue;
      }
      const kind = kindNames.find((each) => source.startsWith(asideKinds[each].start, offset))!;
      next = markupEnd(source, offset);
      const markup = normaliseLineEnds(source.slice(offset, next));
      if (offset === 0 && /^<\?xml[ \t\n?]/.test(markup)) {
        continue;
      }
      const aside: Aside = { kind, markup, offset, at };
      this.#asides.push(aside);
      if (this.#kept.has(asideKinds[kind].kept)) {
        asides.push(aside);
      }
    }
    return asides.length === 0 ? nothing : asides;
  }

  #readText(): void {
    const { text } = this.#reader;
    const open = this.#open.at(-1)!;
    this.#text = text;
    open.hasText ||= /[^ \t\r\n]/.test(text);
    this.#nameIn(text, open.kept);
  }

  /** Notes that a text before a child, or before the end, is divided. */
  #divide({ kept, divided }: OpenElement, asides: readonly Aside[], next?: KeptElement): void {
    if (asides.length > 0 && this.#text !== '') {
      divided.push([{ text: this.#text, asides }, kept.children.at(-1), next]);
    }
    this.#text = '';
  }

  /** Keeps the prefixes in scope with which the words of a text begin. */
  #nameIn(text: string, element: KeptElement): void {
    if (!this.#kept.has('prefixes') || !text.includes(':')) {
      return;
    }
    for (const [, prefix = ''] of text.matchAll(/(?<![^ \t\r\n])([^ \t\r\n:]+):/g)) {
      if (this.#reader.resolvePrefix(prefix) !== undefined) {
        element.named ??= new Set();
        element.named.add(prefix);
      }
    }
  }

  #start(before: readonly Aside[]): KeptElement {
    const { namespace, localName: name, prefix } = this.#reader;
    const parent = this.#open.at(-1);
    const keepsPrefixes = this.#kept.has('prefixes');
    const element: KeptElement = {
      namespace,
      name,
      prefix: keepsPrefixes ? prefix : undefined,
      declarations: keepsPrefixes ? this.#declarations() : undefined,
      attributes: undefined,
      named: undefined,
      locations: nothing,
      before: parent === undefined ? nothing : before,
      children: nothing as never[],
      end: nothing,
      textInside: undefined,
      textAfter: undefined,
      value: undefined,
      isRead: false,
      document: parent === undefined ? this.#document : undefined,
    };
    this.#readAttributes(element);
    if (parent === undefined) {
      this.#document.prolog = before;
    } else {
      this.#divide(parent, before, element);
      addChild(parent.kept, element);
    }
    this.#open.push({ kept: element, hasText: false, divided: [] });
    return element;
  }

  #declarations(): Readonly<Record<string, string>> | undefined {
    const declared = this.#reader.declarations();
    for (const [prefix, namespace] of declared) {
      const { prefixes } = this.#document;
      if (prefix !== '' && !prefixes.has(namespace)) {
        prefixes.set(namespace, prefix);
      }
    }
    return declared.length === 0 ? undefined : Object.fromEntries(declared);
  }

  #readAttributes(element: KeptElement): void {
    const reader = this.#reader;
    for (let i = 0; i < reader.attributeCount; i++) {
      const namespace = reader.attributeNamespace(i);
      const name = reader.attributeName(i);
      const value = reader.attributeValue(i);
      if (namespace !== '' && this.#kept.has('prefixes')) {
        element.attributes ??= new Map();
        element.attributes.set(expandedName(namespace, name), reader.attributePrefix(i));
      }
      if (!isLocation(namespace, name)) {
        this.#nameIn(value, element);
      } else if (this.#kept.has('schemaLocation')) {
        element.locations = [...element.locations, [name, value]];
      }
    }
  }

  /** White space between elements is not in the value: only in an element with text, all of its texts may be divided. */
  #end(asides: readonly Aside[]): void {
    const open = this.#open.pop()!;
    const { kept, hasText, divided } = open;
    this.#divide(open, asides);
    kept.end = asides;
    for (const [text, previous, next] of hasText ? divided : nothing) {
      if (next === undefined) {
        kept.end = nothing;
      } else {
        next.before = nothing;
      }
      if (previous === undefined) {
        kept.textInside = text;
      } else {
        previous.textAfter = text;
      }
    }
  }
}

function addChild(parent: KeptElement, child: KeptElement): void {
  if (parent.children.length === 0) {
    parent.children = [child];
  } else {
    parent.children.push(child);
  }
}

/** The elements from which values were read. */
const keptOfValues = new WeakMap<object, KeptElement>();

/** The element from which a value was read; undefined for one of which nothing is kept. */
export function keptOf(value: unknown): KeptElement | undefined {
  return typeof value === 'object' && value !== null ? keptOfValues.get(value) : undefined;
}

/** Remembers the value that was read from an element. */
export function keepFor(kept: KeptElement, value: unknown): void {
  kept.value = value;
  kept.isRead = true;
  if (typeof value === 'object' && value !== null) {
    keptOfValues.set(value, kept);
  }
}
