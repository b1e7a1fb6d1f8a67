import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyRatchet, parseKnownFailures } from './ratchet.js';

describe('known failures', () => {
  it('are a sorted file with a reason a line', () => {
    const text = readFileSync(join(__dirname, 'known-failures.txt'), 'utf8');
    expect(() => parseKnownFailures(text)).not.toThrow();
    expect(() => parseKnownFailures('valid a.xml')).toThrow('without a reason');
    expect(() => parseKnownFailures('valid b.xml -- x\nvalid a.xml -- x')).toThrow('not sorted');
    expect(() => parseKnownFailures('valid a.xml -- x\nvalid a.xml -- y')).toThrow('named twice');
  });

  it('are the only failures that pass, and must fail and be met', () => {
    const known = parseKnownFailures('valid a.xml -- x\nvalid b.xml -- x\nvalid c.xml -- x');
    const outcomes = new Map([
      ['valid a.xml', false],
      ['valid b.xml', true],
      ['valid d.xml', false],
      ['valid-emitted a.xml', false],
      ['valid-emitted e.xml', false],
    ]);
    expect(applyRatchet(known, outcomes, () => true)).toEqual({
      unknown: ['valid d.xml', 'valid-emitted e.xml'],
      passing: ['valid b.xml'],
      unmet: ['valid c.xml'],
    });
    expect(applyRatchet(known, outcomes, () => false).unmet).toEqual([]);
  });
});
