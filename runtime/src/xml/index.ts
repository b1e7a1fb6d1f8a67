/** XML without a schema: pull reader, writer, lossless trees, decoding of bytes. */
export { decodeXmlBytes, type XmlBytesOptions } from './bytes.js';
export { indexOfInvalidCharacter, isNCName } from './characters.js';
export { XmlLimitError, XmlSyntaxError, XmlWriteError } from './errors.js';
export { escapeAttribute, escapeText } from './escape.js';
export { xmlNamespace, xmlnsNamespace } from './namespaces.js';
export { type XmlCursor, XmlEvent, type XmlLimits, type XmlReaderOptions } from './reader.js';
export type { XmlAttribute, XmlElement, XmlNode } from './tree.js';
export { formatTree, parseTree, readTree, writeTree } from './tree-io.js';
export type { XmlOutput, XmlWriterOptions } from './writer.js';
export { XmlReader } from './xml-reader.js';
export { XmlWriter } from './xml-writer.js';
