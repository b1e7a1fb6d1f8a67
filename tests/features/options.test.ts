import * as migration from '@wsdl-codegen/migration';
import * as soap from '@wsdl-codegen/soap';
import * as mocks from '@wsdl-codegen/testing';
import { createUndiciTransport } from '@wsdl-codegen/undici';
import * as library from '../../generator/index.js';
import { wsAddressing } from '../../runtime/src/addressing/index.js';
import * as main from '../../runtime/src/index.js';
import * as layers from '../../runtime/src/layers/index.js';
import * as node from '../../runtime/src/node/index.js';
import * as schema from '../../runtime/src/schema/index.js';
import * as streams from '../../runtime/src/stream/index.js';
import { ExchangerApi } from '../support/runtime/fixture.js';
import { namespaces, walletServices } from '../support/runtime/server.js';

/** Options as programs in JavaScript give them: misspelt, of another kind, or with undefined for what is absent. */

type Row = readonly [what: string, call: () => unknown, message: string];

/** A function that takes any options. */
function untyped(make: unknown): (...values: readonly unknown[]) => unknown {
  return make as (...values: readonly unknown[]) => unknown;
}

const services = walletServices([]);
const server = (options: object): unknown => untyped(main.createServer)({ services, namespaces, ...options });
const nodeServer = (options: object): unknown => untyped(node.createServer)({ services, namespaces, ...options });
const door = untyped(main.frontDoor);
const nodeDoor = untyped(node.frontDoor);
const handler = (): object => ({ status: 204, headers: {}, body: '' });

const servers: readonly Row[] = [
  ['no options', () => untyped(main.createServer)(), 'The options of `createServer` must be an object, not undefined.'],
  [
    'no services',
    () => untyped(main.createServer)({}),
    'The option `services` of `createServer` must be an array of services, not undefined.',
  ],
  [
    'one service',
    () => server({ services: services[0] }),
    'The option `services` of `createServer` must be an array of services, not an object.',
  ],
  [
    'misspelt services',
    () => untyped(main.createServer)({ service: services }),
    '`createServer` has no option `service`; did you mean `services`?',
  ],
  ['a misspelt door', () => server({ trustProxies: 1 }), 'no option `trustProxies`; did you mean `trustProxy`?'],
  ['null', () => server({ limits: null }), 'The option `limits` of `createServer` must be an object, not null.'],
  [
    'a word that is none',
    () => server({ profile: 'iis' }),
    'The option `profile` of `createServer` must be "aspnet" or "wcf" or "strict", not "iis".',
  ],
  [
    'pages of a bare server',
    () => untyped(main.createBareServer)({ services, namespaces, pages: false }),
    '`createBareServer` has no option `pages`',
  ],
  ['a misspelt limit', () => server({ limits: { maxBody: 5 } }), '`limits` has no option `maxBody`; did you mean `max'],
  [
    'a limit of another kind',
    () => server({ limits: { maxBodyBytes: '5' } }),
    'The option `maxBodyBytes` of `limits` must be a number, not a string.',
  ],
  ['a limit of Node alone', () => server({ limits: { maxConnections: 5 } }), '`limits` has no option `maxConnections`'],
  [
    'a misspelt site',
    () => server({ cors: { origin: '*' } }),
    '`cors` has no option `origin`; did you mean `origins`?',
  ],
  ['no sites', () => server({ cors: {} }), 'The option `origins` of `cors` must be "*", an array of origins or a '],
  [
    'trusted sites as a text',
    () => server({ trustedOrigins: 'https://a.example' }),
    'The option `trustedOrigins` must be "*", an array of origins or a function, not "https://a.example".',
  ],
  [
    'a misspelt share',
    () => server({ fairness: { shares: 1 } }),
    '`fairness` has no option `shares`; did you mean `share`?',
  ],
  [
    'a misspelt check of addresses',
    () => server({ addressing: { isDestinations: () => true } }),
    '`addressing` has no option `isDestinations`; did you mean `isDestination`?',
  ],
  [
    'a version of addressing',
    () => server({ addressing: '1.1' }),
    'The option `addressing` of `createServer` must be true, false, "1.0", "2004/08" or an object, not "1.1".',
  ],
  [
    'a misspelt option of a fault',
    () => new main.SoapFault('x', { staus: 429 } as never),
    '`SoapFault` has no option `staus`; did you mean `status`?',
  ],
  [
    'a code of a fault that is none',
    () => new main.SoapFault('x', { code: 'Sender' } as never),
    'The option `code` must be "Client", "Server" or a qualified name, not ',
  ],
  [
    'a misspelt binding',
    () => untyped(main.registerService)(ExchangerApi, { exchange: () => 1 }, { binding: ['soap11'] }),
    '`registerService` has no option `binding`; did you mean `bindings`?',
  ],
  ['a misspelt option of Node', () => nodeServer({ tsl: {} }), '`createServer` has no option `tsl`'],
  [
    'a misspelt certificate',
    () => nodeServer({ tls: { requestCerts: true } }),
    '`tls` has no option `requestCerts`; did you mean `requestCert`?',
  ],
  [
    'a misspelt limit of Node',
    () => nodeServer({ limits: { maxConnection: 5 } }),
    '`limits` has no option `maxConnection`; did you mean `maxConnections`?',
  ],
  ['no handler', () => door({}), 'The handler of `frontDoor` must be a function, not an object.'],
  ['a misspelt test', () => door(handler, { open: () => true }), '`frontDoor` has no option `open`; did you mean'],
  [
    'a limit that doors lack',
    () => nodeDoor(handler, { limits: { maxDepth: 5 } }),
    '`limits` has no option `maxDepth`; its options are',
  ],
  [
    'a test of another kind',
    () => nodeDoor(handler, { isOpen: true }),
    'The option `isOpen` of `frontDoor` must be a fun',
  ],
  [
    'a misspelt mask',
    () => untyped(main.serverExchanges)(() => undefined, { masks: false }),
    '`serverExchanges` has no option `masks`; did you mean `mask`?',
  ],
  [
    'words of a mask',
    () => untyped(main.serverExchanges)(() => undefined, { mask: { word: [] } }),
    '`mask` has no option `word`; did you mean `words`?',
  ],
];

