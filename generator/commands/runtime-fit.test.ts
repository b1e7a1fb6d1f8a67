import { join } from 'node:path';
import { removeFolder, temporaryFolder, writeFiles } from '../../tests/e2e/command.js';
import type { Job } from '../config/jobs.js';
import { unfitRuntimes } from './runtime-fit.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => removeFolder(folder));

/** What is said of a package that asks for `range`, where `version` is installed. */
function found(range: string, version: string, place = 'node_modules'): readonly string[] {
  writeFiles(folder, {
    'gen/shop/package.json': JSON.stringify({ dependencies: { '@wsdl-codegen/runtime': range } }),
    [`${place}/@wsdl-codegen/runtime/package.json`]: JSON.stringify({ version }),
  });
  const job = { out: join(folder, 'gen/shop') } as Job;
  return unfitRuntimes([job], folder).map(({ code, message }) => `${code} ${message}`);
}

it.each([
  ['^0.1.0', '0.1.0'],
  ['^0.1.0', '0.1.7'],
  ['^1.2.3', '1.2.3'],
  ['^1.2.3', '1.10.0'],
  ['^1.2.3', '1.2.4-beta'],
  ['^0.0.3', '0.0.3'],
  ['workspace:*', '9.0.0'],
  ['>=0.1.0', '9.0.0'],
])('a package that asks for %s works with %s', (range, version) => {
  expect(found(range, version)).toEqual([]);
});

it.each([
  ['^0.1.0', '0.2.0'],
  ['^0.1.1', '0.1.0'],
  ['^0.1.0', '1.0.0'],
  ['^1.2.3', '1.2.2'],
  ['^1.2.3', '2.2.3'],
  ['^0.0.3', '0.0.4'],
])('a package that asks for %s does not work with %s', (range, version) => {
  expect(found(range, version)).toEqual([
    `output/other-runtime "gen/shop" needs @wsdl-codegen/runtime ${range}, but finds ${version} in "node_modules/@wsdl-codegen/runtime".`,
  ]);
});

it('the nearest runtime counts, and sources without a package.json ask for that of the generator', () => {
  expect(found('^0.1.0', '0.2.0')).toHaveLength(1);
  expect(found('^0.1.0', '0.1.5', 'gen/node_modules')).toEqual([]);
  writeFiles(folder, { 'gen/sources/node_modules/@wsdl-codegen/runtime/package.json': '{"version":"0.0.1"}' });
  expect(unfitRuntimes([{ out: join(folder, 'gen/sources') } as Job], folder)).toHaveLength(1);
});

it('nothing is said where no runtime is installed', () => {
  expect(unfitRuntimes([{ out: join(folder, 'gen/shop') } as Job], folder)).toEqual([]);
});
