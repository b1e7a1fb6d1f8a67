import {
  anyValue,
  callback,
  either,
  listOf,
  number,
  type OptionKinds,
  object,
  oneOf,
  strings,
  text,
  texts,
} from '../base/options.js';
import type { DecodeOptions } from '../schema/context/decoder.js';
import type { EncodeOptions } from '../schema/context/encoder.js';
import { readingOptions, unknownProperties } from '../schema/document/option-kinds.js';
import { messagePrefixes } from '../soap/prefixes.js';
import type { XmlReaderOptions } from '../xml/interfaces/reader.js';
import type { XmlWriterOptions } from '../xml/interfaces/writer.js';
import { decodeXmlBytes } from '../xml/text/bytes.js';
import type { Kept } from './kept-elements.js';

/** A document: its text, or its bytes, whose encoding a byte order mark or the XML declaration says. */
export type XmlDocument = string | Uint8Array;

/** A comment, a processing instruction or a DOCTYPE that is not kept, and where it begins. */
export interface DroppedMarkup {
  readonly kind: 'comment' | 'instruction' | 'doctype';
  /** What is between its delimiters: of an instruction, its name and its data, of a DOCTYPE, what follows this word. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** Index into the document, in UTF-16 code units; a byte order mark does not count. */
  readonly offset: number;
}

/** A DOCTYPE is passed over, unless options say otherwise. */
export const documentReading: XmlReaderOptions = { doctype: 'skip' };

/** How a document is read: as `parseXml` does, but `doctype` is `'skip'` by default. */
export interface DocumentParseOptions extends DecodeOptions, XmlReaderOptions {
  /**
   * What is kept beside the value, for `format` to write it again: the prefixes of namespaces and where they are declared, comments, processing
   * instructions, the DOCTYPE, the attributes `xsi:schemaLocation` and `xsi:noNamespaceSchemaLocation`. Nothing by default. The value itself is the same. It belongs to the
   * objects in the value: what is taken out takes along what was kept of it, and copies have nothing unless `format` is told `like` what they are. Comments and
   * instructions within a text stay as long as the text is the same. A root that is a simple value has nothing.
   */
  readonly keep?: Kept | readonly Kept[];
  /** Called for each comment and processing instruction, and for a DOCTYPE, that is not kept, in the order of the document. */
  readonly onDropped?: (markup: DroppedMarkup) => void;
}

/** The document type declaration of a document. */
export interface DocumentType {
  /** The name of the root with its prefix, which has to be that of the document. By default it is. */
  readonly name?: string;
  /** Public identifier; needs a system identifier. */
  readonly publicId?: string;
  /** System identifier: the address of a DTD. */
  readonly systemId?: string;
}

/** How a document is written. */
export interface DocumentFormatOptions extends Pick<EncodeOptions, 'unknownProperties'> {
  /** Spaces of indentation a level; none by default. Only element-only content is indented. */
  readonly indent?: number;
  /**
   * Namespaces by prefix, which the root element declares: `{ cac: 'urn:…' }`. The prefix `''` makes a namespace the default one, whose elements
   * have no prefix. Other namespaces get prefixes where they are used.
   */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** Namespaces of the program to those of the document, where the schema has placeholders in theirs. */
  readonly namespaces?: ReadonlyMap<string, string>;
  /** A value that was read with `keep`, of which this one is a changed copy: the document has what was kept of that. */
  readonly like?: unknown;
  /**
   * Addresses of schemas by namespace, which the root element has as `xsi:schemaLocation`; that of the namespace `''` is its `xsi:noNamespaceSchemaLocation`. In the
   * place of those that were kept.
   */
  readonly schemaLocation?: Readonly<Record<string, string>>;
  /** The elements whose texts are written as CDATA sections: names, as `NAME` or `{namespace}NAME`, or a function that says so. */
  readonly cdata?: readonly string[] | ((element: { readonly namespace: string; readonly name: string }) => boolean);
  /** The document type declaration to write, `{}` for one without a DTD; in the place of one that was kept. */
  readonly doctype?: DocumentType;
}

const kept = oneOf('prefixes', 'comments', 'instructions', 'schemaLocation', 'doctype');

/** The kinds of the options of reading. */
export const parseOptions: OptionKinds<DocumentParseOptions> = {
  ...readingOptions,
  keep: either(`${kept.expected}, or an array of them`, kept, listOf(kept)),
  onDropped: callback,
};

/** The kinds of the options of writing. */
export const formatOptions: OptionKinds<DocumentFormatOptions> = {
  unknownProperties,
  indent: number,
  prefixes: strings,
  namespaces: { expected: 'a Map of namespaces', fits: (value) => value instanceof Map },
  like: anyValue,
  schemaLocation: strings,
  cdata: either('an array of names or a function', texts, callback),
  doctype: object,
};

/** The kinds of the options of writing where the root has no name of its own. */
export const namedFormatOptions: OptionKinds<DocumentFormatOptions & { readonly element: string }> = {
  ...formatOptions,
  element: text,
};

/**
 * The text of a document. Throws `XmlSyntaxError` for bytes that are not of their encoding, and where the encoding is unknown, and `TypeError` for what is no
 * document.
 */
export function textOf(document: XmlDocument): string {
  if (typeof document === 'string') {
    return document;
  }
  if (ArrayBuffer.isView(document)) {
    return decodeXmlBytes(document, undefined, { fatal: true });
  }
  throw new TypeError('A document is a string or a Uint8Array.');
}

/** The options of a writer. Throws `TypeError` for prefixes that XML does not allow. */
export function writerOptions({
  prefixes,
  indent,
  namespaces,
  unknownProperties: unknown,
}: DocumentFormatOptions): XmlWriterOptions & Pick<EncodeOptions, 'unknownProperties'> {
  const own = {
    ...(indent !== undefined && { indent }),
    ...(namespaces !== undefined && { namespaces }),
    ...(unknown !== undefined && { unknownProperties: unknown }),
  };
  if (prefixes === undefined) {
    return own;
  }
  const byNamespace = Object.fromEntries(Object.entries(prefixes).map(([prefix, namespace]) => [namespace, prefix]));
  return messagePrefixes(byNamespace, 'envelope', { read: undefined, write: undefined }).writer(own);
}
