import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { askLine } from '../../generator/commands/ask-line.js';
import { initCommand } from '../../generator/commands/init.js';
import type { Terminal } from '../../generator/commands/terminal.js';
import { type InitOptions, initProject } from '../../generator/index.js';
import { wsdl } from '../support/descriptors.js';
import { Random } from '../support/random.js';
import { TestProject } from '../support/test-project.js';
import { runs } from '../support/thorough.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codegen-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A descriptor of a service with one operation. */
const service = (name: string): string =>
  wsdl(
    `<message name="In"/>
     <portType name="${name}Port"><operation name="Ask"><input message="t:In"/></operation></portType>
     <binding name="${name}Binding" type="t:${name}Port"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
       <operation name="Ask"><soap:operation soapAction="urn:t/Ask"/><input><soap:body use="literal"/></input></operation></binding>
     <service name="${name}"><port name="P" binding="t:${name}Binding"><soap:address location="http://h/s"/></port></service>`,
  );

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const init = (options: InitOptions = {}) => initProject({ workingFolder: folder, write: true, ...options });
const codes = ({ diagnostics }: Awaited<ReturnType<typeof init>>): readonly string[] =>
  diagnostics.map(({ code }) => code);

describe('initProject', () => {
  it('makes a package of each folder with descriptors, and writes a config that loads', async () => {
    write({
      'package.json': '{\n\t"name": "@acme/shop",\n\t"scripts": { "test": "jest" }\n}\n',
      'wsdl/Orders.wsdl': service('Orders'),
      'wsdl/Stock.wsdl': service('Stock'),
      'partners/bank/BankTransfer.wsdl': service('Bank'),
      'node_modules/x/Other.wsdl': service('Other'),
      'generated/x/codegen.lock.json': '{}',
      'generated/x/wsdl/Old.wsdl': service('Old'),
      'notes.xml': '<notes/>',
    });
    const result = await init();
    expect(result.packages).toEqual([
      { name: 'bank-transfer', inputs: ['partners/bank/BankTransfer.wsdl'], out: 'generated/bank-transfer' },
      { name: 'shop-api', inputs: ['wsdl/Orders.wsdl', 'wsdl/Stock.wsdl'], out: 'generated/shop-api' },
    ]);
    expect(result.diagnostics).toEqual([]);
    expect(read('codegen.config.ts')).toContain(
      "name: 'bank-transfer',\n      inputs: ['partners/bank/BankTransfer.wsdl'],",
    );
    expect(read('codegen.config.ts')).not.toContain('placeholders');
    expect(JSON.parse(read('package.json')).scripts).toEqual({
      test: 'jest',
      codegen: 'codegen',
      'codegen:check': 'codegen check',
    });
    expect(read('package.json')).toContain('\n\t"scripts"');
  });

  it('does no harm the second time, and says which descriptors the config does not name', async () => {
    write({ 'package.json': '{"name": "shop"}', 'wsdl/Orders.wsdl': service('Orders') });
    const { packages } = await init();
    rmSync(join(folder, 'codegen.config.ts'));
    write({ 'codegen.config.json': JSON.stringify({ packages }), 'wsdl/Stock.wsdl': service('Stock') });
    const before = read('package.json');
    const again = await init();
    expect({ codes: codes(again), existing: again.existing, files: again.files.size }).toEqual({
      codes: ['init/not-in-config'],
      existing: 'codegen.config.json',
      files: 0,
    });
    expect(read('package.json')).toBe(before);
    expect(existsSync(join(folder, 'codegen.config.ts'))).toBe(false);
  });

  it('names the placeholders of the descriptors in the config', async () => {
    const at = (address: string): string => service('Orders').replace('http://h/s', address);
    write({ 'a/Orders.wsdl': at('{base_url}/s'), 'b/Orders.wsdl': at('https://{host}/s') });
    await init();
    expect(read('codegen.config.ts')).toContain("  // placeholders: { base_url: '…', host: '…' },\n");
  });

  it('names packages without accents', async () => {
    write({ 'Prüfung.wsdl': service('Orders') });
    expect((await init()).packages.map(({ name }) => name)).toEqual(['prufung']);
  });

  it('takes documents that others import for parts of these', async () => {
    const main = service('Orders').replace('<message', '<import namespace="urn:p" location="part.wsdl"/><message');
    write({ 'main.wsdl': main, 'part.wsdl': wsdl('<message name="Part"/>').replaceAll('urn:t', 'urn:p') });
    expect((await init({ name: 'orders' })).packages).toEqual([
      { name: 'orders', inputs: ['main.wsdl'], out: 'generated/orders' },
    ]);
  });

  it('makes packages of their own for descriptors that cannot be read together', async () => {
    const typed = (type: string): string =>
      service(`S${type}`).replace(
        '<message name="In"/>',
        `<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="E" type="xs:${type}"/></xs:schema></types><message name="In"><part name="p" element="t:E"/></message>`,
      );
    write({ 'wsdl/a.wsdl': typed('int'), 'wsdl/b.wsdl': typed('string') });
    expect((await init()).packages.map(({ inputs }) => inputs)).toEqual([['wsdl/a.wsdl'], ['wsdl/b.wsdl']]);
  });

  it('leaves out what cannot be read, with a warning, and fails where nothing is left', async () => {
    write({ 'wsdl/a.wsdl': service('A').slice(0, -30), 'wsdl/b.wsdl': service('B') });
    const result = await init();
    expect(codes(result)).toEqual(['init/unreadable']);
    expect(result.packages.map(({ inputs }) => inputs)).toEqual([['wsdl/b.wsdl']]);
    rmSync(join(folder, 'codegen.config.ts'));
    rmSync(join(folder, 'wsdl'), { recursive: true });
    expect(codes(await init())).toEqual(['init/no-descriptor']);
    expect(existsSync(join(folder, 'codegen.config.ts'))).toBe(false);
  });

  it('asks before it writes, and takes the answers', async () => {
    write({ 'Orders.wsdl': service('Orders') });
    const result = await init({
      choose: async ({ packages, services }) => {
        expect([packages[0]?.name, services]).toEqual(['orders', [['Orders']]]);
        return { name: '@acme/orders', out: 'packages', only: 'server', skeletons: 'src' };
      },
    });
    expect(result.packages).toEqual([
      { name: '@acme/orders', inputs: ['Orders.wsdl'], out: 'packages/orders', skeletons: 'src' },
    ]);
    expect(read('codegen.config.ts')).toContain("only: 'server',\n      skeletons: { dir: 'src' },");
  });

  it.each([
    ['of clients, which have no classes', { only: 'client', skeletons: 'src' }, 'config/invalid-value'],
    ['with classes in the output of another package', { skeletons: 'generated/bank' }, 'config/skeletons-in-output'],
  ] as const)('writes no config %s', async (_title, choices, code) => {
    write({ 'a/Orders.wsdl': service('Orders'), 'b/bank.wsdl': service('Bank') });
    const result = await init(choices);
    expect(new Set(codes(result))).toEqual(new Set([code]));
    expect(existsSync(join(folder, 'codegen.config.ts'))).toBe(false);
  });

  it('adds the packages to the ignore file of a formatter that the project uses, once', async () => {
    write({
      'package.json':
        '{"devDependencies": {"prettier": "3"}, "scripts": {"generate": "codegen", "lint": "codegen check --full"}}',
      'Orders.wsdl': service('Orders'),
      '.eslintignore': 'dist',
    });
    await init();
    await init();
    expect(read('.prettierignore')).toBe('generated/orders/\n');
    expect(read('.eslintignore')).toBe('dist\ngenerated/orders/\n');
    expect(JSON.parse(read('package.json')).scripts).toEqual({ generate: 'codegen', lint: 'codegen check --full' });
  });

  it('says that a package.json is broken, and leaves it as it is', async () => {
    write({ 'package.json': '{ bad', 'Orders.wsdl': service('Orders') });
    expect(codes(await init())).toEqual(['init/broken-package']);
    expect(read('package.json')).toBe('{ bad');
    expect(existsSync(join(folder, 'codegen.config.ts'))).toBe(true);
  });

  it('writes nothing unless it is told to', async () => {
    write({ 'Orders.wsdl': service('Orders') });
    const { files } = await initProject({ workingFolder: folder });
    expect([...files.keys()]).toEqual(['codegen.config.ts']);
    expect(existsSync(join(folder, 'codegen.config.ts'))).toBe(false);
  });
});

