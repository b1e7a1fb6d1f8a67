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
    const file = `tests/recipes/${name}.test.ts`;
    expect(existsSync(join(repository, file))).toBe(true);
    expect(textOf(file)).toContain('.notRun()).toEqual([])');
  });
});
