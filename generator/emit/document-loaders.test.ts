import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentLoaders } from './document-loaders.js';
import { compiledFiles } from './javascript/compiled.js';

const folder = mkdtempSync(join(tmpdir(), 'codegen-documents-'));
const require = createRequire(join(folder, 'main.cjs'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const loaded = [
  { module: 'a.wsdl', name: 'aDocuments' },
  { module: 'b.wsdl', name: 'bDocuments' },
];

it('loads documents in CommonJS when they are asked for', () => {
  const [text] = documentLoaders(loaded, []).flatMap((file) => (file.path === 'cjs/documents.js' ? file.text : []));
  writeFileSync(join(folder, 'documents.js'), text ?? '');
  writeFileSync(join(folder, 'a.wsdl.js'), 'exports.aDocuments = [1];');
  const loaders = require(join(folder, 'documents.js')) as Record<string, () => unknown>;
  expect(loaders.aDocuments?.()).toEqual([1]);
  expect(() => loaders.bDocuments?.()).toThrow('b.wsdl.js');
});

it('imports documents on demand on Node only, since not every host has files that a bundler makes of it', () => {
  const files = documentLoaders(loaded, []);
  const modules = files.filter(({ path }) => path.startsWith('esm/'));
  expect(
    modules.map(({ path, text }) => [path, text.includes('import('), text.includes(' from "./b.wsdl.js"')]),
  ).toEqual([
    ['esm/documents.js', false, true],
    ['esm/documents.node.js', true, false],
  ]);
});

it.each([
  ['{ "imports": { "#documents": {} } }', '#documents'],
  ['{}', './documents.js'],
])('with the package.json %s, modules import documents from %s', async (manifest, from) => {
  const text = "import { aDocuments } from '#documents';\nexport const a: () => unknown = aDocuments;\n";
  const [files] = await compiledFiles([
    { path: 'package.json', text: manifest },
    { path: 'src/a.server.ts', text },
  ]);
  const textOf = (path: string): string | undefined => files.find((file) => file.path === path)?.text;
  expect(textOf('esm/a.server.js')).toContain(` from "${from}";`);
  expect(textOf('cjs/a.server.js')).toContain('require("./documents.js")');
});
