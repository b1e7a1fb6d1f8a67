import type { CatalogueEntry } from './catalogue/entry.js';
import { catalogue } from './catalogue/index.js';
import { type Diagnostic, diagnostic } from './diagnostic.js';
import { flawsAsWarnings } from './flaws.js';

const severities = (found: readonly Diagnostic[]): readonly string[] => found.map(({ severity }) => severity);

const part = diagnostic('xsd/missing-type', { element: 'element' });
const document = diagnostic('source/bad-location', { location: 'x' });
const bound = diagnostic('source/too-deep', { limit: 1 });

describe('flaws of documents', () => {
  it('are warnings, and bounds stay errors', () => {
    expect(severities(flawsAsWarnings([part, document, bound], true))).toEqual(['warning', 'warning', 'error']);
  });

  it('include documents that could not be read only where all inputs could', () => {
    expect(severities(flawsAsWarnings([part, document], false))).toEqual(['warning', 'error']);
  });

  it('are all errors in documents but these', () => {
    const entries = Object.entries(catalogue) as unknown as [string, CatalogueEntry<never>][];
    const final = entries.filter(
      ([code, { severity, flaw }]) => /^(source|xsd|wsdl|contract)\//.test(code) && severity === 'error' && !flaw,
    );
    expect(final.map(([code]) => code).sort()).toEqual([
      'contract/content-too-large',
      'contract/derivation-too-deep',
      'contract/too-many-alternatives',
      'contract/too-many-attributes',
      'contract/too-many-operations',
      'source/entity-expansion',
      'source/not-allowed',
      'source/not-given',
      'source/too-deep',
      'source/too-large',
      'source/too-many',
      'wsdl/conflicting-inputs',
      'xsd/conflicting-inputs',
    ]);
  });
});
