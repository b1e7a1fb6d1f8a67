/** One entry of the catalogue: severity and wording. Placeholders of the wording are the fields of `P`. */
export interface CatalogueEntry<P> {
  readonly severity: 'error' | 'warning' | 'info';
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
