import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shopDescription, TestProject } from '../../../tests/support/test-project.js';
import { someOf } from '../../../tests/support/thorough.js';

const analyses = jest.fn();
jest.mock('../../emit/skeleton/index.js', () => {
  const real = jest.requireActual<typeof import('../../emit/skeleton/index.js')>('../../emit/skeleton/index.js');
  return {
    ...real,
    updateSkeleton: (request: Parameters<typeof real.updateSkeleton>[0]) => {
      analyses();
      return real.updateSkeleton(request);
    },
  };
});

// The first test loads the compiler and the stages, which takes time on a busy machine.
jest.setTimeout(60_000);

const classPath = 'src/services/shop-api.ts';
const cache = 'node_modules/.cache/wsdl-codegen';

let project: TestProject;
beforeEach(async () => {
  project = new TestProject();
  const settings = { name: 'shop-api', inputs: ['shop.yaml'], out: 'gen', skeletons: { dir: 'src/services' } };
  project.write('codegen.config.json', JSON.stringify({ packages: [settings] }));
  project.write('shop.yaml', shopDescription(['GetOrder', 'Ping']));
  mkdirSync(project.at('node_modules'));
  await project.run();
});
afterEach(() => project.remove());

/** The diagnostics of a check, and whether the compiler looked at the file. */
const check = async (): Promise<readonly [codes: string, analysed: boolean]> => {
  analyses.mockClear();
  const { codes } = await project.run('check');
  return [codes.join(' '), analyses.mock.calls.length > 0];
};
const recorded = (): readonly string[] => readdirSync(project.at(cache));

describe('a file that nothing was missing in', () => {
  beforeEach(async () => {
    await check();
    expect(await check()).toEqual(['', false]);
    expect(recorded()).toHaveLength(1);
  });

  it('is looked at again when it changes, and when its interface changes', async () => {
    project.edit(classPath, 'async ping(', 'async pong(');
    expect(await check()).toEqual(['emit/missing-methods', true]);
    project.edit(classPath, 'async pong(', 'async ping(');
    expect(await check()).toEqual(['', false]);
    project.write('shop.yaml', shopDescription(['GetOrder', 'Ping', 'PlaceOrder']));
    expect(await check()).toEqual(['emit/missing-methods', true]);
  });

  it('is looked at again when a file changes that it imports', async () => {
    project.write('src/base.ts', 'export class Base { async ping() { return undefined; } }\n');
    project.edit(classPath, 'implements', 'extends Base implements');
    project.edit(classPath, 'import', "import { Base } from '../base.js';\nimport");
    project.edit(classPath, /\n {2}async ping[\s\S]*?\n {2}\}\n/, '\n');
    expect(await check()).toEqual(['', true]);
    expect(await check()).toEqual(['', false]);
    project.write('src/base.ts', 'export class Base { helper() {} }\n');
    expect(await check()).toEqual(['emit/missing-methods', true]);
    rmSync(project.at('src/base.ts'));
    expect(await check()).toEqual(['emit/skeleton-base-class', true]);
  });

  const records = [
    '',
    'null',
    '{',
    '[]',
    '{"hash":1,"opened":[]}',
    '{"hash":"","opened":[]}',
    '{"hash":"","opened":[[1,2],["a"],"b",["../base.js","/"]]}',
  ];
  it.each(someOf(records, 3))('is looked at again when what is recorded of it is %j', async (text) => {
    project.write(join(cache, recorded()[0] ?? ''), text);
    expect(await check()).toEqual(['', true]);
    expect(await check()).toEqual(['', false]);
  });

  it('has one record, however often it changes', async () => {
    for (const i of [1, 2, 3]) {
      project.edit(classPath, /\n$/, `\n// ${i}\n`);
      expect(await check()).toEqual(['', true]);
    }
    expect(recorded()).toHaveLength(1);
  });
});

describe('without a place for records', () => {
  const everyTime = async (): Promise<void> => {
    expect(await check()).toEqual(['', true]);
    expect(await check()).toEqual(['', true]);
  };
  beforeEach(() => rmSync(project.at('node_modules'), { recursive: true }));

  it('the file is looked at in every run', async () => {
    await everyTime();
    expect(project.exists('node_modules')).toBe(false);
  });

  it('as where the folder is a file', async () => {
    project.write('node_modules/.cache', '');
    await everyTime();
  });

  it('as where nothing may be written', async () => {
    mkdirSync(project.at('node_modules'));
    chmodSync(project.at('node_modules'), 0o555);
    // The superuser may write everywhere.
    if (process.geteuid?.() !== 0) {
      await everyTime();
    }
    chmodSync(project.at('node_modules'), 0o755);
  });

  it.each(['node_modules', 'node_modules/.cache'])('as where %s leads out of the project', async (link) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    mkdirSync(join(project.at(link), '..'), { recursive: true });
    symlinkSync(elsewhere, project.at(link));
    await everyTime();
    expect(existsSync(elsewhere) && readdirSync(elsewhere)).toEqual([]);
    rmSync(elsewhere, { recursive: true });
  });
});
