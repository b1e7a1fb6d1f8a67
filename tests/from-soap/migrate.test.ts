import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itInAll } from '../support/in-all.js';
import { type Said, TestProject } from '../support/test-project.js';

/**
 * Programs that use `soap`, and what `codegen migrate` makes of them: `NAME.ts.txt` becomes `NAME.after.txt`, and `NAME.report.txt` is what is said. `UPDATE_GOLDEN=1`
 * writes both. `typed.all.test.ts` checks the results with the compiler, and runs some.
 */
const fixtures = join(__dirname, 'fixtures');
const cases = readdirSync(fixtures).flatMap((file) => {
  const [, name, extension] = /^(\w+)\.(\w+)\.txt$/.exec(file) ?? [];
  return name === undefined || extension === undefined || !/^[cm]?[jt]s$/.test(extension)
    ? []
    : [{ name, file: `${name}.${extension}` }];
});

function fixture(name: string): string {
  return readFileSync(join(fixtures, name), 'utf8');
}

let project: TestProject;

beforeEach(() => {
  project = new TestProject();
  project.write('shop.wsdl', fixture('shop.wsdl'));
  project.write(
    'codegen.config.json',
    JSON.stringify({ packages: [{ name: 'shop-api', inputs: ['shop.wsdl'], out: 'shop-api' }] }),
  );
  project.write('src/older/shop/index.ts', "export { createClientAsync, ShopClient } from './client';\n");
  project.write(
    'src/older/shop/client.ts',
    'import { Client as SoapClient, createClientAsync as soapCreateClientAsync } from "soap";\n',
  );
  project.write(
    'src/classes/client.ts',
    'import * as soap from "soap";\nexport class Shop {\n  async soapClient(): Promise<soap.Client> {}\n}\n',
  );
});

afterEach(() => {
  project.remove();
});

const migrate = (...args: readonly string[]): Promise<Said> => project.run('migrate', ...args, '--package', 'shop-api');

const one = (text: string): Promise<Said> => {
  project.write('src/one.ts', text);
  return migrate('src/one.ts', '--write');
};

function expectGolden(name: string, text: string): void {
  if (process.env.UPDATE_GOLDEN) {
    writeFileSync(join(fixtures, name), text);
  }
  expect(text).toBe(existsSync(join(fixtures, name)) ? fixture(name) : `${name} is missing`);
}

