/** Canonical text of documents, for programs that want it by itself. */
import { checkCanonical } from './options.js';
import { type CanonicalOptions, canonicalDocument, canonicalElement } from './xml/canonicalize.js';
import { readDocument } from './xml/document.js';
import { Ids } from './xml/elements.js';

/** The canonical text of a document, or of the element with an id (`Id`, `wsu:Id` or `xml:id`) in its place in the document. */
export function canonicalize(xml: string, options: CanonicalOptions & { readonly id?: string } = {}): string {
  checkCanonical('canonicalize', options);
  const document = readDocument(xml);
  return options.id === undefined
    ? canonicalDocument(document, options)
    : canonicalElement(new Ids(document.root).find(options.id), options);
}
