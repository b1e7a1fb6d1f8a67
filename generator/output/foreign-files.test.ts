import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { disk } from './disk.js';
import { foreignFiles } from './foreign-files.js';
import { formatManifest, manifestFile } from './manifest.js';

const root = mkdtempSync(join(tmpdir(), 'codegen-foreign-'));

afterAll(() => rmSync(root, { recursive: true, force: true }));

function folderWith(name: string, generated: readonly string[], others: readonly string[]): string {
  const folder = join(root, name);
  for (const path of [...generated, ...others]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  const files = Object.fromEntries(generated.map((path) => [path, '']));
  const facts = { formatVersion: 2, generator: '1.0.0', config: '', inputs: {}, templates: {}, skeletons: [] } as const;
  writeFileSync(join(folder, manifestFile), formatManifest({ ...facts, files }));
  return folder;
}

const found = (folder: string, users?: string): readonly string[] =>
  foreignFiles({ folder, display: 'out', users }, disk).map(({ code, message }) => `${code}: ${message}`);

it('names what codegen did not write in the folders that it fills', () => {
  const generated = ['package.json', 'src/index.ts', 'src/types/a.ts', 'js/index.js'];
  const folder = folderWith('a', generated, [
    'src/types/Old.ts',
    'js/x/y.js',
    'NOTES.md',
    'tests/a.ts',
    'src/.DS_Store',
  ]);
  expect(found(folder)).toEqual([
    'output/foreign-files: "out" contains files that codegen did not write: js/x/y.js, src/types/Old.ts.',
  ]);
});

it('says nothing of a folder without a manifest, of other spellings, and of the folder of skeletons', () => {
  mkdirSync(join(root, 'b/src'), { recursive: true });
  writeFileSync(join(root, 'b/src/a.ts'), '');
  expect(found(join(root, 'b'))).toEqual([]);
  const folder = folderWith('c', ['src/index.ts', 'src/a.ts'], ['src/services/own.ts']);
  expect(found(folder, join(folder, 'src/services'))).toEqual([]);
});

it('names at most five files', () => {
  const others = ['1', '2', '3', '4', '5', '6', '7'].map((name) => `src/${name}.ts`);
  const folder = folderWith('d', ['src/index.ts'], others);
  expect(found(folder)).toEqual([expect.stringMatching(/src\/5\.ts, 2 more\.$/)]);
});
