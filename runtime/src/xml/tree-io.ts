import type { XmlLimitError, XmlSyntaxError } from './errors.js';
import type { XmlReaderOptions } from './reader.js';
import type { XmlElement } from './tree.js';
import { readTree } from './tree-reading.js';
import { writeTree } from './tree-writing.js';
import type { XmlWriterOptions } from './writer.js';
import { XmlReader } from './xml-reader.js';
import { XmlWriter } from './xml-writer.js';

export { readTree, writeTree };

/** The root element of a document. Throws {@link XmlSyntaxError} when it is not well-formed, {@link XmlLimitError} past a limit. */
export function parseTree(text: string, options?: XmlReaderOptions): XmlElement {
  const reader = new XmlReader(text, options);
  reader.next();
  const root = readTree(reader);
  reader.next();
  return root;
}

/** An element as a document, without an XML declaration. Throws as `writeTree` does. */
export function formatTree(element: XmlElement, options?: XmlWriterOptions): string {
  const writer = new XmlWriter(options);
  writeTree(element, writer);
  return writer.toString();
}