describe.each(cases)('$name', ({ name, file }) => {
  it('becomes a program that uses the package, with a report of what is left', async () => {
    project.write(`src/${file}`, fixture(`${file}.txt`));
    const said = await migrate('src', '--write');
    expect(said.status).toBe(0);
    expectGolden(`${name}.after.txt`, project.read(`src/${file}`));
    expectGolden(`${name}.report.txt`, said.err);
  });

  it('keeps line ends and a byte order mark', async () => {
    const windows = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
    project.write(`src/${file}`, windows(fixture(`${file}.txt`).replace(/^#!.*\n/, '')));
    await migrate('src', '--write');
    expect(project.read(`src/${file}`)).toBe(windows(fixture(`${name}.after.txt`).replace(/^#!.*\n/, '')));
  });

  it('stays as it is when it is changed once more', async () => {
    project.write(`src/${file}`, fixture(`${name}.after.txt`));
    const said = await migrate('src', '--write');
    expect(project.read(`src/${file}`)).toBe(fixture(`${name}.after.txt`));
    expect(said.out).toMatch(/^nothing to change/);
  });
});

describe('codegen migrate', () => {
  const program = fixture('promises.ts.txt');

  it('writes nothing without --write, and shows a difference that can be applied', async () => {
    project.write('src/promises.ts', program);
    const before = project.tree();
    const { status, out } = await migrate('src/*.ts');
    expect(status).toBe(0);
    expect(project.tree()).toEqual(before);
    expect(out).toMatch(/\n1 file would be changed; --write changes them; 1 place is left for you\n$/);
    project.write('changes.patch', out.slice(0, out.indexOf('\n1 file') + 1));
    execFileSync('git', ['apply', 'changes.patch'], { cwd: project.folder });
    expect(project.read('src/promises.ts')).toBe(fixture('promises.after.txt'));
  });

  it('names the places of the file as it is: before the change without --write', async () => {
    project.write('src/promises.ts', program);
    const { err } = await migrate('src');
    const line = program.split('\n').findIndex((each) => each.includes('Shop.ShopSoap.GetStock')) + 1;
    expect(err).toContain(`src/promises.ts:${line}:84 warning migrate/not-followed: `);
  });

  it('gives everything as JSON', async () => {
    project.write('src/style.ts', fixture('style.ts.txt'));
    const { out, err } = await migrate('src/style.ts', '--json');
    expect(err).toBe('');
    expect(JSON.parse(out)).toEqual({
      written: false,
      files: [
        { path: 'src/style.ts', diff: expect.stringMatching(/^--- a\/src\/style.ts\n\+\+\+ b\/src\/style.ts\n@@ /) },
      ],
      diagnostics: [],
    });
  });

  it('leaves files alone that have nothing to do with soap, and those of node_modules', async () => {
    project.write('src/a.ts', 'export const client = { GetPriceAsync: () => [1] };\nclient.GetPriceAsync();\n');
    project.write('src/node_modules/x/index.js', "require('soap').createClientAsync('shop.wsdl');\n");
    const { status, out, err } = await migrate('src', '--write');
    expect([status, out, err]).toEqual([0, 'nothing to change\n', '']);
  });

  it('follows clients from one file to another', async () => {
    project.write(
      'src/connect.js',
      "const soap = require('soap');\nasync function connect() { return soap.createClientAsync('shop.wsdl'); }\nmodule.exports = { connect };\n",
    );
    project.write(
      'src/main.js',
      "const { connect } = require('./connect');\n(async () => {\n  const client = await connect();\n  const [{ GetPriceResult }] = await client.GetPriceAsync({ item: 'a' });\n  console.log(GetPriceResult);\n})();\n",
    );
    await migrate('src', '--write');
    expect(project.read('src/connect.js')).toContain('{ return Promise.resolve(new ShopClient()); }');
    expect(project.read('src/main.js')).toContain("const GetPriceResult = await client.getPrice({ item: 'a' });");
  });

  it('says which package, file or service it does not know', async () => {
    expect((await project.run('migrate', 'src', '--package', 'other')).codes).toContain('migrate/unknown-package');
    const missing = await migrate('nothing.ts');
    expect([missing.status, missing.codes]).toEqual([1, ['migrate/not-found']]);
    project.write('src/a.ts', "import { createClientAsync } from 'soap';\nawait createClientAsync('shop.wsdl');\n");
    expect((await migrate('src/a.ts', '--service', 'Other')).codes).toEqual(['migrate/unknown-service']);
  });

  it('asks for the values that a package leaves open', async () => {
    project.write(
      'open.wsdl',
      fixture('shop.wsdl').replace('https://shop.example', '{base_url}').replaceAll('"urn:shop"', '"{shop_namespace}"'),
    );
    project.write(
      'codegen.config.json',
      JSON.stringify({ packages: [{ name: 'shop-api', inputs: ['open.wsdl'], out: 'shop-api' }] }),
    );
    const text =
      "import { createClientAsync } from 'soap';\nexport const client = await createClientAsync(process.env.WSDL!);\n";
    const said = await one(text);
    expect(said.codes).toEqual(['migrate/needs-value']);
    expect(project.read('src/one.ts')).toBe(text);
    const defined = ['--define', 'base_url=https://a.example', '--define', 'shop_namespace=urn:shop'];
    await migrate('src/one.ts', '--write', ...defined);
    expect(project.read('src/one.ts')).toContain(
      "new ShopClient({\n  baseUrl: 'https://a.example',\n  namespaces: { shop_namespace: 'urn:shop' },\n});",
    );
  });

  it('gives a server the values that a package leaves open', async () => {
    project.write('open.wsdl', fixture('shop.wsdl').replaceAll('"urn:shop"', '"{shop_namespace}"'));
    project.write(
      'codegen.config.json',
      JSON.stringify({ packages: [{ name: 'shop-api', inputs: ['open.wsdl'], out: 'shop-api' }] }),
    );
    const said = await one(fixture('runServer.cjs.txt'));
    expect(said.codes).toEqual(['migrate/needs-value']);
    await migrate('src/one.ts', '--write', '--define', 'shop_namespace=urn:shop');
    expect(project.read('src/one.ts')).toContain("{ path: '/Shop.svc', namespaces: { shop_namespace: 'urn:shop' } }");
  });

  it('takes the host of a WSDL that is where the service is', async () => {
    project.write('open.wsdl', fixture('shop.wsdl').replace('https://shop.example', '{base_url}'));
    project.write(
      'codegen.config.json',
      JSON.stringify({ packages: [{ name: 'shop-api', inputs: ['open.wsdl'], out: 'shop-api' }] }),
    );
    await one(
      "import { createClientAsync } from 'soap';\nexport const client = await createClientAsync('https://a.example/Shop.svc?wsdl');\n",
    );
    expect(project.read('src/one.ts')).toContain("new ShopClient({ baseUrl: 'https://a.example' })");
  });

  it('keeps the comments of what it writes anew', async () => {
    await one(
      "import { createClientAsync } from 'soap';\n// first\nexport const c = await createClientAsync('shop.wsdl', {\n  // The system for tests.\n  endpoint: 'http://b/', // until May\n  disableCache: true,\n});\n// last\n",
    );
    expect(project.read('src/one.ts')).toBe(
      "import { ShopClient } from 'shop-api';\n// first\nexport const c = new ShopClient({\n  // The system for tests.\n  // until May\n  address: 'http://b/',\n});\n// last\n",
    );
  });

  it('imports nothing for a client that stays as it is', async () => {
    project.write('open.wsdl', fixture('shop.wsdl').replace('https://shop.example', '{base_url}'));
    project.write(
      'codegen.config.json',
      JSON.stringify({ packages: [{ name: 'shop-api', inputs: ['open.wsdl'], out: 'shop-api' }] }),
    );
    await one(
      "import * as soap from 'soap';\nconst a = await soap.createClientAsync('x.wsdl');\na.setSecurity(new soap.BearerSecurity('t'));\nexport const b = await soap.createClientAsync('x.wsdl', { endpoint: 'http://b/' });\n",
    );
    expect(project.read('src/one.ts')).toBe(
      "import * as soap from 'soap';\nimport { ShopClient } from 'shop-api';\nconst a = await soap.createClientAsync('x.wsdl');\na.setSecurity(new soap.BearerSecurity('t'));\nexport const b = new ShopClient({ address: 'http://b/' });\n",
    );
  });

  it.each([
    [
      'a setter after something that it needs',
      'const c = await soap.createClientAsync("a.wsdl");\nconst s = new soap.BearerSecurity("t");\nc.setSecurity(s);',
      'let c = new ShopClient();\nconst s = new soap.BearerSecurity("t");\nc = new ShopClient({ ...c.$options, ...security(s) });',
    ],
    [
      'a header that is set later',
      'let c: any;\nc = await soap.createClientAsync("a.wsdl");\nawait c.PlaceOrderAsync({});\nc.addHttpHeader("a", "b");',
      'let c: any;\nc = new ShopClient();\nawait c.placeOrder({});\nc = new ShopClient({ ...c.$options, headers: { ...c.$options.headers, a: "b" } });',
    ],
    [
      'a header block by the types of its values',
      'export async function f(a: string, b: number, c?: string, d = process.env.D) {\n  const client = await soap.createClientAsync("a.wsdl");\n  client.addSoapHeader({ A: a, B: b, C: c!, E: d as string, ...{} }, "", "p", "u:1");\n  client.addSoapHeader({ A: a, B: b, C: String(c) }, "", "p", "u:1");\n}',
      'export async function f(a: string, b: number, c?: string, d = process.env.D) {\n  const client = new ShopClient({\n    soapHeaders: { $any: [\n      { namespace: "u:1", name: "A", attributes: [], children: [a] },\n      { namespace: "u:1", name: "B", attributes: [], children: [String(b)] },\n      { namespace: "u:1", name: "C", attributes: [], children: [String(c)] },\n    ] },\n  });\n  client.addSoapHeader({ A: a, B: b, C: c!, E: d as string, ...{} }, "", "p", "u:1");\n}',
    ],
    [
      'a client that was given away before it is set up',
      'const c = await soap.createClientAsync("a.wsdl");\nkeep(c);\nc.setEndpoint("http://b/");',
      'const c = new ShopClient();\nkeep(c);\nc.setEndpoint("http://b/");',
    ],
  ])('sets up %s', async (_, before, after) => {
    const start = 'import * as soap from "soap";\ndeclare function keep(value: unknown): void;\n';
    await one(`${start}${before}\n`);
    expect(project.read('src/one.ts')).toContain(`${after}\n`);
  });

  it('leaves broken, binary and huge files as they are', async () => {
    const files = {
      'src/broken.ts': "import * as soap from 'soap';\nconst client = await soap.createClientAsync('shop.wsdl'\n",
      'src/huge.js': `const soap = require('soap');\n${'// a long line of a bundle\n'.repeat(200_000)}`,
    };
    for (const [path, text] of Object.entries(files)) {
      project.write(path, text);
    }
    project.write('src/binary.ts', new Uint8Array([0, 1, 2, 0xff, 0xfe, 0]));
    const before = project.tree();
    const { status, codes } = await migrate('src', '--write');
    expect([status, codes]).toEqual([1, ['migrate/unreadable', 'migrate/unreadable', 'migrate/unreadable']]);
    expect(project.tree()).toEqual(before);
  });

  it('says which values of a header block may be none or no string', async () => {
    const said = await one(
      'import * as soap from "soap";\nexport async function f(a: string, b?: string, c?: any) {\n  const client = await soap.createClientAsync("a.wsdl");\n  client.addSoapHeader({ A: a, B: b, C: c, D: String(c) }, "", "p", "u:1");\n}\n',
    );
    expect(said.codes).toEqual(['migrate/argument', 'migrate/argument']);
    expect(said.err).toMatch(/"B" of the SOAP header .*[\s\S]*"C" of the SOAP header/);
  });

  it('passes over files that have nothing to do with soap', async () => {
    project.write('src/broken.ts', 'const a = {;\n');
    project.write('src/used.ts', 'export const broken = {;\n');
    project.write(
      'src/main.ts',
      "import { broken } from './used';\nimport * as soap from 'soap';\nsoap.use(broken);\n",
    );
    project.write('src/index.ts', "export * from './main';\nconst a = {;\n");
    const { err } = await migrate('src');
    expect([...err.matchAll(/^src\/(\w+)\.ts:\S+ error/gm)].map(([, name]) => name)).toEqual(['index', 'used']);
  });

  it.each([
    [
      'names that are members of every object',
      "import * as soap from 'soap';\nconst c = await soap.createClientAsync('shop.wsdl');\nc.constructor; c.__proto__; c['toString']();\n",
    ],
    [
      'names that are no identifiers',
      "import * as soap from 'soap';\nconst c = await soap.createClientAsync('shop.wsdl');\nc['Get-Price']({}, () => {}); c['']; c['a\\u0000b'];\n",
    ],
    [
      'a client that is made of itself',
      "import * as soap from 'soap';\nlet a: any = b; let b: any = a; a = a ?? b ?? (await soap.createClientAsync('shop.wsdl'));\nfunction f(): any { return f() ?? g(a); }\nfunction g(x: any): any { return x ?? f(); }\ng(f()).GetPriceAsync({ item: '' });\n",
    ],
    [
      'calls without arguments',
      "import * as soap from 'soap';\nsoap.createClientAsync(); soap.createClient(); soap.listen(); new Promise(); soap.createClient('a', {});\n",
    ],
    [
      'sums of thousands of texts',
      `import * as soap from 'soap';\nconst c = await soap.createClientAsync('shop.wsdl');\nexport const x = ${"'a' + ".repeat(5000)}'';\n`,
    ],
    [
      'deep nesting',
      `import * as soap from 'soap';\nconst c = await soap.createClientAsync('shop.wsdl');\nexport const x = ${'('.repeat(400)}c${')'.repeat(400)};\n`,
    ],
  ])('endures %s', async (_, text) => {
    const first = await one(text);
    const after = project.read('src/one.ts');
    expect(first.codes).not.toContain('migrate/unreadable');
    await migrate('src/one.ts', '--write');
    expect(project.read('src/one.ts')).toBe(after);
  });

  itInAll('takes time in proportion to the length of a program', async () => {
    const calls = (count: number): string =>
      `import * as soap from 'soap';\nconst c = await soap.createClientAsync('shop.wsdl');\n${"{ const [r] = await c.GetPriceAsync({ item: 'a' }); console.log(r.GetPriceResult); }\n{ const [r] = await c.GetOrderAsync({ number: 1 }); console.log(r.GetOrderResult.Note.trim()); }\n".repeat(count)}`;
    const time = async (count: number): Promise<number> => {
      const start = performance.now();
      await one(calls(count));
      return performance.now() - start;
    };
    await time(50);
    const [few, many] = [await time(500), await time(2000)];
    expect(many).toBeLessThan(12 * few + 1000);
  });
});
