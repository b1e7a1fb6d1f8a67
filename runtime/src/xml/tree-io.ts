import { DocumentWriter, readTree, XmlReader } from './engine.js';
import type { XmlLimitError, XmlSyntaxError } from './errors.js';
import type { XmlReaderOptions } from './reader.js';
import type { XmlElement, XmlNode } from './tree.js';
import { refuseCycle } from './tree-cycle.js';
import type { XmlOutput, XmlWriterOptions } from './writer.js';

export { readTree };

/** The depth at which a tree is searched for elements that contain themselves. Most trees never reach it. */
const suspectDepth = 256;

/**
 * Writes an element with all it holds; its namespaces may be the program's or those on the wire. Throws `XmlWriteError` if it cannot be written, such as when its declarations
 * contradict its names, or when an element contains itself.
 */
export function writeTree(element: XmlElement, output: XmlOutput): void {
  // The nodes that are not written yet, the next one last; undefined for the end of an element.
  const left: (XmlNode | undefined)[] = [element];
  let depth = 0;
  let suspected = false;
  while (left.length > 0) {
    const node = left.pop();
    if (node === undefined) {
      depth--;
      output.endElement();
    } else if (typeof node === 'string') {
      output.text(node);
    } else {
      if (++depth === suspectDepth && !suspected) {
        suspected = true;
        refuseCycle(element);
      }
      startTree(node, output);
      left.push(undefined);
      for (let i = node.children.length - 1; i >= 0; i--) {
        left.push(node.children[i]);
      }
    }
  }
}

function startTree(element: XmlElement, output: XmlOutput): void {
  const { declarations } = element;
  const declared =
    declarations &&
    Object.fromEntries(Object.entries(declarations).map(([prefix, bound]) => [prefix, output.programNamespace(bound)]));
  output.startElement(output.programNamespace(element.namespace), element.name, element.prefix ?? '', declared);
  for (const { namespace, name, value, prefix } of element.attributes) {
    output.attribute(namespace === '' ? '' : output.programNamespace(namespace), name, value, prefix);
  }
}

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
  const writer = new DocumentWriter(options);
  writeTree(element, writer);
  return writer.toString();
}
