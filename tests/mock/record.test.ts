import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SoapFault } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { ExchangerApiClient, errorsApi, exchangerApi } from 'wallet-api';
import {
  type ExchangeEvent,
  mockContract,
  type RunningMock,
  recordExchanges,
  replayExchanges,
  type StartedMock,
} from 'wsdl-codegen';
import { itInAll } from '../support/in-all.js';
import { soapPackage } from '../support/soap-package.js';
import { TestProject } from '../support/test-project.js';
import { callWithSoap } from './callers.js';
import { shop } from './shop.js';

const wsdl = join(__dirname, '../../wsdl');
const namespaces = { api_namespace: 'urn:wallet' };
const order = { sessionId: 'hunter2secret', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };
const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

let project: TestProject;
let events: ExchangeEvent[];
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  project = new TestProject();
  events = [];
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) {
    await close();
  }
  project.remove();
});

/** A live wallet; answers count the calls. */
async function liveWallet(): Promise<string> {
  let calls = 0;
  const exchange = ({ amountToPay }: { amountToPay: number }): number => {
    if (amountToPay < 0) {
      throw new SoapFault('Nothing to pay.', { code: 'Client' });
    }
    return ++calls;
  };
  const services = [exchangerApi({ exchange }), errorsApi({ getErrorDesc: ({ errorCode }) => `Error ${errorCode}` })];
  const live = await createServer({ services, namespaces }).listen(0, '127.0.0.1');
  closing.push(() => live.close(0));
  return live.url;
}

const wallet = {
  inputs: [join(wsdl, 'ExchangerApi.wsdl'), join(wsdl, 'ErrorsApi.wsdl')],
  define: ['api_namespace=urn:wallet'],
  port: 0,
  recordings: 'recordings',
  onExchange: (event: ExchangeEvent) => events.push(event),
};

function running({ mock, diagnostics }: StartedMock): RunningMock {
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  closing.push(() => (mock as RunningMock).close());
  return mock as RunningMock;
}

const record = async (upstream: string, options: object = {}): Promise<RunningMock> =>
  running(await recordExchanges({ ...wallet, upstream, workingFolder: project.folder, ...options }));
const replay = async (options: object = {}): Promise<RunningMock> =>
  running(await replayExchanges({ ...wallet, workingFolder: project.folder, ...options }));
const client = ({ url }: RunningMock): ExchangerApiClient => new ExchangerApiClient({ baseUrl: url, namespaces });
const files = (): readonly string[] =>
  Object.keys(project.tree())
    .filter((path) => path.startsWith('recordings/'))
    .sort();