describe('codegen init on a terminal', () => {
  const ask = (...answers: string[]) => {
    const said: string[] = [];
    const terminal: Terminal = {
      out: (text) => said.push(text),
      err: (text) => said.push(text),
      isInteractive: true,
      environment: {},
      workingFolder: folder,
      ask: async () => answers.shift() ?? '',
    };
    return { terminal, said };
  };

  it('asks again for answers that make no sense', async () => {
    write({ 'Orders.wsdl': service('Orders') });
    const { terminal, said } = ask('Bad Name!', 'good-name', '', 'sideways', 'S');
    expect(await initCommand({ inputs: [] }, terminal)).toBe(0);
    expect(said.join('')).toContain('npm takes lower-case letters');
    expect(said.join('')).toContain('Answer client, server or both.');
    expect(read('codegen.config.ts')).toMatch(/name: 'good-name'[\s\S]*only: 'server'/);
  });

  it('refuses a name that npm does not take', async () => {
    const { terminal, said } = ask();
    expect(await initCommand({ inputs: [], name: 'Bad Name' }, terminal)).toBe(1);
    expect(said.join('')).toContain('config/usage');
  });

  it('ends with Control-C and at the end of the input', async () => {
    for (const control of ['\u0003', '\u0004']) {
      const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
      const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
      const ended = new Promise<void>((done) => {
        void askLine('Name: ', input, output, done);
      });
      input.write(control);
      await ended;
    }
  });
});

