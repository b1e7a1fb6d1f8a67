import { XmlEvent, XmlLimitError, XmlReader, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import type { SourceElement } from './document.js';
import { type Parsed, type ParseOptions, type RawAttribute, TreeBuilder } from './tree-builder.js';

/**
 * Reads a document into elements with positions (XML 1.0, Namespaces in XML 1.0). A document that is not well-formed has no
 * root and one diagnostic; a prefix without a declaration causes a diagnostic, and the name gets no namespace.
 *
 * The runtime's strict reader is used as long as there is nothing to report. A document with a DOCTYPE, or with any mistake,
 * is read again by a reader that knows entities and continues where it can; it is loaded only then.
 */
export async function parseDocument(text: string, options: ParseOptions): Promise<Parsed> {
  const root = parseStrictly(text, options);
  if (root) {
    return [root, []];
  }
  const { parseLeniently } = await import('./parse-lenient.js');
  return parseLeniently(text, options);
}

function parseStrictly(text: string, options: ParseOptions): SourceElement | undefined {
  const builder = new TreeBuilder(text, options);
  // The reader does not count a byte order mark.
  const before = text.startsWith('\ufeff') ? 1 : 0;
  try {
    const unlimited = Number.POSITIVE_INFINITY;
    const limits = { maxDepth: options.maxDepth, maxAttributes: unlimited, maxNamespaces: unlimited };
    const reader = new XmlReader(text, { limits });
    for (let event = reader.next(); event !== XmlEvent.EndDocument; event = reader.next()) {
      if (event === XmlEvent.StartElement) {
        const name = reader.prefix === '' ? reader.localName : `${reader.prefix}:${reader.localName}`;
        const offset = before + reader.offset;
        builder.startElement(name, offset, readAttributes(text, offset, name, reader));
      } else if (event === XmlEvent.EndElement) {
        builder.endElement();
      } else {
        builder.characters(reader.text);
      }
    }
  } catch (error) {
    if (error instanceof XmlSyntaxError || error instanceof XmlLimitError) {
      return undefined;
    }
    throw error;
  }
  return builder.diagnostics.length === 0 ? builder.root : undefined;
}

/** An attribute of a start tag up to its opening quote; the tag is known to be well-formed. */
const attributePattern = /[ \t\r\n]+([^ \t\r\n=/>]+)[ \t\r\n]*=[ \t\r\n]*(["'])/y;

/** The attributes of the current start tag, which is at `start`, with the positions of their values. */
function readAttributes(text: string, start: number, name: string, reader: XmlReader): readonly RawAttribute[] {
  const attributes: RawAttribute[] = [];
  attributePattern.lastIndex = start + 1 + name.length;
  let index = 0;
  let declarations: ReadonlyMap<string, string> | undefined;
  for (let match = attributePattern.exec(text); match; match = attributePattern.exec(text)) {
    const name = match[1] as string;
    const offset = attributePattern.lastIndex;
    attributePattern.lastIndex = text.indexOf(match[2] as string, offset) + 1;
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      declarations ??= new Map(reader.declarations());
      attributes.push({ name, value: declarations.get(name.slice('xmlns:'.length)) ?? '', offset });
    } else {
      attributes.push({ name, value: reader.attributeValue(index++), offset });
    }
  }
  return attributes;
}
