import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildCommand, readTree, removeFolder, root, runCommand, startCommand, temporaryFolder } from './command.js';

/**
 * Kills the real command at many moments. `generator/output/transaction.test.ts` ends a run before every single change to the
 * disk; this shows that nothing outside that module writes.
 */
let bin: string;
let folder: string;

beforeAll(() => {
  bin = buildCommand();
}, 60_000);
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'wsdl'));
  for (const name of ['AccountApi', 'TelepayApi']) {
    copyFileSync(join(root, `wsdl/${name}.wsdl`), join(folder, `wsdl/${name}.wsdl`));
  }
});
afterEach(() => removeFolder(folder));

const args = (namespace: string): readonly string[] => [
  'wsdl/AccountApi.wsdl',
  'wsdl/TelepayApi.wsdl',
  ...['--out', 'out', '--define', `api_namespace=${namespace}`],
];
const out = (): string => join(folder, 'out');
/** What runs left outside of the output, with its content: the text of a lock says whose it is. */
const leftovers = (): readonly (readonly [path: string, content: string])[] =>
  Object.entries(readTree(folder)).filter(([path]) => !path.startsWith('out/') && !path.startsWith('wsdl/'));

describe('kill -9', () => {
  it('leaves the old tree or the new one, and the next run mends it', async () => {
    const trees = [
      {},
      ...['urn:a', 'urn:b'].map((namespace) => {
        runCommand(bin, args(namespace), folder);
        return readTree(out());
      }),
    ];
    const [, a, b] = trees;
    const start = performance.now();
    runCommand(bin, args('urn:a'), folder);
    const duration = performance.now() - start;
    for (let i = 0; i < 15; i++) {
      const namespace = i % 2 === 0 ? 'urn:b' : 'urn:a';
      const { child, ended } = startCommand(bin, args(namespace), folder);
      // Most moments are about the end, where the writing is.
      setTimeout(() => child.kill('SIGKILL'), duration * (0.4 + (0.7 * i) / 15));
      await ended;
      // The last call that the run made to the system may still be under way; a tree is looked at when it is still.
      await new Promise((done) => setTimeout(done, 50));
      expect([a, b]).toContainEqual(readTree(out()));
      if (i % 5 === 4) {
        expect(runCommand(bin, args(namespace), folder).status).toBe(0);
        expect(readTree(out())).toEqual(namespace === 'urn:a' ? a : b);
        expect(leftovers()).toEqual([]);
      }
    }
  }, 60_000);
});

describe('two runs at a time', () => {
  it('do not disturb each other', async () => {
    const runs = ['urn:a', 'urn:a', 'urn:a'].map((namespace) => startCommand(bin, args(namespace), folder).ended);
    expect(await Promise.all(runs)).toEqual([0, 0, 0]);
    expect(leftovers()).toEqual([]);
    expect(runCommand(bin, ['check', ...args('urn:a')], folder).status).toBe(0);
  }, 20_000);
});
