import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SoapFaultError } from '@wsdl-codegen/runtime';
import { usernameToken } from '@wsdl-codegen/ws-security';
import { AccountApiClient, ErrorsApiClient, ExchangerApiClient } from 'wallet-api';
import { type ExchangeEvent, type MockContractOptions, mockContract, type RunningMock } from 'wsdl-codegen';
import { main } from '../../generator/cli.js';
import { load, packageOf } from '../features/package.js';
import { itInAll } from '../support/in-all.js';
import { TestProject } from '../support/test-project.js';
import { callWithSoap } from './callers.js';
import { shop } from './shop.js';

const wsdl = join(__dirname, '../../wsdl');
const namespaces = { api_namespace: 'urn:wallet' };
const order = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };
const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

let project: TestProject;
let running: RunningMock | undefined;
let events: ExchangeEvent[];
beforeEach(() => {
  project = new TestProject();
  events = [];
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  project.remove();
});

/** Serves the wallet with rules. */
async function serve(rules: string, options: Partial<MockContractOptions> = {}): Promise<RunningMock> {
  project.write('mock.yaml', rules);
  const { mock, diagnostics } = await mockContract({
    inputs: ['ExchangerApi', 'ErrorsApi', 'AccountApi'].map((name) => join(wsdl, `${name}.wsdl`)),
    define: ['api_namespace=urn:wallet'],
    workingFolder: project.folder,
    rules: 'mock.yaml',
    port: 0,
    onExchange: (event) => events.push(event),
    ...options,
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  running = mock;
  return mock as RunningMock;
}

describe('codegen mock', () => {
  it('answers generated clients over all bindings, by rules and with samples', async () => {
    const { url } = await serve(`
rules:
  - operation: Exchange
    when: { amountToPay: { above: 10 } }
    answer: '{{request.amountToPay}}'
  - operation: GetErrorDesc
    answer: 'Error {{request.errorCode}} ({{header.x-test}})'`);
    const exchanger = new ExchangerApiClient({ baseUrl: url, namespaces });
    const errors = new ErrorsApiClient({ baseUrl: url, namespaces, headers: { 'X-Test': 'yes' } });
    for (const binding of bindings) {
      expect(await exchanger.exchange({ ...order, amountToPay: 12 }, { binding })).toBe(12);
      expect(await exchanger.exchange({ ...order, amountToPay: 5 }, { binding })).toBe(1);
      expect(await errors.getErrorDesc({ errorCode: 7, cultureCode: 1 }, { binding })).toBe('Error 7 (yes)');
    }
    expect(events[0]).toMatchObject({
      path: '/ExchangerApi.asmx',
      service: 'ExchangerApi',
      operation: 'Exchange',
      binding: 'soap11',
      status: 200,
      note: 'rule 1',
      breaches: [],
    });
    expect(events[1]?.note).toBe('sample');
  });

  itInAll('answers the client of the package soap, which reads its WSDL', async () => {
    const { url } = await serve('- { operation: Exchange, answer: 42 }');
    const input = { ...order, CurrencyToBuy: 122, CurrencyToPay: 114 };
    for (const port of ['ExchangerApiSoap', 'ExchangerApiSoap12']) {
      expect(await callWithSoap(`${url}/ExchangerApi.asmx?WSDL`, 'ExchangerApi', port, 'Exchange', input)).toEqual({
        ExchangeResult: 42,
      });
    }
  });

  it('gives faults, HTTP answers, and answers of states', async () => {
    const { url } = await serve(`
- { operation: Exchange, state: Started, becomes: Down, fault: { reason: 'No {{request.CurrencyToBuy}}.', code: Client } }
- { operation: Exchange, state: Down, becomes: Up, status: 503, headers: { Retry-After: '1' }, body: busy, delay: 1 }
- { operation: Exchange, answer: 5 }`);
    const client = new ExchangerApiClient({ baseUrl: url, namespaces });
    await expect(client.exchange(order)).rejects.toMatchObject({ reason: 'No z.' });
    await expect(client.exchange(order)).rejects.toMatchObject({ name: 'HttpStatusError', status: 503 });
    expect(await client.exchange(order)).toBe(5);
  });

  itInAll('gives declared faults with a detail, and objects with big numbers', async () => {
    project.write('shop.yaml', shop);
    const { url } = await serve(
      `
- operation: Place
  when: { coupon: bad }
  fault: { name: Declined, reason: Declined., detail: { code: 3, why: 'coupon {{request.coupon}}' } }
- operation: Place
  answer: { id: 9007199254740993, total: '{{request.order.total}}', lines: '{{request.order.lines}}' }`,
      { inputs: ['shop.yaml'], define: [] },
    );
    const input = (coupon: string): object => ({
      order: { id: 1, total: '12.50', lines: { Line: [{ sku: 'a', count: 1 }] } },
      coupon,
    });
    const called = (coupon: string): Promise<unknown> =>
      callWithSoap(`${url}/Shop.asmx?WSDL`, 'Shop', 'ShopSoap', 'Place', input(coupon));
    expect(JSON.stringify(await called('ok'))).toContain('"total":12.5,"lines":{"Line":[{"sku":"a"');
    await expect(called('bad')).rejects.toMatchObject({ message: expect.stringContaining('coupon bad') });
  });

  it('gives other samples by seed, the same ones in each run', async () => {
    const results = async (seed: number): Promise<readonly number[]> => {
      const { url, close } = await serve('[]', { seed });
      const client = new AccountApiClient({ baseUrl: url, namespaces });
      const call = (): Promise<number> => client.topupAtmCard({ sessionId: 's', id: 1n, amount: 1, purseFrom: 'Z' });
      const made = [await call(), await call(), await call()];
      await close();
      return made;
    };
    expect(await results(1)).toEqual(await results(1));
    expect(await results(1)).not.toEqual(await results(2));
  });

  it('says with strict where messages differ from the contract', async () => {
    const { url } = await serve('- { operation: Exchange, answer: 5 }', { strict: true });
    const client = new ExchangerApiClient({ baseUrl: url, namespaces });
    for (const binding of bindings) {
      await client.exchange(order, { binding });
    }
    expect(events.flatMap(({ breaches }) => breaches)).toEqual([]);
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Exchange xmlns="urn:wallet"><sessionId>s</sessionId><CurrencyToPay>122</CurrencyToPay><CurrencyToBuy>114</CurrencyToBuy><amount>1</amount></Exchange></s:Body></s:Envelope>`;
    const post = async (action: string): Promise<readonly string[]> => {
      const headers = { 'Content-Type': 'text/xml', SOAPAction: `"urn:wallet/${action}"` };
      await fetch(`${url}/ExchangerApi.asmx`, { method: 'POST', headers, body });
      return (events.at(-1)?.breaches ?? []).map(({ side, path, message }) => `${side} ${path}: ${message}`);
    };
    expect(await post('Exchange')).toEqual([
      'request /Exchange: element "amount" of namespace "urn:wallet" is not allowed here',
      'request /Exchange/amountToPay: element "amountToPay" is missing',
    ]);
    expect(await post('Other')).toEqual([expect.stringMatching(/^request HTTP: .*SOAPAction/)]);
  });

  it('accepts header blocks that the service in its place would understand', async () => {
    const { url } = await serve('- { operation: GetErrorDesc, answer: Done. }', { strict: true });
    const client = new ErrorsApiClient({ baseUrl: url, namespaces });
    const security = { namespace: 'urn:security', name: 'Security', attributes: [], children: [] };
    const soapHeaders = [{ tree: security, mustUnderstand: true }];
    for (const binding of ['soap11', 'soap12'] as const) {
      expect(await client.getErrorDesc({ errorCode: 1, cultureCode: 1 }, { binding, soapHeaders })).toBe('Done.');
    }
    expect(events.flatMap(({ breaches }) => breaches)).toEqual([]);
  });

  it('takes messages that a WS-Policy demands to be protected, and protects nothing itself', async () => {
    const inputs = [join(__dirname, '../golden/policies/input.wsdl')];
    const { url } = await serve('- { operation: Buy, answer: 9 }', { inputs, strict: true });
    const exports = load((await packageOf({ 'shop.wsdl': readFileSync(inputs[0] ?? '', 'utf8') })).files);
    const security = usernameToken({ user: 'ann', password: 'secret' });
    expect(await new exports.UserShopClient({ baseUrl: url, security }).buy('tea')).toBe(9);
    expect(await new exports.UserShopClient({ baseUrl: url, security: 'unprotected' }).buy('tea')).toBe(9);
    expect(events.flatMap(({ breaches }) => breaches)).toEqual([]);
  });

  it('lets pages of other sites call it when asked', async () => {
    const { url } = await serve('[]', { cors: true });
    const answer = await fetch(`${url}/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1`, {
      headers: { Origin: 'https://other.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('reads its files again, and goes on with the old ones while they have mistakes', async () => {
    const mock = await serve('- { operation: Exchange, answer: 1 }');
    const client = new ExchangerApiClient({ baseUrl: mock.url, namespaces });
    expect(await client.exchange(order)).toBe(1);
    project.write('mock.yaml', '- { operation: Exchnge, answer: 2 }');
    expect(await mock.reload()).toMatchObject([{ code: 'mock/unknown-operation' }]);
    expect(await client.exchange(order)).toBe(1);
    project.write('mock.yaml', '- { operation: Exchange, answer: 2 }');
    expect(await mock.reload()).toEqual([]);
    expect(await client.exchange(order)).toBe(2);
    expect(mock.files.map((file) => file.split('/').at(-1)).sort()).toEqual([
      'AccountApi.wsdl',
      'ErrorsApi.wsdl',
      'ExchangerApi.wsdl',
      'mock.yaml',
    ]);
  });

  it('does not start without a service, without its rules, or where something listens already', async () => {
    project.write('none.xsd', '<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"/>');
    const start = async (options: Partial<MockContractOptions>): Promise<string | undefined> => {
      const { mock, diagnostics } = await mockContract({
        inputs: [join(wsdl, 'ErrorsApi.wsdl')],
        workingFolder: project.folder,
        port: 0,
        ...options,
      });
      await mock?.close();
      return diagnostics.find(({ severity }) => severity === 'error')?.code;
    };
    expect(await start({ inputs: ['none.xsd'] })).toBe('mock/no-service');
    expect(await start({ rules: 'none.yaml' })).toBe('mock/unreadable-rules');
    const { port } = await serve('[]');
    expect(await start({ port })).toBe('mock/no-listener');
  });
});

describe('the command', () => {
  /** Runs the command until `during` has ended. */
  async function run(
    args: readonly string[],
    during: (url: string) => Promise<unknown>,
    onOut: (text: string) => void = () => undefined,
  ): Promise<{ status: number; out: string; err: string }> {
    const stop = new AbortController();
    let out = '';
    let err = '';
    let status: Promise<number> = Promise.resolve(-1);
    const url = await new Promise<string>((resolve) => {
      status = main(['mock', ...args, '--port', '0'], {
        out: (text) => {
          out += text;
          onOut(text);
          const [, found] = /(?:listening on |"url":")(http:[^ "]*)/.exec(out) ?? [];
          if (found !== undefined) {
            resolve(found);
          }
        },
        err: (text) => {
          err += text;
        },
        isInteractive: false,
        environment: {},
        workingFolder: project.folder,
        stop: stop.signal,
      });
      status.then(() => resolve(''));
    });
    await during(url);
    stop.abort();
    return { status: await status, out, err };
  }

  it('prints where it listens, a line for each request without its values, and a summary', async () => {
    const { status, out, err } = await run([join(wsdl, 'ErrorsApi.wsdl')], (url) =>
      fetch(`${url}/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1&token=secret`),
    );
    const lines = out
      .replace(/localhost:\d+/g, 'HOST')
      .replace(/in \d+ ms/g, 'in 1 ms')
      .split('\n');
    expect(lines).toEqual([
      'ErrorsApi: http://HOST/ErrorsApi.asmx',
      '{api_namespace} is urn:api_namespace; --define api_namespace=VALUE gives another value',
      'listening on http://HOST (press Ctrl+C to stop)',
      'GET /ErrorsApi.asmx/GetErrorDesc GetErrorDesc (httpGet): 200 in 1 ms, sample',
      'stopped after 1 request',
      '',
    ]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });

  it('ends with 1 after breaches, and prints events as JSON', async () => {
    const { status, out } = await run([join(wsdl, 'ErrorsApi.wsdl'), '--strict', '--json'], (url) =>
      fetch(`${url}/ErrorsApi.asmx/GetErrorDesc?errorCode=x&cultureCode=1`),
    );
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(events).toMatchObject([
      { event: 'listening' },
      { event: 'exchange', status: 500, breaches: [{ side: 'request' }] },
      { event: 'stopped', exchanges: 1, breaches: 1 },
    ]);
    expect(status).toBe(1);
  });

  it('serves operations once that several services have at one address', async () => {
    const descriptor = readFileSync(join(wsdl, 'ErrorsApi.wsdl'), 'utf8');
    const twin = /<wsdl:service name="ErrorsApi">[\s\S]*<\/wsdl:service>/.exec(descriptor)?.[0] ?? '';
    const twins = twin + twin.replace('name="ErrorsApi"', 'name="OtherApi"');
    project.write(
      'twins.wsdl',
      descriptor.replace(twin, () => twins),
    );
    const { mock, diagnostics } = await mockContract({
      inputs: ['twins.wsdl'],
      define: ['api_namespace=urn:wallet'],
      workingFolder: project.folder,
      port: 0,
      onExchange: (event) => events.push(event),
    });
    running = mock;
    expect(diagnostics).toMatchObject([{ code: 'mock/shared-address', severity: 'warning' }]);
    const client = new ErrorsApiClient({ baseUrl: mock?.url ?? '', namespaces });
    expect(await client.getErrorDesc({ errorCode: 7, cultureCode: 1 })).toEqual(expect.any(String));
    expect(events).toMatchObject([{ service: 'ErrorsApi' }]);
  });

  it('watches its files', async () => {
    project.write('mock.yaml', '- { operation: GetErrorDesc, answer: one }');
    const input = join(wsdl, 'ErrorsApi.wsdl');
    const { out, status } = await run([input, '--rules', 'mock.yaml', '--watch'], async (url) => {
      const ask = async (): Promise<string> =>
        (await fetch(`${url}/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1`)).text();
      expect(await ask()).toContain('one');
      project.write('mock.yaml', '- { operation: GetErrorDesc, answer: two }');
      while (!(await ask()).includes('two')) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    expect(out).toContain('reloaded\n');
    expect(status).toBe(0);
  });

  it('waits with --watch until the mistakes that prevent it from starting are gone', async () => {
    project.write('mock.yaml', '- { operation: GetErrorDsc, answer: one }');
    const mend = (text: string): void => {
      if (text.includes('waiting for a change')) {
        project.write('mock.yaml', '- { operation: GetErrorDesc, answer: one }');
      }
    };
    const during = async (url: string): Promise<void> => {
      const answer = await fetch(`${url}/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1`);
      expect(await answer.text()).toContain('one');
    };
    const { out, err } = await run([join(wsdl, 'ErrorsApi.wsdl'), '--rules', 'mock.yaml', '--watch'], during, mend);
    expect(out).toContain('listening on');
    expect(err).toContain('mock/unknown-operation');
  });

  it('ends at once with 1 when it cannot start', async () => {
    const { status, err } = await run(['missing.wsdl'], async () => undefined);
    expect(status).toBe(1);
    expect(err).toContain('source/missing-file');
  });
});

it('rejects with faults as clients know them', async () => {
  const { url } = await serve('- { operation: Exchange, fault: Closed. }');
  await expect(new ExchangerApiClient({ baseUrl: url, namespaces }).exchange(order)).rejects.toBeInstanceOf(
    SoapFaultError,
  );
});
