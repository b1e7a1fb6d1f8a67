import {
  type DeclaredFault,
  DynamicClient,
  HttpStatusError,
  messageValidator,
  type ServiceDescriptor,
  SoapFault,
  SoapFaultError,
  sampleAnswer,
  sampleRequest,
  TimeoutError,
  TransportError,
} from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import {
  AccountApi,
  AccountApiClient,
  ErrorsApi,
  ErrorsApiClient,
  type Exchange,
  ExchangerApi,
  ExchangerApiClient,
  type ExchangerApiMethods,
  exchangerApi,
  TelepayApi,
  TelepayApiClient,
} from 'wallet-api';
import { AddressLocator, type Parse, type ParseResponse } from '../../../tests/support/runtime/fixture.js';
import { delayed, HttpAnswer, inTurn, type MockAnswers, mockService } from './index.js';

const namespaces = { api_namespace: 'urn:wallet' };
const order: Exchange = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };
const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

function exchangerMock(answers: MockAnswers<ExchangerApiMethods> = {}, options: { readonly seed?: number } = {}) {
  const mock = mockService(ExchangerApi, answers, { namespaces, ...options });
  return { mock, client: new ExchangerApiClient({ baseUrl: 'http://mock', namespaces, transport: mock.transport }) };
}

it.each(['http://mock/Größe dienst.asmx', 'http://mock/Gr%C3%B6%C3%9Fe%20dienst.asmx'])(
  'a mock answers at the address %s',
  async (address) => {
    const ports = ExchangerApi.ports.map((port) => ({ ...port, address }));
    const operations = Object.entries(ExchangerApi.operations).map(([name, operation]) => [
      name,
      { ...operation, httpGet: operation.httpGet && { ...operation.httpGet, location: '/Wechsel für' } },
    ]);
    const service = {
      ...ExchangerApi,
      ports,
      operations: Object.fromEntries(operations.slice(0, 1)),
    } as typeof ExchangerApi;
    const [method] = Object.keys(service.operations) as ['exchange'];
    const mock = mockService(service, { [method]: 5 }, { namespaces });
    for (const where of [{}, { baseUrl: 'http://other' }, { address: 'http://other/elsewhere' }]) {
      for (const binding of bindings) {
        const client = new DynamicClient(service, { namespaces, binding, transport: mock.transport, ...where });
        expect(await client.call(method, order)).toBe(5);
      }
    }
  },
);

it.each(['http://Host/Axis/services/Exchanger', 'http://Host/Axis/services/Exchanger/'])(
  'a mock answers each port at its own address, with upper case and a slash at the end: %s',
  async (address) => {
    // As Axis2 writes it: ports do not share an address.
    const ports = ExchangerApi.ports.map((port) => ({ ...port, address: address.replace(/\/?$/, `.${port.name}$&`) }));
    const mock = mockService({ ...ExchangerApi, ports }, { exchange: 5 }, { namespaces });
    for (const where of [{}, { baseUrl: 'http://other' }, { address: 'http://other/Elsewhere/' }]) {
      for (const binding of ['soap11', 'soap12'] as const) {
        const client = new DynamicClient(
          { ...ExchangerApi, ports },
          { namespaces, binding, transport: mock.transport, ...where },
        );
        expect(await client.call('exchange', order)).toBe(5);
      }
    }
  },
);

