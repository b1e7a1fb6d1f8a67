import { join } from 'node:path';
import { repository } from '../support/repository.js';
import { thorough } from '../support/thorough.js';
import { testFiles } from './groups.mjs';

/**
 * Runs the tests of a group as one suite: modules are loaded once for all of them, and stay compiled. Each file is a group of tests
 * with its path as its name, and what it does before and after its tests is done for these alone.
 */
export function together(group: string): void {
  for (const path of testFiles(thorough)[group] ?? []) {
    describe(path, () => {
      try {
        jest.requireActual(join(repository, path));
      } catch (error) {
        it('can be loaded', () => {
          throw error;
        });
      }
    });
  }
}