const transports: readonly Row[] = [
  [
    'fetch in an object',
    () => untyped(main.createFetchTransport)({ fetch }),
    'The argument of `createFetchTransport` must be a function, not an object.',
  ],
  [
    'a misspelt proxy',
    () => untyped(node.createNodeTransport)({ proxies: 'http://a.example:1' }),
    '`createNodeTransport` has no option `proxies`; did you mean `proxy`?',
  ],
  [
    'a proxy without an address',
    () => untyped(node.createNodeTransport)({ proxy: { address: 'http://a.example:1' } }),
    '`proxy` has no option `address`; its options are `url`, `headers`, `except`, `tls`.',
  ],
  [
    'a misspelt certificate',
    () => untyped(node.createNodeTransport)({ tls: { rejectUnauthorised: true } }),
    '`tls` has no option `rejectUnauthorised`; did you mean `rejectUnauthorized`?',
  ],
  [
    'a misspelt certificate of a proxy',
    () => untyped(node.createNodeTransport)({ proxy: { url: 'http://a.example:1', tls: { cas: '' } } }),
    '`tls` has no option `cas`; did you mean `ca`?',
  ],
  [
    'a time as a text',
    () => untyped(node.createNodeTransport)({ idleTimeoutMs: '4s' }),
    'The option `idleTimeoutMs` of `createNodeTransport` must be a number of milliseconds, not a string.',
  ],
  [
    'options of a dispatcher',
    () => untyped(createUndiciTransport)({ connections: 20 }),
    'The argument of `createUndiciTransport` must be a dispatcher of undici, not an object.',
  ],
  [
    'a misspelt size',
    () => untyped(layers.withGzip)(undefined, { minByte: 1 }),
    '`withGzip` has no option `minByte`; did you mean `minBytes`?',
  ],
  [
    'misspelt domains',
    () => new layers.CookieJar({ sharedDomain: ['a.example'] } as object),
    '`CookieJar` has no option `sharedDomain`; did you mean `sharedDomains`?',
  ],
  [
    'another name for a user',
    () => untyped(layers.basicAuth)({ user: 'me', password: 'geheim' }),
    '`basicAuth` has no option `user`; did you mean `username`?',
  ],
  [
    'no password',
    () => untyped(layers.withDigestAuth)({ username: 'me' }),
    'The option `password` of `withDigestAuth` must be a string, not undefined.',
  ],
  [
    'no token',
    () => untyped(layers.bearerAuth)(),
    'The token of `bearerAuth` must be a string or a function, not undef',
  ],
  [
    'a misspelt option of the package',
    () => untyped(soap.security)([], { client: {} }),
    '`security` has no option `client`; its options are `transport`, `httpClient`.',
  ],
];

