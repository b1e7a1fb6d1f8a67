import { type FakeTransport, fakeTransport } from '../../../tests/support/runtime/fake-transport.js';
import {
  AccountApi,
  AddressLocator,
  apiNamespace,
  ErrorsApi,
  ExchangerApi,
  geoNamespace,
} from '../../../tests/support/runtime/fixture.js';
import { DynamicClient } from '../dynamic-client.js';
import type { BindingKind } from '../service/descriptor.js';
import type { ClientOptions } from './options/options.js';

/** Every operation of the fixture in every binding: the exact request, and the result of an answer as ASP.NET writes it. */

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const instance = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const env11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const env12 = 'http://www.w3.org/2003/05/soap-envelope';
const bindings: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

const envelope = (namespace: string, body: string): string =>
  `${declaration}<soap:Envelope xmlns:soap="${namespace}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
const answered = (namespace: string, body: string): string =>
  `${declaration}<soap:Envelope xmlns:soap="${namespace}" ${instance}><soap:Body>${body}</soap:Body></soap:Envelope>`;

interface Case {
  readonly group: string;
  readonly operation: string;
  /** Children of the SOAP request element. */
  readonly children: string;
  /** Query and form. */
  readonly form: string;
  readonly result: unknown;
  /** Text of the result element, `undefined` for a result that is null. */
  readonly resultText?: string;
  readonly call: (transport: FakeTransport, binding: BindingKind) => Promise<unknown>;
}

function options(transport: FakeTransport, binding: BindingKind): ClientOptions {
  return { baseUrl: 'https://wallet.example', namespaces: { api_namespace: apiNamespace }, transport, binding };
}

const cases: readonly Case[] = [
  {
    group: 'ExchangerApi',
    operation: 'Exchange',
    children:
      '<sessionId>a&amp;b &lt;ж&gt; 😀</sessionId><CurrencyToBuy>122</CurrencyToBuy><CurrencyToPay>1078</CurrencyToPay><amountToPay>1E+21</amountToPay>',
    form: 'sessionId=a%26b%20%3C%D0%B6%3E%20%F0%9F%98%80&CurrencyToBuy=z&CurrencyToPay=%D0%B6&amountToPay=1E%2B21',
    result: -7,
    resultText: '-7',
    call: (transport, binding) =>
      new DynamicClient(ExchangerApi, options(transport, binding)).call('exchange', {
        sessionId: 'a&b <ж> 😀',
        CurrencyToBuy: 'z',
        CurrencyToPay: 'ж',
        amountToPay: 1e21,
      }),
  },
  {
    group: 'AccountApi',
    operation: 'TopupAtmCard',
    children: '<sessionId/><id>9223372036854775807</id><amount>0.1</amount><purseFrom>Z1</purseFrom>',
    form: 'sessionId=&id=9223372036854775807&amount=0.1&purseFrom=Z1',
    result: 0,
    resultText: '0',
    call: (transport, binding) =>
      new DynamicClient(AccountApi, options(transport, binding)).call('topupAtmCard', {
        sessionId: '',
        id: 2n ** 63n - 1n,
        amount: 0.1,
        purseFrom: 'Z1',
      }),
  },
  {
    group: 'AccountApi',
    operation: 'MarkAllOperationsAsReadForCurrency',
    children: '<currency>TRY</currency>',
    form: 'sessionId=&currency=TRY',
    result: 2147483647,
    resultText: '2147483647',
    call: (transport, binding) =>
      new DynamicClient(AccountApi, options(transport, binding)).call('markAllOperationsAsReadForCurrency', {
        currency: 'TRY',
      }),
  },
  {
    group: 'AccountApi',
    operation: 'ContactSetFavorite',
    children: '<sessionId>s</sessionId><wmid>1</wmid><value>true</value>',
    form: 'sessionId=s&wmid=1&value=true',
    result: 1,
    resultText: '1',
    call: (transport, binding) =>
      new DynamicClient(AccountApi, options(transport, binding)).call('contactSetFavorite', {
        sessionId: 's',
        wmid: '1',
        value: true,
      }),
  },
  {
    group: 'ErrorsApi',
    operation: 'GetErrorDesc',
    children: '<errorCode>-1</errorCode><cultureCode>1049</cultureCode>',
    form: 'errorCode=-1&cultureCode=1049',
    result: ' Нет & <средств> ',
    resultText: ' Нет &amp; &lt;средств&gt; ',
    call: (transport, binding) =>
      new DynamicClient(ErrorsApi, options(transport, binding)).call('getErrorDesc', {
        errorCode: -1,
        cultureCode: 1049,
      }),
  },
  {
    group: 'ErrorsApi',
    operation: 'GetErrorDesc',
    children: '<errorCode>0</errorCode><cultureCode>0</cultureCode>',
    form: 'errorCode=0&cultureCode=0',
    result: undefined,
    call: (transport, binding) =>
      new DynamicClient(ErrorsApi, options(transport, binding)).call('getErrorDesc', { errorCode: 0, cultureCode: 0 }),
  },
];

/** The answer of a real ASP.NET to a case. */
function aspNetAnswer(test: Case, binding: BindingKind): string {
  const { operation, resultText } = test;
  if (binding === 'soap11' || binding === 'soap12') {
    const result = resultText === undefined ? '' : `<${operation}Result>${resultText}</${operation}Result>`;
    const response = `<${operation}Response xmlns="${apiNamespace}">${result}</${operation}Response>`;
    return answered(binding === 'soap11' ? env11 : env12, response);
  }
  const root = typeof test.result === 'number' ? 'int' : 'string';
  return resultText === undefined
    ? `${declaration}\r\n<string ${instance} xsi:nil="true" xmlns="${apiNamespace}" />`
    : `${declaration}\r\n<${root} xmlns="${apiNamespace}">${resultText}</${root}>`;
}

/** The request that SPEC.md's table of bindings asks for. */
function expectedRequest(test: Case, binding: BindingKind): unknown {
  const path = `https://wallet.example/${test.group}.asmx`;
  const element = `<${test.operation} xmlns="${apiNamespace}">${test.children}</${test.operation}>`;
  switch (binding) {
    case 'soap11':
      return {
        method: 'POST',
        url: path,
        headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${apiNamespace}/${test.operation}"` },
        body: envelope(env11, element),
      };
    case 'soap12':
      return {
        method: 'POST',
        url: path,
        headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
        body: envelope(env12, element),
      };
    case 'httpGet':
      return { method: 'GET', url: `${path}/${test.operation}?${test.form}`, headers: {}, body: undefined };
    case 'httpPost':
      return {
        method: 'POST',
        url: `${path}/${test.operation}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: test.form,
      };
  }
}

describe.each(bindings)('%s', (binding) => {
  it.each(cases)('$group.$operation ($form)', async (test) => {
    const contentType = binding === 'soap12' ? 'application/soap+xml; charset=utf-8' : 'text/xml; charset=utf-8';
    const transport = fakeTransport({ body: aspNetAnswer(test, binding), headers: { 'Content-Type': contentType } });
    expect(await test.call(transport, binding)).toEqual(test.result);
    const [request] = transport.requests;
    expect({
      method: request?.method,
      url: request?.url,
      headers: request?.headers,
      body: request?.body,
    }).toEqual(expectedRequest(test, binding));
  });
});

describe('the address locator', () => {
  it('sends and receives open content as trees, under an action with one slash', async () => {
    const answer = `<ParseResponse xmlns="${geoNamespace}"><Result a="1">x<b xmlns="urn:other"/></Result></ParseResponse>`;
    const transport = fakeTransport({ body: answered(env11, answer) });
    const client = new DynamicClient(AddressLocator, {
      baseUrl: 'http://geo.example:8080/',
      namespaces: { geo_namespace: geoNamespace },
      transport,
    });
    const result = await client.call('parse', {
      $any: [{ namespace: '{geo_namespace}', name: 'address', attributes: [], children: ['Москва'] }],
    });
    const [request] = transport.requests;
    expect(request?.url).toBe('http://geo.example:8080/geosrvex/AddressLocator.svc');
    expect(request?.headers).toEqual({
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: `"${geoNamespace}IAddressLocator/Parse"`,
    });
    expect(request?.body).toBe(envelope(env11, `<Parse xmlns="${geoNamespace}"><address>Москва</address></Parse>`));
    expect(result.$any).toMatchObject([
      {
        namespace: geoNamespace,
        name: 'Result',
        attributes: [{ name: 'a', value: '1' }],
        children: ['x', { namespace: 'urn:other', name: 'b' }],
      },
    ]);
  });
});

describe('values of forms', () => {
  it.each([
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [Number.NaN, 'NaN'],
    [1e-7, '1E-07'],
    [-0, '-0'],
    [123456789.125, '123456789.125'],
  ])('a double %d is written as .NET reads it', async (amount, text) => {
    const transport = fakeTransport({ body: `<int xmlns="${apiNamespace}">1</int>` });
    const client = new DynamicClient(AccountApi, options(transport, 'httpPost'));
    await client.call('topupAtmCard', { sessionId: '', id: 1n, amount, purseFrom: '' });
    expect(transport.requests[0]?.body).toBe(`sessionId=&id=1&amount=${text}&purseFrom=`);
  });

  it.each(bindings)('half of a surrogate pair, which no encoding can carry, is refused: %s', async (binding) => {
    const transport = fakeTransport({ body: '' });
    const client = new DynamicClient(AccountApi, options(transport, binding));
    const rejected = client.call('contactSetFavorite', { sessionId: 'a\ud83d', wmid: '', value: true });
    await expect(rejected).rejects.toThrow(/surrogate|U\+D83D/i);
    expect(transport.requests).toEqual([]);
  });

  it.each([
    [{ CurrencyToBuy: 'zz' }, '/Exchange/CurrencyToBuy'],
    [{ CurrencyToBuy: '' }, '/Exchange/CurrencyToBuy'],
    [{ amountToPay: '1' }, '/Exchange/amountToPay'],
    [{ CurrencyToPay: undefined }, '/Exchange/CurrencyToPay'],
  ])('a value that does not fit is refused in every binding: %j', async (wrong, path) => {
    for (const binding of bindings) {
      const transport = fakeTransport({ body: '' });
      const input = { sessionId: '', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1, ...wrong };
      const rejected = new DynamicClient(ExchangerApi, options(transport, binding)).call('exchange', input as never);
      await expect(rejected).rejects.toMatchObject({ name: 'XmlEncodeError', path });
      expect(transport.requests).toEqual([]);
    }
  });

  const failing = Object.defineProperty({ CurrencyToPay: 'r', amountToPay: 1, sessionId: '' }, 'CurrencyToBuy', {
    enumerable: true,
    get: () => {
      throw new RangeError('not now');
    },
  });
  it.each<[string, unknown, string]>([
    ['a number', 5, '/Exchange: expected an object, got 5'],
    ['a text', 'x', '/Exchange: expected an object, got "x"'],
    ['an array', [], '/Exchange: expected an object, got an array'],
    ['a map', new Map(), '/Exchange: expected an object, got a Map'],
    ['a promise', Promise.resolve({}), '/Exchange: expected an object, got a Promise'],
    ['a text as an object', Object('x'), '/Exchange: expected an object, got a String'],
    ['an object that cannot be read', failing, '/Exchange/CurrencyToBuy: the value cannot be written: not now'],
  ])('an input that cannot be sent is refused in every binding: %s', async (_, input, message) => {
    for (const binding of bindings) {
      const transport = fakeTransport({ body: '' });
      const rejected = new DynamicClient(ExchangerApi, options(transport, binding)).call('exchange', input as never);
      await expect(rejected).rejects.toThrow(message);
      await expect(rejected).rejects.toMatchObject({ name: 'XmlEncodeError' });
      expect(transport.requests).toEqual([]);
    }
  });

  const octets = new Uint8Array(1);
  it.each<[string, unknown, string]>([
    ['null', [null], '/attachments[0]: expected an attachment with contentType and content, got null'],
    ['no type', [{ content: octets }], '/attachments[0]/contentType: expected a string, got undefined'],
    [
      'a wrong name',
      [{ contentType: 'a/b', content: octets, contentId: 1 }],
      '/attachments[0]/contentId: expected a string, got 1',
    ],
    [
      'text',
      [{ contentType: 'a/b', content: 'x' }],
      '/attachments/attachment-1@wsdl-codegen/content: expected octets, a Uint8Array, got "x"',
    ],
  ])('an attachment that cannot be sent is refused: %s', async (_, attachments, message) => {
    const transport = fakeTransport({ body: '' });
    const client = new DynamicClient(ExchangerApi, options(transport, 'soap11'));
    const input = { sessionId: '', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1 };
    const rejected = client.call('exchange', input, { attachments } as never);
    await expect(rejected).rejects.toThrow(message);
    await expect(rejected).rejects.toMatchObject({ name: 'XmlEncodeError' });
  });
});
