import { type ElementDescriptor, nearest, validateXml } from '@wsdl-codegen/runtime/schema';
import { decodeXmlBytes, XmlReader, type XmlReaderOptions, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { type Diagnostic, diagnostic, type Span } from '../diagnostics/diagnostic.js';
import type { Descriptors } from '../memory/descriptors.js';

/** A DOCTYPE is passed over. */
export const documentReading: XmlReaderOptions = { doctype: 'skip' };

/** The namespace of what a document says of its schemas. */
const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** A document, as far as its beginning says what it is. */
export interface OpenedDocument {
  readonly text: string;
  /** Expanded name of the root element. */
  readonly root: string;
  /** Locations of schemas, as the root element names them. */
  readonly locations: readonly string[];
}

/**
 * Reads the beginning of a document; a finding for one that is not well-formed up to there. `file` is its name in findings. Bytes that are not the whole of it may be cut
 * within a character.
 */
export function openDocument(bytes: Uint8Array, file: string, isWhole = true): OpenedDocument | Diagnostic {
  try {
    const text = decodeXmlBytes(bytes, undefined, { fatal: isWhole });
    const reader = new XmlReader(text, documentReading);
    reader.next();
    return { text, root: `{${reader.namespace}}${reader.localName}`, locations: locationsOf(reader) };
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      return invalid(file, {
        path: [],
        code: 'not-well-formed',
        message: error.message,
        line: error.line,
        column: error.column,
      });
    }
    throw error;
  }
}

function locationsOf(reader: XmlReader): readonly string[] {
  const pairs = (reader.attribute(instanceNamespace, 'schemaLocation') ?? '').trim().split(/\s+/);
  const alone = (reader.attribute(instanceNamespace, 'noNamespaceSchemaLocation') ?? '').trim();
  return [...pairs.filter((_, index) => index % 2 === 1), ...(alone === '' ? [] : [alone])];
}

/** The declaration of a document's root, or a finding if there is none. */
export function rootElement(
  { root }: OpenedDocument,
  file: string,
  schemas: Descriptors,
): ElementDescriptor | Diagnostic {
  const near = nearest(root, [...schemas.elements.keys()]);
  return (
    schemas.elements.get(root) ?? diagnostic('document/unknown-root', { name: root, nearest: near }, spanAt(file, 1, 1))
  );
}

/** Everything that is wrong with a document; nothing for a valid one. */
export function checkDocument(opened: OpenedDocument, file: string, schemas: Descriptors): readonly Diagnostic[] {
  const element = rootElement(opened, file, schemas);
  return 'code' in element
    ? [element]
    : validateXml(element, opened.text, { ...documentReading, declarations: schemas }).map((issue) =>
        invalid(file, issue),
      );
}

/** What is wrong at a place of a document. */
interface Issue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** A finding about a place of a document. */
export function invalid(file: string, { path, code, message, line = 1, column = 1 }: Issue): Diagnostic {
  const place = path.length === 0 ? '' : `/${path.join('/')}: `;
  // The place is shown before the message.
  const text = message.replace(/ \(line \d+, column \d+\)$/, '');
  return diagnostic(
    'document/invalid',
    { place, message: text, rule: code },
    spanAt(file, Math.max(line, 1), Math.max(column, 1)),
  );
}

/** A place, as findings have it. */
export function spanAt(file: string, line: number, column: number): Span {
  return { file, line, column, length: 0 };
}
