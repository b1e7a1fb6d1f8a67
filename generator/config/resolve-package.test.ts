import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolvePackage } from './resolve-package.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'codegen-resolve-')));
const importer = join(folder, 'deep/codegen.config.ts');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The file that an import of a package finds, when package.json says this. */
function found(specifier: string, manifest: object): string {
  const place = join(folder, 'node_modules', specifier.split('/')[0] ?? '');
  mkdirSync(place, { recursive: true });
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
  for (const file of ['m.js', 'c.js']) {
    writeFileSync(join(place, file), '');
  }
  return fileURLToPath(resolvePackage(specifier, importer)).slice(place.length + 1);
}

it.each([
  ['both', 'a', { exports: { '.': { require: './c.js', import: './m.js' } } }, 'm.js'],
  ['nested conditions', 'b', { exports: { node: { import: { default: './m.js' } }, default: './c.js' } }, 'm.js'],
  ['a text', 'c', { exports: './m.js' }, 'm.js'],
  ['alternatives', 'd', { exports: [{ browser: './c.js' }, './m.js'] }, 'm.js'],
  ['a part of the package', 'e/part', { exports: { './part': { import: './m.js', require: './c.js' } } }, 'm.js'],
  ['a pattern', 'f/m.js', { exports: { './*': './*' } }, 'm.js'],
  ['main alone', 'g', { main: './c.js' }, 'c.js'],
])('exports of %s: the module that `import` finds', (_, specifier, manifest, file) => {
  expect(found(specifier, manifest)).toBe(file);
});

it('a package that is not installed is an error', () => {
  expect(() => resolvePackage('not-installed', importer)).toThrow("Cannot find module 'not-installed'");
});
