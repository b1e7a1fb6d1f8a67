import {
  type FakeAnswer,
  type FakeTransport,
  fakeTransport,
} from '../../../../tests/support/runtime/fake-transport.js';
import {
  AddressLocator,
  apiNamespace,
  ErrorsApi,
  ExchangerApi,
  geoNamespace,
} from '../../../../tests/support/runtime/fixture.js';
import { DynamicClient } from '../../dynamic-client.js';
import type { BindingKind } from '../../service/descriptor.js';
import type { ClientOptions } from '../options/options.js';
import {
  AbortError,
  ContentTypeError,
  EmptyResponseError,
  HttpStatusError,
  MalformedResponseError,
  ResponseDecodeError,
  ResponseTooLargeError,
  ServiceError,
  SoapFaultError,
  TimeoutError,
  TransportError,
} from './errors.js';

const bindings: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];
const input = { sessionId: 's3cretSession', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1 };
const env11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const env12 = 'http://www.w3.org/2003/05/soap-envelope';

/** The error of a call that got this answer. */
async function failure(
  answer: FakeAnswer | Error | FakeTransport,
  binding: BindingKind = 'soap11',
  more: Partial<ClientOptions> = {},
): Promise<ServiceError> {
  const transport = typeof answer === 'function' ? answer : fakeTransport(answer);
  const namespaces = { api_namespace: apiNamespace };
  const client = new DynamicClient(ExchangerApi, { baseUrl: 'http://h', namespaces, transport, binding, ...more });
  return client.call('exchange', input).then(
    (value) => {
      throw new Error(`resolved with ${value}`);
    },
    (error) => error,
  );
}

const fault11 = (detail = '<detail />'): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${env11}"><soap:Body><soap:Fault><faultcode>soap:Client</faultcode>` +
  `<faultstring>Session s3cretSession is over</faultstring>${detail}</soap:Fault></soap:Body></soap:Envelope>`;
const fault12 =
  `<soap:Envelope xmlns:soap="${env12}"><soap:Body><soap:Fault><soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code>` +
  '<soap:Reason><soap:Text xml:lang="en">Broken</soap:Text></soap:Reason><soap:Detail /></soap:Fault></soap:Body></soap:Envelope>';
const xml = { 'Content-Type': 'text/xml; charset=utf-8' };
const html = { 'Content-Type': 'text/html; charset=utf-8' };

describe('an answer in an encoding that nobody knows', () => {
  const declared = `<?xml version="1.0" encoding="x-nothing"?><s:Envelope xmlns:s="${env11}"><s:Body/></s:Envelope>`;
  const headers = { 'Content-Type': 'text/xml; charset=x-nothing' };

  it.each<[string, FakeAnswer]>([
    ['in the header', { headers, body: declared.replace('x-nothing', 'utf-8') }],
    ['in the XML declaration', { headers: { 'Content-Type': 'text/xml' }, body: declared }],
  ])('is not guessed: %s', async (_, answer) => {
    for (const binding of bindings) {
      const error = await failure(answer, binding);
      expect(error).toBeInstanceOf(MalformedResponseError);
      expect(error.message).toContain('The encoding "x-nothing" is not known');
      const status = await failure({ ...answer, status: 500 }, binding);
      expect(status).toBeInstanceOf(HttpStatusError);
    }
  });
});

