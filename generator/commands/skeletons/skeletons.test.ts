import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Said, shopDescription, TestProject } from '../../../tests/support/test-project.js';
import { someOf } from '../../../tests/support/thorough.js';

// The first test loads the compiler and the stages, which takes time on a busy machine.
jest.setTimeout(60_000);

const classPath = 'src/services/shop-api.ts';
const lock = 'gen/codegen.lock.json';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  configure({});
  writeDescription('GetOrder', 'Ping');
});
afterEach(() => project.remove());

const configure = (settings: object): void =>
  project.write(
    'codegen.config.json',
    JSON.stringify({
      packages: [
        { name: 'shop-api', inputs: ['shop.yaml'], out: 'gen', skeletons: { dir: 'src/services' }, ...settings },
      ],
    }),
  );
const writeDescription = (...operations: readonly string[]): void =>
  project.write('shop.yaml', shopDescription(operations));
const generate = async (...args: readonly string[]): Promise<Said> => {
  const said = await project.run(...args);
  expect(said.err.includes('internal')).toBe(false);
  return said;
};
const methods = (): readonly string[] =>
  [...project.read(classPath).matchAll(/^ {2}async (\w+)\(/gm)].map((m) => m[1] ?? '');
/** The results of each way to look at the project: the codes, and the exit codes. */
const looks = async (): Promise<readonly (readonly [string, number])[]> => {
  const before = JSON.stringify(project.tree());
  const said = [await project.run('--dry-run'), await project.run('check'), await project.run('check', '--full')];
  expect(JSON.stringify(project.tree())).toBe(before);
  return said.map(({ codes, status }) => [codes.join(' '), status]);
};
const everywhere = (code: string, status: number): unknown => [
  [code, 0],
  [code, status],
  [code, status],
];

describe('whether a class is up to date', () => {
  beforeEach(async () => {
    await generate();
    expect(methods()).toEqual(['getOrder', 'ping']);
  });

  it('is said by every command, with the place of the class, until the class has its methods', async () => {
    writeDescription('GetOrder', 'Ping', 'PlaceOrder');
    const [dry, check] = [await project.run('--dry-run'), await project.run('check')];
    for (const { err } of [dry, check]) {
      expect(err).toContain(
        `${classPath}:8:14 warning emit/missing-methods: "ShopApiImplementation" lacks "placeOrder"`,
      );
    }
    expect([dry.status, check.status, check.out]).toEqual([0, 1, expect.stringContaining(`differs     ${classPath}`)]);
    expect((await generate()).out).toContain(`${classPath}: updated`);
    expect(methods()).toEqual(['getOrder', 'ping', 'placeOrder']);
    expect(await looks()).toEqual(everywhere('', 0));
  });

  it('is decided by the class, not by an earlier run', async () => {
    const old = project.read(classPath);
    writeDescription('GetOrder', 'Ping', 'PlaceOrder');
    await generate();
    project.write(classPath, old);
    expect(await looks()).toEqual(everywhere('emit/missing-methods', 1));
    await generate('--force');
    expect(methods()).toEqual(['getOrder', 'ping', 'placeOrder']);
  });

  const unfinished: readonly (readonly [code: string, from: string | RegExp, to: string])[] = [
    ['emit/skeleton-syntax', 'export class', 'x = ;\nexport class'],
    ['emit/skeleton-without-class', /implements ShopApiService \{/, '{'],
    [
      'emit/skeleton-form',
      '{\n  async getOrder',
      '{\n  [String(Math.random())]() {}\n  private placeOrder = 1;\n  async getOrder',
    ],
  ];
  it.each(someOf(unfinished, 3))('is said again in every run: %s', async (code, from, to) => {
    const original = project.read(classPath);
    project.edit(classPath, from, to);
    writeDescription('GetOrder', 'Ping', 'PlaceOrder');
    const mine = project.read(classPath);
    for (const args of [[], ['--force'], []]) {
      expect(await generate(...args)).toMatchObject({ status: 0, codes: [code] });
    }
    expect(await looks()).toEqual(everywhere(code, 1));
    expect((await project.run('check')).out).toContain(`incomplete  ${classPath}`);
    expect((await project.run('check')).out).toContain('Some classes lack methods that codegen does not add');
    expect(project.read(classPath)).toBe(mine);
    project.write(classPath, original);
    await generate();
    expect(methods()).toEqual(['getOrder', 'ping', 'placeOrder']);
  });

  it('is not decided where a base class that cannot be read may have the methods', async () => {
    project.edit(classPath, 'implements', 'extends Base implements');
    project.edit(classPath, 'import', "import { Base } from 'elsewhere';\nimport");
    writeDescription('GetOrder', 'Ping', 'PlaceOrder');
    const code = 'emit/skeleton-base-class';
    expect(await generate()).toMatchObject({ status: 0, codes: [code] });
    expect(await looks()).toEqual(everywhere(code, 0));
  });

  it('is decided by base classes and barrels in other files of the project', async () => {
    project.write(
      'src/base.ts',
      'export class Base { async placeOrder(): Promise<undefined> { return undefined; } }\n',
    );
    project.write('src/api.ts', "export type { ShopApiService } from 'shop-api';\n");
    project.edit(classPath, 'implements', 'extends Base implements');
    project.edit(
      classPath,
      /import type[^;]*;/,
      "import type { ShopApiService } from '../api.js';\nimport { Base } from '../base.js';",
    );
    project.edit(classPath, /_input: \w+/g, '_input: unknown');
    writeDescription('GetOrder', 'Ping', 'PlaceOrder', 'Cancel');
    await generate();
    expect(methods()).toEqual(['getOrder', 'ping', 'cancel']);
    expect(project.read(classPath)).toContain("import type { Cancel } from 'shop-api';");
    expect(await looks()).toEqual(everywhere('', 0));
  });
});

describe('a method whose operation is gone', () => {
  const gone = 'emit/vanished-operation';
  const withoutStub = (): void => project.edit(classPath, /throw[^;]*ping is not implemented'\);/, 'return undefined;');

  it('is said in every run, at its place, until it is removed', async () => {
    await generate();
    withoutStub();
    writeDescription('GetOrder', 'Pong');
    const { err } = await generate();
    const [, line = '0', column = '0'] = /^src\/services\/shop-api\.ts:(\d+):(\d+) warning/m.exec(err) ?? [];
    expect(
      project
        .read(classPath)
        .split('\n')
        [Number(line) - 1]?.slice(Number(column) - 1),
    ).toMatch(/^ping\(/);
    for (const args of [[], ['--force'], []]) {
      expect((await generate(...args)).codes).toEqual([gone]);
    }
    expect(await looks()).toEqual(everywhere(gone, 0));
    project.edit(classPath, /\n {2}async ping[\s\S]*?\n {2}\}\n/, '');
    expect(await looks()).toEqual(everywhere('', 0));
    expect(await generate()).toMatchObject({ out: expect.stringContaining('up to date'), codes: [] });
  });

  it('is still known after a merge conflict in the lock', async () => {
    await generate();
    withoutStub();
    writeDescription('GetOrder', 'Pong');
    await generate();
    const ours = project.read(lock);
    project.write(lock, `{\n<<<<<<< HEAD\n${ours.slice(2)}=======\n${ours.slice(2)}>>>>>>> other\n`);
    expect((await generate()).codes).toEqual([gone, 'output/merged']);
    expect((await generate()).codes).toEqual([gone]);
    rmSync(project.at(lock));
    expect((await generate('--force')).codes).toEqual([]);
  });

  it('is known by its stub when nothing else is known', async () => {
    await generate();
    rmSync(project.at('gen'), { recursive: true });
    writeDescription('GetOrder');
    expect((await generate()).codes).toEqual([gone]);
    expect(await looks()).toEqual(everywhere(gone, 0));
  });

  it('is an operation again when it comes back', async () => {
    await generate();
    withoutStub();
    writeDescription('GetOrder');
    await generate();
    writeDescription('GetOrder', 'Ping');
    expect(await generate()).toMatchObject({ codes: [] });
    expect(await looks()).toEqual(everywhere('', 0));
  });
});

describe('the bytes of a file', () => {
  const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
  beforeEach(async () => {
    await generate();
    writeDescription('GetOrder', 'Ping', 'PlaceOrder');
  });

  const encodings: readonly (readonly [name: string, encode: (text: string) => Buffer])[] = [
    ['UTF-8', (text: string) => Buffer.from(`// Привет, 世界 🛒\n${text}`)],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff// grüße\n${text}`)],
    ['UTF-16, little end first', (text: string) => utf16(`// Привет\n${text}`)],
    ['UTF-16, big end first', (text: string) => utf16(`// Привет\n${text}`).swap16()],
    ['Windows line ends', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ];
  it.each(someOf(encodings, 2))('stay as they are, around the additions: %s', async (name, encode) => {
    const mine = encode(project.read(classPath));
    project.write(classPath, mine);
    expect(await generate()).toMatchObject({ status: 0, codes: [] });
    const now = project.bytes(classPath);
    const added = now.length - mine.length;
    expect(added).toBeGreaterThan(100);
    // The old content is still there, before and after the additions.
    let same = 0;
    while (mine[same] === now[same]) {
      same++;
    }
    let tail = 0;
    while (tail < mine.length - same && mine[mine.length - 1 - tail] === now[now.length - 1 - tail]) {
      tail++;
    }
    expect(now.subarray(0, same).equals(mine.subarray(0, same))).toBe(true);
    const text = name.includes('big')
      ? Buffer.from(now).swap16().toString('utf16le')
      : now.toString(name.includes('16') ? 'utf16le' : 'utf8');
    expect(text).toMatch(/async placeOrder\(_input: PlaceOrder,/);
    expect(await looks()).toEqual(everywhere('', 0));
  });

  const comments: readonly (readonly [encoding: string, comment: Buffer])[] = [
    ['windows-1251', Buffer.from('// \xcf\xf0\xe8\xe2\xe5\xf2\n', 'latin1')],
    ['Latin-1', Buffer.from('// gr\xfc\xdfe\n', 'latin1')],
    ['Shift-JIS', Buffer.from('// \x83\x65\x83\x58\x83\x67\n', 'latin1')],
  ];
  it.each(someOf(comments, 3))('are left alone in an unknown encoding: %s', async (_, comment) => {
    const mine = Buffer.concat([comment, project.bytes(classPath)]);
    project.write(classPath, mine);
    for (let run = 0; run < 2; run++) {
      const { status, codes, err } = await generate();
      expect([status, codes]).toEqual([0, ['emit/skeleton-encoding']]);
      expect(err).toContain(`${classPath}:9:14 warning`);
      expect(err).toContain('lacks "placeOrder"');
      expect(err).toContain(
        'note: async placeOrder(input: PlaceOrder, context: ServiceContext): Promise<string | undefined>',
      );
    }
    expect(project.bytes(classPath).equals(mine)).toBe(true);
    expect(await looks()).toEqual(everywhere('emit/skeleton-encoding', 1));
    writeDescription('GetOrder', 'Ping');
    await generate();
    expect(await looks()).toEqual(everywhere('', 0));
  });
});

describe('links and permissions', () => {
  beforeEach(async () => {
    await generate();
    writeDescription('GetOrder', 'Ping', 'PlaceOrder');
  });

  it('a link to a file in the project is followed', async () => {
    mkdirSync(project.at('real'));
    renameSync(project.at(classPath), project.at('real/impl.ts'));
    symlinkSync('../../real/impl.ts', project.at(classPath));
    chmodSync(project.at('real/impl.ts'), 0o664);
    expect(await generate()).toMatchObject({ status: 0, codes: [] });
    expect(lstatSync(project.at(classPath)).isSymbolicLink()).toBe(true);
    expect(project.read('real/impl.ts')).toContain('async placeOrder');
    expect(statSync(project.at('real/impl.ts')).mode & 0o777).toBe(0o664);
    expect(await looks()).toEqual(everywhere('', 0));
  });

  it('a link out of the project is not followed, and a warning says what to write', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    try {
      const mine = project.read(classPath);
      writeFileSync(join(outside, 'impl.ts'), mine);
      rmSync(project.at(classPath));
      symlinkSync(join(outside, 'impl.ts'), project.at(classPath));
      expect(await generate()).toMatchObject({ status: 0, codes: ['emit/skeleton-link'] });
      expect(await looks()).toEqual(everywhere('emit/skeleton-link', 1));
      expect(project.read(classPath)).toBe(mine);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('one of several hard links is left alone', async () => {
    linkSync(project.at(classPath), project.at('other.ts'));
    expect(await generate()).toMatchObject({ status: 0, codes: ['emit/skeleton-link'] });
    expect(statSync(project.at(classPath)).ino).toBe(statSync(project.at('other.ts')).ino);
    expect(methods()).toEqual(['getOrder', 'ping']);
  });

  it.each(someOf([0o644, 0o664, 0o600, 0o755], 4))('permissions stay: %i', async (mode) => {
    chmodSync(project.at(classPath), mode);
    await generate();
    expect(statSync(project.at(classPath)).mode & 0o777).toBe(mode);
    expect(methods()).toContain('placeOrder');
  });

  const obstacles: Readonly<Record<string, readonly [code: string, make: () => void]>> = {
    'a file that may not be written': ['output/write-failed', () => chmodSync(project.at(classPath), 0o444)],
    'a folder at its path': [
      'output/not-a-file',
      () => {
        rmSync(project.at(classPath));
        mkdirSync(project.at(classPath));
      },
    ],
    'a file where its folder should be': [
      'output/not-a-file',
      () => {
        rmSync(project.at('src'), { recursive: true });
        project.write('src/services', 'mine');
      },
    ],
    'a link that leads nowhere': [
      'output/not-a-file',
      () => {
        rmSync(project.at(classPath));
        symlinkSync('nowhere.ts', project.at(classPath));
      },
    ],
    'a link to itself': [
      'output/not-a-file',
      () => {
        rmSync(project.at(classPath));
        symlinkSync('shop-api.ts', project.at(classPath));
      },
    ],
    'something foreign in the place of a left-over': [
      'output/foreign-left-over',
      () => project.write('src/services/.shop-api.ts.codegen/mine.txt', 'mine'),
    ],
  };
  it.each(Object.entries(obstacles))('nothing at all is written because of %s', async (_, [code, make]) => {
    make();
    const before = project.tree();
    for (const args of [[], ['--force']]) {
      const { status, codes } = await generate(...args);
      expect([status, codes.at(-1)]).toEqual([1, code]);
    }
    expect(project.tree()).toEqual(before);
    expect((await project.run('check')).status).toBeGreaterThan(0);
  });
});

it('a class of a folder without package.json imports what programs import: the JavaScript where it is written', async () => {
  configure({ package: false });
  await generate();
  expect(project.read(classPath)).toContain("from '../../gen/src/index.js'");
  rmSync(project.at('src'), { recursive: true });
  configure({ package: false, compiled: true });
  const { out } = await generate();
  expect(project.read(classPath)).toContain("from '../../gen/js/index.js'");
  expect(out).toContain('src/services/shop-api.ts: created');
  // That module is known as the package: its type is the interface, also under another name.
  const renamed = project.read(classPath).replace('{ ShopApiService,', '{ ShopApiService as Api,');
  project.write(
    classPath,
    renamed.replace('implements ShopApiService', 'implements Api').replace(/ {2}async ping[^}]*\}\n/s, ''),
  );
  expect((await generate()).out).toContain('src/services/shop-api.ts: updated');
});

describe('two services', () => {
  const both = (first: object, second: object): void => {
    project.write('b.yaml', shopDescription(['Pong']));
    const packages = [
      { name: 'shop-v1', inputs: ['shop.yaml'], out: 'g1', skeletons: { dir: 's' }, ...first },
      { name: 'shop-v2', inputs: ['b.yaml'], out: 'g2', skeletons: { dir: 's' }, ...second },
    ];
    project.write('codegen.config.json', JSON.stringify({ packages }));
  };

  it.each([
    ['the same folder', {}, {}, 'config/overlapping-skeletons'],
    ['names that differ in letter case', {}, { skeletons: { dir: 'S' } }, 'config/overlapping-skeletons'],
    ['another way to write the folder', {}, { skeletons: { dir: './x/../s/' } }, 'config/overlapping-skeletons'],
    ['the output folder of the other package', {}, { skeletons: { dir: 'G1/src' } }, 'config/skeletons-in-output'],
    ['output folders that differ in letter case', { out: 'g' }, { out: 'G' }, 'config/overlapping-output'],
  ])('never share a file: %s', async (_, first, second, code) => {
    both(first, second);
    expect(await generate()).toMatchObject({ status: 1, codes: [code] });
    expect(await project.run('check')).toMatchObject({ status: 2, codes: [code] });
    expect([project.exists('g1'), project.exists('s')]).toEqual([false, false]);
  });

  it('never share a file, by a link either', async () => {
    both({}, { skeletons: { dir: 't' } });
    mkdirSync(project.at('s'));
    symlinkSync('s', project.at('t'));
    expect(await generate()).toMatchObject({ status: 1, codes: ['config/overlapping-skeletons'] });
  });

  it('never share a file with a package that is up to date', async () => {
    both({}, { skeletons: { dir: 't' } });
    await generate();
    both({}, {});
    expect(await project.run('check')).toMatchObject({ status: 2, codes: ['config/overlapping-skeletons'] });
  });

  it('are not written among the generated files of their own package', async () => {
    project.write('shop.yaml', shopDescription(['Get'], 'Types'));
    configure({ skeletons: { dir: 'gen/src' } });
    expect(await generate()).toMatchObject({ status: 1, codes: ['config/skeletons-in-output'] });
    writeDescription('Get');
    expect(await generate()).toMatchObject({ status: 0, codes: [] });
    expect(project.exists('gen/src/shop-api.ts')).toBe(true);
    expect(await looks()).toEqual(everywhere('', 0));
  });

  it('may have their classes in one file, when a person puts them there', async () => {
    const two = (extra = ''): string =>
      shopDescription(['GetOrder']).replace(
        /$/,
        `  StockApi:\n    path: /StockApi.asmx\n    operations:\n      Count: { result: int }\n${extra}`,
      );
    project.write('shop.yaml', two());
    await generate();
    const other = project.read('src/services/stock-api.ts').replace(/import [^;]*runtime';\n/, '');
    rmSync(project.at('src/services/stock-api.ts'));
    project.write(classPath, `${project.read(classPath)}\n${other}`);
    await generate();
    expect(project.exists('src/services/stock-api.ts')).toBe(false);
    project.write(
      'shop.yaml',
      two('      Add: { params: { n: int } }\n').replace(
        'Order: {',
        'Order2: { params: { id: long } }\n      GetOrder: {',
      ),
    );
    expect(await generate()).toMatchObject({ status: 0, codes: [] });
    expect(methods()).toEqual(['getOrder', 'getOrder2', 'count', 'add']);
    expect(await looks()).toEqual(everywhere('', 0));
  });
});

describe('files that are no longer used', () => {
  const orphaned = 'emit/orphaned-skeleton';

  it('a file that is renamed or moved within the folder is found, and is not made again', async () => {
    await generate();
    mkdirSync(project.at('src/services/impl'));
    renameSync(project.at(classPath), project.at('src/services/impl/my-shop.ts'));
    writeDescription('GetOrder', 'Ping', 'PlaceOrder');
    expect(await generate()).toMatchObject({
      codes: [],
      out: expect.stringContaining('src/services/impl/my-shop.ts: updated'),
    });
    expect(project.exists(classPath)).toBe(false);
    expect(await looks()).toEqual(everywhere('', 0));
  });

  it('a file that only re-exports the class leads to the file that has it', async () => {
    await generate();
    renameSync(project.at(classPath), project.at('src/services/impl.ts'));
    project.write(
      classPath,
      "// ShopApiService is implemented elsewhere\nexport * from './impl.js';\nexport type { ShopApiService } from 'shop-api';\n",
    );
    writeDescription('GetOrder', 'Ping', 'PlaceOrder');
    expect(await generate()).toMatchObject({
      codes: [],
      out: expect.stringContaining('src/services/impl.ts: updated'),
    });
  });

  it('tests and other uses of the interface are not taken for the class', async () => {
    project.write(
      'src/services/a.test.ts',
      "import type { ShopApiService } from 'shop-api';\nclass Fake implements ShopApiService {}\n",
    );
    project.write(
      'src/services/wiring.ts',
      "import type { ShopApiService } from 'shop-api';\nexport const f = (s: ShopApiService) => s;\n",
    );
    project.write(
      'src/services/v2.ts',
      "import type { ShopApiService } from 'shop-v2';\nclass Shop2 implements ShopApiService {}\n",
    );
    project.write('v2.yaml', shopDescription(['Pong']));
    const packages = [
      { name: 'shop-api', inputs: ['shop.yaml'], out: 'gen', skeletons: { dir: 'src/services' } },
      { name: 'shop-v2', inputs: ['v2.yaml'], out: 'gen2' },
    ];
    project.write('codegen.config.json', JSON.stringify({ packages }));
    expect((await generate()).out).toContain(`${classPath}: created`);
  });

  it.each(['removed', 'renamed'])(
    'the class of a service that is %s is reported in every run, until it is gone',
    async (how) => {
      await generate();
      project.write('shop.yaml', shopDescription(['GetOrder'], how === 'renamed' ? 'StoreApi' : 'Other'));
      for (const args of [[], ['--force'], []]) {
        const { status, codes, err } = await generate(...args);
        expect([status, codes]).toEqual([0, [orphaned]]);
        expect(err).toContain(`${classPath}:8:47 warning`);
      }
      expect(await looks()).toEqual(everywhere(orphaned, 0));
      rmSync(project.at(classPath));
      expect(await looks()).toEqual(everywhere('', 0));
      expect(await generate()).toMatchObject({ codes: [], out: expect.stringContaining('up to date') });
    },
  );

  it('a class in the folder that the config named before is extended there, with a warning', async () => {
    await generate();
    configure({ skeletons: { dir: 'src/impl' } });
    writeDescription('GetOrder', 'Ping', 'PlaceOrder');
    for (let run = 0; run < 2; run++) {
      expect(await generate()).toMatchObject({ status: 0, codes: ['emit/moved-skeleton'] });
    }
    expect(await looks()).toEqual(everywhere('emit/moved-skeleton', 0));
    expect([methods(), project.exists('src/impl')]).toEqual([['getOrder', 'ping', 'placeOrder'], false]);
    mkdirSync(project.at('src/impl'));
    renameSync(project.at(classPath), project.at('src/impl/shop-api.ts'));
    expect(await generate()).toMatchObject({ codes: [] });
    expect(await looks()).toEqual(everywhere('', 0));
  });

  it('a class that is in two files is extended where the config puts it, and the other one is reported', async () => {
    await generate();
    configure({ skeletons: { dir: 'src/impl' } });
    project.write('src/impl/shop-api.ts', project.read(classPath));
    for (let run = 0; run < 2; run++) {
      const { codes, err } = await generate();
      expect([codes, err]).toEqual([
        [orphaned],
        expect.stringContaining('codegen extends the class in "src/impl/shop-api.ts"'),
      ]);
    }
    expect(await looks()).toEqual(everywhere(orphaned, 0));
  });

  it('an earlier output folder is reported in every run, until it is gone', async () => {
    await generate();
    project.edit(classPath, /throw[^;]*ping is not implemented'\);/, 'return undefined;');
    configure({ out: 'packages/shop-api' });
    writeDescription('GetOrder');
    const codes = ['emit/vanished-operation', 'output/moved-package'];
    for (const args of [[], ['--force'], []]) {
      expect((await generate(...args)).codes).toEqual(codes);
    }
    expect(await looks()).toEqual(everywhere(codes.join(' '), 0));
    rmSync(project.at('gen'), { recursive: true });
    expect(await looks()).toEqual(everywhere('emit/vanished-operation', 0));
    expect(await generate()).toMatchObject({ out: expect.stringContaining('up to date') });
  });
});

describe('an interrupted run', () => {
  it('is recovered by the next one', async () => {
    await generate();
    mkdirSync(project.at('src/services/.shop-api.ts.codegen'));
    expect((await project.run('check')).status).toBe(0);
    expect(await generate()).toMatchObject({ status: 0, codes: ['output/mended'] });
    expect(project.exists('src/services/.shop-api.ts.codegen')).toBe(false);
  });
});

describe('JavaScript', () => {
  const importOf = 'shop-api';
  const empty = (body = ''): string => `export class Shop {${body}}\n`;
  const forms: readonly (readonly [title: string, path: string, text: string])[] = [
    [
      'a type of a module',
      'src/services/shop-api.js',
      `/** @implements {import('${importOf}').ShopApiService} */\n${empty()}`,
    ],
    [
      'a name of a typedef',
      'src/services/other.mjs',
      `/** @typedef {import('${importOf}').ShopApiService} Service */\n\n/**\n * A shop.\n * @implements {Service}\n */\n${empty()}`,
    ],
    [
      'an imported name',
      'src/services/shop-api.jsx',
      `/** @import { ShopApiService as Service } from '${importOf}' */\n\n/** @implements {Service} */\n${empty()}`,
    ],
    [
      'CommonJS',
      'src/services/shop-api.cjs',
      `const fs = require('node:fs');\n\n/** @implements {import('${importOf}').ShopApiService} */\nclass Shop {}\n\nmodule.exports = { Shop };\n`,
    ],
    [
      'an object',
      'src/services/shop-api.js',
      `/** @type {import('${importOf}').ShopApiService} */\nexport const shop = {\n};\n`,
    ],
    [
      'elements',
      'src/services/shop.tsx',
      `import type { ShopApiService } from '${importOf}';\nexport const view = <p>Shop</p>;\nexport class Shop implements ShopApiService {}\n`,
    ],
    [
      'the extension .mts',
      'src/services/shop-api.mts',
      `import type { ShopApiService } from '${importOf}';\nexport class Shop implements ShopApiService {}\n`,
    ],
  ];

  it.each(forms)('has classes that are found and completed: %s', async (_title, path, text) => {
    project.write(path, text);
    const { err, status } = await generate();
    expect({ err, status }).toMatchObject({ status: 0 });
    expect(project.exists(classPath)).toBe(false);
    const completed = project.read(path);
    for (const name of ['getOrder', 'ping']) {
      expect(completed).toContain(`async ${name}(_input`);
    }
    expect(completed.replace(/\s/g, '').length).toBeGreaterThan(text.replace(/\s/g, '').length);
    const { codes } = await project.run('check', '--full');
    expect(codes).toEqual([]);
    writeDescription('GetOrder', 'Ping', 'Added');
    await generate();
    expect(project.read(path)).toContain('async added(_input');
  });

  it.each(['.js', '.jsx', '.mjs', '.cjs', '.tsx', '.mts', '.cts'])(
    "has no stub beside it that a compiler would write over a person's %s",
    async (form) => {
      const path = classPath.replace('.ts', form);
      project.write(path, 'export const mine = 1;\n');
      const { codes } = await generate();
      expect(codes).toEqual(['emit/skeleton-without-class']);
      expect([project.exists(classPath), project.read(path)]).toEqual([false, 'export const mine = 1;\n']);
    },
  );

  it.each([
    ['modules', '{ "type": "module" }', 'export class ShopApiImplementation'],
    ['CommonJS', '{}', 'module.exports = { ShopApiImplementation };'],
  ])('gets skeletons in JavaScript where a project has nothing else: %s', async (_title, manifest, line) => {
    project.write('package.json', manifest);
    project.write('src/main.js', '');
    await generate();
    const text = project.read('src/services/shop-api.js');
    expect(project.exists(classPath)).toBe(false);
    expect(text).toContain(line);
    expect(text).toContain("@type {import('shop-api').ShopApiService['getOrder']}");
    expect((await project.run('check', '--full')).codes).toEqual([]);
    project.write('tsconfig.json', '{}');
    expect((await project.run('check', '--full')).codes).toEqual([]);
  });

  it('is no JavaScript project that has a file of TypeScript, its package, or its config', async () => {
    for (const [path, text] of [
      ['src/a.ts', ''],
      ['package.json', '{ "devDependencies": { "typescript": "5" } }'],
      ['tsconfig.json', '{}'],
    ] as const) {
      project.remove();
      project = new TestProject();
      configure({});
      writeDescription('Ping');
      project.write('package.json', '{}');
      project.write('src/main.js', '');
      project.write(path, text);
      await generate();
      expect(project.exists(classPath)).toBe(true);
    }
  });
});