describe('a config with service classes', () => {
  const names = ['Orders', 'orders', 'Order_s', 'Stock', 'Bank', 'BankService'];
  const folders = ['a', 'b', 'a/wsdl', 'b/wsdl', '.', 'shop/services'];

  /** Begins a config in a project of its own, and generates by it. */
  async function outcome(files: Readonly<Record<string, string>>, ...options: readonly string[]) {
    const project = new TestProject();
    try {
      for (const [path, text] of Object.entries(files)) {
        project.write(path, text);
      }
      const begun = await project.run('init', '--yes', '--skeletons', 'src/services', ...options);
      // The loader of TypeScript is Node's, which is not at work in a test: the same config as data.
      const [, value] = /defineConfig\((\{.*\})\);/s.exec(project.read('codegen.config.ts')) ?? [];
      project.write('codegen.config.json', JSON.stringify(new Function(`return ${value}`)()));
      rmSync(project.at('codegen.config.ts'));
      const { status, err } = await project.run();
      return { begun: begun.status, status, refusals: status === 0 ? '' : err };
    } finally {
      project.remove();
    }
  }

  it('is accepted, whatever descriptors it is for', async () => {
    for (let seed = 1; seed <= runs(40); seed++) {
      const random = new Random(seed);
      const files = Array.from({ length: 1 + random.below(4) }, (_, i) => {
        const name = random.pick(names);
        return [`${random.pick(folders)}/${name}${i}.wsdl`, service(name).replaceAll('urn:t', `urn:t${i}`)] as const;
      });
      const result = await outcome(Object.fromEntries(files), ...(random.oneIn(3) ? ['--separate'] : []));
      expect({ seed, ...result }).toEqual({ seed, begun: 0, status: 0, refusals: '' });
    }
  }, 120_000);

  it('has one folder for all packages where their services have names of their own', async () => {
    write({ 'a/Orders.wsdl': service('Orders'), 'b/Bank.wsdl': service('Bank') });
    const { packages } = await init({ skeletons: 'src' });
    expect(packages.map(({ skeletons }) => skeletons)).toEqual(['src', 'src']);
    write({ 'c/Bank.wsdl': service('Bank').replaceAll('urn:t', 'urn:other') });
    rmSync(join(folder, 'codegen.config.ts'));
    const again = await init({ skeletons: 'src' });
    expect(new Set(again.packages.map(({ skeletons }) => skeletons)).size).toBe(3);
  });
});