describe('faults', () => {
  it('of the version of the call', async () => {
    const error = await failure({ status: 500, body: fault11() });
    expect(error).toBeInstanceOf(SoapFaultError);
    expect(error).toMatchObject({
      name: 'SoapFaultError',
      message: 'ExchangerApi.Exchange (soap11): SOAP fault Client: Session *** is over',
      soapVersion: '1.1',
      code: { namespace: env11, name: 'Client' },
      kind: 'Client',
      reason: 'Session *** is over',
      detail: [],
      response: { status: 500 },
    });
  });

  it.each(bindings)('of the other version, whatever the content type and status say: %s', async (binding) => {
    const other = binding === 'soap12' ? fault11() : fault12;
    for (const status of [200, 400, 500]) {
      const error = await failure({ status, body: other, headers: xml }, binding);
      expect([error.name, (error as SoapFaultError).soapVersion]).toEqual([
        binding.startsWith('soap') ? 'SoapVersionFaultError' : 'SoapFaultError',
        binding === 'soap12' ? '1.1' : '1.2',
      ]);
    }
  });

  it('that are declared have a typed detail; one that does not fit is kept as trees', async () => {
    const call = async (detail: string): Promise<SoapFaultError> => {
      const transport = fakeTransport({ status: 500, body: fault11(`<detail>${detail}</detail>`) });
      const namespaces = { geo_namespace: geoNamespace };
      const client = new DynamicClient(AddressLocator, { baseUrl: 'http://h', namespaces, transport });
      return client.call('parse', { $any: [] }).then(
        () => new Error('resolved'),
        (error) => error,
      );
    };
    const typed = await call(`<AddressFault xmlns="${geoNamespace}"><Code>7</Code><Text>t</Text></AddressFault>`);
    expect([typed.faultName, typed.detail]).toEqual(['AddressFaultFault', { Code: 7, Text: 't' }]);
    const misfit = await call(`<AddressFault xmlns="${geoNamespace}"><Code>seven</Code></AddressFault>`);
    expect(misfit).toMatchObject({ name: 'SoapFaultError', faultName: undefined, detail: [{ name: 'AddressFault' }] });
  });

  it('that no one declared say in the message what their detail says', async () => {
    const message = async (detail: string): Promise<string> =>
      (await failure({ status: 500, body: fault11(`<detail>${detail}</detail>`) })).message.replace(/^.* is over/, '');
    expect(
      await message('<errorstring xmlns="urn:p">List does\n not exist.</errorstring><errorcode>0x82000006</errorcode>'),
    ).toBe(' (errorstring: List does not exist.; errorcode: 0x82000006)');
    expect(await message('<e><Message>No</Message><Inner><Message>Never</Message></Inner></e>')).toBe(
      ' (Message: No; Message: Never)',
    );
    expect(await message(' disk\nfull ')).toBe(' (disk full)');
    expect(await message('<e xmlns="urn:p"/>')).toBe('');
    expect(await message('<e><password>hunter2hunter2</password></e>')).toBe(' (password: ***)');
    expect((await message(`<e>${'x'.repeat(900)}</e>`.repeat(9))).length).toBeLessThan(600);
  });
});

describe('statuses', () => {
  it.each([
    [
      'ASP.NET in words',
      {
        status: 500,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        body: 'Cannot convert &lt;a&gt; to System.Int32.\r\nParameter name: type',
      },
      'HTTP 500 OK from AT: Cannot convert <a> to System.Int32. Parameter name: type',
      'Cannot convert <a> to System.Int32. Parameter name: type',
    ],
    [
      'an empty body',
      { status: 415, statusText: 'Unsupported Media Type' },
      'HTTP 415 Unsupported Media Type from AT, empty body',
      undefined,
    ],
    [
      'what the service takes',
      { status: 415, statusText: '', headers: { Accept: 'application/soap+xml' } },
      'HTTP 415 from AT, which takes application/soap+xml, empty body',
      undefined,
    ],
    [
      'an HTML page',
      { status: 502, statusText: '', headers: html, body: '<html><head><title>Bad\n Gateway</title></head></html>' },
      'HTTP 502 from AT: HTML page "Bad Gateway"',
      'HTML page "Bad Gateway"',
    ],
    [
      'XML that is no fault',
      { status: 404, statusText: 'Not Found', body: '<error>nothing here</error>' },
      'HTTP 404 Not Found from AT: <error>nothing here</error>',
      '<error>nothing here</error>',
    ],
    [
      'broken XML',
      { status: 500, statusText: 'E', body: '<error>not<br></error>' },
      'HTTP 500 E from AT: <error>not<br>(8 more characters)',
      '<error>not<br>(8 more characters)',
    ],
  ] as const)('%s', async (_, answer, message, serverMessage) => {
    for (const binding of bindings) {
      const error = await failure(answer, binding);
      expect(error).toBeInstanceOf(HttpStatusError);
      const at = `http://h/ExchangerApi.asmx${binding.startsWith('http') ? '/Exchange' : ''}`;
      expect(error.message).toBe(`ExchangerApi.Exchange (${binding}): ${message.replace('AT', at)}`);
      expect(error).toMatchObject({ status: answer.status, serverMessage });
    }
  });
});

