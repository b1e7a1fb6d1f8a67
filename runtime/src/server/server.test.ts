import {
  AccountApi,
  AddressLocator,
  apiNamespace,
  ErrorsApi,
  ExchangerApi,
  geoNamespace,
} from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  env12,
  envelope,
  exchangeBody,
  exchangeInput,
  headers11,
  headers12,
  namespaces,
  send,
  type TextAnswer,
  walletServer,
  walletServices,
} from '../../../tests/support/runtime/server.js';
import { complexType, element, field, sequence, type UnknownContent } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import type { HttpBindingDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import {
  createServer,
  type ErrorInfo,
  registerService,
  type ServiceContext,
  type ServiceRegistration,
  type SoapServer,
} from './index.js';

const path = '/ExchangerApi.asmx';
const query = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1';

describe('handlers', () => {
  const context = async (handler: (context: ServiceContext) => unknown, limits = {}): Promise<TextAnswer> => {
    const service = registerService(ExchangerApi, {
      exchange: async (_, given) => {
        await handler(given);
        return 1;
      },
    });
    const server = createServer({ services: [service], namespaces, limits });
    return send(server, 'GET', `${path}/Exchange?${query}`, { 'X-Trace': 't' });
  };

  it('know the request and add headers to the answer', async () => {
    let seen: unknown[] = [];
    const got = await context((given) => {
      seen = [
        given.binding,
        given.method,
        given.url,
        given.header('x-TRACE'),
        given.operation.name,
        given.service.name,
      ];
      given.responseHeaders['X-Answer'] = 'a';
    });
    expect(seen).toEqual(['httpGet', 'GET', `${path}/Exchange?${query}`, 't', 'Exchange', 'ExchangerApi']);
    expect(got.headers['x-answer']).toBe('a');
  });

  it('are given up after their time, and notified', async () => {
    let reason: unknown;
    const got = await context(
      (given) =>
        new Promise((resolve) => {
          given.signal.addEventListener('abort', () => {
            reason = given.signal.reason;
            resolve(undefined);
          });
        }),
      { handlerTimeoutMs: 20 },
    );
    expect([got.status, got.text]).toEqual([
      500,
      'Server was unable to process request. ---&gt; The operation has timed out.\r\n',
    ]);
    expect(reason).toBeInstanceOf(Error);
  });

  it('are methods of an instance, with their this', async () => {
    class Exchanger {
      readonly rate = 7;
      exchange(): number {
        return this.rate;
      }
    }
    const server = createServer({ services: [registerService(ExchangerApi, new Exchanger())], namespaces });
    expect((await send(server, 'GET', `${path}/Exchange?${query}`)).text).toContain('>7</int>');
  });

  it('must be there', () => {
    expect(() => registerService(ExchangerApi, {} as never)).toThrow(/ExchangerApi has no method exchange/);
  });
});

describe('routes', () => {
  it.each(['/a/', '/Nothing.asmx', '/ExchangerApi.asmxx', '/ExchangerApi', `${'/a'.repeat(5000)}`])(
    'answers 404 to %.40s',
    async (url) => {
      const { server } = walletServer();
      const got = await send(server, 'GET', url);
      expect([got.status, got.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  it.each(['PUT', 'OPTIONS', 'HEAD', 'DELETE'])('%s of a service is 405', async (method) => {
    const { server } = walletServer();
    const got = await send(server, method, path);
    expect([got.status, got.headers.allow, got.text]).toEqual([405, 'GET, POST', '']);
  });

  it('are below a base path', async () => {
    const { server } = walletServer({ basePath: '/soap/v1/' });
    expect((await send(server, 'GET', `${path}/Exchange?${query}`)).status).toBe(404);
    expect((await send(server, 'GET', `/soap/v1${path}/Exchange?${query}`)).status).toBe(200);
    expect((await send(server, 'GET', `http://host/soap/v1${path}/Exchange?${query}`)).status).toBe(200);
  });

  it.each(['http://h.example/', 'http://h.example', 'http://h.example/svc/', 'http://h.example/svc'])(
    'lead from the address %s of a port to its service',
    async (address) => {
      const ports = ExchangerApi.ports.map((port) => ({ ...port, address }));
      const service = registerService({ ...ExchangerApi, ports }, { exchange: () => 7 });
      const server = createServer({ services: [service], namespaces, profile: 'aspnet' });
      const url = new URL(address).pathname;
      expect(await send(server, 'POST', url, headers11(), envelope(env11, exchangeBody))).toMatchObject({
        status: 200,
      });
      expect(await send(server, 'GET', `${url.replace(/\/$/, '')}/Exchange?${query}`)).toMatchObject({ status: 200 });
    },
  );

  it.each([
    ['%45xchangerApi.asmx/Exchange', 404],
    ['ExchangerApi%2Easmx/Exchange', 404],
    ['ExchangerApi.asmx%2FExchange', 404],
    ['ExchangerApi.asmx%5CExchange', 404],
    ['ExchangerApi.asmx;v=1/Exchange', 404],
    ['/ExchangerApi.asmx/Exchange', 400],
    ['ExchangerApi.asmx/../ExchangerApi.asmx/Exchange', 400],
    ['ExchangerApi.asmx/%2E%2E/ExchangerApi.asmx/Exchange', 400],
    ['ExchangerApi.asmx/Exchang%65', 500],
    ['ExchangerApi.asmx//Exchange', 500],
    ['ExchangerApi.asmx/Exchange/', 500],
    ['ExchangerApi.asmx/Exchange;x', 500],
    ['ExchangerApi.asmx/Exchange%00', 400],
    ['ExchangerApi.asmx/exchange', 500],
  ])('have one spelling: /%s is another path', async (path, status) => {
    const { server, calls } = walletServer();
    expect((await send(server, 'GET', `/${path}?${query}`)).status).toBe(status);
    expect(calls).toEqual([]);
  });

  it.each([
    ['{base_url}/Обмен валют.svc', '/%D0%9E%D0%B1%D0%BC%D0%B5%D0%BD%20%D0%B2%D0%B0%D0%BB%D1%8E%D1%82.svc'],
    ['{base_url}/%D0%9E.svc', '/%d0%be.svc'],
    ['http://h/a/../b%2fc.svc', '/b%2Fc.svc'],
  ])('with characters that have to be escaped are those of the address: %s', async (address, url) => {
    const ports = ExchangerApi.ports.map((port) => ({ ...port, address }));
    const operation = ExchangerApi.operations.exchange;
    const { httpGet } = operation;
    const operations = { exchange: { ...operation, httpGet: { ...httpGet, location: '/Обмен|1' } as never } };
    const service = registerService({ ...ExchangerApi, ports, operations }, { exchange: () => 7 });
    const server = createServer({ services: [service], namespaces });
    for (const below of ['%D0%9E%D0%B1%D0%BC%D0%B5%D0%BD|1', '%d0%9e%d0%b1%d0%bc%d0%b5%d0%bd%7c1']) {
      expect(await send(server, 'GET', `${url}/${below}?${query}`)).toMatchObject({ status: 200 });
    }
  });

  it('merge services at one path', async () => {
    const moved: typeof ErrorsApi = {
      ...ErrorsApi,
      ports: ErrorsApi.ports.map((port) => ({ ...port, address: '{base_url}/ExchangerApi.asmx' })),
    };
    const services = [
      registerService(ExchangerApi, { exchange: () => 1 }),
      registerService(moved, { getErrorDesc: () => 'text' }),
    ];
    const server = createServer({ services, namespaces });
    expect((await send(server, 'GET', `${path}/Exchange?${query}`)).text).toContain('>1</int>');
    expect((await send(server, 'GET', `${path}/GetErrorDesc?errorCode=1&cultureCode=1`)).text).toContain('>text<');
    const body = `<GetErrorDesc xmlns="${apiNamespace}"><errorCode>1</errorCode></GetErrorDesc>`;
    const soap = await send(server, 'POST', path, headers12(), envelope(env12, body));
    expect(soap.text).toContain('<GetErrorDescResult>text<');
  });

  it('describe each service at one path', async () => {
    const described = (service: typeof ErrorsApi | typeof ExchangerApi, name: string, text = `<${name}/>`) => ({
      ...service,
      ports: service.ports.map((port) => ({ ...port, address: '{base_url}/ExchangerApi.asmx' })),
      documents: () => [{ name, text }],
    });
    const services = (first: string, second: string, text?: string) => [
      registerService(described(ExchangerApi, first) as typeof ExchangerApi, { exchange: () => 1 }),
      registerService(described(ErrorsApi, second, text) as typeof ErrorsApi, { getErrorDesc: () => 'text' }),
    ];
    const server = createServer({ services: services('a.wsdl', 'b.wsdl'), namespaces });
    const { text } = await send(server, 'GET', `${path}?WSDL`);
    const locations = [...text.matchAll(/<wsdl:import namespace="([^"]*)" location="http:\/\/[^/]*([^"]*)"/g)];
    expect(locations.map(([, namespace, location]) => [namespace, location])).toEqual([
      [apiNamespace, `${path}?wsdl=ExchangerApi`],
      [apiNamespace, `${path}?wsdl=ErrorsApi`],
    ]);
    for (const [query, found] of [
      ['ExchangerApi', '<a.wsdl/>'],
      ['ErrorsApi', '<b.wsdl/>'],
      ['b.wsdl', '<b.wsdl/>'],
    ]) {
      expect((await send(server, 'GET', `${path}?wsdl=${query}`)).text).toBe(found);
    }
    // Two services out of one WSDL have one document.
    const one = createServer({ services: services('a.wsdl', 'a.wsdl', '<a.wsdl/>'), namespaces });
    expect((await send(one, 'GET', `${path}?WSDL`)).text).toBe('<a.wsdl/>');
    expect(() => createServer({ services: services('a.wsdl', 'a.wsdl', '<other/>'), namespaces })).toThrow(
      'At /ExchangerApi.asmx, ExchangerApi and ErrorsApi have different documents named "a.wsdl".',
    );
  });

  it('refuse the same operation twice', () => {
    const service = registerService(ExchangerApi, { exchange: () => 1 });
    const twin = registerService({ ...ExchangerApi, name: 'Twin' }, { exchange: () => 1 });
    expect(() => createServer({ services: [service, twin], namespaces })).toThrow(/same action and element/);
  });

  it('need a value for every placeholder', () => {
    expect(() => createServer({ services: walletServices([]), namespaces: { api_namespace: 'urn:x' } })).toThrow(
      /geo_namespace/,
    );
  });

  it('refuse limits that are none', () => {
    expect(() => createServer({ services: [], limits: { maxDepth: Number.NaN } })).toThrow(RangeError);
  });

  it('answer one-way operations before they are done', async () => {
    const { output: _, ...oneWay } = ExchangerApi.operations.exchange;
    const service: typeof ExchangerApi = { ...ExchangerApi, operations: { exchange: { ...oneWay, oneWay: true } } };
    const errors: unknown[] = [];
    const server = createServer({
      services: [registerService(service, { exchange: () => Promise.reject(new Error('late')) })],
      namespaces,
      onError: (error) => errors.push(error),
    });
    const got = await send(server, 'POST', path, headers11(), envelope(env11, exchangeBody));
    expect([got.status, got.text]).toEqual([202, '']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toHaveLength(1);
  });

  it('carry declared SOAP headers both ways', async () => {
    const ticket = element('urn:h', 'Ticket', xs.string);
    const { exchange } = ExchangerApi.operations;
    const headers = [{ property: 'ticket', element: ticket }];
    const service: typeof ExchangerApi = {
      ...ExchangerApi,
      operations: {
        exchange: {
          ...exchange,
          soap11: { action: 'urn:a', style: 'document', inputHeaders: headers, outputHeaders: headers },
        },
      },
    };
    const implementation = {
      exchange: (_: unknown, context: ServiceContext) => {
        context.responseSoapHeaders.ticket = `${String(context.soapHeaders.ticket)}!`;
        return 1;
      },
    };
    const server = createServer({ services: [registerService(service, implementation)], namespaces });
    const header = '<Ticket xmlns="urn:h" s:mustUnderstand="1">t</Ticket>';
    const got = await send(server, 'POST', path, headers11('urn:a'), envelope(env11, exchangeBody, header));
    expect(got.status).toBe(200);
    expect(got.text).toMatch(/<soap:Header><(?:\w+:)?Ticket[^>]*>t!<\/(?:\w+:)?Ticket><\/soap:Header>/);
  });

  it('accept messages whose parts are directly in the Body', async () => {
    const parts = complexType('', '', {
      content: sequence([field('urn:p', 'a', xs.int), field('urn:p', 'b', xs.string)]),
    });
    const service: ServiceDescriptor<{ swap: { input: { a: number; b: string }; output: { a: number; b: string } } }> =
      {
        kind: 'service',
        name: 'Parts',
        namespace: 'urn:p',
        placeholders: [],
        ports: [{ name: 'P', binding: 'soap11', address: 'http://h/parts' }],
        operations: {
          swap: {
            name: 'Swap',
            method: 'swap',
            input: { content: parts },
            output: { content: parts },
            soap11: { action: 'urn:swap', style: 'document' },
          },
        },
      };
    const swap = registerService(service, { swap: ({ a, b }) => ({ a: Number(b), b: String(a) }) });
    const server = createServer({ services: [swap] });
    const body = envelope(env11, '<p:a xmlns:p="urn:p">1</p:a><p:b xmlns:p="urn:p">2</p:b>');
    const got = await send(server, 'POST', '/parts', headers11('urn:swap'), body);
    expect(got.text).toMatch(
      /<soap:Body><(?:\w+:)?a [^>]*>2<\/(?:\w+:)?a><(?:\w+:)?b [^>]*>1<\/(?:\w+:)?b><\/soap:Body>/,
    );
  });

  it('take and give encoded messages with references', async () => {
    const { exchange } = ExchangerApi.operations;
    const service: typeof ExchangerApi = {
      ...ExchangerApi,
      operations: { exchange: { ...exchange, soap11: { action: 'urn:a', style: 'rpc', encoded: true } } },
    };
    const seen: unknown[] = [];
    const implementation = {
      exchange: (input: unknown) => {
        seen.push(input);
        return 1;
      },
    };
    const server = createServer({ services: [registerService(service, implementation)], namespaces });
    const body = `${exchangeBody.replace('<sessionId>s</sessionId>', '<sessionId href="#one"/>')}<multiRef id="one">s</multiRef>`;
    const got = await send(server, 'POST', path, headers11('urn:a'), envelope(env11, body));
    expect(seen).toEqual([exchangeInput]);
    expect(got.text).toMatch(/<ExchangeResult [^>]*type="\w+:int"[^>]*>1<\/ExchangeResult>/);
  });

  it.each([
    ['/cards/(purseFrom)/top', '/cards/a%2Fb%3F%25%2D/top', 'a/b?%-'],
    ['/cards/(purseFrom)/top', '/cards/a+b%20c/top', 'a+b c'],
    ['/cards/(purseFrom)/top', '/cards/%2Fcards/x/top', '/cards/x'],
    ['/cards?purse=(purseFrom)&x=1', '/cards?purse=a%26x%3D1+b&x=1', 'a&x=1 b'],
  ])('take values out of %s after what separates them: %s', async (location, target, purseFrom) => {
    const { service, seen } = cardsAt(location, [{ name: 'purseFrom', property: 'purseFrom', type: xs.string }]);
    const server = createServer({ services: [service], namespaces });
    expect((await send(server, 'GET', `/api${target}`)).status).toBe(200);
    expect(seen).toEqual([{ purseFrom }]);
  });

  it('take parameters out of the path (urlReplacement)', async () => {
    const { service, seen } = cardsAt(
      '/cards/(id)/top-(amount)',
      AccountApi.operations.topupAtmCard.httpGet?.parameters,
    );
    const server = createServer({ services: [service], namespaces });
    expect((await send(server, 'GET', '/api/cards/12/top-1.5')).status).toBe(200);
    expect((await send(server, 'GET', '/api/cards/12')).status).toBe(404);
    expect(seen).toEqual([{ id: 12n, amount: 1.5 }]);
  });

  it('do not tell onError the parameters in a path', async () => {
    const fail = (): number => {
      throw new Error('broken');
    };
    const { service } = cardsAt(
      '/cards/(purseFrom)',
      [{ name: 'purseFrom', property: 'purseFrom', type: xs.string }],
      fail,
    );
    const paths: string[] = [];
    const onError = (_: unknown, { path }: ErrorInfo): number => paths.push(path);
    const server = createServer({ services: [service], namespaces, basePath: '/base', onError });
    const answers = [
      await send(server, 'GET', '/base/api/cards/s3cret?x=s3cret'),
      await send(server, 'GET', 'http://h/base/api/cards/s3cret'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect(paths).toEqual(['/base/api/cards/(purseFrom)', '/base/api/cards/(purseFrom)']);
  });

  /** A service whose one operation takes its parameters out of the address. */
  function cardsAt(
    location: string,
    parameters: unknown,
    answer: () => number = () => 1,
  ): { readonly service: ServiceRegistration; readonly seen: unknown[] } {
    const { topupAtmCard } = AccountApi.operations;
    const service = {
      ...AccountApi,
      ports: [{ name: 'P', binding: 'httpGet', address: 'http://h/api' }],
      operations: {
        topupAtmCard: {
          ...topupAtmCard,
          httpGet: { ...topupAtmCard.httpGet, location, input: 'urlReplacement', parameters },
        },
      },
    } as unknown as ServiceDescriptor<{ topupAtmCard: { input: unknown; output: number } }>;
    const seen: unknown[] = [];
    const implementation = {
      topupAtmCard: (input: unknown) => {
        seen.push(input);
        return answer();
      },
    };
    return { service: registerService(service, implementation), seen };
  }
});

describe('HTTP bindings other than those of ASP.NET', () => {
  const post = { ...ExchangerApi.operations.exchange.httpPost };

  function serverFor(input: 'xml' | 'multipart'): { readonly server: SoapServer; readonly seen: unknown[] } {
    const seen: unknown[] = [];
    const { output } = ExchangerApi.operations.exchange;
    const httpPost = { ...post, input, output: output?.element } as HttpBindingDescriptor;
    const service: typeof ExchangerApi = {
      ...ExchangerApi,
      ports: [{ name: 'P', binding: 'httpPost', address: '/x' }],
      operations: { exchange: { ...ExchangerApi.operations.exchange, httpPost } },
    };
    const implementation = {
      exchange: (given: unknown) => {
        seen.push(given);
        return 9;
      },
    };
    return { server: createServer({ services: [registerService(service, implementation)], namespaces }), seen };
  }

  it('accepts XML bodies, and answers with the message itself if the binding says so', async () => {
    const { server, seen } = serverFor('xml');
    const got = await send(server, 'POST', '/x/Exchange', { 'Content-Type': 'text/xml' }, exchangeBody);
    expect(got.text).toContain(
      `<ExchangeResponse xmlns="${apiNamespace}"><ExchangeResult>9</ExchangeResult></ExchangeResponse>`,
    );
    expect(seen).toEqual([exchangeInput]);
    expect((await send(server, 'POST', '/x/Exchange', { 'Content-Type': 'text/xml' }, '<x')).status).toBe(400);
    expect((await send(server, 'POST', '/x/Exchange', {}, exchangeBody)).status).toBe(415);
  });

  it('takes multipart forms', async () => {
    const { server, seen } = serverFor('multipart');
    const part = ([name, value]: readonly [string, string]): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${[...new URLSearchParams('sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5')].map(part).join('')}--b--\r\n`;
    const got = await send(server, 'POST', '/x/Exchange', { 'Content-Type': 'multipart/form-data; boundary=b' }, body);
    expect([got.status, seen]).toEqual([200, [exchangeInput]]);
  });
});

describe('profile strict', () => {
  const strict = { profile: 'strict' } as const;
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it.each<[string, string, string, Record<string, string>, string, number, RegExp]>([
    [
      'a wrong body element',
      'POST',
      path,
      headers11(),
      envelope(env11, '<x/>'),
      500,
      /soap:Client.*, but \{http:[^{}]*\}Exchange is expected/,
    ],
    ['1.2 Sender faults are 400', 'POST', path, headers12(), envelope(env12, '<x/>'), 400, /soap:Sender/],
    ['malformed XML', 'POST', path, headers11(), '<x', 500, /soap:Client/],
    [
      'missing elements',
      'POST',
      path,
      headers11(),
      envelope(env11, exchangeBody.replace(/<amount.*Pay>/, '')),
      500,
      /missing/,
    ],
    [
      'an unknown action is a hint only',
      'POST',
      path,
      headers11('"urn:x"'),
      envelope(env11, exchangeBody),
      200,
      />123</,
    ],
    [
      'a header for someone else',
      'POST',
      path,
      headers11(),
      envelope(env11, exchangeBody, '<h s:mustUnderstand="1" s:actor="urn:x"/>'),
      200,
      />123</,
    ],
    [
      'a header for us',
      'POST',
      path,
      headers11(),
      envelope(env11, exchangeBody, '<h s:mustUnderstand="1"/>'),
      500,
      /soap:MustUnderstand/,
    ],
    [
      '1.2 names what it did not understand',
      'POST',
      path,
      headers12(),
      envelope(env12, exchangeBody, '<x:h xmlns:x="urn:h" s:mustUnderstand="1"/>'),
      500,
      /<soap:NotUnderstood (?=[^>]*xmlns:(\w+)="urn:h")[^>]*qname="\1:h"/,
    ],
    ['an unknown operation', 'GET', `${path}/Nope`, {}, '', 404, /not valid/],
    ['a wrong method', 'DELETE', `${path}/Exchange`, {}, '', 405, /unrecognized/],
    ['a wrong content type', 'POST', `${path}/Exchange`, {}, '', 415, /Request format/],
    ['a bad value', 'POST', `${path}/Exchange`, form, query.replace('=1', '=1,5'), 400, /Cannot convert/],
    ['a repeated parameter', 'POST', `${path}/Exchange`, form, `${query}&sessionId=2`, 400, /more than once/],
    [
      'a missing parameter',
      'POST',
      `${path}/Exchange`,
      form,
      query.replace('amountToPay', 'amount'),
      400,
      /Missing parameter: amountToPay\./,
    ],
    [
      'a string that may be missing',
      'POST',
      `${path}/Exchange`,
      form,
      query.replace('sessionId', 'other'),
      200,
      />123</,
    ],
    ['XML Schema forms', 'POST', `${path}/Exchange`, form, query.replace('=1', '=INF'), 200, />123</],
    ['other letter case of the path', 'GET', `${path.toLowerCase()}/Exchange?${query}`, {}, '', 404, /./],
  ])('%s', async (_, method, url, headers, body, status, text) => {
    const { server } = walletServer(strict);
    const got = await send(server, method, url, headers, body);
    expect([got.status, text.test(got.text) ? '' : got.text]).toEqual([status, '']);
  });

  it('is the default away from .asmx', async () => {
    const { server } = walletServer();
    const url = '/geosrvex/AddressLocator.svc';
    const action = `"${geoNamespace}IAddressLocator/Parse"`;
    const ok = await send(server, 'POST', url, headers11(action), envelope(env11, `<Parse xmlns="${geoNamespace}"/>`));
    expect(ok.status).toBe(200);
    expect((await send(server, 'POST', url, headers11(action), envelope(env11, '<x/>'))).status).toBe(500);
    expect((await send(server, 'POST', url, headers12(), envelope(env12, ''))).status).toBe(415);
    expect(AddressLocator.ports).toHaveLength(1);
  });
});

describe('limits', () => {
  it('of the body', async () => {
    const { server } = walletServer({ limits: { maxBodyBytes: 100 } });
    const got = await send(server, 'POST', path, headers11(), envelope(env11, exchangeBody));
    expect([got.status, got.text]).toEqual([413, '']);
  });

  it.each([
    ['depth', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
    ['attributes', `<a ${Array.from({ length: 200 }, (_, index) => `a${index}=""`).join(' ')}/>`],
  ])('of XML: %s', async (_, header) => {
    const { server, calls } = walletServer();
    const got = await send(server, 'POST', path, headers11(), envelope(env11, exchangeBody, header));
    expect(got.status).toBe(400);
    expect(calls).toEqual([]);
  });
});

describe('requests whose names are in a wrong namespace', () => {
  const bare = exchangeBody.replace(` xmlns="${apiNamespace}"`, '');
  const post = async (
    profile: 'strict' | 'aspnet' | 'wcf',
    body: string,
    action?: string,
  ): Promise<readonly unknown[]> => {
    const { server, calls } = walletServer({ profile });
    const headers = action === undefined ? headers12() : headers11(action);
    await send(server, 'POST', path, headers, envelope(action === undefined ? env12 : env11, body));
    return calls.map(({ input }) => input);
  };

  it('are read with the strict profile, with an action and without one', async () => {
    expect(await post('strict', bare)).toEqual([exchangeInput]);
    expect(await post('strict', bare, `"${apiNamespace}/Exchange"`)).toEqual([exchangeInput]);
    expect(await post('strict', exchangeBody.replace(apiNamespace, 'urn:other'))).toEqual([exchangeInput]);
  });

  it('are not with the others, as on IIS', async () => {
    const action = `"${apiNamespace}/Exchange"`;
    expect(await post('aspnet', bare, action)).toEqual([{ CurrencyToBuy: '\0', CurrencyToPay: '\0', amountToPay: 0 }]);
    expect(await post('wcf', bare, action)).toEqual([]);
  });
});

describe('requests that are not quite right', () => {
  it.each(['strict', 'aspnet'] as const)('are read as far as the server tolerates that: %s', async (profile) => {
    const told: string[] = [];
    const onUnknown = ({ kind, path: at, text = '' }: UnknownContent): number => told.push(`${kind} ${at} ${text}`);
    const body = envelope(env11, exchangeBody.replace('>1.5<', '>infinity<'));
    const tolerant = walletServer({ profile, tolerate: 'common', onUnknown });
    expect((await send(tolerant.server, 'POST', path, headers11(), body)).status).toBe(200);
    expect(tolerant.calls[0]?.input).toEqual({ ...exchangeInput, amountToPay: Number.POSITIVE_INFINITY });
    expect(told).toEqual(['value /Exchange/amountToPay infinity']);
    const { server, calls } = walletServer({ profile });
    expect((await send(server, 'POST', path, headers11(), body)).status).toBe(500);
    expect(calls).toEqual([]);
  });
});

it.each([
  ['an implementation alone', { ping: () => 'pong' }],
  ['a descriptor alone', { name: 'Echo', namespace: 'urn:echo', ports: [], operations: {} }],
])('refuses %s as a service, and says what to pass', (_, service) => {
  expect(() => createServer({ services: [service as never] })).toThrow(
    'services[0] is not a service: pass what the function of the generated package returns',
  );
});
