import type { ElementTag, ScopeState, TagDeclarations, TaggedElement } from '../names/element-tag.js';
import { DefaultNamespaceError, XmlEncodeError } from '../text/errors.js';

/** Prefixes, indentation and binary content of a document that is written. */
export interface XmlWriterOptions {
  /** Namespace that the program knows to the namespace on the wire, applied at each declaration (placeholders). */
  readonly namespaces?: ReadonlyMap<string, string>;
  /** Preferred prefixes by namespace (program side); `''` makes it the default namespace. Others become `ns1`, `ns2`… */
  readonly prefixes?: ReadonlyMap<string, string>;
  /** Set where a user chose `prefixes`: they count more than those that parts of a document have by themselves, such as `xsi`. */
  readonly chosen?: ChosenPrefixes;
  /**
   * Takes binary content out of the document and gives the URI that stands for it (XOP 1.0); `contentType` is what an attribute
   * `xmime:contentType` of its element says.
   */
  readonly attach?: ((content: Uint8Array, contentType?: string) => string) | undefined;
  /** Spaces of indentation a level; none by default. Only element-only content is indented. */
  readonly indent?: number;
}

/** The effect of a user's choice of prefixes on a document. */
export interface ChosenPrefixes {
  /** The declarations of the root element, in this order. */
  readonly declared: readonly (readonly [prefix: string, namespace: string])[];
  /** All prefixes that were chosen: no other namespace gets one of them as `ns1`. */
  readonly all: ReadonlySet<string>;
  /** The prefixes to try for a namespace that has none in a scope, the best first: `own` is that of the options, `preferred` that of the caller. */
  candidates(
    own: string | undefined,
    preferred: string | undefined,
    scope: { resolve(prefix: string): string | undefined },
  ): readonly (string | undefined)[];
  /** The same without a default namespace. */
  withoutDefault(): ChosenPrefixes;
  /** The scope in which a document begins: tags that are kept for it are not those of documents without the choice. */
  readonly start: ScopeState;
}

/** Content of the open element that is not there yet. */
export type LaterContent = LaterItems | LaterBytes;

/** A list whose items come later. */
export interface LaterItems {
  readonly kind: 'items';
  readonly source: unknown;
  /** Place in the value: `/Orders/order`. */
  readonly path: string;
  /** Writes an item into an output whose open element is the one that the list is in. Throws for an item that does not fit. */
  write(item: unknown, index: number, output: XmlOutput): void;
}

/** Binary content that comes later, as text. */
export interface LaterBytes {
  readonly kind: 'bytes';
  readonly source: unknown;
  /** Place in the value. */
  readonly path: string;
  readonly form: 'base64' | 'hex';
  /** The text to write if there are no octets. */
  readonly whenEmpty: string;
}

/**
 * Writes markup that is ready: names that were checked, text that was escaped. Only for elements that are written again and again; their tags
 * are made once for each set of declarations in scope.
 */
export interface MarkupOutput {
  /** True if binary content may be put outside the document. */
  readonly attaches: boolean;
  /**
   * The tags of an element as the next child. Their declarations count as written. Throws `XmlWriteError` for a name that is
   * none.
   */
  tagOf(element: TaggedElement): ElementTag;
  /** True if an element of this document would have the same declarations in the same scope; they count as written then. */
  declares(declarations: TagDeclarations): boolean;
  /** The same, but what they declare counts only with `countDeclared`. */
  declaresSame(declarations: TagDeclarations): boolean;
  /** Counts so many characters of declarations. Throws `XmlWriteError` where they are out of all proportion. */
  countDeclared(characters: number): void;
  /** Starts an element. `open` is its start tag without the end: what `tag` has, and attributes. */
  begin(tag: ElementTag, open: string): void;
  /**
   * Starts an element with attributes that depend on the declarations in scope alone: those that `write` writes, and `attributes` after them.
   * `known` is what the last call returned, for elements of the same name and the same attributes.
   */
  beginWith<T>(
    element: TaggedElement,
    known: ElementTag | undefined,
    attributes: string,
    write: (output: XmlOutput, about: T) => void,
    about: T,
  ): ElementTag;
  /** Writes whole elements, or escaped text, into the element that is open. */
  markup(text: string): void;
  endElement(): void;
}

/** Writes well-formed XML with namespaces declared where they are first needed. Throws on characters that XML 1.0 has no way to write. */
export interface XmlOutput {
  /** `<?xml version="1.0" encoding="utf-8"?>`. */
  declaration(): void;
  /**
   * `declarations` (prefix to namespace) are put on the element before its own prefix is chosen; what is in scope already is
   * not written again.
   */
  startElement(
    namespace: string,
    name: string,
    preferredPrefix?: string,
    declarations?: Readonly<Record<string, string>>,
  ): void;
  /** Declares a prefix on the element just started (before any child). */
  declare(prefix: string, namespace: string): void;
  attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void;
  text(value: string): void;
  /** Writes binary content by reference, where the document is part of a package; false if it must be written as text. */
  binary?(content: Uint8Array): boolean;
  /** An output that keeps what it gets, with an open element: for parts whose names no descriptor has checked, where this output keeps nothing. */
  readonly trial?: () => XmlOutput;
  /** Takes content that comes later, where a document is written as it is made: a `LaterEngine` of the schema engine. */
  readonly later?: object;
  endElement(): void;
  /**
   * A prefix bound to the namespace in the present scope; declares one on the open start tag if there is none. `''` means no
   * namespace; throws `XmlWriteError` for it if the open element itself is in a default namespace.
   */
  prefixFor(namespace: string): string;
  /** The namespace that the program knows for one on the wire: the same, unless it is translated. */
  programNamespace(namespace: string): string;
  /** Namespace that a prefix is bound to in the present scope. */
  resolvePrefix(prefix: string): string | undefined;
  /** The same document for ready markup; undefined if the output must see each element and text. */
  readonly ready?: MarkupOutput | undefined;
  /** The document so far. */
  toString(): string;
}

/** True for the namespaces of `contentType` (Describing Media Content of Binary Data in XML). */
export function isMediaNamespace(namespace: string): boolean {
  return /^http:\/\/www\.w3\.org\/200(?:5\/05|4\/11)\/xmlmime$/.test(namespace);
}

/**
 * The options to write a document with once more, after `error`: without a default namespace, if a name in no namespace has
 * to be in its scope. Throws every other error, and one that these options would cause again.
 */
export function withoutDefault(options: XmlWriterOptions, error: unknown): XmlWriterOptions {
  const { chosen, prefixes = new Map<string, string>() } = options;
  const others = new Map([...prefixes].filter(([, prefix]) => prefix));
  if (!hindersDefault(error) || others.size === prefixes.size) {
    throw error;
  }
  return { ...options, prefixes: others, ...(chosen && { chosen: chosen.withoutDefault() }) };
}

/** True for an error that a document without a default namespace may not have. */
export function hindersDefault(error: unknown): boolean {
  return (error instanceof XmlEncodeError ? error.cause : error) instanceof DefaultNamespaceError;
}
