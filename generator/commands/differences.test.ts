import { differenceLines } from './differences.js';
import type { FileDifference } from './json-output.js';

const missing = (path: string): FileDifference => ({ kind: 'missing', path });

describe('the lines of differences', () => {
  it('are one for each file of a package that is there', () => {
    expect(differenceLines([missing('out/src/index.ts'), { kind: 'differs', path: 'out/codegen.lock.json' }])).toEqual([
      'missing     out/src/index.ts',
      'differs     out/codegen.lock.json',
    ]);
  });

  it('are one for a package of which nothing is there', () => {
    const differences = [
      missing('out/README.md'),
      missing('out/inner/README.md'),
      missing('out/inner/codegen.lock.json'),
      missing('out/codegen.lock.json'),
      missing('src/services/shop.ts'),
    ];
    expect(differenceLines(differences)).toEqual([
      'missing     out (2 files)',
      'missing     out/inner (2 files)',
      'missing     src/services/shop.ts',
    ]);
  });

  it('are one for each file if the manifest of the package is missing, but others only differ', () => {
    const differences: readonly FileDifference[] = [
      { kind: 'differs', path: 'out/README.md' },
      missing('out/codegen.lock.json'),
    ];
    expect(differenceLines(differences)).toEqual(['differs     out/README.md', 'missing     out/codegen.lock.json']);
  });
});
