import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSidePackage } from './side-packages.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'side-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Installs a package of this name below a folder, which says where it is. */
function install(below: string): void {
  const place = join(folder, below, 'node_modules/@wsdl-codegen/ws-security');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "exports": { ".": "./index.cjs", "./node": "./node.cjs" } }');
  writeFileSync(join(place, 'index.cjs'), `exports.place = ${JSON.stringify(below)};`);
  writeFileSync(join(place, 'node.cjs'), `exports.place = ${JSON.stringify(`${below} on Node`)};`);
}

const load = (entry = '') =>
  loadSidePackage<{ readonly place: string }>(
    'security',
    { workingFolder: join(folder, 'project') },
    entry,
    join(folder, 'generator/index.js'),
  );

it('is that of the project, and without one there that beside the generator', async () => {
  install('generator');
  expect(await load()).toMatchObject([{ place: 'generator' }, []]);
  install('project');
  expect(await load()).toMatchObject([{ place: 'project' }, []]);
  expect(await load('/node')).toMatchObject([{ place: 'project on Node' }, []]);
});

it('is missed with the line that installs it', async () => {
  const [found, [problem]] = await load();
  expect(found).toBeUndefined();
  expect(problem).toMatchObject({
    code: 'command/side-package',
    message: 'The package @wsdl-codegen/ws-security, which protects messages, is not installed here.',
    help: 'npm install @wsdl-codegen/ws-security.',
  });
});
