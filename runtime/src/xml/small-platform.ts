/** The reader and the writer of XML in browsers and workers. See `platform.ts`. */
export { textOfXml } from './small-bytes.js';
export { escapeAttribute, escapeText, indexOfInvalidCharacter, isNCName } from './small-characters.js';
export { SmallDocumentWriter as DocumentWriter } from './small-document-writer.js';
export { SmallReader as XmlReader } from './small-reader.js';
export { readTree } from './small-tree-reading.js';
export { SmallWriter as XmlWriter } from './small-writer.js';
