import { execFile, spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describeInAll } from '../support/in-all.js';
import { repository as root } from '../support/repository.js';
import { soapPackage } from '../support/soap-package.js';
import { TestProject } from '../support/test-project.js';
import { apiNamespace, bindings, serverOf } from '../wire/services.js';
import { finding, run, type Surroundings } from './runner.js';
import { shopWsdl } from './shop.js';

let project: TestProject;
const open: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  project = new TestProject();
});
afterEach(async () => {
  project.remove();
  await Promise.all(open.splice(0).map((close) => close()));
});

const call = (args: readonly string[], surroundings?: Surroundings) =>
  run(project.folder, ['call', ...args], surroundings);

async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(async () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('codegen call', () => {
  it.each(bindings)('calls the wallet over %s, texts taken for values of the types', async (binding) => {
    const calls: unknown[] = [];
    const server = serverOf((method, input) => {
      calls.push([method, input]);
      return 7;
    });
    const { url, close } = await server.listen(0, '127.0.0.1');
    open.push(close);
    const { status, out, err } = await call([
      join(root, 'wsdl/AccountApi.wsdl'),
      'TopupAtmCard',
      ...['id=9007199254740993', 'amount=12.5', 'sessionId=s'],
      ...['--define', `api_namespace=${apiNamespace}`, '--define', `base_url=${url}`, '--binding', binding],
    ]);
    expect({ status, err, out }).toEqual({ status: 0, err: '', out: '7\n' });
    expect(calls).toEqual([['topupAtmCard', expect.objectContaining({ id: 9007199254740993n, amount: 12.5 })]]);
  });

  it('calls an operation of a generated package, and of a folder', async () => {
    const server = serverOf(() => 'all is well');
    const { url, close } = await server.listen(0, '127.0.0.1');
    open.push(close);
    const rest = [
      'GetErrorDesc',
      'errorCode=1',
      'cultureCode=1',
      '-d',
      `api_namespace=${apiNamespace}`,
      '-d',
      `base_url=${url}`,
    ];
    for (const input of ['generated/wallet-api', 'wsdl']) {
      const args = [join(root, input), ...rest, '-d', `geo_namespace=urn:geo`, '-d', 'geo_base_url=http://geo.example'];
      const { status, out, err } = await call(args);
      expect({ status, err, out }).toEqual({ status: 0, err: '', out: '"all is well"\n' });
    }
  });
});

describeInAll('codegen call of a service of the soap package', () => {
  let address: string;
  let requests: {
    readonly headers: IncomingMessage['headers'];
    readonly args: unknown;
    readonly soapHeaders: unknown;
  }[];

  beforeEach(async () => {
    const { listen } = soapPackage();
    requests = [];
    const server = createServer((_, response) => response.writeHead(404).end());
    address = `${await listening(server)}/shop`;
    const wsdl = shopWsdl(address);
    const PlaceOrder = (args: { id?: string }, _: unknown, soapHeaders: unknown, request: IncomingMessage): unknown => {
      requests.push({ headers: request.headers, args, soapHeaders });
      if (String(args.id) === '13') {
        throw {
          Fault: {
            faultcode: 'soap:Client',
            faultstring: 'too late',
            detail: { OutOfStock: { left: 9007199254740993n.toString() } },
          },
        };
      }
      return { id: args.id, total: '12.50', receipt: 'AQI=' };
    };
    listen(server, '/shop', { Shop: { Shop11: { PlaceOrder }, Shop12: { PlaceOrder } } }, wsdl);
    project.write('shop.wsdl', wsdl);
  });

  const order = ['shop.wsdl', 'PlaceOrder', 'id=5', 'password=geheim', 'kind=new'];

  it.each(['soap11', 'soap12'])('prints the answer over %s as JSON', async (binding) => {
    project.write('photo.bin', new Uint8Array([1, 2]));
    const { status, out, err } = await call([
      ...order,
      ...['photo=@photo.bin', 'customer.name=Anna', 'lines.0.sku=a', 'lines.0.count=2'],
      ...['--binding', binding],
    ]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(JSON.parse(out)).toEqual({ id: '5', total: '12.50', receipt: 'AQI=' });
    expect(requests[0]?.args).toMatchObject({
      photo: 'AQI=',
      customer: { name: 'Anna' },
      lines: [{ sku: 'a', count: 2 }],
    });
  });

  it('reads JSON from a file and from standard input, and pairs in addition', async () => {
    project.write(
      'order.json',
      '{ "id": "5", "password": "geheim", "kind": "again", "lines": [{ "sku": "a", "count": 1 }] }',
    );
    expect((await call(['shop.wsdl', 'PlaceOrder', '--json', 'order.json'])).status).toBe(0);
    const input = project.read('order.json');
    expect((await call(['shop.wsdl', 'Shop.PlaceOrder', '-', 'id=6'], { input })).status).toBe(0);
    expect((await call(['shop.wsdl', 'PlaceOrder', '--json', '-'], { input })).status).toBe(0);
    expect(requests.map(({ args }) => Number((args as { id: string }).id))).toEqual([5, 6, 5]);
  });

  it('prints a fault as JSON with its typed detail, and ends with 3', async () => {
    const { status, out, err } = await call([
      'shop.wsdl',
      'PlaceOrder',
      'id=13',
      'password=x',
      'kind=new',
      '-b',
      'soap11',
    ]);
    expect({ status, err }).toEqual({ status: 3, err: '' });
    expect(JSON.parse(out)).toEqual({
      fault: { code: 'Client', string: 'too late', name: 'OutOfStock', detail: { left: '9007199254740993' } },
    });
  });

  it('sends header blocks, header fields and a user', async () => {
    const { status } = await call(
      [
        ...order,
        '--header-block',
        'Account.user=anna',
        '--header-block',
        'Account.password=@env:SHOP_PASSWORD',
        '--header',
        'X-Key: $KEY',
        '--user',
        'anna',
      ],
      { environment: { SHOP_PASSWORD: 'block secret', KEY: 'k1', CODEGEN_PASSWORD: 'user secret' } },
    );
    expect(status).toBe(0);
    expect(requests[0]?.soapHeaders).toMatchObject({ Account: { user: 'anna', password: 'block secret' } });
    expect(requests[0]?.headers).toMatchObject({
      'x-key': 'k1',
      authorization: `Basic ${Buffer.from('anna:user secret').toString('base64')}`,
    });
  });

  it('shows both sides on standard error without credentials', async () => {
    const { status, out, err } = await call([...order, '--header', 'X-Other: $KEY', '--verbose'], {
      environment: { KEY: 'key of the user' },
    });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id: '5' });
    expect(err).toMatch(/^> POST \/shop HTTP\/1\.1$/m);
    expect(err).toMatch(/^< HTTP\/1\.1 200 OK$/m);
    expect(err).toContain('<t:total>12.50</t:total>');
    expect(out + err).not.toMatch(/geheim|key of the user/);
  });

  it('prints the answer as it came with --raw', async () => {
    const { out } = await call([...order, '--raw']);
    expect(out).toMatch(/^<\?xml.*<t:total>12\.50<\/t:total>/s);
    const fault = await call(['shop.wsdl', 'PlaceOrder', 'id=13', 'password=x', 'kind=new', '--raw']);
    expect(fault.status).toBe(3);
    expect(fault.out).toContain('9007199254740993</');
  });

  it('prints the request with --dry-run and sends nothing', async () => {
    const { status, out } = await call([...order, '--dry-run', '--user', 'anna', '--header', 'X-Key: $KEY']);
    expect(status).toBe(0);
    expect(out).toMatch(/^POST \/shop HTTP\/1\.1$/m);
    expect(out).toContain('<password>***</password>');
    expect(out).toContain('X-Key: ***\nAuthorization: Basic ***\n');
    expect((await call([...order, '--dry-run', '--raw'])).out).toContain('<password>geheim</password>');
    expect(requests).toEqual([]);
  });

  const hasCurl = spawnSync('curl', ['--version']).status === 0;

  (hasCurl ? it : it.skip)(
    'prints a command of curl that sends the same, with credentials from the environment',
    async () => {
      const { status, out } = await call(
        [
          ...order,
          '--curl',
          '--user',
          'anna',
          '--header',
          'X-Key: $KEY',
          '--header-block',
          "Account.user=it's me",
          '--header-block',
          'Account.password=@env:BLOCK',
        ],
        {
          environment: { BLOCK: 'block secret' },
        },
      );
      expect(status).toBe(0);
      expect(out).not.toMatch(/geheim|block secret/);
      expect(requests).toEqual([]);
      const environment = {
        PASSWORD: 'geheim',
        BLOCK: 'block secret',
        KEY: 'k1',
        CODEGEN_PASSWORD: 'p',
        PATH: process.env.PATH ?? '',
      };
      const answer = await new Promise<string>((done, reject) => {
        execFile('sh', ['-c', `${out.trim()} --silent`], { env: environment }, (error, stdout) =>
          error ? reject(error) : done(stdout),
        );
      });
      expect(answer).toContain('<t:total>12.50</t:total>');
      expect(requests[0]?.args).toMatchObject({ password: 'geheim', kind: 'new' });
      expect(requests[0]?.soapHeaders).toMatchObject({ Account: { user: "it's me", password: 'block secret' } });
      expect(requests[0]?.headers).toMatchObject({
        'x-key': 'k1',
        authorization: `Basic ${Buffer.from('anna:p').toString('base64')}`,
      });
    },
  );

  (hasCurl ? it : it.skip)('lets curl encode credentials in a query and in a form', async () => {
    const seen: string[] = [];
    const url = await listening(
      createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) {
          chunks.push(chunk as Buffer);
        }
        seen.push(request.method === 'GET' ? (request.url ?? '') : Buffer.concat(chunks).toString());
        response.end();
      }),
    );
    const secret = 'a&b=c d+\u00fc';
    for (const binding of ['httpGet', 'httpPost']) {
      const { out } = await call([
        ...[
          join(root, 'wsdl/ExchangerApi.wsdl'),
          'Exchange',
          `sessionId=${secret}`,
          'amountToPay=5',
          'CurrencyToBuy=z',
        ],
        ...['CurrencyToPay=r', '-b', binding, '-d', 'api_namespace=urn:x', '--address', `${url}/e`, '--curl'],
      ]);
      expect(out).toContain('--data-urlencode sessionId="$SESSION_ID"');
      const environment = { SESSION_ID: secret, PATH: process.env.PATH ?? '' };
      await new Promise((done) => {
        execFile('sh', ['-c', `${out.trim()} --silent`], { env: environment }, done);
      });
      const query = new URLSearchParams(seen.at(-1)?.replace(/^[^?]*\?/, ''));
      expect(Object.fromEntries(query)).toEqual({
        sessionId: secret,
        amountToPay: '5',
        CurrencyToBuy: 'z',
        CurrencyToPay: 'r',
      });
    }
    expect(seen).toHaveLength(2);
  });

  it('shows the parameters of a query, but no credentials', async () => {
    const args = [join(root, 'wsdl/ErrorsApi.wsdl'), 'GetErrorDesc', 'errorCode=1', 'cultureCode=2', '-b', 'httpGet'];
    const address = 'http://me:geheim@127.0.0.1:9/e?apiKey=geheim';
    const { out } = await call([...args, '-d', 'api_namespace=urn:x', '--address', address, '--dry-run']);
    expect(out).toContain('errorCode=1&cultureCode=2');
    expect(out).not.toContain('geheim');
  });

  it('asks for missing values on a terminal, hidden where they are secret', async () => {
    const { status, questions } = await call(['shop.wsdl', 'PlaceOrder', 'lines.0.count=2'], {
      answers: { id: '5', password: 'geheim', kind: 'new', 'lines.0.sku': 'a' },
    });
    expect(status).toBe(0);
    expect(questions).toEqual([
      'id (long): ',
      'hidden password (string): ',
      'kind (new | again): ',
      'lines.0.sku (string): ',
    ]);
    expect(requests[0]?.args).toMatchObject({ id: 5, password: 'geheim', lines: [{ sku: 'a', count: 2 }] });
  });
});

