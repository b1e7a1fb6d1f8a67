import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../support/repository.js';
import { triesDoors } from './behind-doors.js';

/** The WSDLs that others published, where they are there. */
const published = join(repository, '../shared/conformance/wsdl');
/** Larger ones take minutes each: all schemas in all forms are in memory at once. */
const largestWsdl = 30_000;
const largestFolder = 1_000_000;
const files = existsSync(published)
  ? readdirSync(published, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.wsdl') && isSmall(join(published, name)),
    )
  : [];

function isSmall(file: string): boolean {
  const folder = dirname(file);
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return statSync(file).size < largestWsdl && sizes.reduce((sum, size) => sum + size, 0) < largestFolder;
}

it('needs WSDLs that others published for more than those of the repository', () => {
  expect(files.length === 0).toBe(!existsSync(published));
});

for (const name of files.sort()) {
  describe(`behind the doors to ${name}`, () => {
    triesDoors(join(published, name), { values: 15, mistakes: 30 });
  });
}
