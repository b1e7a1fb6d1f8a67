/** The loss that an error causes: a part of a document, or a whole document. */
export type Flaw = 'part' | 'document';

/** One entry of the catalogue: severity and wording. Placeholders of the wording are the fields of `P`. */
export interface CatalogueEntry<P> {
  readonly severity: 'error' | 'warning' | 'info';
  /**
   * An error in a WSDL or schema that affects only what depends on it. It counts as a warning unless the user asks for
   * strictness: somebody else wrote the document, and the rest of it is right. `document`: a document could not be read. That
   * is a flaw only if all inputs could be read, because the services of an input must not vanish from the package.
   */
  readonly flaw?: Flaw;
  /** One sentence that says what is wrong. */
  readonly message: (parameters: P) => string;
  /** One sentence that says what to do. */
  readonly help: (parameters: P) => string;
}

/** Makes an entry; `message` fixes the parameters of both texts. */
export function entry<P>(
  severity: CatalogueEntry<P>['severity'],
  message: (parameters: P) => string,
  help: (parameters: P) => string,
): CatalogueEntry<P> {
  return { severity, message, help };
}

/** Makes an entry for a flaw that costs a part of a document. */
export function flaw<P>(message: (parameters: P) => string, help: (parameters: P) => string): CatalogueEntry<P> {
  return { severity: 'error', flaw: 'part', message, help };
}

/** Makes an entry for a flaw that costs a document. */
export function documentFlaw<P>(
  message: (parameters: P) => string,
  help: (parameters: P) => string,
): CatalogueEntry<P> {
  return { severity: 'error', flaw: 'document', message, help };
}