describe('mistakes', () => {
  beforeEach(() => project.write('shop.wsdl', shopWsdl('http://127.0.0.1:9/shop')));
  const order = ['shop.wsdl', 'PlaceOrder', 'id=5', 'password=geheim', 'kind=new'];

  it('lists the operations when none is named', async () => {
    const { status, out, err } = await call(['shop.wsdl']);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^PlaceOrder {2}soap11 soap12 {2}id password kind \[photo\] \[customer\] \[lines\]\n/);
    expect(err).toMatch(finding('call/which-operation'));
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    [
      'a misspelt operation',
      ['shop.wsdl', 'PlaceOder'],
      finding('call/unknown-operation', '.*\\n.*did you mean "PlaceOrder"\\?'),
    ],
    ['a binding that is not offered', [...order, '-b', 'httpGet'], finding('call/binding', '.*\\n.*soap11, soap12')],
    ['a port that does not exist', [...order, '--port', 'x'], finding('call/port', '.*\\n.*Shop11, Shop12')],
    ['no pair', [...order, 'geheim'], finding('call/not-a-pair')],
    ['a file that does not exist', [...order, 'photo=@none'], finding('call/pair-value', '.*no file "none"')],
    ['a variable that is not set', [...order, 'photo=@env:NONE'], finding('call/pair-value', '.*NONE is not set')],
    ['no JSON', [...order, 'lines:=[1'], finding('call/pair-value', '.*not JSON')],
    ['two values in one place', [...order, 'id.x=1'], finding('call/pair-place')],
    ['a misspelt name', [...order, 'foto=x'], finding('call/wrong-value', 'foto: .*did you mean "photo"\\?\\n')],
    ['a missing value', ['shop.wsdl', 'PlaceOrder', 'id=5', 'kind=new'], finding('call/wrong-value', 'password: ')],
    [
      'a value of another type',
      [...order, 'lines.0.sku=a', 'lines.0.count=x'],
      finding('call/wrong-value', 'lines.0.count: "x" is not a valid int.'),
    ],
    [
      'a misspelt header block',
      [...order, '--header-block', 'Acount.user=x'],
      finding('call/unknown-header-block', '.*\\n.*"Account"'),
    ],
    [
      'JSON that is not there',
      ['shop.wsdl', 'PlaceOrder', '--json', 'none.json'],
      finding('call/input', '.*"none.json"'),
    ],
    ['a service that does not answer', order, finding('call/failed', 'The call failed: .*refuses connections')],
    ['a file that is no descriptor', ['none.wsdl', 'PlaceOrder'], /source\/missing-file/],
  ])('are diagnostics: %s', async (_, args, message) => {
    const { status, out, err } = await call(args);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/geheim/);
  });

  it('does not quote a wrong credential', async () => {
    project.write(
      'pin.wsdl',
      shopWsdl('http://127.0.0.1:9/shop')
        .replace('name="password" type="xs:string"', 'name="password" type="xs:int"')
        .replace('name="password" type="xs:string"', 'name="password" type="xs:int"'),
    );
    const { status, err } = await call(['pin.wsdl', 'PlaceOrder', 'id=5', 'password=geheim', 'kind=new']);
    expect(status).toBe(1);
    expect(err).toMatch(/password: the value does not fit its type/);
    expect(err).not.toMatch(/geheim/);
  });

  it('names the services where operations have the same name', async () => {
    const two = shopWsdl('http://127.0.0.1:9/shop').replace(
      '</w:definitions>',
      '<w:service name="Store"><w:port name="Store11" binding="t:Shop11"><soap:address location="http://127.0.0.1:9/store"/></w:port></w:service></w:definitions>',
    );
    project.write('two.wsdl', two);
    const { err } = await call(['two.wsdl', 'PlaceOrder', 'id=5']);
    expect(err).toMatch(finding('call/several-operations', '.*\\n.*Shop\\.PlaceOrder, Store\\.PlaceOrder'));
    expect((await call(['two.wsdl'])).err).toMatch(/^Shop\.PlaceOrder .*\nStore\.PlaceOrder /);
    expect((await call(['two.wsdl', 'Store.PlaceOrder', 'id=5', 'kind=new', 'password=x', '--dry-run'])).out).toMatch(
      /POST \/store /,
    );
  });

  it('shows an answer that cannot be used only with --raw', async () => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Log in</title></html>'),
    );
    const address = await listening(server);
    const { status, out, err } = await call([...order, '--address', address]);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(finding('call/answer', '.*Log in'));
    expect((await call([...order, '--address', address, '--raw'])).out).toBe('<html><title>Log in</title></html>');
  });

  it('does not send credentials to a host that only a descriptor from elsewhere names', async () => {
    const elsewhere = createServer((_, response) => response.end(shopWsdl('http://127.0.0.1:9/shop')));
    const input = `${await listening(elsewhere)}/shop.wsdl`;
    const args = [input, ...order.slice(1), '--allow-remote', '--header', 'X-Key: $KEY'];
    const { status, err } = await call(args, { environment: { KEY: 'secret key' } });
    expect(status).toBe(1);
    expect(err).toMatch(finding('call/other-origin', '.*http://127\\.0\\.0\\.1:9/shop'));
  });

  it('refuses a service whose address is open, and one without operations', async () => {
    project.write('open.wsdl', shopWsdl('{base_url}/shop'));
    expect((await call(['open.wsdl', ...order.slice(1)])).err).toMatch(finding('call/address'));
    expect(
      (
        await call([
          join(root, 'wsdl/ExchangerApi.wsdl'),
          'Exchange',
          'CurrencyToBuy=a',
          'CurrencyToPay=b',
          'amountToPay=1',
          '--address',
          'http://127.0.0.1:9',
        ])
      ).err,
    ).toMatch(finding('call/placeholder', '.*\\{api_namespace\\}'));
    project.write(
      'none.xsd',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:int"/></xs:schema>',
    );
    expect((await call(['none.xsd'])).err).toMatch(finding('call/no-operations'));
  });

  it('gives up in time', async () => {
    const server = createServer(() => undefined);
    const address = await listening(server);
    const { status, err } = await call([...order, '--address', address, '--timeout', '1']);
    server.closeAllConnections();
    expect(status).toBe(1);
    expect(err).toMatch(/No answer within 1000 ms/);
  });
});

