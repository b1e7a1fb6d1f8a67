/** XML without a schema: pull reader, writer, lossless trees, decoding of bytes. */

export { type XmlCursor, XmlEvent, type XmlReaderOptions } from './interfaces/reader.js';
export type { XmlAttribute, XmlElement, XmlNode } from './interfaces/tree.js';
export type { XmlOutput, XmlWriterOptions } from './interfaces/writer.js';
export { xmlNamespace, xmlnsNamespace } from './names/namespaces.js';
export { XmlReader } from './read/xml-reader.js';
export { decodeXmlBytes, type XmlBytesOptions } from './text/bytes.js';
export { indexOfInvalidCharacter, isNCName } from './text/characters.js';
export { XmlLimitError, XmlSyntaxError, XmlWriteError } from './text/errors.js';
export { escapeAttribute, escapeText } from './text/escape.js';
export type { XmlLimits } from './text/limits.js';
export { formatTree, parseTree, readTree } from './trees/tree-io.js';
export { writeTree } from './trees/tree-writing.js';
export { XmlWriter } from './write/xml-writer.js';
