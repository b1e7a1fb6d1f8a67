import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildCommand,
  readTree,
  removeFolder,
  runCommand,
  startCommand,
  temporaryFolder,
  writeFiles,
} from './command.js';

/** The user's classes together with generated packages: saves and kills at any moment of the real command, and `--watch`. */
let bin: string;
let folder: string;

beforeAll(() => {
  bin = buildCommand();
}, 60_000);
beforeEach(() => {
  folder = temporaryFolder();
  const config = (name: string) => ({ name, inputs: [`${name}.yaml`], out: `gen/${name}`, skeletons: { dir: 'src' } });
  writeFiles(folder, { 'codegen.config.json': JSON.stringify({ packages: [config('shop'), config('stock')] }) });
  describeWith('Ping');
});
afterEach(() => removeFolder(folder));

const description = (service: string, operations: readonly string[]): string => `description: 1
bindings: [soap11]
namespace: urn:${service}
address: https://shop.example
services:
  ${service}:
    operations:
${operations.map((name) => `      ${name}: { params: { id: long }, result: string }\n`).join('')}`;
const describeWith = (...operations: readonly string[]): void =>
  writeFiles(folder, {
    'shop.yaml': description('Shop', operations),
    'stock.yaml': description('Stock', operations),
  });
const path = (): string => join(folder, 'src/shop.ts');
const read = (): string => readFileSync(path(), 'utf8');
const later = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

describe('a save while the command runs', () => {
  it('is never lost', async () => {
    runCommand(bin, [], folder);
    const mine = read();
    describeWith('Ping', 'Order');
    const start = performance.now();
    runCommand(bin, [], folder);
    const duration = performance.now() - start;
    for (let i = 0; i < 6; i++) {
      writeFileSync(path(), mine);
      const { ended } = startCommand(bin, [], folder);
      await later(duration * (0.3 + (0.7 * i) / 6));
      writeFileSync(path(), `${mine}// saved ${i}\n`);
      expect(await ended).toBe(0);
      expect(read()).toContain(`// saved ${i}\n`);
      expect(runCommand(bin, [], folder).status).toBe(0);
      expect(read()).toContain(`// saved ${i}\n`);
      expect(read()).toContain('async order(');
    }
  }, 180_000);
});

describe('kill -9', () => {
  it('leaves packages and classes that are old or new each, and the next run finishes', async () => {
    const states = ['Ping', 'Order'].map((operation) => {
      describeWith(operation);
      removeFolder(join(folder, 'src'));
      runCommand(bin, [], folder);
      return readTree(folder);
    });
    const start = performance.now();
    runCommand(bin, ['--force'], folder);
    const duration = performance.now() - start;
    const [old, fresh] = states;
    for (let i = 0; i < 6; i++) {
      removeFolder(join(folder, 'gen'));
      writeFiles(folder, old ?? {});
      writeFiles(folder, { 'shop.yaml': fresh?.['shop.yaml'] ?? '', 'stock.yaml': fresh?.['stock.yaml'] ?? '' });
      const { child, ended } = startCommand(bin, [], folder);
      setTimeout(() => child.kill('SIGKILL'), duration * (0.5 + (0.8 * i) / 6));
      await ended;
      // The last call that the run made to the system may still be under way.
      await later(50);
      const killed = readTree(folder);
      for (const name of ['shop', 'stock']) {
        const isNew = killed[`src/${name}.ts`] !== old?.[`src/${name}.ts`];
        if (isNew) {
          expect(killed[`src/${name}.ts`]).toMatch(/async ping\([\s\S]*async order\(/);
        }
        const types = `gen/${name}/src/types.ts`;
        expect([old?.[types], fresh?.[types]]).toContain(killed[types]);
      }
      expect(runCommand(bin, [], folder).status).toBe(0);
      const mended = readTree(folder);
      expect(Object.keys(mended).filter((name) => /codegen(\.lock$|\/|\.\d|$)/.test(name))).toEqual([]);
      for (const name of ['shop', 'stock']) {
        expect(mended[`src/${name}.ts`]).toMatch(/async ping\([\s\S]*async order\(/);
        expect(mended[`gen/${name}/src/types.ts`]).toBe(fresh?.[`gen/${name}/src/types.ts`]);
      }
      expect(runCommand(bin, ['check'], folder).status).toBe(0);
    }
  }, 180_000);
});

describe('--watch', () => {
  it('extends a class as soon as it can be extended', async () => {
    runCommand(bin, [], folder);
    const mine = read();
    const { child, ended } = startCommand(bin, ['--watch'], folder);
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      output += data;
    });
    const until = async (pattern: RegExp): Promise<void> => {
      for (let i = 0; i < 600 && !pattern.test(output); i++) {
        await later(50);
      }
      expect(output).toMatch(pattern);
      output = '';
    };
    try {
      await until(/watching/);
      writeFileSync(path(), `x = ;\n${mine}`);
      describeWith('Ping', 'Order');
      await until(/skeleton-syntax[\s\S]*watching/);
      writeFileSync(path(), `// mine\n${mine}`);
      await until(/src\/shop\.ts: updated[\s\S]*watching/);
      expect(read()).toMatch(/^\/\/ mine\n[\s\S]*async order\(/);
    } finally {
      child.kill();
      await ended;
    }
  }, 60_000);
});