describe('without an input', () => {
  const config = (...packages: readonly object[]): string => JSON.stringify({ packages });
  const dry = async (...args: readonly string[]) => call([...args, '--dry-run']);
  const values = ['id=5', 'password=geheim', 'kind=new', 'lines.0.sku=a', 'lines.0.count=2'];

  beforeEach(() => {
    project.write('shop.wsdl', shopWsdl('http://127.0.0.1:9/shop'));
    project.write('codegen.config.json', config({ name: 'shop', inputs: ['shop.wsdl'], out: 'shop' }));
  });

  it('calls an operation of the config', async () => {
    const { status, out, err } = await dry('PlaceOrder', ...values);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:9\/shop\n/);
    const { out: named } = await dry('Shop.PlaceOrder', ...values);
    expect(named).toBe(out);
    expect((await run(project.folder, ['sample', 'PlaceOrder', '-b', 'soap12'])).out).toMatch(
      /^# Shop\.PlaceOrder over/,
    );
  });

  it('uses the placeholders of the config, and --config', async () => {
    const inputs = [join(root, 'wsdl/ExchangerApi.wsdl'), join(root, 'wsdl/ErrorsApi.wsdl')];
    const placeholders = { api_namespace: 'urn:mine', base_url: 'http://127.0.0.1:9' };
    project.write('other/wallet.json', config({ name: 'wallet', inputs, out: 'wallet', placeholders }));
    const { out, err } = await dry('GetErrorDesc', 'errorCode=1', 'cultureCode=2', '-c', 'other/wallet.json');
    expect(err).toBe('');
    expect(out).toContain('urn:mine');
  });

  it('finds the package that has the operation', async () => {
    const wallet = { name: 'w', inputs: [join(root, 'wsdl/ErrorsApi.wsdl')], out: 'w' };
    const shop = { name: 'shop', inputs: ['shop.wsdl'], out: 'shop' };
    project.write('codegen.config.json', config(shop, wallet));
    expect((await dry('PlaceOrder', ...values)).status).toBe(0);
    expect((await dry('PlaceOder', ...values)).err).toMatch(finding('call/unknown-operation', '.*\\n.*"PlaceOrder"'));
    const listed = await call([]);
    expect(listed.err).toMatch(/^PlaceOrder {2}.*\nGetErrorDesc {2}/m);
    expect(listed.err).toContain('codegen call OPERATION');
    project.write('codegen.config.json', config(shop, { ...shop, name: 'other', out: 'other' }));
    expect((await dry('PlaceOrder', ...values)).err).toMatch(finding('call/several-packages'));
    expect((await dry('shop.wsdl', 'PlaceOrder', ...values)).status).toBe(0);
  });

  it('completes the operations of the config', async () => {
    const { out } = await run(project.folder, ['complete', 'call', 'Pl']);
    expect(out).toBe('PlaceOrder\tShop\n:files\n');
  });
});
