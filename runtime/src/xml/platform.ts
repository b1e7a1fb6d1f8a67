/**
 * The reader and the writer of XML on Node, where speed counts. Browsers and workers, where size counts, have `small-platform.ts` in its place: package.json
 * chooses one of them as `#xml-platform`. The results are the same. Everything else gets it from `engine.ts`.
 */
export { textOfXml } from './bytes.js';
export { indexOfInvalidCharacter, isNCName } from './characters.js';
export { escapeAttribute, escapeText } from './escape.js';
export { readTree } from './tree-reading.js';
export { XmlReader } from './xml-reader.js';
export { XmlWriter, XmlWriter as DocumentWriter } from './xml-writer.js';