/** A service with a declared fault. */
const Locator = AddressLocator as ServiceDescriptor<{
  parse: {
    input: Parse;
    output: ParseResponse;
    faults: DeclaredFault<'AddressFaultFault', { readonly Code: number }>;
  };
}>;

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('the answers of a mock', () => {
  it.each(bindings)('are results over %s', async (binding) => {
    const { mock, client } = exchangerMock({ exchange: 5 });
    expect(await client.exchange(order, { binding })).toBe(5);
    expect(mock.calls('exchange')).toMatchObject([{ method: 'exchange', input: order, output: 5, binding }]);
  });

  it('are functions of the request', async () => {
    const { client } = exchangerMock({
      exchange: ({ amountToPay }, { binding }) => (binding === 'soap12' ? 2 : amountToPay * 2),
    });
    expect(await client.exchange(order)).toBe(25);
    expect(await client.exchange(order, { binding: 'soap12' })).toBe(2);
  });

  it('come in turn, and the last one is repeated', async () => {
    const { mock, client } = exchangerMock({ exchange: inTurn(1, 2) });
    expect([await client.exchange(order), await client.exchange(order), await client.exchange(order)]).toEqual([
      1, 2, 2,
    ]);
    mock.answer('exchange', 7, () => 8);
    expect([await client.exchange(order), await client.exchange(order), await client.exchange(order)]).toEqual([
      7, 8, 8,
    ]);
  });

  it('are faults', async () => {
    const { mock, client } = exchangerMock({ exchange: new SoapFault('Closed today.', { code: 'Client' }) });
    const error = await rejection(client.exchange(order));
    expect(error).toBeInstanceOf(SoapFaultError);
    expect(error).toMatchObject({ reason: 'Closed today.' });
    expect(mock.calls()).toMatchObject([{ output: undefined, error: { message: 'Closed today.' } }]);
  });

  it('are declared faults with a typed detail', async () => {
    const mock = mockService(Locator, {}, { namespaces: { geo_namespace: 'urn:geo' } });
    const client = new DynamicClient(Locator, {
      baseUrl: 'http://mock',
      namespaces: { geo_namespace: 'urn:geo' },
      transport: mock.transport,
    });
    mock.answer('parse', mock.fault('parse', 'AddressFaultFault', { Code: 3 }, { reason: 'No such street.' }));
    const error = await rejection(client.call('parse', { $any: [] }));
    expect(error).toMatchObject({ reason: 'No such street.', faultName: 'AddressFaultFault', detail: { Code: 3 } });
    // @ts-expect-error the fault is not declared
    expect(() => mock.fault('parse', 'AddressFault', { Code: 3 })).toThrow('it declares AddressFaultFault');
    // @ts-expect-error the code is a number
    expect(() => mock.fault('parse', 'AddressFaultFault', { Code: 'x' })).toThrow('is not valid: ');
  });

  it('are errors of the connection and whole HTTP answers', async () => {
    const { mock, client } = exchangerMock();
    mock.answer('exchange', new TransportError('refused', { phase: 'connect', code: 'ECONNREFUSED' }));
    expect(await rejection(client.exchange(order))).toMatchObject({ kind: 'unreachable' });
    mock.answer('exchange', new HttpAnswer(502, { headers: { 'Content-Type': 'text/plain' }, body: 'proxy' }));
    expect(await rejection(client.exchange(order))).toBeInstanceOf(HttpStatusError);
  });

  it('come late, unless the caller gives up before', async () => {
    const { client } = exchangerMock({
      exchange: inTurn(
        5,
        delayed(1, ({ amountToPay }) => amountToPay),
        delayed(2 ** 30, 6),
      ),
    });
    expect(await client.exchange(order)).toBe(5);
    expect(await client.exchange({ ...order, amountToPay: 2 })).toBe(2);
    expect(await rejection(client.exchange(order, { timeoutMs: 20 }))).toBeInstanceOf(TimeoutError);
  });

  it('are found at any address that the client has', async () => {
    const mock = mockService(ExchangerApi, { exchange: 5 }, { namespaces });
    for (const place of [{ address: 'https://h/other/place.php' }, { baseUrl: 'https://h/root/' }]) {
      const client = new ExchangerApiClient({ ...place, namespaces, transport: mock.transport });
      for (const binding of bindings) {
        expect(await client.exchange(order, { binding })).toBe(5);
      }
    }
  });
});

