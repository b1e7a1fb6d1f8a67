import type { CatalogueEntry } from './catalogue/entry.js';
import { catalogue } from './catalogue/index.js';
import type { Diagnostic } from './diagnostic.js';

/**
 * Turns flaws of documents into warnings: the parts that depend on them are lost, but the user still wants the rest.
 *
 * @param complete True if all inputs could be read. Otherwise a document that could not be read stays an error.
 */
export function flawsAsWarnings(diagnostics: readonly Diagnostic[], complete: boolean): readonly Diagnostic[] {
  return diagnostics.map((found) => {
    const { flaw }: Pick<CatalogueEntry<never>, 'flaw'> = catalogue[found.code];
    return flaw === 'part' || (flaw === 'document' && complete) ? { ...found, severity: 'warning' } : found;
  });
}