const extensions: readonly Row[] = [
  [
    'a version of addressing',
    () => untyped(wsAddressing)('1.1'),
    'The version of `wsAddressing` must be "1.0" or "2004/08" or "declared", not "1.1".',
  ],
  [
    'a misspelt half',
    () => untyped(main.messageValidator)({ request: false }),
    '`messageValidator` has no option `request`; did you mean `requests`?',
  ],
  [
    'a word for secrets',
    () => untyped(main.curlCommand)({ method: 'GET', url: 'http://a', headers: {} }, { secrets: 'hidden' }),
    'The option `secrets` of `curlCommand` must be "variables" or "masked" or "shown", not "hidden".',
  ],
  [
    'a misspelt address of an older service',
    () => untyped(migration.fallback)({ baseURL: 'http://a.example' }),
    '`fallback` has no option `baseURL`; did you mean `baseUrl`?',
  ],
  [
    'no operations',
    () => untyped(migration.shadow)({ baseUrl: 'http://a.example', onDifference: () => undefined }),
    'The option `operations` of `shadow` must be an array of strings, not undefined.',
  ],
  [
    'a rule for a comparison',
    () =>
      untyped(migration.shadow)({
        baseUrl: 'http://a.example',
        operations: [],
        onDifference: () => undefined,
        rules: [{ path: '/A', as: 'ignore' }],
      }),
    'The option `as` of `rules` must be "ignored" or "number" or "time" or "spaces", not "ignore".',
  ],
];

const mocked: readonly Row[] = [
  [
    'a misspelt check',
    () => untyped(mocks.mockService)(ExchangerApi, {}, { namespaces, validates: false }),
    '`mockService` has no option `validates`; did you mean `validate`?',
  ],
  [
    'a seed as a text',
    () => untyped(mocks.mockService)(ExchangerApi, {}, { namespaces, seed: '1' }),
    'The option `seed` of `mockService` must be a number, not a string.',
  ],
  [
    'a misspelt reason',
    () =>
      mocks
        .mockService(ExchangerApi, {}, { namespaces })
        .fault('exchange', 'X' as never, {} as never, { reasons: 'a' } as object),
    '`fault` has no option `reasons`; did you mean `reason`?',
  ],
  [
    'a misspelt body',
    () => new mocks.HttpAnswer(500, { bodys: '' } as object),
    '`HttpAnswer` has no option `bodys`; did you mean `body`?',
  ],
];

const note = schema.element('', 'note', schema.record('', 'Note', {}));

const documents: readonly Row[] = [
  [
    'a misspelt tolerance',
    () => untyped(schema.parseXml)(note, '<note/>', { tolerates: 'all' }),
    '`parseXml` has no option `tolerates`; did you mean `tolerate`?',
  ],
  [
    'a tolerance that is none',
    () => untyped(schema.parseXml)(note, '<note/>', { tolerate: 'some' }),
    'The option `tolerate` must be "nothing", "common", "all" or an object, not "some".',
  ],
  [
    'a misspelt limit',
    () => untyped(schema.parseXml)(note, '<note/>', { limits: { depth: 5 } }),
    '`limits` has no option `depth`; its options are `maxDepth`, `maxAttributes`, `maxNamespaces`, `maxLength`.',
  ],
  [
    'a misspelt indentation',
    () => untyped(schema.formatXml)(note, {}, { ident: 2 }),
    '`formatXml` has no option `ident`; did you mean `indent`?',
  ],
  [
    'prefixes in an object',
    () => untyped(schema.formatXml)(note, {}, { prefixes: { a: 'urn:a' } }),
    'The option `prefixes` must be a Map of prefixes by namespace.',
  ],
  [
    'a misspelt check',
    () => untyped(schema.validate)(note, {}, { pattern: false }),
    '`validate` has no option `pattern`; did you mean `patterns`?',
  ],
  [
    'misspelt declarations',
    () => untyped(schema.validateXml)(note, '<note/>', { declaration: {} }),
    '`validateXml` has no option `declaration`; did you mean `declarations`?',
  ],
  [
    'misspelt coercion',
    () => untyped(schema.fromJson)(note, {}, { coercion: true }),
    '`fromJson` has no option `coercion`; did you mean `coerce`?',
  ],
  [
    'a seed as a text',
    () => untyped(schema.sample)(note, { seed: '1' }),
    'The option `seed` must be a number, not "1".',
  ],
  [
    'a misspelt list',
    () => untyped(streams.readItems)('<note/>', note, { item: 'a' }),
    '`readItems` has no option `item`; did you mean `items`?',
  ],
  [
    'a misspelt window',
    () => untyped(streams.readItems)('<note/>', note, { window: { maxItem: 5 } }),
    '`window` has no option `maxItem`; did you mean `maxItemLength`?',
  ],
  [
    'an indentation of a stream',
    () => untyped(streams.writeItems)(note, {}, { indent: 2 }),
    '`writeItems` has no option `indent`; its options are `prefix`, `unknownProperties`, `namespaces`, `prefixes`.',
  ],
  [
    'a misspelt form of binary values',
    () => untyped(streams.receiving)(() => undefined, { binaries: 'stream' }),
    'The option `binaries` must be "streams", not "stream".',
  ],
];

