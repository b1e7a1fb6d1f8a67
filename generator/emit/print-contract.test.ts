import { expandContract } from '../contract/json/compact.js';
import type { Contract } from '../contract/model.js';
import { bindPackage } from '../typescript/bind.js';
import { printContract } from './print-contract.js';
import { emitContext, renderPackage } from './render.js';
import { loadTemplates } from './templates.js';

const empty: Contract = { formatVersion: 1, placeholders: [], types: [], elements: [], attributes: [], services: [] };

const withDocumentation = (documentation: string): Contract => ({
  ...empty,
  elements: [
    {
      name: '{urn:a}b',
      documentation,
      type: '{http://www.w3.org/2001/XMLSchema}int',
      nillable: false,
      abstract: true,
      block: [],
      final: [],
      identityConstraints: [],
    },
  ],
});

describe('the contract of a package', () => {
  it('is JSON with equal data', () => {
    const contract = withDocumentation('a "quoted" text');
    expect(expandContract(JSON.parse(printContract(contract)) as Readonly<Record<string, unknown>>)).toEqual(contract);
  });

  it('has short values on one line', () => {
    const lines = printContract({ ...empty, placeholders: ['a', 'b'] }).split('\n');
    expect(lines).toContain(' "placeholders": ["a", "b"],');
  });

  it('has the parts of long values on lines of their own', () => {
    const text = printContract(withDocumentation('x'.repeat(100)));
    expect(text.split('\n')).toContain('   "name": "a:b",');
    expect(text.split('\n')).toContain(' "placeholders": [],');
  });

  it('escapes characters that nobody sees or that reorder a line', () => {
    const text = printContract(withDocumentation('a\u202eb\u200bc'));
    expect(text).toContain('a\\u202eb\\u200bc');
  });

  it('is refused when it is longer than the longest string (output/too-large)', async () => {
    const [bound] = bindPackage(empty, { packageName: 'p' });
    const [templates] = await loadTemplates([]);
    const large: Contract = {
      ...empty,
      get placeholders(): readonly string[] {
        throw new RangeError('Invalid string length');
      },
    };
    const context = { ...emitContext(empty, bound, { documents: new Map() }), contract: large };
    const [, problems] = await renderPackage(context, templates);
    expect(problems.map(({ code }) => code)).toEqual(['output/too-large']);
  });
});
