import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repository, textOf } from '../support/repository.js';
import { recipeNames } from './recipe.js';

/** Every recipe is in the list, and every recipe has a test that runs its programs. */
describe.each(recipeNames())('the recipe %s', (name) => {
  it('is in the list of recipes', () => {
    expect(textOf('docs/recipes/README.md')).toContain(`](${name}.md)`);
  });

  it('has a test that runs it, and expects that no program was forgotten', () => {
    const files = [`tests/recipes/${name}.test.ts`, `tests/recipes/${name}.all.test.ts`];
    const file = files.find((each) => existsSync(join(repository, each)));
    expect(file).toBeDefined();
    expect(textOf(file ?? '')).toContain('.notRun()).toEqual([])');
  });
});
