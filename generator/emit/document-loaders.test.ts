import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { documentLoaders } from './document-loaders.js';
import { compiledFiles } from './javascript/compiled.js';

const folder = mkdtempSync(join(tmpdir(), 'codegen-documents-'));
const require = createRequire(join(folder, 'main.cjs'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const loaded = [
  { module: 'a.wsdl', name: 'aDocuments', script: { path: 'documents/a.js', key: 'key of a' } },
  { module: 'b.wsdl', name: 'bDocuments', script: { path: 'documents/b.js', key: 'key of b' } },
];

it('loads documents in CommonJS when they are asked for, once', () => {
  const [text] = documentLoaders(loaded, []).flatMap((file) => (file.path === 'js/documents.cjs' ? file.text : []));
  writeFiles(folder, {
    'js/documents.cjs': text ?? '',
    'documents/a.js': 'globalThis.loadedDocuments = (globalThis.loadedDocuments ?? 0) + 1;',
    'node_modules/@wsdl-codegen/runtime/index.js':
      'exports.sharedDocuments = (key) => [key, globalThis.loadedDocuments];',
  });
  const documents = require(join(folder, 'js/documents.cjs')) as Record<string, unknown>;
  expect(globalThis).not.toHaveProperty('loadedDocuments');
  const first = documents.aDocuments;
  expect(first).toEqual(['key of a', 1]);
  expect(documents.aDocuments).toBe(first);
  expect(() => documents.bDocuments).toThrow('b.js');
});

it('imports documents on demand on Node only, since not every host has files that a bundler makes of it', () => {
  const files = documentLoaders(loaded, []).slice(0, 2);
  expect(files.map(({ path, text }) => [path, text.includes('import('), text.includes(' from "./b.wsdl.js"')])).toEqual(
    [
      ['js/documents.js', false, true],
      ['js/documents.node.js', true, false],
    ],
  );
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
  const script = files.find(({ path }) => path === 'js/a.server.js');
  expect(script?.text).toContain(` from "${from}";`);
});
