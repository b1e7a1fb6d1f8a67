import { fenceProblems, packagesOfOthers } from './fences.js';
import { pages } from './page-list.js';

it('every TypeScript fence that imports a package of others compiles under the strict options', async () => {
  const accepts = (packages: readonly string[]): boolean => packages.some((name) => packagesOfOthers.has(name));
  expect(await fenceProblems(pages, accepts, 'tests')).toBe('');
}, 60_000);
