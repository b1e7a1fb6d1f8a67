import { join } from 'node:path';
import { type OpenApiDocument, openApiPlugin } from '@wsdl-codegen/openapi';
import { generate } from 'wsdl-codegen';
import { run } from '../calls/runner.js';
import { shopWsdl } from '../calls/shop.js';
import { repository } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';

const exchanger = join(repository, 'wsdl/ExchangerApi.wsdl');

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const openapi = (...args: readonly string[]) => run(project.folder, ['openapi', ...args]);

it('prints the document of the inputs, with what the options say', async () => {
  const choices = ['--title', 'Money', '--api-version', '2.0.0', '--server', 'https://money.example', '--no-examples'];
  const places = [
    '--safe',
    'Exchange',
    '--route',
    'Exchange=/rates',
    '--tag',
    'Exchange=rates',
    '--tag',
    'Exchange=money',
  ];
  const { status, out, err } = await openapi(
    exchanger,
    join(repository, 'wsdl/AccountApi.wsdl'),
    ...choices,
    ...places,
  );
  expect({ status, err }).toEqual({ status: 0, err: '' });
  const document = JSON.parse(out) as OpenApiDocument;
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: { title: 'Money', version: '2.0.0' },
    servers: [{ url: 'https://money.example' }],
    paths: { '/rates': { get: { operationId: 'ExchangerApi.exchange', tags: ['rates', 'money'] } } },
  });
  expect(out).toContain('"AccountApi.');
  expect(out).not.toContain('"example"');
});

it('takes what the config says, where it names the inputs, and options in its place', async () => {
  project.write('shop.wsdl', shopWsdl('https://shop.example/shop'));
  const packages = [{ name: 'shop', inputs: ['shop.wsdl'], out: 'shop' }];
  const places = { routes: { PlaceOrder: '/orders' }, tags: { PlaceOrder: ['orders'] }, title: 'Orders' };
  project.write('codegen.config.json', JSON.stringify({ packages, openapi: places }));
  const { out, err } = await openapi('--title', 'Other');
  expect(err).toBe('');
  const [place] = Object.entries((JSON.parse(out) as OpenApiDocument).paths);
  expect([place?.[0], Object.keys(place?.[1] ?? {}), out.includes('"title": "Other"')]).toEqual([
    '/orders',
    ['post'],
    true,
  ]);
  expect((await openapi('shop.wsdl')).out).not.toContain('"/orders"');
  project.write('codegen.config.json', JSON.stringify({ packages, openapi: { safe: ['Find'] } }));
  expect(await openapi()).toMatchObject({
    status: 1,
    err: expect.stringContaining('command/openapi-option') as string,
  });
});

it('has the texts of the contract about types and members, also of those without a name', async () => {
  const text = (what: string) => `<xs:annotation><xs:documentation>${what}</xs:documentation></xs:annotation>`;
  project.write(
    'shop.wsdl',
    shopWsdl('https://shop.example/shop').replace(
      '<xs:element name="id" type="xs:long"/>',
      `<xs:element name="id" type="xs:long">${text('Number of the order.')}</xs:element>`,
    ),
  );
  const { out, err } = await openapi('shop.wsdl');
  expect(err).toBe('');
  expect(out).toContain('"description": "Number of the order."');
});

it('has members in camel case where the option asks for it', async () => {
  const { out } = await openapi(exchanger, '--members', 'camelCase');
  expect(out).toContain('"currencyToBuy"');
  expect(out).not.toContain('"CurrencyToBuy"');
});

it('writes a file, and says with --check whether it is still the document', async () => {
  expect(await openapi(exchanger, '--out', 'api.json')).toMatchObject({
    status: 0,
    out: 'api.json: created\n',
    err: '',
  });
  expect(await openapi(exchanger, '--out', 'api.json', '--check')).toMatchObject({
    status: 0,
    out: 'api.json: up to date\n',
    err: '',
  });
  expect(await openapi(exchanger, '--out', 'api.json')).toMatchObject({ status: 0, out: 'api.json: up to date\n' });
  const { status, err } = await openapi(exchanger, '--out', 'api.json', '--check', '--title', 'Other');
  expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('command/openapi-outdated') as string });
  const changed = await openapi(exchanger, '--out', 'api.json', '--title', 'Other', '--json');
  expect(JSON.parse(changed.out)).toMatchObject({ file: 'api.json', change: 'changed' });
  const { out } = await openapi(exchanger, '--out', 'none.json', '--check', '--json');
  expect(JSON.parse(out)).toMatchObject({ diagnostics: [{ code: 'command/openapi-outdated' }] });
  expect(project.exists('none.json')).toBe(false);
});

it('replaces its own documents alone, and so no WSDL that stands where the file should', async () => {
  const wsdl = shopWsdl('https://shop.example/shop');
  project.write('shop.wsdl', wsdl);
  project.write('empty.json', '');
  project.write('list.json', '[1]');
  for (const name of ['shop.wsdl', 'list.json']) {
    const { status, err } = await openapi('shop.wsdl', '--out', name);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('command/openapi-option') as string });
  }
  expect(project.read('shop.wsdl')).toBe(wsdl);
  for (const title of ['One', 'Other']) {
    expect(await openapi('shop.wsdl', '--title', title, '--out', 'empty.json')).toMatchObject({ status: 0, err: '' });
  }
});

it.each([
  [['--safe', 'Exchang'], '`safe` names "Exchang", which is no operation; did you mean'],
  [['--route', 'Exchange'], '`--route` has "Exchange", where a name, "=" and a value have to be.'],
  [['--fault', 'Gone=9'], '`--fault` gives "Gone" the status "9", which is none from 400 to 599.'],
])('%j is a mistake that is named', async (args, message) => {
  const { status, out, err } = await openapi(exchanger, ...args);
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(err).toContain('command/openapi-option');
  expect(err).toContain(message);
});

it('the plug-in writes the document beside the code', async () => {
  const { files, diagnostics } = await generate({
    name: 'exchange',
    inputs: [exchanger],
    plugins: [openApiPlugin({ safe: ['exchange'] })],
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(JSON.parse(files.get('openapi.json') ?? '')).toMatchObject({
    info: { title: 'ExchangerApi', version: '1.0.0' },
    paths: { '/ExchangerApi/exchange': { get: { operationId: 'ExchangerApi.exchange' } } },
  });
});

it('a mistake in the options of the plug-in is a diagnostic of it', async () => {
  const { diagnostics } = await generate({
    name: 'exchange',
    inputs: [exchanger],
    plugins: [openApiPlugin({ safe: ['buy'] })],
  });
  expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'plugin/failed' }));
  expect(() => openApiPlugin({ flie: 'x' } as object)).toThrow(
    '`openApiPlugin` has no option `flie`; did you mean `file`?',
  );
});
