import { fakeTransport } from '../../../tests/support/runtime/fake-transport.js';
import { apiNamespace, ErrorsApi } from '../../../tests/support/runtime/fixture.js';
import { DynamicClient } from '../dynamic-client.js';
import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import type { BindingKind, OperationDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import { HttpStatusError, TransportError } from './errors/errors.js';
import type { CallOptions, ClientAnswer, ClientOptions, Interceptor, ServiceAddress } from './options/options.js';
import { clientBindings } from './plans/bindings.js';
import { ServiceClient } from './service-client.js';

const namespaces = { api_namespace: apiNamespace };
const env11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const answer = `<e:Envelope xmlns:e="${env11}"><e:Body><GetErrorDescResponse xmlns="${apiNamespace}"><GetErrorDescResult>ok</GetErrorDescResult></GetErrorDescResponse></e:Body></e:Envelope>`;
const ok = { body: answer };
const input = { errorCode: 1, cultureCode: 2 };

/** As the generator writes it. */
class ErrorsApiClient extends ServiceClient<
  { getErrorDesc: { input: typeof input; output: string | undefined } },
  BindingKind
> {
  constructor(options: ClientOptions) {
    super(ErrorsApi, options, clientBindings);
  }

  getErrorDesc(value: typeof input, options?: CallOptions): Promise<string | undefined> {
    return this.$call('getErrorDesc', value, options);
  }
}

const ns = 'urn:svc';
const plain = (name: string, ...fields: Parameters<typeof sequence>[0]): ReturnType<typeof element> =>
  element(ns, name, complexType(ns, '', { content: sequence(fields) }));

/** A service with one operation. */
function serviceWith(operation: Partial<OperationDescriptor>): ServiceDescriptor {
  return {
    kind: 'service',
    name: 'S',
    namespace: ns,
    placeholders: [],
    ports: (['soap11', 'soap12', 'httpGet', 'httpPost'] as const).map((binding) => ({
      name: `S-${binding}`,
      binding,
      address: 'https://host/s',
    })),
    operations: { go: { name: 'Go', method: 'go', input: {}, ...operation } },
  };
}
const call = (service: ServiceDescriptor, options: ClientOptions, value?: unknown): Promise<unknown> =>
  new DynamicClient(service, options).call('go', value);

describe('where calls go', () => {
  it.each([
    [{ baseUrl: 'https://h' }, 'https://h/ErrorsApi.asmx'],
    [{ baseUrl: 'https://h:8443/root/' }, 'https://h:8443/root/ErrorsApi.asmx'],
    [{ address: 'https://h/other?x=1', baseUrl: 'https://ignored' }, 'https://h/other?x=1'],
    [{ namespaces: { ...namespaces, base_url: 'https://filled' } }, 'https://filled/ErrorsApi.asmx'],
  ])('%j', async (options, url) => {
    const transport = fakeTransport(ok);
    const client = new ErrorsApiClient({ namespaces, transport, ...options });
    expect(await client.getErrorDesc(input)).toBe('ok');
    expect(transport.requests[0]?.url).toBe(url);
  });

  it.each([
    [{ baseUrl: 'https://h/a b' }, 'https://h/a%20b/ErrorsApi.asmx'],
    [{ baseUrl: ' https://h/a ' }, 'https://h/a/ErrorsApi.asmx'],
    [{ baseUrl: 'https://größe.example/ä' }, 'https://xn--gre-6ka8i.example/%C3%A4/ErrorsApi.asmx'],
    [{ address: 'https://h/ä b?ü=1 2' }, 'https://h/%C3%A4%20b?%C3%BC=1%202'],
    [{ address: 'https://h/%C3%A4%20b' }, 'https://h/%C3%A4%20b'],
  ])('%j is sent as a URL is written', async (options, url) => {
    const transport = fakeTransport(ok);
    const client = new ErrorsApiClient({ namespaces, transport, ...options });
    await client.getErrorDesc(input);
    await client.getErrorDesc(input, options);
    expect(transport.requests.map((request) => request.url)).toEqual([url, url]);
  });

  it('the address of the WSDL and an interceptor is sent as a URL is written', async () => {
    const transport = fakeTransport(ok);
    const port = { name: 'p', binding: 'soap11', address: 'http://h/Größe dienst' } as const;
    const service = { ...ErrorsApi, ports: [port] };
    const interceptors: Interceptor[] = [(call, next) => next({ ...call, address: `${call.address}/ж` })];
    const client = new DynamicClient(service, { namespaces, transport, interceptors });
    await client.call('getErrorDesc', input);
    expect(transport.requests[0]?.url).toBe('http://h/Gr%C3%B6%C3%9Fe%20dienst/%D0%B6');
  });

  it('over GET and POST are refused beside an extension that protects messages, before anything is sent', async () => {
    const transport = fakeTransport({ body: `<string xmlns="${apiNamespace}">ok</string>` });
    const extensions = [{ understands: [], soapOnly: true }];
    const client = new ErrorsApiClient({ namespaces, transport, address: 'https://h/e.asmx', extensions });
    for (const binding of ['httpGet', 'httpPost'] as const) {
      await expect(client.getErrorDesc(input, { binding })).rejects.toThrow(
        new TypeError(
          `ErrorsApi.GetErrorDesc is not called over ${binding}: an extension of the client has \`soapOnly\`.`,
        ),
      );
    }
    expect(transport.requests).toEqual([]);
  });

  it('a query of the address stays after the path of GET and POST', async () => {
    const transport = fakeTransport({ body: `<string xmlns="${apiNamespace}">ok</string>` });
    const client = new ErrorsApiClient({ namespaces, transport, address: 'https://h/e.asmx/?k=v' });
    await client.getErrorDesc(input, { binding: 'httpGet' });
    await client.getErrorDesc(input, { binding: 'httpPost' });
    expect(transport.requests.map(({ url }) => url)).toEqual([
      'https://h/e.asmx/GetErrorDesc?k=v&errorCode=1&cultureCode=2',
      'https://h/e.asmx/GetErrorDesc?k=v',
    ]);
  });

  it.each([
    [{}, { address: 'https://other/x?y=1' }, 'https://other/x?y=1'],
    [{}, { baseUrl: 'https://other/root/' }, 'https://other/root/ErrorsApi.asmx'],
    [{}, { baseUrl: 'https://other', address: 'https://wins/' }, 'https://wins/'],
    [{ address: 'https://own/e.svc' }, { baseUrl: 'https://other' }, 'https://other/e.svc'],
  ])('a client with %j, a call with %j', async (options, own, url) => {
    const transport = fakeTransport(ok);
    const client = new ErrorsApiClient({ namespaces, transport, baseUrl: 'https://h', ...options });
    await client.getErrorDesc(input, own);
    await client.getErrorDesc(input);
    expect(transport.requests[0]?.url).toBe(url);
    expect(transport.requests[1]?.url).not.toBe(url);
  });

  it('an interceptor sees the address of a call, and may change it', async () => {
    const transport = fakeTransport(ok);
    const seen: string[] = [];
    const reroute: Interceptor = (call, next) => {
      seen.push(call.address);
      return next({ ...call, address: 'https://standby/e' });
    };
    const client = new ErrorsApiClient({ namespaces, transport, baseUrl: 'https://h', interceptors: [reroute] });
    await client.getErrorDesc(input);
    await client.getErrorDesc(input, { address: 'https://named/e' });
    expect(seen).toEqual(['https://h/ErrorsApi.asmx', 'https://named/e']);
    expect(transport.requests.map(({ url }) => url)).toEqual(['https://standby/e', 'https://standby/e']);
  });

  it('the address of a call has to be one of HTTP, and credentials in it are not shown', async () => {
    const client = new ErrorsApiClient({ namespaces, transport: fakeTransport(ok), baseUrl: 'https://h' });
    await expect(client.getErrorDesc(input, { address: 'ftp://me:s3cret@h/x' })).rejects.toThrow(
      'ErrorsApi cannot be called at "ftp://***@h/x": it is not an http: or https: address.',
    );
    await expect(client.getErrorDesc(input, { address: 'http://h:99999/x' })).rejects.toThrow(
      'ErrorsApi cannot be called at "http://h:99999/x": it is not an http: or https: address.',
    );
  });

  it('GET and POST call the operation below the address of the call', async () => {
    const transport = fakeTransport({ body: `<string xmlns="${apiNamespace}">ok</string>` });
    const client = new ErrorsApiClient({ namespaces, transport, baseUrl: 'https://h' });
    await client.getErrorDesc(input, { binding: 'httpPost', address: 'https://other/x.asmx' });
    expect(transport.requests[0]?.url).toBe('https://other/x.asmx/GetErrorDesc');
  });

  describe('in a page', () => {
    const host = globalThis as { location?: object; document?: object };
    afterEach(() => {
      delete host.location;
      delete host.document;
    });

    it.each([
      ['/api', 'https://shop.example/api/ErrorsApi.asmx'],
      ['./api', 'https://shop.example/app/api/ErrorsApi.asmx'],
      ['../', 'https://shop.example/ErrorsApi.asmx'],
      ['//cdn.example', 'https://cdn.example/ErrorsApi.asmx'],
    ])('the base %s is relative to its address', async (baseUrl, url) => {
      host.location = { href: 'https://shop.example/app/page?x#y' };
      const transport = fakeTransport(ok);
      await new ErrorsApiClient({ namespaces, transport, baseUrl }).getErrorDesc(input);
      expect(transport.requests[0]?.url).toBe(url);
    });

    it('with a base of its own, addresses are relative to that', async () => {
      host.location = { href: 'https://shop.example/app/page' };
      host.document = { baseURI: 'https://base.example/b/' };
      const transport = fakeTransport(ok);
      const client = new ErrorsApiClient({ namespaces, transport, baseUrl: '/api' });
      await client.getErrorDesc(input);
      await client.getErrorDesc(input, { address: './one-call' });
      expect(transport.requests.map(({ url }) => url)).toEqual([
        'https://base.example/api/ErrorsApi.asmx',
        'https://base.example/b/one-call',
      ]);
    });

    it('elsewhere, relative addresses are refused', () => {
      expect(() => new ErrorsApiClient({ namespaces, baseUrl: '/api' })).toThrow(
        'ErrorsApi cannot be called at "/api/ErrorsApi.asmx": it is not an http: or https: address.',
      );
    });
  });

  it('an open address, namespace or nonsense is refused when the client is made', () => {
    expect(() => new ErrorsApiClient({ namespaces })).toThrow('ErrorsApi needs the option baseUrl');
    expect(() => new ErrorsApiClient({ baseUrl: 'https://h' })).toThrow(
      'needs a value for the namespace "{api_namespace}"',
    );
    expect(() => new ErrorsApiClient({ namespaces, address: 'ftp://h/x' })).toThrow('not an http: or https: address');
    expect(() => new ErrorsApiClient({ namespaces, baseUrl: 'https://a b/x' })).toThrow(
      'not an http: or https: address',
    );
    const nowhere: ServiceDescriptor = { ...serviceWith({}), ports: [{ name: 'p', binding: 'soap11' }] };
    expect(() => new DynamicClient(nowhere, {})).toThrow('S needs the option address');
    expect(() => new DynamicClient({ ...nowhere, ports: [] }, {})).toThrow('S has no port that can be called');
  });

  it('values of placeholders that a service does not have are refused; several services may share them', () => {
    const stray = { namespaces: { api_namespace: 'urn:x' } };
    expect(() => new DynamicClient(serviceWith({}), stray)).toThrow(
      'S has no placeholder "api_namespace"; leave `namespaces` out.',
    );
    expect(new DynamicClient(serviceWith({}), { namespaces: {} })).toBeDefined();
    const shared = { ...namespaces, geo_namespace: 'urn:geo' };
    expect(new ErrorsApiClient({ namespaces: shared, baseUrl: 'https://h' })).toBeDefined();
  });

  it.each([
    ['soap1.2', 'S has no port for soap1.2; it has soap11, soap12; did you mean "soap12"?'],
    ['rest', 'S has no port for rest; it has soap11, soap12.'],
    [5, 'S has no port for 5; it has soap11, soap12.'],
  ])('a binding that a service does not have is refused with those that it has: %s', async (given, message) => {
    const ports = (['soap11', 'soap12'] as const).map((kind) => ({ name: kind, binding: kind, address: 'https://h' }));
    const service = { ...serviceWith({ soap11: { action: '', style: 'document' } }), ports };
    const binding = given as 'soap11';
    expect(() => new DynamicClient(service, { binding })).toThrow(message);
    await expect(new DynamicClient(service, {}).call('go', {}, { binding })).rejects.toThrow(message);
  });

  it('a client whose address is open needs a base or a whole address', () => {
    type Options = ClientOptions & ServiceAddress;
    const create = (options: Options): ErrorsApiClient => new ErrorsApiClient({ namespaces, ...options });
    expect(create({ baseUrl: 'https://h' })).toBeDefined();
    expect(create({ address: 'https://h/x' })).toBeDefined();
    // @ts-expect-error Neither is given.
    expect(() => create({})).toThrow('needs the option baseUrl');
  });

  it('the port that is named, and of those that offer the operation the first', async () => {
    const soap11 = { action: '', style: 'document' as const, ports: ['b', 'c'] };
    const ports = ['a', 'b', 'c'].map((name) => ({ name, binding: 'soap11' as const, address: `https://${name}/` }));
    const service = { ...serviceWith({ soap11, oneWay: true }), ports };
    const transport = fakeTransport({ status: 202 });
    await call(service, { transport });
    await call(service, { transport, port: 'c' });
    expect(transport.requests.map(({ url }) => url)).toEqual(['https://b/', 'https://c/']);
  });

  it('only to bindings and operations that the service has', async () => {
    const service = serviceWith({ soap11: { action: '', style: 'document' } });
    await expect(call(service, { binding: 'httpGet' })).rejects.toThrow('S.Go is not offered over httpGet');
    for (const method of ['toString', '__proto__', 'gone']) {
      await expect(new DynamicClient(service, {}).call(method, {})).rejects.toThrow(`S has no operation "${method}"`);
    }
  });
});

describe('headers', () => {
  it('of the client and of the call are added, the call wins, in any letter case', async () => {
    const transport = fakeTransport(ok);
    const client = new ErrorsApiClient({
      namespaces,
      baseUrl: 'https://h',
      transport,
      headers: { 'X-A': '1', 'x-b': '1' },
    });
    await client.getErrorDesc(input, { headers: { 'X-B': '2', soapaction: 'own' } });
    expect(transport.requests[0]?.headers).toEqual({
      'Content-Type': 'text/xml; charset=utf-8',
      'X-A': '1',
      'X-B': '2',
      soapaction: 'own',
    });
    await client.getErrorDesc(input);
    expect(transport.requests[1]?.headers).toMatchObject({ 'x-b': '1', SOAPAction: `"${apiNamespace}/GetErrorDesc"` });
  });

  it('SOAP 1.2 sends its action if the option is set; actions are ASCII', async () => {
    const transport = fakeTransport({ status: 202 });
    const facts = { action: 'urn:x/Курс "a"', style: 'document' as const };
    const service = serviceWith({ soap11: facts, soap12: facts, oneWay: true });
    await call(service, { transport, binding: 'soap12', soap12Action: true });
    await call(service, { transport, binding: 'soap11' });
    expect(transport.requests.map(({ headers }) => headers)).toEqual([
      { 'Content-Type': 'application/soap+xml; charset=utf-8; action="urn:x/%D0%9A%D1%83%D1%80%D1%81 %22a%22"' },
      { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"urn:x/%D0%9A%D1%83%D1%80%D1%81 %22a%22"' },
    ]);
  });
});

describe('SOAP headers', () => {
  const Auth = plain('Auth', field(ns, 'user', xs.string));
  const Info = plain('Info', field(ns, 'left', xs.int));
  const soap11 = {
    action: 'go',
    style: 'document' as const,
    inputHeaders: [{ property: 'auth', element: Auth }],
    outputHeaders: [{ property: 'info', element: Info }],
  };
  const service = serviceWith({ soap11, input: { element: plain('Go') }, output: { element: plain('GoResponse') } });
  const body = (headers: string): string =>
    `<e:Envelope xmlns:e="${env11}"><e:Header>${headers}</e:Header><e:Body><GoResponse xmlns="${ns}"/></e:Body></e:Envelope>`;

  it('that are declared are sent by property, those of a call before those of the client', async () => {
    const transport = fakeTransport({ body: body('') });
    const client = new DynamicClient(service, { transport, soapHeaders: () => ({ auth: { user: 'me' } }) });
    await client.call('go', {});
    await client.call('go', {}, { soapHeaders: [{ element: Auth, value: { user: 'you' }, mustUnderstand: true }] });
    expect(transport.requests.map((request) => request.body)).toEqual([
      expect.stringContaining(
        `<soap:Header><Auth xmlns="${ns}"><user>me</user></Auth></soap:Header><soap:Body><Go xmlns="${ns}"/></soap:Body>`,
      ),
      expect.stringContaining(`<Auth xmlns="${ns}" soap:mustUnderstand="1"><user>you</user></Auth>`),
    ]);
  });

  it('of the answer are decoded when they are declared, and kept as trees otherwise', async () => {
    const transport = fakeTransport({ body: body(`<Info xmlns="${ns}"><left>3</left></Info><x/><y/>`) });
    let seen: ClientAnswer | undefined;
    await new DynamicClient(service, { transport }).call(
      'go',
      {},
      {
        onResponse: (response) => {
          seen = response;
        },
      },
    );
    expect(seen?.soapHeaders).toMatchObject({ info: { left: 3 }, $any: [{ name: 'x' }, { name: 'y' }] });
    expect([seen?.status, seen?.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
  });
});

describe('messages', () => {
  it('one-way: any empty success will do', async () => {
    const service = serviceWith({ oneWay: true, soap11: { action: '', style: 'document' } });
    for (const status of [200, 202, 204]) {
      expect(await call(service, { transport: fakeTransport({ status }) })).toBeUndefined();
    }
    const empty = `<e:Envelope xmlns:e="${env11}"><e:Body/></e:Envelope>`;
    expect(await call(service, { transport: fakeTransport({ body: empty }) })).toBeUndefined();
    await expect(call(service, { transport: fakeTransport({ status: 500 }) })).rejects.toThrow(HttpStatusError);
  });

  it('rpc: the wrapper of the answer may have any name', async () => {
    const service = serviceWith({
      soap11: { action: '', style: 'rpc' },
      output: { element: plain('GoResponse', field('', 'r', xs.int)), unwrap: 'r' },
    });
    const body = `<e:Envelope xmlns:e="${env11}"><e:Body><x:Odd xmlns:x="urn:x"><r>4</r></x:Odd></e:Body></e:Envelope>`;
    expect(await call(service, { transport: fakeTransport({ body }) })).toBe(4);
  });

  it('a method without a result gives the same over HTTP as over SOAP', async () => {
    const http = { location: '/Go', input: 'form' as const, parameters: [] };
    const soap11 = { action: '', style: 'document' as const };
    const service = serviceWith({
      soap11,
      httpPost: http,
      input: { element: plain('Go') },
      output: { element: plain('GoResponse') },
    });
    const body = `<e:Envelope xmlns:e="${env11}"><e:Body><GoResponse xmlns="${ns}"/></e:Body></e:Envelope>`;
    expect(await call(service, { transport: fakeTransport({ body }) }, {})).toEqual({});
    expect(await call(service, { transport: fakeTransport({}), binding: 'httpPost' }, {})).toEqual({});
  });

  it('parts of the Body as fields, with a fault in their place', async () => {
    const parts = complexType(ns, '', { content: sequence([field(ns, 'a', xs.int)]) });
    const service = serviceWith({ soap11: { action: '', style: 'document' }, output: { content: parts } });
    const body = (inside: string): string => `<e:Envelope xmlns:e="${env11}"><e:Body>${inside}</e:Body></e:Envelope>`;
    expect(await call(service, { transport: fakeTransport({ body: body(`<a xmlns="${ns}">1</a>`) }) })).toEqual({
      a: 1,
    });
    const fault = body('<e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring></e:Fault>');
    await expect(call(service, { transport: fakeTransport({ body: fault }) })).rejects.toMatchObject({ reason: 'no' });
  });
});

describe('forms of HTTP requests', () => {
  const parameters = [
    { name: 'a', property: 'a', type: xs.string },
    { name: 'n', property: 'n', type: xs.int, list: true },
  ];
  const output = element(ns, 'int', xs.int);
  const http = (
    input: 'urlEncoded' | 'urlReplacement' | 'form' | 'xml' | 'multipart',
    location = '/Go',
  ): ServiceDescriptor => {
    const facts = { location, input, parameters, output };
    return serviceWith({
      httpGet: facts,
      httpPost: facts,
      input: { element: plain('Go', field(ns, 'a', xs.string, { min: 0 })) },
    });
  };
  const send = async (service: ServiceDescriptor, binding: BindingKind, value: unknown) => {
    const transport = fakeTransport({ body: `<int xmlns="${ns}">1</int>` });
    expect(await call(service, { transport, binding }, value)).toBe(1);
    return transport.requests[0];
  };

  it('lists repeat the name, and an empty one says nothing', async () => {
    expect((await send(http('urlEncoded'), 'httpGet', { a: 'x', n: [1, 2] }))?.url).toBe(
      'https://host/s/Go?a=x&n=1&n=2',
    );
    expect((await send(http('urlEncoded'), 'httpGet', { n: [] }))?.url).toBe('https://host/s/Go?a=');
  });

  it('urlReplacement fills in the address', async () => {
    const service = http('urlReplacement', '/Go(a)/by-(n)(x)');
    expect((await send(service, 'httpGet', { a: 'a/b', n: [3] }))?.url).toBe('https://host/s/Goa%2Fb/by-3(x)');
  });

  it.each(['', '.', '..', '../x', 'x/..', 'x/./y', '..\\x', '\\..'])(
    'urlReplacement refuses a value that would change the path: %j',
    async (a) => {
      for (const location of ['/items/(a)/public', '(a)', '/x/(a)']) {
        const sent = send(http('urlReplacement', location), 'httpGet', { a, n: [3] });
        await expect(sent).rejects.toMatchObject({ name: 'XmlEncodeError', code: 'wrong-value', path: '/Go/a' });
      }
    },
  );

  it.each([
    ['/x.(a)', '.', '/x..'],
    ['/.(a)x', '.', '/..x'],
    ['/x(a)/y', '', '/x/y'],
    ['/x/(a)', '...', '/x/...'],
    ['/x/(a)', 'a..b', '/x/a..b'],
    ['/x/(a)', '%2e%2e', '/x/%252e%252e'],
    ['/x/(a)', 'a/b\\c', '/x/a%2Fb%5Cc'],
    ['/x/../(a)', 'y', '/y'],
    ['/ä b/(a)', 'ü', '/%C3%A4%20b/%C3%BC'],
    ['/x?q=(a)&n=(n)', '..', '/x?q=..&n=3'],
    ['/x?q=(a)&n=(n)', '', '/x?q=&n=3'],
  ])('urlReplacement keeps the segments of %s with %j', async (location, a, expected) => {
    const request = await send(http('urlReplacement', location), 'httpGet', { a, n: [3] });
    expect(request?.url).toBe(`https://host/s${expected}`);
  });

  it.each(['/.(a)', '/%2e(a)', '/(a)(n)'])('urlReplacement looks at the whole segment: %s', async (location) => {
    const sent = send(http('urlReplacement', location), 'httpGet', { a: '.', n: location === '/(a)(n)' ? [] : [3] });
    await expect(sent).rejects.toMatchObject({ name: 'XmlEncodeError' });
  });

  it('a POST whose parameters are in the address has an empty body', async () => {
    const request = await send(http('urlEncoded'), 'httpPost', { a: 'x', n: [] });
    expect(request).toMatchObject({ method: 'POST', url: 'https://host/s/Go?a=x', body: '', headers: {} });
  });

  it('xml sends the element', async () => {
    const request = await send(http('xml'), 'httpPost', { a: 'x' });
    expect(request).toMatchObject({
      headers: { 'Content-Type': 'text/xml; charset=utf-8' },
      body: `<?xml version="1.0" encoding="utf-8"?><Go xmlns="${ns}"><a>x</a></Go>`,
    });
  });

  it('multipart sends a part a parameter, with a boundary that occurs in none', async () => {
    const request = await send(http('multipart'), 'httpPost', { a: '------parameter', n: [1] });
    const boundary = /^multipart\/form-data; boundary=(.*)$/.exec(request?.headers['Content-Type'] ?? '')?.[1] ?? '';
    expect('------parameter').not.toContain(boundary);
    expect(request?.body).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n------parameter\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n--${boundary}--\r\n`,
    );
  });

  it('an answer that is not XML is given as bytes', async () => {
    const facts = { location: '/Go', input: 'urlEncoded' as const, parameters: [], outputContentType: 'image/png' };
    const transport = fakeTransport({ body: new Uint8Array([1, 2]), headers: { 'Content-Type': 'image/png' } });
    expect(await call(serviceWith({ httpGet: facts }), { transport, binding: 'httpGet' })).toEqual(
      new Uint8Array([1, 2]),
    );
  });

  it('an answer that is the whole SOAP message, as Axis2 sends it, is unwrapped', async () => {
    const response = plain('GoResponse', field(ns, 'return', xs.int));
    const facts = { location: '/Go', input: 'urlEncoded' as const, parameters: [], output: response };
    const service = serviceWith({ httpGet: facts, output: { element: response, unwrap: 'return' } });
    const transport = fakeTransport({ body: `<GoResponse xmlns="${ns}"><return>5</return></GoResponse>` });
    expect(await call(service, { transport, binding: 'httpGet' })).toBe(5);
  });

  it('null stays null where the result is nillable', async () => {
    const response = plain('GoResponse', field(ns, 'r', xs.string, { nillable: true }));
    const facts = {
      location: '/Go',
      input: 'urlEncoded' as const,
      parameters: [],
      output: element(ns, 'string', xs.string, { nillable: true }),
    };
    const service = serviceWith({ httpGet: facts, output: { element: response, unwrap: 'r' } });
    const body = `<string xmlns="${ns}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>`;
    expect(await call(service, { transport: fakeTransport({ body }), binding: 'httpGet' })).toBeNull();
  });
});

describe('interceptors', () => {
  it('wrap each call in their order, and may change it, repeat it, or answer themselves', async () => {
    const log: string[] = [];
    const outer: Interceptor = async (request, next) => {
      log.push(`${request.service}.${request.operation.name} ${request.binding} ${JSON.stringify(request.input)}`);
      const response = await next({ ...request, headers: { ...request.headers, Authorization: 'x' } });
      log.push(`${response.status}`);
      return { ...response, value: `${response.value}!` };
    };
    const twice: Interceptor = async (request, next) => {
      await next(request);
      return next(request);
    };
    const transport = fakeTransport(ok);
    const client = new ErrorsApiClient({ namespaces, baseUrl: 'https://h', transport, interceptors: [outer, twice] });
    expect(await client.getErrorDesc(input)).toBe('ok!');
    expect(log).toEqual(['ErrorsApi.GetErrorDesc soap11 {"errorCode":1,"cultureCode":2}', '200']);
    expect(transport.requests.map(({ headers }) => headers.Authorization)).toEqual(['x', 'x']);
  });
});

describe('retries', () => {
  const refused = new TransportError('refused', { phase: 'connect', code: 'ECONNREFUSED' });
  const reset = new TransportError('reset', { phase: 'send', code: 'ECONNRESET' });
  const retry = { attempts: 3, delayMs: () => 1 };
  const run = async (
    answers: readonly (Error | { status?: number; headers?: Record<string, string>; body?: string })[],
    options: Partial<ClientOptions>,
    callOptions: CallOptions = {},
  ) => {
    const transport = fakeTransport(...answers);
    const client = new ErrorsApiClient({ namespaces, baseUrl: 'https://h', transport, ...options });
    const outcome = await client.getErrorDesc(input, callOptions).catch((error) => error.name);
    return [outcome, transport.requests.length];
  };

  it('happen only on request', async () => {
    expect(await run([refused, ok], {})).toEqual(['TransportError', 1]);
    expect(await run([refused, refused, ok], { retry })).toEqual(['ok', 3]);
    expect(await run([refused], { retry })).toEqual(['TransportError', 3]);
  });

  it('happen after a request that may have arrived only when the call is idempotent', async () => {
    expect(await run([reset, ok], { retry })).toEqual(['TransportError', 1]);
    expect(await run([reset, ok], { retry: { ...retry, idempotent: true } })).toEqual(['ok', 2]);
    expect(await run([reset, ok], { retry: { ...retry, idempotent: ['getErrorDesc'] } })).toEqual(['ok', 2]);
    expect(await run([reset, ok], { retry: { ...retry, idempotent: ['other'] } })).toEqual(['TransportError', 1]);
    expect(await run([reset, ok], { retry }, { idempotent: true })).toEqual(['ok', 2]);
    expect(await run([reset, ok], { retry: { ...retry, idempotent: true } }, { idempotent: false })).toEqual([
      'TransportError',
      1,
    ]);
    expect(await run([{ status: 503 }, ok], { retry: { ...retry, idempotent: true } })).toEqual(['ok', 2]);
    expect(await run([{ status: 500 }, ok], { retry: { ...retry, idempotent: true } })).toEqual(['HttpStatusError', 1]);
  });

  it('happen as the user decides', async () => {
    expect(await run([{ status: 500 }, ok], { retry: { ...retry, retryOn: () => true } })).toEqual(['ok', 2]);
    expect(await run([refused, ok], { retry: { ...retry, retryOn: () => false } })).toEqual(['TransportError', 1]);
  });

  it('end with the time of the call, and wait as long as the service says', async () => {
    const slow = { attempts: 5, delayMs: () => 10_000 };
    expect(await run([refused, ok], { retry: slow, timeoutMs: 50 })).toEqual(['TransportError', 1]);
    const busy = { status: 503, headers: { 'Retry-After': '3600' } };
    expect(await run([busy, ok], { retry: { ...retry, idempotent: true }, timeoutMs: 50 })).toEqual([
      'HttpStatusError',
      1,
    ]);
  });

  it('end when the caller gives up while waiting', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);
    const outcome = await run(
      [refused, ok],
      { retry: { attempts: 2, delayMs: () => 10_000 } },
      { signal: controller.signal },
    );
    expect(outcome).toEqual(['AbortError', 1]);
  });
});

describe('decoding', () => {
  it('reports unknown content, or refuses it', async () => {
    const body = answer.replace('</GetErrorDescResult>', '</GetErrorDescResult><extra/>');
    const unknown: string[] = [];
    const options = { namespaces, baseUrl: 'https://h', transport: fakeTransport({ body }) };
    const client = new ErrorsApiClient({ ...options, onUnknown: ({ kind, name }) => unknown.push(`${kind} ${name}`) });
    expect(await client.getErrorDesc(input)).toBe('ok');
    expect(unknown).toEqual(['element extra']);
    await expect(new ErrorsApiClient({ ...options, strict: true }).getErrorDesc(input)).rejects.toMatchObject({
      name: 'ResponseDecodeError',
    });
  });

  it('takes an answer in no namespace or another one, and tells of it, unless it is strict', async () => {
    const told: string[] = [];
    const options = { namespaces, baseUrl: 'https://h' };
    for (const namespace of ['', 'urn:other']) {
      const transport = fakeTransport({ body: answer.replace(apiNamespace, namespace) });
      const client = new ErrorsApiClient({
        ...options,
        transport,
        onUnknown: ({ kind, name, path }) => told.push(`${kind} ${path} ${name}`),
      });
      expect(await client.getErrorDesc(input)).toBe('ok');
      await expect(
        new ErrorsApiClient({ ...options, transport, strict: true }).getErrorDesc(input),
      ).rejects.toMatchObject({ name: 'UnexpectedMessageError' });
    }
    const both = ['namespace /Body GetErrorDescResponse', 'namespace /GetErrorDescResponse GetErrorDescResult'];
    expect(told).toEqual([...both, ...both]);
  });

  it('reads what it is told to tolerate', async () => {
    const output = { element: plain('GoResponse', field(ns, 'n', xs.int), field(ns, 'ok', xs.boolean)) };
    const service = serviceWith({
      input: { element: plain('Go') },
      output,
      soap11: { action: 'go', style: 'document' },
    });
    const body = `<e:Envelope xmlns:e="${env11}"><e:Body><GoResponse xmlns="${ns}"><ok>True</ok></GoResponse></e:Body></e:Envelope>`;
    const told: string[] = [];
    const options: ClientOptions = {
      transport: fakeTransport({ body }),
      onUnknown: ({ kind, path, text = '' }) => told.push(`${kind} ${path} ${text}`),
    };
    await expect(call(service, options, {})).rejects.toThrow(/"True" is not a valid boolean/);
    await expect(call(service, { ...options, tolerate: 'common' }, {})).rejects.toThrow(/element "n" is missing/);
    expect(await call(service, { ...options, tolerate: 'all' }, {})).toEqual({ n: 0, ok: true });
    expect(told.slice(-2)).toEqual(['value /GoResponse/ok True', 'missing /GoResponse/n ']);
  });

  it('does not take an answer of another name', async () => {
    const transport = fakeTransport({ body: answer.replaceAll('GetErrorDescResponse', 'GetErrorDesc') });
    const client = new ErrorsApiClient({ namespaces, baseUrl: 'https://h', transport });
    await expect(client.getErrorDesc(input)).rejects.toThrow(/expected <GetErrorDescResponse>/);
  });

  it('keeps to the limits', async () => {
    const deep = `<e:Envelope xmlns:e="${env11}"><e:Header>${'<a>'.repeat(50)}${'</a>'.repeat(50)}</e:Header><e:Body/></e:Envelope>`;
    const client = new ErrorsApiClient({
      namespaces,
      baseUrl: 'https://h',
      transport: fakeTransport({ body: deep }),
      limits: { maxDepth: 20 },
    });
    await expect(client.getErrorDesc(input)).rejects.toMatchObject({ cause: { name: 'XmlLimitError' } });
  });
});