describe.each([
  ['servers', servers],
  ['transports', transports],
  ['extensions', extensions],
  ['mocks', mocked],
  ['documents', documents],
])('the options of %s', (_, rows) => {
  it.each(rows)('refuse %s', (_what, call, message) => {
    let thrown: unknown;
    try {
      call();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(TypeError);
    expect((thrown as Error).message).toContain(message);
  });
});

it('an option that is undefined is absent', () => {
  expect(() => server({ cors: undefined, limits: { maxDepth: undefined }, typo: undefined })).not.toThrow();
  expect(() =>
    nodeServer({ tls: undefined, onExchange: () => undefined, limits: { maxConnections: 5 } }),
  ).not.toThrow();
  expect(() => door(handler, { limits: undefined })).not.toThrow();
  expect(() => untyped(node.createNodeTransport)({ proxy: undefined, tls: { ca: undefined } })).not.toThrow();
  expect(() => untyped(migration.fallback)({ baseUrl: 'http://a.example', pages: undefined })).not.toThrow();
});

describe('the options of the library', () => {
  const contract = {} as library.Contract;
  const mock = { inputs: ['a.wsdl'], port: 0 };

  it.each<readonly [name: string, call: () => Promise<unknown>, message: string]>([
    [
      'callOperation',
      async () => library.callOperation(contract, 'a', { bindng: 'soap11' } as object),
      'the argument has no setting "bindng". Did you mean "binding"?',
    ],
    [
      'callOperation',
      async () => library.callOperation(contract, 'a', { binding: 'soap' } as object),
      'binding must be "soap11", "soap12", "httpPost" or "httpGet", but is "soap". Did you mean "soap11"?',
    ],
    [
      'sampleMessages',
      async () => library.sampleMessages(contract, { binding: ['soap11'] } as object),
      'the argument has no setting "binding". Did you mean "bindings"?',
    ],
    [
      'diffContracts',
      async () => library.diffContracts(contract, contract, { audience: ['callers'] } as object),
      'the argument has no setting "audience". Did you mean "audiences"?',
    ],
    [
      'documentDiff',
      async () => library.documentDiff(contract, contract, { names: { enumeration: 'open' } } as object),
      'names has no setting "enumeration". Did you mean "enumerations"?',
    ],
    [
      'initProject',
      async () => library.initProject({ writes: true } as object),
      'the argument has no setting "writes". Did you mean "write"?',
    ],
    [
      'pullDescriptor',
      async () => library.pullDescriptor({ address: 'http://a.example' } as library.PullOptions),
      'out is missing. Add out, which is a string that is not empty.',
    ],
    [
      'pullDescriptor',
      async () =>
        library.pullDescriptor({
          address: 'http://a.example',
          out: 'a',
          tls: { certs: '' },
        } as object as library.PullOptions),
      'tls has no setting "certs". Did you mean "cert"?',
    ],
    [
      'descriptorsOf',
      async () => library.descriptorsOf(contract, { members: 'lax' } as object),
      'members must be "exact" or "tolerant", but is "lax".',
    ],
    [
      'mockContract',
      async () => library.mockContract({ ...mock, rule: 'a.yaml' } as object as library.MockContractOptions),
      'the argument has no setting "rule". Did you mean "rules"?',
    ],
    [
      'mockContract',
      async () => library.mockContract({ ...mock, port: '8080' } as object as library.MockContractOptions),
      'port must be a number, but is "8080".',
    ],
    [
      'recordExchanges',
      async () =>
        library.recordExchanges({ ...mock, upstreams: 'http://a.example' } as object as library.RecordOptions),
      'the argument has no setting "upstreams". Did you mean "upstream"?',
    ],
    [
      'replayExchanges',
      async () => library.replayExchanges({ ...mock, recording: 'a' } as object as library.ReplayOptions),
      'the argument has no setting "recording". Did you mean "recordings"?',
    ],
    [
      'documentContract',
      async () => library.documentContract(contract, { sample: false } as object),
      'the argument has no setting "sample". Did you mean "samples"?',
    ],
  ])('%s refuses what it does not have', async (name, call, message) => {
    const thrown: unknown = await call().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TypeError);
    expect((thrown as Error).message).toContain(`${name}: ${message}`);
  });
});