describe('--record', () => {
  it('passes calls over all bindings on, and keeps each without its credentials', async () => {
    const proxy = client(await record(`${await liveWallet()}/`, { strict: true }));
    for (const [at, binding] of bindings.entries()) {
      expect(await proxy.exchange(order, { binding, headers: { Authorization: 'Bearer hunter2secret' } })).toBe(at + 1);
    }
    expect(files()).toEqual(bindings.map((kind) => `recordings/ExchangerApi.Exchange.${kind}.001.yaml`).sort());
    const kept = project.read('recordings/ExchangerApi.Exchange.soap11.001.yaml');
    expect(kept).toContain('amountToPay: 12.5');
    expect(kept).toContain('<sessionId>***</sessionId>');
    expect(JSON.stringify(project.tree())).not.toContain('hunter2secret');
    expect(events.map(({ note }) => note)).toEqual(
      bindings.map((kind) => `recorded as ExchangerApi.Exchange.${kind}.001.yaml`),
    );
    expect(events.flatMap(({ breaches }) => breaches)).toEqual([]);
  });

  it('numbers further exchanges, and does not repeat an equal one', async () => {
    const proxy = client(await record(await liveWallet()));
    await proxy.exchange(order);
    await proxy.exchange(order);
    await expect(proxy.exchange({ ...order, amountToPay: -1 })).rejects.toMatchObject({ reason: 'Nothing to pay.' });
    await expect(proxy.exchange({ ...order, amountToPay: -1 })).rejects.toMatchObject({ reason: 'Nothing to pay.' });
    expect(files().map((file) => file.slice(-8))).toEqual(['001.yaml', '002.yaml', '003.yaml']);
  });

  it('puts its own address into WSDL documents, so that their readers call it', async () => {
    const live = await liveWallet();
    const { url } = await record(live);
    const text = await (await fetch(`${url}/ExchangerApi.asmx?WSDL`)).text();
    expect(text).toContain(`location="${url}/ExchangerApi.asmx"`);
    expect(text).not.toContain(live);
  });

  itInAll('is called by the client of the package soap, which reads its WSDL', async () => {
    const { url } = await record(await liveWallet());
    const input = { ...order, CurrencyToBuy: 122, CurrencyToPay: 114 };
    const called = await callWithSoap(
      `${url}/ExchangerApi.asmx?WSDL`,
      'ExchangerApi',
      'ExchangerApiSoap',
      'Exchange',
      input,
    );
    expect(called).toEqual({ ExchangeResult: 1 });
    expect(files()).toEqual(['recordings/ExchangerApi.Exchange.soap11.001.yaml']);
  });

  it('calls a service at another path, and says when it does not answer', async () => {
    const live = await liveWallet();
    const proxy = await record(`${live}/ExchangerApi.asmx`, { inputs: [join(wsdl, 'ExchangerApi.wsdl')] });
    expect(await client(proxy).exchange(order)).toBe(1);
    const { url } = await record('http://127.0.0.1:9/');
    const answer = await fetch(
      `${url}/ExchangerApi.asmx/Exchange?${new URLSearchParams({ CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: '1' })}`,
    );
    expect(answer.status).toBe(502);
    expect(await answer.text()).toBe('127.0.0.1:9 refuses connections at this port');
  });

  itInAll('tells with strict what a service of the package soap does differently', async () => {
    const { listen } = soapPackage();
    project.write('shop.yaml', shop);
    const described = running(await mockContract({ inputs: ['shop.yaml'], workingFolder: project.folder, port: 0 }));
    const text = await (await fetch(`${described.url}/Shop.asmx?WSDL`)).text();
    const handlers = {
      Count: ({ sku }: { sku: string }) => ({ CountResult: sku === 'bad' ? 'many' : 3 }),
      Place: () => ({ PlaceResult: { id: '1', total: '2.50' } }),
    };
    const server = createHttpServer();
    listen(server, '/Shop.asmx', { Shop: { ShopSoap: handlers, ShopSoap12: handlers } }, text);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const live = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { url } = await record(live, { inputs: ['shop.yaml'], define: [], strict: true });
    const call = (sku: string): Promise<unknown> =>
      callWithSoap(`${url}/Shop.asmx?wsdl`, 'Shop', 'ShopSoap', 'Count', { sku });
    expect(await call('a')).toEqual({ CountResult: 3 });
    expect(events.at(-1)?.breaches).toEqual([]);
    await call('bad').catch(() => undefined);
    expect(events.at(-1)?.breaches).toEqual([
      { side: 'answer', path: '/CountResponse/CountResult', message: expect.stringContaining('int') },
    ]);
  });
});

describe('--replay', () => {
  it('gives the recorded answers over the same binding, in their order, and over the others', async () => {
    const proxy = client(await record(await liveWallet()));
    expect([await proxy.exchange(order), await proxy.exchange(order)]).toEqual([1, 2]);
    await expect(proxy.exchange({ ...order, amountToPay: -1 })).rejects.toThrow('Nothing to pay.');
    const again = client(await replay({ strict: true }));
    expect([await again.exchange(order), await again.exchange(order), await again.exchange(order)]).toEqual([1, 2, 2]);
    for (const binding of bindings) {
      expect(await again.exchange(order, { binding })).toBe(2);
    }
    await expect(again.exchange({ ...order, amountToPay: -1 }, { binding: 'soap12' })).rejects.toThrow(
      'Nothing to pay.',
    );
    expect(events.at(-1)?.note).toBe('recorded in ExchangerApi.Exchange.soap11.003.yaml');
    expect(events.flatMap(({ breaches }) => breaches)).toEqual([]);
  });

  it('answers a request that was not recorded with a fault that names the nearest one', async () => {
    await client(await record(await liveWallet())).exchange(order);
    const again = client(await replay());
    await expect(again.exchange({ ...order, amountToPay: 99, sessionId: 'other' })).rejects.toMatchObject({
      reason:
        'No recorded exchange of Exchange has these values. ' +
        'The nearest is ExchangerApi.Exchange.soap11.001.yaml: amountToPay is "99", recorded "12.5".',
    });
  });

  it('says which recordings it cannot use', async () => {
    const codes = async (): Promise<readonly string[]> => {
      const { mock, diagnostics } = await replayExchanges({ ...wallet, workingFolder: project.folder });
      await mock?.close();
      return diagnostics.map(({ code }) => code);
    };
    expect(await codes()).toEqual(['mock/no-recordings']);
    project.write('recordings/a.yaml', 'service: X');
    expect(await codes()).toEqual(['mock/unreadable-recording']);
    project.write(
      'recordings/a.yaml',
      'service: X\noperation: Y\nbinding: soap11\nanswer: { status: 200, headers: {} }',
    );
    expect(await codes()).toEqual(['mock/unknown-recording']);
  });
});

it('refuses options that do not go together', async () => {
  const { status, err } = await project.run(
    'mock',
    wallet.inputs[0] as string,
    '--record',
    'http://x/',
    '--replay',
    'y',
  );
  expect(status).toBe(1);
  expect(err).toContain('--record and --replay do not go together.');
});
