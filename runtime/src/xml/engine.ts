import * as platform from '#xml-platform';
import type * as large from './platform.js';
import type { XmlReader as LargeReader } from './xml-reader.js';
import type { XmlWriter as LargeWriter } from './xml-writer.js';

/** The reader and the writer of XML where the program runs: see `platform.ts`. */

/** The reader that `XmlCursor` describes. */
const XmlReader: typeof LargeReader = platform.XmlReader;
type XmlReader = LargeReader;

/** The writer that `XmlOutput` describes. */
const XmlWriter: typeof LargeWriter = platform.XmlWriter;
type XmlWriter = LargeWriter;

/** The same with all that documents may have and messages do not: indentation, comments. */
const DocumentWriter: typeof LargeWriter = platform.DocumentWriter;
type DocumentWriter = LargeWriter;

export { DocumentWriter, XmlReader, XmlWriter };

/**
 * Reads the element at whose start the cursor is, and leaves the cursor on its end. The element carries every declaration in
 * scope, so that it means the same anywhere else.
 */
export const readTree: typeof large.readTree = platform.readTree;

/** Is it an NCName (Namespaces in XML 1.0, production 4)? */
export const isNCName: (text: string) => boolean = platform.isNCName;

/**
 * The text of an XML document. The charset of the transport's header wins, then a byte order mark, then the XML declaration, then UTF-8.
 */
export const textOfXml: typeof large.textOfXml = platform.textOfXml;

/** Text as it is written between tags. Throws `XmlWriteError` on characters that XML 1.0 does not allow. */
export const escapeText: typeof large.escapeText = platform.escapeText;

/** An attribute value as it is written between double quotes, so that normalisation restores it. Throws as `escapeText` does. */
export const escapeAttribute: typeof large.escapeAttribute = platform.escapeAttribute;