describe('successes that are none', () => {
  it.each([
    [
      'a login page',
      { headers: html, body: '<!DOCTYPE html><html><title>Log in</title></html>' },
      'HTML page "Log in"',
    ],
    ['JSON', { headers: { 'Content-Type': 'application/json' }, body: '{"d":1}' }, '{"d":1}'],
    [
      'a multipart message',
      { headers: { 'Content-Type': 'multipart/related; boundary=x' }, body: '--x' },
      'a multipart message',
    ],
    ['text without a content type', { headers: {}, body: 'hello' }, 'hello'],
  ] as const)('%s', async (_, answer, saw) => {
    for (const binding of bindings) {
      const error = await failure(answer, binding);
      expect(error).toBeInstanceOf(ContentTypeError);
      expect(error.message).toContain(saw);
    }
  });

  it.each(bindings)('an empty body: %s', async (binding) => {
    expect(await failure({ headers: xml, body: '' }, binding)).toBeInstanceOf(EmptyResponseError);
  });

  it.each([
    ['cut short', '<a', 'The answer is not well-formed XML'],
    ['with a DTD', '<!DOCTYPE a><a/>', 'The answer is not well-formed XML'],
  ])('XML that is not: %s', async (_, body, message) => {
    for (const binding of bindings) {
      const error = await failure({ headers: xml, body }, binding);
      expect(error).toBeInstanceOf(ResponseDecodeError);
      expect(error.message).toContain(message);
      expect((error.cause as Error).name).toBe('XmlSyntaxError');
    }
  });

  it('XML of another kind', async () => {
    expect((await failure({ headers: xml, body: '<html/>' })).message).toContain('not a SOAP Envelope');
    expect((await failure({ headers: xml, body: '<html/>' }, 'httpGet')).message).toContain(
      'Expected the element "int", but the answer is "html"',
    );
  });

  it.each(bindings)('a value that does not fit, with the path to it: %s', async (binding) => {
    const result = '<ExchangeResult>lots</ExchangeResult>';
    const soap = binding.startsWith('soap');
    const body = soap
      ? `<e:Envelope xmlns:e="${env11}"><e:Body><ExchangeResponse xmlns="${apiNamespace}">${result}</ExchangeResponse></e:Body></e:Envelope>`
      : `<int xmlns="${apiNamespace}">lots</int>`;
    const error = await failure({ headers: xml, body }, binding);
    expect(error).toBeInstanceOf(ResponseDecodeError);
    expect(error).toMatchObject({
      path: soap ? '/ExchangeResponse/ExchangeResult' : '/int',
      cause: { name: 'XmlDecodeError' },
    });
  });

  it('an answer of another operation', async () => {
    const body = `<e:Envelope xmlns:e="${env11}"><e:Body><OtherResponse xmlns="urn:else"/></e:Body></e:Envelope>`;
    const error = await failure({ headers: xml, body });
    expect(error.message).toContain('found <OtherResponse> in namespace "urn:else"');
  });
});

describe('what never became an answer', () => {
  it('the transport failed: its error with the names of the call', async () => {
    const cause = new Error('no route');
    const thrown = new TransportError('no route', { phase: 'connect', code: 'EHOSTUNREACH' }, { cause });
    const error = await failure(thrown);
    expect(error).toMatchObject({
      name: 'TransportError',
      phase: 'connect',
      code: 'EHOSTUNREACH',
      operation: 'Exchange',
      cause,
    });
    expect(error.request?.url).toBe('http://h/ExchangerApi.asmx');
  });

  it('a transport of the user failed with an error of its own', async () => {
    const cause = new RangeError('mine');
    const error = await failure(cause);
    expect(error).toMatchObject({ name: 'TransportError', phase: 'unknown', cause });
    expect(error.message).toContain('mine');
  });

  it('the answer was too large, as the transport reports it or as the answer shows', async () => {
    const limits = { maxResponseBytes: 10 };
    expect(await failure({ body: 'x'.repeat(11) }, 'soap11', { limits })).toMatchObject({
      name: 'ResponseTooLargeError',
      limit: 10,
    });
    const told = await failure(new ResponseTooLargeError(10), 'soap11', { limits });
    expect(told).toMatchObject({ name: 'ResponseTooLargeError', operation: 'Exchange' });
  });

  const never: FakeTransport = Object.assign(() => new Promise<never>(() => undefined), { requests: [] });

  it('time was over, though the transport does not listen', async () => {
    const error = await failure(never, 'soap11', { timeoutMs: 20 });
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 20, message: 'ExchangerApi.Exchange (soap11): No answer within 20 ms' });
  });

  it('the caller gave up: the transport is notified', async () => {
    const controller = new AbortController();
    let heard: unknown;
    const transport: FakeTransport = Object.assign(
      (request: { readonly signal?: AbortSignal | undefined }) => {
        request.signal?.addEventListener('abort', () => {
          heard = request.signal?.reason;
        });
        return new Promise<never>(() => undefined);
      },
      { requests: [] },
    );
    const namespaces = { api_namespace: apiNamespace };
    const client = new DynamicClient(ExchangerApi, { baseUrl: 'http://h', namespaces, transport });
    const rejected = client.call('exchange', input, { signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 5);
    await expect(rejected).rejects.toThrow(AbortError);
    await expect(rejected).rejects.toMatchObject({ cause: 'enough' });
    expect(heard).toBe('enough');
  });

  it('the caller had given up before: nothing is sent', async () => {
    const transport = fakeTransport({});
    const namespaces = { api_namespace: apiNamespace };
    const client = new DynamicClient(ExchangerApi, { baseUrl: 'http://h', namespaces, transport });
    const rejected = client.call('exchange', input, { signal: AbortSignal.abort() });
    await expect(rejected).rejects.toThrow(AbortError);
    expect(transport.requests).toEqual([]);
  });
});