describe('samples', () => {
  it('answer operations that no answer is given for', async () => {
    const mock = mockService(AccountApi, {}, { namespaces });
    const client = new AccountApiClient({
      baseUrl: 'http://mock',
      namespaces,
      transport: mock.transport,
      validate: messageValidator(),
    });
    expect(await client.topupAtmCard({ sessionId: 's', id: 1n, amount: 1, purseFrom: 'Z' })).toBe(1);
  });

  it('differ by seed and call, and are the same every time', async () => {
    const results = async (seed: number): Promise<readonly number[]> => {
      const { mock, client } = exchangerMock({}, { seed });
      const first = [await client.exchange(order), await client.exchange(order), await client.exchange(order)];
      mock.reset();
      expect([await client.exchange(order), await client.exchange(order), await client.exchange(order)]).toEqual(first);
      return first;
    };
    expect(await results(1)).toEqual(await results(1));
    expect(await results(1)).not.toEqual(await results(2));
    expect(new Set(await results(1)).size).toBeGreaterThan(1);
  });

  it('are valid for every operation and seed', () => {
    const validator = messageValidator();
    for (const service of [AccountApi, ErrorsApi, ExchangerApi, TelepayApi, AddressLocator]) {
      for (const operation of Object.values(service.operations)) {
        for (let seed = 0; seed < 20; seed++) {
          expect(validator.answer(operation, sampleAnswer(operation, { seed }))).toEqual([]);
          expect(validator.request(operation, sampleRequest(operation, { seed }))).toEqual([]);
        }
      }
    }
  });

  it('can be off: an operation without an answer then says so', async () => {
    const mock = mockService(ErrorsApi, { getErrorDesc: 'x' }, { namespaces, samples: false });
    const client = new ErrorsApiClient({ baseUrl: 'http://mock', namespaces, transport: mock.transport });
    expect(await client.getErrorDesc({ errorCode: 1, cultureCode: 1 })).toBe('x');
    // @ts-expect-error the answer of getErrorDesc is missing
    const empty = mockService(ErrorsApi, {}, { namespaces, samples: false });
    const other = new ErrorsApiClient({ baseUrl: 'http://mock', namespaces, transport: empty.transport });
    expect(await rejection(other.getErrorDesc({ errorCode: 1, cultureCode: 1 }))).toMatchObject({
      reason: 'No answer is given for ErrorsApi.getErrorDesc: give one to mockService, or with mock.answer.',
    });
  });
});

describe('the mistakes of a test', () => {
  it('are errors of types, and errors that name the operation', () => {
    // @ts-expect-error the operation is misspelt
    expect(() => mockService(ExchangerApi, { exhange: 5 }, { namespaces })).toThrow(
      new TypeError('ExchangerApi has no operation "exhange"; did you mean "exchange"?'),
    );
    // @ts-expect-error the result is a number
    expect(() => mockService(ExchangerApi, { exchange: '5' }, { namespaces })).toThrow(
      'The answer of ExchangerApi.exchange is not valid: /',
    );
    const { mock } = exchangerMock();
    // @ts-expect-error the operation is misspelt
    expect(() => mock.calls('exhange')).toThrow('did you mean "exchange"?');
    // @ts-expect-error the operation is misspelt
    expect(() => mock.answer('exhange', 5)).toThrow('did you mean "exchange"?');
    expect(() => mock.answer('exchange', 2 ** 40)).toThrow('is not valid');
    expect(() => mockService(ExchangerApi)).toThrow('ExchangerApi needs a value for the namespace "{api_namespace}"');
  });

  it('are faults that say what is wrong, where a function makes them', async () => {
    const { client } = exchangerMock({ exchange: () => 2 ** 40 });
    expect(await rejection(client.exchange(order))).toBeInstanceOf(SoapFaultError);
    expect(String(await rejection(client.exchange(order)))).toMatch(/1099511627776|int/);
  });
});

describe('a mock', () => {
  it('records calls with their types, and forgets them', async () => {
    const { mock, client } = exchangerMock({ exchange: 5 });
    mock.answer('exchange', 6);
    await client.exchange(order, { headers: { 'X-Test': '1' } });
    const [call] = mock.calls('exchange');
    const amount: number | undefined = call?.input.amountToPay;
    expect(amount).toBe(12.5);
    expect(call?.headers['x-test']).toBe('1');
    for (const each of mock.calls()) {
      if (each.method === 'exchange') {
        expect(each.input.CurrencyToBuy).toBe('z');
      }
    }
    mock.reset();
    expect(mock.calls()).toEqual([]);
    expect(await client.exchange(order)).toBe(5);
  });

  it('is a server with the WSDL of the service', async () => {
    const { mock } = exchangerMock({ exchange: 5 });
    const telepay = mockService(TelepayApi, {}, { namespaces });
    const server = createServer({ services: [exchangerApi(mock.handlers), telepay.registration], namespaces });
    const { url, close } = await server.listen(0, '127.0.0.1');
    try {
      const client = new ExchangerApiClient({ baseUrl: url, namespaces });
      for (const binding of bindings) {
        expect(await client.exchange(order, { binding })).toBe(5);
      }
      expect(mock.calls()).toHaveLength(4);
      expect(await (await fetch(`${url}/ExchangerApi.asmx?WSDL`)).text()).toContain('name="ExchangerApi"');
      expect(new TelepayApiClient({ baseUrl: url, namespaces })).toBeDefined();
    } finally {
      await close(0);
    }
  });
});
