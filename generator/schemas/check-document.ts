import { elementRoot, type ValidationIssue, validate, type XmlDocument } from '@wsdl-codegen/runtime/documents';
import { nearest } from '@wsdl-codegen/runtime/schema';
import { decodeXmlBytes, XmlReader, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Descriptors } from '../memory/descriptors.js';

/** Every breach of schemas by a document, of which any of their elements may be the root. */
export function checkDocument(
  document: XmlDocument,
  { elements, types, attributes }: Descriptors,
): readonly ValidationIssue[] {
  try {
    const text = typeof document === 'string' ? document : decodeXmlBytes(document, undefined, { fatal: true });
    const reader = new XmlReader(text, { doctype: 'skip' });
    reader.next();
    const name = `{${reader.namespace}}${reader.localName}`;
    const element = elements.get(name);
    if (element === undefined) {
      const { message } = diagnostic('document/unknown-root', { name, nearest: nearest(name, [...elements.keys()]) });
      return [{ path: [], code: 'unknown-root', message, line: 1, column: 1 }];
    }
    return validate(elementRoot(element), text, { declarations: { elements, types, attributes } });
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      const { message, line, column } = error;
      return [{ path: [], code: 'not-well-formed', message, line, column }];
    }
    throw error;
  }
}
