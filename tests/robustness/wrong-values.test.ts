import { inspect } from 'node:util';
import {
  callRequest,
  createFetchTransport,
  createMasker,
  createServer,
  curlCommand,
  DynamicClient,
  formatXml,
  frontDoor,
  messageValidator,
  operationsClient,
  parseTree,
  parseXml,
  registerService,
  sampleAnswer,
  sampleRequest,
  serverExchanges,
  soap11Calls,
  type Transport,
  withOperations,
} from '@wsdl-codegen/runtime';
import { wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { basicAuth, bearerAuth, CookieJar, withCookies, withDigestAuth, withGzip } from '@wsdl-codegen/runtime/http';
import {
  createServer as createNodeServer,
  createNodeTransport,
  frontDoor as nodeFrontDoor,
} from '@wsdl-codegen/runtime/node';
import { checkSecurity, memoryNonces, timestamp, usernameToken, wsSecurity } from '@wsdl-codegen/runtime/security';
import { readItems, receiving, stream, streamed, writeItems } from '@wsdl-codegen/runtime/stream';
import { delayed, HttpAnswer, inTurn, mockService } from '@wsdl-codegen/testing';
import { createUndiciTransport } from '@wsdl-codegen/undici';
import { Orders } from '../support/runtime/orders.js';

/** What programs in JavaScript give to options, header blocks and functions: each value of a wrong kind is refused with words, or does no harm. */

const address = 'http://orders.example/orders';
const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const answer = envelope(
  '<PutOrdersResponse xmlns="urn:orders"><PutOrdersResult>1</PutOrdersResult></PutOrdersResponse>',
);
const transport: Transport = async () => ({
  status: 200,
  statusText: 'OK',
  headers: new Headers({ 'Content-Type': 'text/xml; charset=utf-8' }),
  body: new TextEncoder().encode(answer),
});

const values: readonly unknown[] = [
  undefined,
  null,
  'text',
  '',
  5,
  Number.NaN,
  true,
  1n,
  [],
  [null],
  [undefined],
  ['text'],
  [5],
  [{}],
  [[]],
  {},
  { member: null },
  { member: 5 },
  { member: {} },
  { member: ['text'] },
  new Date(0),
  new Map([['a', 1]]),
  () => undefined,
  () => null,
  () => 5,
  () => 'text',
  () => ({ member: 5 }),
  async () => undefined,
  new Error('an error'),
];

type Act = (value: never) => unknown;
type Any = never;

/** Words of the language's own errors, which say nothing to the caller. */
const raw =
  /Cannot (?:read|convert|destructure|use|set|mix|create|assign|redefine)|is not (?:a function|iterable|a constructor|defined|an? (?:Object|object) constructor)|reading '|undefined \(|must be called on|Class constructor|Method \S+ called on|Invalid (?:array|string) length|Right-hand side|Reduce of empty|Found non-callable|Illegal invocation|The "\S+" (?:argument|property)|Failed to (?:parse|construct)|is not an instance|must be an instance|Maximum call stack/;

const inputOf = { title: 'a', orders: [{ id: 1 }], total: 1 };
const clientWith = (options: object): DynamicClient<Any> =>
  new DynamicClient(Orders as Any, { address, transport, ...options } as Any);
const calling = (options: object, call?: object, input: unknown = inputOf): unknown =>
  (clientWith(options) as unknown as { call(...given: readonly unknown[]): unknown }).call('putOrders', input, call);

const clientOptions = [
  'baseUrl',
  'address',
  'binding',
  'port',
  'headers',
  'soapHeaders',
  'timeoutMs',
  'transport',
  'interceptors',
  'onExchange',
  'retry',
  'limits',
  'mask',
  'addressing',
  'soap12Action',
  'mtom',
  'strict',
  'namespaces',
  'extensions',
  'prefixes',
  'declareAt',
  'unknownProperties',
  'tolerate',
  'onUnknown',
  'validate',
];
const callOptions = [
  'binding',
  'signal',
  'timeoutMs',
  'headers',
  'soapHeaders',
  'address',
  'baseUrl',
  'attachments',
  'to',
  'idempotent',
  'onResponse',
];
const serverOptions = [
  'services',
  'hosts',
  'trustProxy',
  'trustedOrigins',
  'cors',
  'baseUrl',
  'basePath',
  'profile',
  'textXmlCharset',
  'requestValidation',
  'includeErrorDetail',
  'interceptors',
  'onExchange',
  'onError',
  'understoodHeaders',
  'roles',
  'addressing',
  'extensions',
  'prefixes',
  'declareAt',
  'limits',
  'fairness',
  'fallback',
  'shadow',
  'unknownProperties',
  'tolerate',
  'onUnknown',
  'validate',
  'namespaces',
  'pages',
];

const handlers = {
  putOrders: () => 1,
  listOrders: () => ({}),
  getOrders: () => [],
  putFile: () => 1,
  getFile: () => ({}),
};
const service = registerService(Orders, handlers as Any);
const request = {
  method: 'POST',
  url: '/orders',
  headers: { 'content-type': 'text/xml', soapaction: '"urn:orders/PutOrders"' },
  body: new TextEncoder().encode(envelope('<PutOrders xmlns="urn:orders"><title>a</title></PutOrders>')),
};
const served = async (options: object): Promise<unknown> => {
  let told: unknown;
  const server = createServer({ services: [service], onError: (error: unknown) => (told = error), ...options } as Any);
  await server.handle(request);
  await server.handle({ ...request, method: 'GET', url: '/orders?wsdl' });
  await server.fetch(new Request('http://h/orders', { method: 'POST', headers: request.headers, body: request.body }));
  if (told !== undefined) {
    throw told;
  }
  return undefined;
};
const element = Orders.operations.putOrders.input.element as Any;

const inParts = async (items: AsyncIterable<unknown>): Promise<void> => {
  for await (const each of items) {
    void each;
  }
};
const streamedCall = (name: string, input: unknown, options?: unknown): unknown => {
  const calls = stream(clientWith({})) as unknown as Record<
    string,
    (...given: readonly unknown[]) => AsyncIterable<unknown>
  >;
  return inParts((calls[name] as (...given: readonly unknown[]) => AsyncIterable<unknown>)(input, options));
};
const receivingWith = async (...given: readonly unknown[]): Promise<unknown> => {
  const handler = (receiving as unknown as (...all: readonly unknown[]) => unknown)(...given);
  return served({ services: [registerService(Orders, { ...handlers, putOrders: handler } as Any)] });
};
const sent = (made: Transport): unknown => made({ method: 'POST', url: 'http://127.0.0.1:1/', headers: {}, body: 'a' });
const block = { namespace: 'urn:x', name: 'Block', attributes: [], children: [] };

const clients: Record<string, Act> = {
  'new DynamicClient(service, x)': (x) => new DynamicClient(Orders as Any, x),
  'new DynamicClient(x, options)': (x) => new DynamicClient(x, { address }),
  'client.call(x)': (x) => (clientWith({}) as unknown as { call(...given: readonly unknown[]): unknown }).call(x, {}),
  'client.call(method, x)': (x) => calling({}, undefined, x),
  'client.call(method, input, x)': (x) => calling({}, x),
  'callRequest(client, method, input, x)': (x) =>
    callRequest(clientWith({}) as Any, 'putOrders' as Any, inputOf as Any, x),
  'callRequest(client, x)': (x) => callRequest(clientWith({}) as Any, x, inputOf as Any),
  'callRequest(x)': (x) => callRequest(x, 'putOrders' as Any, inputOf as Any),
  'operationsClient(x)': (x) => operationsClient(x, [] as Any, { address } as Any, { soap11: soap11Calls } as Any),
  'operationsClient(service, x)': (x) =>
    operationsClient(Orders as Any, x, { address } as Any, { soap11: soap11Calls } as Any),
  'operationsClient(service, operations, x)': (x) =>
    operationsClient(Orders as Any, [] as Any, x, { soap11: soap11Calls } as Any),
  'operationsClient(service, operations, options, x)': (x) =>
    operationsClient(Orders as Any, [] as Any, { address } as Any, x),
  'withOperations(x)': (x) => withOperations(x, [] as Any),
  'withOperations(service, x)': (x) => withOperations(Orders as Any, x),
  ...options('client', clientOptions, (given) => calling(given)),
  ...options('call', callOptions, (given) => calling({}, given)),
  ...options('call with addressing', callOptions, (given) => calling({ addressing: wsAddressing('1.0') }, given)),
  ...options('retry', ['attempts', 'delayMs', 'idempotent', 'retryOn'], (retry) =>
    calling({ retry: { attempts: 2, ...retry } }),
  ),
  ...options('limits', ['maxResponseBytes', 'maxDepth', 'maxAttributes'], (limits) => calling({ limits })),
  ...options('mask', ['words', 'except'], (mask) => calling({ mask })),
  ...options('tolerate', ['lexical', 'missing', 'unknown'], (tolerate) => calling({ tolerate })),
  ...options('validate', ['request', 'answer', 'requireWritable', 'requireReadable'], (validate) =>
    calling({ validate }),
  ),
  ...options('extension', ['understands', 'write', 'read', 'soapOnly'], (given) =>
    calling({ extensions: [{ understands: [], ...given }] }),
  ),
  ...options('endpoint reference', ['address', 'referenceParameters'], (to) =>
    calling({ addressing: wsAddressing() }, { to: { address, ...to } }),
  ),
  ...options('attachment', ['contentId', 'contentType', 'content'], (given) =>
    calling({}, { attachments: [{ contentType: 'a/b', content: new Uint8Array(1), ...given }] }),
  ),
};

const headerBlocks: Record<string, Act> = {
  'soapHeaders: [x]': (x) => calling({}, { soapHeaders: [x] }),
  'soapHeaders: { $any: x }': (x) => calling({}, { soapHeaders: { $any: x } }),
  'soapHeaders: { $any: [x] }': (x) => calling({}, { soapHeaders: { $any: [x] } }),
  'soapHeaders: { Declared: x }': (x) => calling({}, { soapHeaders: { Declared: x } }),
  'soapHeaders: () => x': (x) => calling({}, { soapHeaders: () => x }),
  'soapHeaders: a tree': () => calling({}, { soapHeaders: parseTree('<a/>') }),
  'soapHeaders: [a tree]': () => calling({}, { soapHeaders: [parseTree('<a xmlns="urn:a"/>')] }),
  'soapHeaders of a client': (x) => calling({ soapHeaders: { $any: [x] } }),
  'an extension that writes x': (x) => calling({ extensions: [{ understands: [], write: () => x }] }),
  'an extension that writes [x]': (x) => calling({ extensions: [{ understands: [], write: () => [x] }] }),
  ...options('block', ['tree', 'element', 'value', 'mustUnderstand', 'actor', 'relay', 'encoded'], (given) =>
    calling({}, { soapHeaders: { $any: [{ ...given }] } }),
  ),
  ...options('tree', ['namespace', 'name', 'attributes', 'children', 'prefix'], (given) =>
    calling({}, { soapHeaders: { $any: [{ ...block, ...given }] } }),
  ),
  ...options('tree without the rest', ['namespace', 'name', 'attributes', 'children'], (given) =>
    calling({}, { soapHeaders: { $any: [given] } }),
  ),
  'an attribute of a tree': (x) => calling({}, { soapHeaders: { $any: [{ ...block, attributes: [x] }] } }),
  'a child of a tree': (x) => calling({}, { soapHeaders: { $any: [{ ...block, children: [x] }] } }),
  'a tree of a block': (x) => calling({}, { soapHeaders: [{ tree: { ...block, children: x } }] }),
};

const servers: Record<string, Act> = {
  'createServer(x)': (x) => createServer(x),
  'createServer of Node (x)': (x) => createNodeServer(x),
  'frontDoor(x)': (x) => frontDoor(x),
  'frontDoor(handler, x)': (x) => frontDoor(() => ({ status: 200, headers: {}, body: '' }), x),
  'frontDoor of Node (handler, x)': (x) => nodeFrontDoor(() => ({ status: 200, headers: {}, body: '' }), x),
  'registerService(x, handlers)': (x) => served({ services: [registerService(x, handlers as Any)] }),
  'registerService(service, x)': (x) => served({ services: [registerService(Orders, x)] }),
  'a handler': (x) => served({ services: [registerService(Orders, { ...handlers, putOrders: x } as Any)] }),
  'a result': (x) => served({ services: [registerService(Orders, { ...handlers, putOrders: () => x } as Any)] }),
  'services: [x]': (x) => served({ services: [x] }),
  'an interceptor that gives x': (x) => served({ interceptors: [() => x] }),
  'serverExchanges(x)': (x) => served({ onExchange: serverExchanges(x) }),
  'serverExchanges(listener, x)': (x) => served({ onExchange: serverExchanges(() => undefined, x) }),
  'server.fetch(request, x)': async (x) => createServer({ services: [service] }).fetch(new Request('http://h/'), x),
  'server.fetch(x)': async (x) => createServer({ services: [service] }).fetch(x),
  'listen(x)': async (x) => (await createNodeServer({ services: [service] }).listen(x, '127.0.0.1')).close(0),
  'listen(0, x)': async (x) => (await createNodeServer({ services: [service] }).listen(0, x)).close(0),
  ...options('server', serverOptions, (given) => served(given)),
  ...options('server of Node', ['tls', 'onExchange', 'limits'], (given) =>
    createNodeServer({ services: [service], ...given } as Any),
  ),
  ...options('tls', ['cert', 'key', 'pfx', 'passphrase', 'ca', 'requestCert'], async (tls) =>
    (await createNodeServer({ services: [service], tls } as Any).listen(0, '127.0.0.1')).close(0),
  ),
  ...options(
    'door',
    ['isOpen', 'onError', 'limits', 'fairness', 'hosts', 'trustProxy', 'trustedOrigins', 'cors', 'baseUrl'],
    (given) => frontDoor(() => ({ status: 200, headers: {}, body: '' }), given as Any),
  ),
  ...options('cors', ['origins', 'credentials', 'headers', 'exposedHeaders', 'maxAgeSeconds'], (cors) =>
    served({ cors: { origins: '*', ...cors } }),
  ),
  ...options(
    'limits of a server',
    [
      'maxBodyBytes',
      'maxIncomingBytes',
      'maxConcurrentCalls',
      'maxConcurrentBytes',
      'maxDepth',
      'maxAttributes',
      'maxFormFields',
      'handlerTimeoutMs',
    ],
    (limits) => served({ limits }),
  ),
  ...options('fairness', ['share', 'maxWaiting', 'principalKey'], (fairness) => served({ fairness })),
  ...options('addressing of a server', ['version', 'isDestination'], (addressing) => served({ addressing })),
  ...options('fallback', ['answer', 'otherPaths', 'pages'], (given) =>
    served({ fallback: { answer: () => undefined, ...given } }),
  ),
  ...options('registration', ['descriptor', 'handlers'], (given) => served({ services: [{ ...service, ...given }] })),
  ...options('extension of a server', ['understands', 'write', 'read', 'soapOnly'], (given) =>
    served({ extensions: [{ understands: [], ...given }] }),
  ),
};

const streams: Record<string, Act> = {
  'stream(x)': (x) => stream(x),
  'a streamed call of x': (x) => streamedCall('putOrders', x),
  'a streamed call with x': (x) => streamedCall('listOrders', { count: 1 }, x),
  'a streamed list x': (x) => streamedCall('putOrders', { ...inputOf, orders: x }),
  ...options(
    'streamed call',
    ['items', 'window', 'maxResponseBytes', 'binaries', 'signal', 'timeoutMs', 'headers'],
    (given) => streamedCall('listOrders', { count: 1 }, given),
  ),
  'readItems(x)': (x) => inParts(readItems(x, element)),
  'readItems(source, x)': (x) => inParts(readItems('<a/>' as Any, x)),
  'readItems(source, element, x)': (x) => inParts(readItems('<a/>' as Any, element, x)),
  ...options(
    'readItems',
    ['items', 'window', 'maxBytes', 'signal', 'charset', 'fatal', 'limits', 'namespaces'],
    (given) => inParts(readItems('<a/>' as Any, element, given as Any)),
  ),
  'writeItems(x)': (x) => inParts(writeItems(x, inputOf as Any) as Any),
  'writeItems(element, x)': (x) => inParts(writeItems(element, x) as Any),
  'writeItems(element, value, x)': (x) => inParts(writeItems(element, inputOf as Any, x) as Any),
  'receiving(x)': (x) => receivingWith(x),
  'receiving(handler, x)': (x) => receivingWith(() => 1, x),
  ...options('receiving', ['items', 'maxBytes', 'binaries'], (given) => receivingWith(() => 1, given)),
  'streamed(x)': async (x) =>
    served({ services: [registerService(Orders, { ...handlers, putOrders: () => streamed(x) } as Any)] }),
};

const around: Record<string, Act> = {
  'createFetchTransport(x)': (x) => createFetchTransport(x),
  'createNodeTransport(x)': (x) => createNodeTransport(x).close(),
  ...options('transport of Node', ['httpAgent', 'httpsAgent', 'tls', 'proxy', 'idleTimeoutMs', 'maxSockets'], (given) =>
    createNodeTransport(given as Any).close(),
  ),
  ...options('proxy', ['url', 'direct', 'credentials', 'headers', 'tls'], (proxy) =>
    createNodeTransport({ proxy: { url: 'http://p', ...proxy } as Any }).close(),
  ),
  'createUndiciTransport(x)': (x) => sent(createUndiciTransport(x)),
  'withCookies(x)': (x) => sent(withCookies(x)),
  'withCookies(transport, x)': (x) => sent(withCookies(transport, x)),
  'new CookieJar(x)': (x) => new CookieJar(x),
  'withDigestAuth(x)': (x) => withDigestAuth(x, transport),
  'withDigestAuth(credentials, x)': (x) => sent(withDigestAuth({ username: 'a', password: 'b' }, x)),
  'withGzip(x)': (x) => sent(withGzip(x)),
  'withGzip(transport, x)': (x) => sent(withGzip(transport, x)),
  'basicAuth(x)': (x) => basicAuth(x),
  'bearerAuth(x)': (x) => calling({ interceptors: [bearerAuth(x)] }),
  'bearerAuth(() => x)': (x) => calling({ interceptors: [bearerAuth(() => x)] }),
  'an interceptor that gives x': (x) => calling({ interceptors: [() => x] }),
  'an interceptor that passes x on': (x) => calling({ interceptors: [(_: unknown, next: Act) => next(x)] }),
  'a transport that gives x': (x) => calling({ transport: async () => x }),
  ...options('answer of a transport', ['status', 'statusText', 'headers', 'body'], (given) =>
    calling({ transport: async (each: Any) => ({ ...(await transport(each)), ...given }) }),
  ),
  'wsAddressing(x)': (x) => wsAddressing(x),
  'wsSecurity(x)': (x) => wsSecurity(x),
  'wsSecurity({ parts: [x] })': (x) => calling({ extensions: [wsSecurity({ parts: [x] })] }),
  ...options('wsSecurity', ['parts', 'mustUnderstand', 'actor', 'checkTimestamp', 'clock'], (given) =>
    calling({ extensions: [wsSecurity({ parts: [], ...given } as Any)] }),
  ),
  'timestamp(x)': (x) => calling({ extensions: [wsSecurity({ parts: [timestamp(x)] })] }),
  'usernameToken(x)': (x) => calling({ extensions: [wsSecurity({ parts: [usernameToken(x, 'b')] })] }),
  'usernameToken(user, x)': (x) => calling({ extensions: [wsSecurity({ parts: [usernameToken('a', x)] })] }),
  'checkSecurity(x)': (x) => checkSecurity(x),
  ...options(
    'checkSecurity',
    ['passwords', 'verify', 'timestamp', 'nonces', 'principal', 'failures', 'clock', 'actor', 'maxAgeSeconds'],
    (given) => served({ extensions: [checkSecurity({ passwords: () => 'a', ...given } as Any)] }),
  ),
  'memoryNonces(x)': (x) => memoryNonces(x),
  'messageValidator(x)': (x) => messageValidator(x),
  'createMasker(x)': (x) => createMasker(x),
  'curlCommand(x)': (x) => curlCommand(x),
  'curlCommand(request, x)': (x) => curlCommand({ method: 'POST', url: 'http://h', headers: {} } as Any, x),
  'sampleRequest(x)': (x) => sampleRequest(x),
  'sampleRequest(operation, x)': (x) => sampleRequest(Orders.operations.putOrders, x),
  'sampleAnswer(x)': (x) => sampleAnswer(x),
  'sampleAnswer(operation, x)': (x) => sampleAnswer(Orders.operations.putOrders, x),
  'mockService(x)': (x) => mockService(x),
  'mockService(service, x)': (x) => mockService(Orders as Any, x),
  'mockService(service, { putOrders: x })': async (x) =>
    calling({ transport: mockService(Orders as Any, { putOrders: x } as Any).transport }),
  'mockService(service, {}, x)': (x) => mockService(Orders as Any, {} as Any, x),
  'delayed(x)': (x) =>
    calling({ transport: mockService(Orders as Any, { putOrders: delayed(x, 1 as Any) } as Any).transport }),
  'delayed(1, x)': (x) =>
    calling({ transport: mockService(Orders as Any, { putOrders: delayed(1, x) } as Any).transport }),
  'inTurn(x)': (x) => calling({ transport: mockService(Orders as Any, { putOrders: inTurn(x) } as Any).transport }),
  'new HttpAnswer(x)': (x) =>
    calling({ transport: mockService(Orders as Any, { putOrders: new HttpAnswer(x) } as Any).transport }),
  'parseXml(x)': (x) => parseXml(x, '<a/>'),
  'parseXml(element, text, x)': (x) => parseXml(element, '<a/>', x),
  'formatXml(x)': (x) => formatXml(x, inputOf as Any),
  'formatXml(element, x)': (x) => formatXml(element, x),
  'formatXml(element, value, x)': (x) => formatXml(element, inputOf as Any, x),
};

/** The errors of a case that are not in our words. */
async function rawErrors(name: string, act: Act): Promise<readonly string[]> {
  const found: string[] = [];
  for (const value of values) {
    try {
      await act(value as never);
    } catch (error) {
      for (let each: unknown = error, depth = 0; each instanceof Error && depth < 1; each = each.cause, depth++) {
        if (raw.test(each.message)) {
          found.push(`${name}, ${inspect(value, { compact: true, breakLength: 200 })}: ${each.message}`);
        }
      }
    }
  }
  return found;
}

function options(owner: string, names: readonly string[], act: (given: object) => unknown): Record<string, Act> {
  return Object.fromEntries(names.map((name) => [`${owner}, ${name}`, (value) => act({ [name]: value })]));
}

it('the calls and the server of these cases are right without such values', async () => {
  expect(await calling({}, { soapHeaders: { $any: [block, { tree: block }] } })).toBe(1);
  expect(await served({})).toBeUndefined();
});

describe.each<[string, Record<string, Act>]>([
  ['a client', clients],
  ['a header block', headerBlocks],
  ['a server', servers],
  ['a stream', streams],
  ['what goes around calls', around],
])('values of a wrong kind in %s', (_, cases) => {
  it.each(Object.entries(cases))('%s', async (name, act) => {
    expect(await rawErrors(name, act)).toEqual([]);
  });
});
