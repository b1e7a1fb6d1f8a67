import { Recipe } from './recipe.js';

const recipe = new Recipe('unit-tests');
afterAll(() => {
  recipe.remove();
  expect(recipe.notRun()).toEqual([]);
});

it.each([
  ['Code that calls a service', 3],
  ['Handlers', 5],
  ['Programs that make their own client', 1],
])('the tests under "%s" pass', async (heading, count) => {
  const output = await recipe.run(heading, { nodeOptions: ['--test-reporter=tap'] });
  expect(output).toContain(`# pass ${count}`);
  expect(output).toContain('# fail 0');
});
