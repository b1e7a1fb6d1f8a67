import { expandedName, instanceNamespace } from '../schema/descriptor/resolve.js';
import { XmlEvent, type XmlReaderOptions } from '../xml/interfaces/reader.js';
import { XmlReader } from '../xml/read/xml-reader.js';
import { normaliseLineEnds } from '../xml/text/references.js';

/** What can be kept of a document beside its value. */
export type Kept = 'prefixes' | 'comments' | 'instructions' | 'schemaLocation';

/** A comment or a processing instruction. */
export interface Aside {
  readonly kind: 'comment' | 'instruction';
  /** All of it, with its delimiters. */
  readonly markup: string;
  readonly offset: number;
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

/** What was read: its root, and the comments and instructions that are not kept. */
export interface KeptReading {
  readonly root: KeptElement;
  readonly dropped: Aside[];
}

/** An element that is open. */
interface OpenElement {
  readonly kept: KeptElement;
  hasText: boolean;
}

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
  readonly #dropped: Aside[] = [];
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
        return { root: root!, dropped: this.#dropped };
      }
    }
  }

  /** The comments and instructions between two tags. */
  #asidesIn(start: number, end: number): readonly Aside[] {
    const { source } = this.#reader;
    const asides: Aside[] = [];
    for (let at = source.indexOf('<', start); at >= 0 && at < end; at = source.indexOf('<', at)) {
      const offset = at;
      if (source.startsWith(sectionStart, at)) {
        at = source.indexOf(']]>', at) + 3;
        continue;
      }
      const kind = source.startsWith('<!--', at) ? 'comment' : 'instruction';
      at = kind === 'comment' ? source.indexOf('-->', at) + 3 : source.indexOf('?>', at) + 2;
      const markup = normaliseLineEnds(source.slice(offset, at));
      if (offset === 0 && /^<\?xml[ \t\n?]/.test(markup)) {
        continue;
      }
      const aside: Aside = { kind, markup, offset };
      (this.#kept.has(`${kind}s`) ? asides : this.#dropped).push(aside);
    }
    return asides.length === 0 ? nothing : asides;
  }

  #readText(): void {
    const { text } = this.#reader;
    const open = this.#open.at(-1)!;
    open.hasText ||= /[^ \t\r\n]/.test(text);
    this.#nameIn(text, open.kept);
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
      value: undefined,
      isRead: false,
      document: parent === undefined ? this.#document : undefined,
    };
    this.#readAttributes(element);
    if (parent === undefined) {
      this.#document.prolog = before;
    } else if (parent.kept.children.length === 0) {
      parent.kept.children = [element];
    } else {
      parent.kept.children.push(element);
    }
    this.#open.push({ kept: element, hasText: false });
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

  /** Comments beside a text have no place in its value. */
  #end(asides: readonly Aside[]): void {
    const { kept, hasText } = this.#open.pop()!;
    if (!hasText) {
      kept.end = asides;
      return;
    }
    for (const child of kept.children) {
      this.#dropped.push(...child.before);
      child.before = nothing;
    }
    this.#dropped.push(...asides);
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
