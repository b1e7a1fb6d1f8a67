import { checkOptions, number, type OptionKinds, strings, text } from '../base/options.js';
import type { DecodeOptions } from '../schema/context/decoder.js';
import type { EncodeOptions } from '../schema/context/encoder.js';
import { unknownProperties } from '../schema/document/option-kinds.js';
import { messagePrefixes } from '../soap/prefixes.js';
import type { XmlReaderOptions } from '../xml/interfaces/reader.js';
import type { XmlWriterOptions } from '../xml/interfaces/writer.js';
import { decodeXmlBytes } from '../xml/text/bytes.js';

/** A document: its text, or its bytes, whose encoding a byte order mark or the XML declaration says. */
export type XmlDocument = string | Uint8Array;

/** How a document is read: as `parseXml` does. */
export interface DocumentParseOptions extends DecodeOptions, XmlReaderOptions {}

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
}

/** The kinds of the options of writing. */
export const formatOptions: OptionKinds<DocumentFormatOptions> = {
  unknownProperties,
  indent: number,
  prefixes: strings,
  namespaces: { expected: 'a Map of namespaces', fits: (value) => value instanceof Map },
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
export function writerOptions(
  owner: string,
  options: DocumentFormatOptions,
  kinds: OptionKinds<DocumentFormatOptions>,
): XmlWriterOptions & Pick<EncodeOptions, 'unknownProperties'> {
  checkOptions(owner, options, kinds);
  const { prefixes, indent, namespaces, unknownProperties: unknown } = options;
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