describe('what errors carry', () => {
  it.each(bindings)('the request and the answer without credentials: %s', async (binding) => {
    const error = await failure(
      { status: 500, body: 'sessionId s3cretSession', headers: { 'Set-Cookie': 'a=b' } },
      binding,
      {
        headers: { Authorization: 'Bearer abc' },
      },
    );
    expect(JSON.stringify(error)).not.toContain('s3cret');
    expect(JSON.stringify(error)).not.toContain('abc');
    expect(`${error.message} ${error.stack}`).not.toContain('s3cret');
    expect(error.request?.headers).toMatchObject({ Authorization: '***' });
    const sent = `${error.request?.url} ${error.request?.body}`;
    expect(sent).toMatch(binding.startsWith('soap') ? '<sessionId>***</sessionId>' : 'sessionId=***&CurrencyToBuy=z');
    expect(error.response).toMatchObject({ status: 500, body: 'sessionId ***', headers: { 'set-cookie': '***' } });
  });

  it('names that the user adds to or excludes from the known words', async () => {
    const mask = { words: ['currencyToBuy'], except: ['session_id'] };
    const error = await failure({ status: 500 }, 'httpGet', { mask });
    expect(error.request?.url).toBe(
      'http://h/ExchangerApi.asmx/Exchange?sessionId=s3cretSession&CurrencyToBuy=***&CurrencyToPay=r&amountToPay=1',
    );
  });

  it.each(bindings)('everything as it is, when nothing is masked: %s', async (binding) => {
    const body = 'sessionId=s3cretSession';
    const error = await failure({ status: 500, body, headers: { 'Set-Cookie': 'a=b' } }, binding, {
      mask: false,
      headers: { Authorization: 'Bearer abc' },
    });
    expect(error.request?.headers).toMatchObject({ Authorization: 'Bearer abc' });
    expect(`${error.request?.url} ${error.request?.body}`).toContain('s3cretSession');
    expect(error.response).toMatchObject({ body, headers: { 'set-cookie': 'a=b' } });
    expect(error.message).toContain('s3cretSession');
  });

  it('are all of one family', () => {
    for (const error of [
      new TimeoutError(1),
      new AbortError(),
      new EmptyResponseError(),
      new ResponseTooLargeError(1),
    ]) {
      expect(error).toBeInstanceOf(ServiceError);
      expect(error.request).toBeUndefined();
    }
  });
});

describe('a result that is null', () => {
  it('is undefined in all bindings when the property is optional', async () => {
    const bodies: Record<BindingKind, string> = {
      soap11: `<e:Envelope xmlns:e="${env11}"><e:Body><GetErrorDescResponse xmlns="${apiNamespace}"/></e:Body></e:Envelope>`,
      soap12: `<e:Envelope xmlns:e="${env12}"><e:Body><GetErrorDescResponse xmlns="${apiNamespace}"/></e:Body></e:Envelope>`,
      httpGet: `<string xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true" xmlns="${apiNamespace}" />`,
      httpPost: `<string xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true" xmlns="${apiNamespace}" />`,
    };
    for (const binding of bindings) {
      const transport = fakeTransport({ body: bodies[binding] });
      const namespaces = { api_namespace: apiNamespace };
      const client = new DynamicClient(ErrorsApi, { baseUrl: 'http://h', namespaces, transport, binding });
      expect(await client.call('getErrorDesc', { errorCode: 1, cultureCode: 1 })).toBeUndefined();
    }
  });
});

describe('an answer that is not HTTP', () => {
  const said = async (text: string | Uint8Array): Promise<string> => {
    const raw = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const error = await failure(new TransportError('Parse Error', { phase: 'send', kind: 'protocol', raw }));
    expect(error).toBeInstanceOf(TransportError);
    return error.message;
  };

  it('is recognised by its beginning', async () => {
    expect(await said('SSH-2.0-OpenSSH\r\n')).toBe(
      'ExchangerApi.Exchange (soap11): Parse Error (17 bytes: SSH-2.0-OpenSSH)',
    );
    expect(await said(Uint8Array.of(0, 255, 254, 1))).toMatch(/Parse Error \(4 bytes: binary data\)$/);
    expect(await said('x'.repeat(10_000))).toMatch(/Parse Error \(10000 bytes: x{80}…\)$/);
  });

  it.each([0, 60, 70, 75, 4090])('shows no credential, not even half of one, after %i characters', async (before) => {
    const message = await said(`${'-'.repeat(before)}s3cretSession${'-'.repeat(before)}`);
    expect(message).not.toMatch(/s3cr|Session$/);
  });
});
