import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type FallbackOptions, fallback, type ShadowOptions, shadow, unfinished } from '@wsdl-codegen/migration';
import type { ServerOptions, TrustProxy } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { accountApi, errorsApi } from 'wallet-api';
import { exchangeRaw } from './raw-http.js';

const namespaces = { api_namespace: 'urn:w' };
const soap =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><GetErrorDesc xmlns="urn:w"><errorCode>1</errorCode><cultureCode>1</cultureCode></GetErrorDesc></e:Body></e:Envelope>';

interface Seen {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

const servers: Server[] = [];
const closing: (() => Promise<void>)[] = [];
let seen: Seen[];
let olderUrl: string;
let answer: (response: ServerResponse, request: IncomingMessage) => void;

beforeEach(async () => {
  seen = [];
  answer = (response) => response.end('old');
  const older = createHttpServer((request, response) => {
    seen.push({ target: `${request.method} ${request.url}`, headers: request.headers });
    request.resume();
    answer(response, request);
  });
  servers.push(older.listen(0, '127.0.0.1'));
  await once(older, 'listening');
  olderUrl = `http://127.0.0.1:${(older.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(options: Partial<ServerOptions>): Promise<number> {
  const services = [errorsApi(unfinished({})), accountApi(unfinished({ markOperationAsRead: () => 7 }))];
  const server = await createServer({ services, namespaces, ...options }).listen(0, '127.0.0.1');
  closing.push(() => server.close(0));
  return server.port;
}

const passing = (options: Partial<FallbackOptions> = {}, server: Partial<ServerOptions> = {}): Promise<number> =>
  listening({ fallback: fallback({ baseUrl: `${olderUrl}/base`, ...options }), ...server });

/** Sends a head as it is, with a body, and gives the status and the whole answer. */
async function send(
  port: number,
  line: string,
  fields: readonly string[] = [],
  body = '',
): Promise<{ readonly status: number; readonly text: string }> {
  const named = fields.some((field) => /^host:/i.test(field)) ? fields : ['Host: localhost', ...fields];
  const length = body === '' ? [] : [`Content-Length: ${body.length}`];
  const head = [`${line} HTTP/1.1`, ...named, 'Connection: close', ...length, '', body].join('\r\n');
  const { text } = await exchangeRaw(port, head, () => false, 5000);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
}

const xml = 'Content-Type: text/xml';
const form = 'Content-Type: application/x-www-form-urlencoded';
const call = 'GET /ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1';
const image = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image', 'Cookie: session=1'];
const evil = ['Origin: http://evil.example', 'Cookie: session=1'];
const all = { pages: true, otherPaths: true };

describe('fallback', () => {
  it.each<[string, Partial<FallbackOptions>, string, readonly string[], string?]>([
    ['a picture that calls an operation', {}, call, image],
    ['a link of a neighbouring host', {}, call, ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: navigate']],
    ['a form', {}, 'POST /ErrorsApi.asmx/GetErrorDesc', [...evil, form], 'errorCode=1'],
    ['a form in a sandboxed frame', {}, 'POST /ErrorsApi.asmx/GetErrorDesc', ['Origin: null', form], 'errorCode=1'],
    ['a message as plain text', {}, 'POST /ErrorsApi.asmx', [...evil, 'Content-Type: text/plain'], soap],
    ['a message without a type', {}, 'POST /ErrorsApi.asmx', evil, soap],
    [
      'a message in a form',
      {},
      'POST /ErrorsApi.asmx',
      [...evil, 'Content-Type: multipart/form-data; boundary=a'],
      soap,
    ],
    ['an operation that is not known here', {}, 'GET /ErrorsApi.asmx/Unknown', image],
    ['a form for one', {}, 'POST /ErrorsApi.asmx/Unknown', [...evil, form], 'a=b'],
    ['a page of the older service', all, 'GET /ErrorsApi.asmx?op=GetErrorDesc', image],
    ['another method at a service', all, 'DELETE /ErrorsApi.asmx', evil],
    ['a picture at another path', all, 'GET /Other.asmx/Delete?id=1', image],
    ['a form at another path', all, 'POST /Other.asmx', [...evil, form], 'a=b'],
    ['plain text at another path', all, 'POST /Other.asmx', [...evil, 'Content-Type: text/plain'], soap],
    [
      'a question whether scripts may call',
      all,
      'OPTIONS /Other.asmx',
      [...evil, 'Access-Control-Request-Method: POST'],
    ],
    ['the same at a service', all, 'OPTIONS /ErrorsApi.asmx', [...evil, 'Access-Control-Request-Method: POST']],
  ])('does not pass on what another site sends: %s', async (_title, options, line, fields, body = '') => {
    expect((await send(await passing(options), line, fields, body)).status).toBe(403);
    expect(seen).toEqual([]);
  });

  it.each([
    ['GET /../admin', 400],
    ['GET /a/../../admin', 400],
    ['GET /%2e%2e/admin', 400],
    ['GET /.%2E/admin', 400],
    ['GET /%252e%252e/admin', 400],
    ['GET /..%2fadmin', 400],
    ['GET /..%5cadmin', 400],
    ['GET /..;a=b/admin', 400],
    ['GET /\\..\\admin', 400],
    ['GET /ErrorsApi.asmx/../admin', 400],
    ['GET http://localhost/../admin', 400],
    ['GET http://evil.example\\@localhost/admin', 400],
    ['GET //evil.example/x', 400],
    ['OPTIONS *', 204],
    ['POST x://y', 400],
    ['TRACE /Other', 405],
  ])('does not leave the path of its address: %s', async (line, status) => {
    expect((await send(await passing(all), line)).status).toBe(status);
    expect(seen).toEqual([]);
  });

  it('does not pass on what asks for another host', async () => {
    const port = await passing(all);
    for (const line of [call, 'GET /Other.asmx', 'GET /ErrorsApi.asmx?WSDL']) {
      expect((await send(port, line, ['Host: evil.example'])).status).toBe(421);
    }
    expect(seen).toEqual([]);
  });

  it('passes on what its own pages, other programs, and scripts after a preflight send', async () => {
    const port = await passing(all);
    await send(port, call);
    await send(port, call, ['Sec-Fetch-Site: same-origin']);
    await send(port, 'POST /ErrorsApi.asmx', [xml], soap);
    await send(port, 'GET /Other.asmx?a=b%20c');
    await send(port, 'GET /with%20space/%D1%8F');
    expect(seen.map(({ target }) => target)).toEqual([
      'GET /base/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1',
      'GET /base/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1',
      'POST /base/ErrorsApi.asmx',
      'GET /base/Other.asmx?a=b%20c',
      'GET /base/with%20space/%D1%8F',
    ]);
  });

  it.each([
    'GET /AccountApi.asmx/%4darkOperationAsRead?sessionId=s&id=1',
    'GET /AccountApi.asmx/%254darkOperationAsRead?sessionId=s&id=1',
    'GET /AccountApi.asmx/MarkOperation%41sRead?sessionId=s&id=1',
    'GET /AccountApi.asmx%2FMarkOperationAsRead?sessionId=s&id=1',
    'GET /%41ccountApi.asmx/MarkOperationAsRead?sessionId=s&id=1',
    'GET /AccountApi%2easmx/MarkOperationAsRead?sessionId=s&id=1',
    'GET /accountapi.%2561smx/Unknown',
  ])('does not pass on an operation of this server in another spelling: %s', async (line) => {
    expect((await send(await passing(all), line)).status).toBeGreaterThanOrEqual(400);
    expect(seen).toEqual([]);
  });

  it.each([
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nx',
    'x\r\n\r\n',
    'HTTP/1.1 000 X\r\n\r\n',
  ])('answers with an error where the older service gives none that is valid: %j', async (bytes) => {
    answer = (response) => void response.socket?.end(bytes);
    const port = await passing({ maxConcurrent: 1 });
    expect((await send(port, call)).status).toBeGreaterThanOrEqual(500);
    answer = (response) => response.end('old');
    expect((await send(port, call)).status).toBe(200);
  });

  it('lets cors of this server decide which scripts may call and read, not the older service', async () => {
    answer = (response) => {
      response.writeHead(200, { 'access-control-allow-origin': '*', 'Access-Control-Allow-Credentials': 'true' });
      response.end('old');
    };
    const cors = { origins: ['http://app.example'] };
    const port = await passing(all, { cors });
    const script = ['Origin: http://app.example', 'Sec-Fetch-Site: cross-site'];
    const asked = [...script, 'Access-Control-Request-Method: POST'];
    expect((await send(port, 'OPTIONS /Other.asmx', asked)).status).toBe(204);
    expect(seen).toEqual([]);
    const { text } = await send(port, 'POST /Other.asmx', [...script, xml], soap);
    expect(text.match(/^access-control-[\w-]+: .*$/gim)).toEqual(['Access-Control-Allow-Origin: http://app.example']);
    const without = await send(await passing(all), 'GET /Other.asmx');
    expect(without.text).not.toMatch(/access-control/i);
  });
});

const claims = [
  'Forwarded: for=6.6.6.6;host=evil;proto=https',
  'X-Forwarded-For: 6.6.6.6',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Prefix: /x',
  'X_Forwarded_For: 6.6.6.6',
  'X-Real-IP: 6.6.6.6',
  'X_Real_IP: 6.6.6.6',
  'X-Client-IP: 6.6.6.6',
  'True-Client-IP: 6.6.6.6',
  'X-Original-URL: /admin',
  'X-Rewrite-URL: /admin',
  'X-ARR-ClientCert: MII',
  'Connection: X-Forwarded-For, X-Real-IP',
];
/** The fields of the last request that say who called. */
const told = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(seen.at(-1)?.headers ?? {}).filter(([name]) => /forward|real|client|x-orig|rewrite|arr/.test(name)),
  );

describe('what the older service learns of a caller', () => {
  it('is what this server sees, whatever the caller says', async () => {
    await send(await passing(), call, ['Host: localhost:8080', ...claims]);
    expect(told()).toEqual({
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-forwarded-host': 'localhost:8080',
      'x-forwarded-proto': 'http',
    });
  });

  it.each<readonly [TrustProxy, string, string, readonly string[]]>([
    [1, '7.7.7.7', '7.7.7.7', []],
    [true, '6.6.6.6, 7.7.7.7', '7.7.7.7', []],
    [1, '6.6.6.6, 7.7.7.7', '7.7.7.7', ['X-Forwarded-Proto: https', 'X-Forwarded-Host: shop.example']],
    [2, '6.6.6.6, 7.7.7.7, 8.8.8.8', '7.7.7.7', []],
    [['127.0.0.0/8', '8.8.8.8'], '6.6.6.6, 7.7.7.7, 8.8.8.8', '7.7.7.7', []],
    [['10.0.0.0/8'], '7.7.7.7', '127.0.0.1', []],
    [1, '2001:db8::7', '2001:db8::7', []],
    [1, 'localhost', '127.0.0.1', []],
    [1, '7.7.7.7, evil"><x>', '127.0.0.1', []],
  ])('is what trusted proxies say: %j %s', async (trustProxy, said, address, more) => {
    await send(await passing({}, { trustProxy }), call, [
      `X-Forwarded-For: ${said}`,
      'Forwarded: for=6.6.6.6',
      ...more,
    ]);
    const proxied = more.length > 0;
    expect(told()).toEqual({
      'x-forwarded-for': address,
      'x-real-ip': address,
      'x-forwarded-host': proxied ? 'shop.example' : 'localhost',
      'x-forwarded-proto': proxied ? 'https' : 'http',
    });
  });

  it('has what a trusted proxy says besides, but not what others do', async () => {
    const certificate = ['X-ARR-ClientCert: MII', 'X-Forwarded-Prefix: /x'];
    await send(await passing({}, { trustProxy: ['127.0.0.1'] }), call, [...certificate, 'X-Real-IP: 6.6.6.6']);
    expect(told()).toMatchObject({ 'x-arr-clientcert': 'MII', 'x-forwarded-prefix': '/x', 'x-real-ip': '127.0.0.1' });
    await send(await passing({}, { trustProxy: ['10.0.0.1'] }), call, certificate);
    expect(told()).not.toHaveProperty('x-arr-clientcert');
  });

  it('is the same through every listener', async () => {
    const made = createServer({
      services: [errorsApi(unfinished({}))],
      namespaces,
      fallback: fallback({ baseUrl: olderUrl }),
    });
    const mounted = createHttpServer(made.nodeListener).listen(0, '127.0.0.1');
    servers.push(mounted);
    await once(mounted, 'listening');
    await send((mounted.address() as AddressInfo).port, call, claims);
    expect(told()).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    const url = 'https://shop.example/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1';
    const headers = { 'X-Forwarded-For': '6.6.6.6', 'X-Original-URL': '/admin' };
    await (await made.fetch(new Request(url, { headers }))).text();
    expect(told()).toEqual({ 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' });
    const wire = { method: 'GET', url: '/ErrorsApi.asmx/GetErrorDesc', body: new Uint8Array() };
    const { stream } = await made.handle({ ...wire, headers: { 'x-forwarded-for': '6.6.6.6', host: 'a' } });
    await stream?.return();
    expect(told()).toEqual({ 'x-forwarded-host': 'a', 'x-forwarded-proto': 'http' });
    expect((await made.fetch(new Request(url, { headers: { 'Sec-Fetch-Site': 'cross-site' } }))).status).toBe(403);
    expect(seen).toHaveLength(3);
  });
});

describe('shadow', () => {
  const outcomes: string[] = [];
  let here: string;
  beforeEach(() => {
    outcomes.length = 0;
    here = 'x';
  });

  const comparing = (options: Partial<ShadowOptions> = {}, server: Partial<ServerOptions> = {}): Promise<number> =>
    listening({
      services: [errorsApi({ getErrorDesc: () => here })],
      shadow: shadow({
        baseUrl: olderUrl,
        operations: ['GetErrorDesc'],
        onDifference: () => undefined,
        onCompared: (_, outcome) => outcomes.push(outcome),
        ...options,
      }),
      ...server,
    });
  const compared = async (count: number): Promise<void> => {
    while (outcomes.length < count) {
      await sleep(5);
    }
  };

  it.each(['here', 'older'] as const)('compares nothing that is refused, and tells no claim: %s', async (which) => {
    const port = await comparing({ answer: which });
    const refused = [
      await send(port, call, image),
      await send(port, 'POST /ErrorsApi.asmx/GetErrorDesc', [...evil, form], 'errorCode=1'),
      await send(port, call, ['Host: evil.example']),
      await send(port, 'GET /ErrorsApi.asmx/../ErrorsApi.asmx/GetErrorDesc'),
      await send(port, 'GET //evil.example/ErrorsApi.asmx/GetErrorDesc'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 421, 400, 400]);
    expect([seen, outcomes]).toEqual([[], []]);
    await send(port, call, claims);
    await compared(1);
    expect(told()).toEqual({
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-forwarded-host': 'localhost',
      'x-forwarded-proto': 'http',
    });
  });

  it('tells handlers the same of a caller when they run after the older service', async () => {
    const addresses: (string | undefined)[] = [];
    const services = [
      errorsApi({
        getErrorDesc: (_, context) => {
          addresses.push(context.callerAddress);
          return 'x';
        },
      }),
    ];
    await send(await comparing({ answer: 'older' }, { services }), call);
    await compared(1);
    expect(addresses).toEqual(['127.0.0.1']);
  });

  const types = { 'Content-Type': 'text/xml' };
  it.each<readonly [string, (response: ServerResponse) => void, string]>([
    [
      'does not end',
      (response) => {
        response.writeHead(200, types);
        const more = (error?: unknown): void => {
          if (!error) {
            response.write('x'.repeat(65_536), (failed) => setImmediate(more, failed));
          }
        };
        more();
      },
      'skipped',
    ],
    [
      'is much longer when it is decompressed',
      (response) => {
        response.writeHead(200, { ...types, 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
      },
      'failed',
    ],
    [
      'comes in very many pieces',
      (response) => {
        response.writeHead(200, types);
        for (let i = 0; i < 50_000; i++) {
          response.write('x');
        }
        response.end();
      },
      'failed',
    ],
    ['is nested very deeply', (response) => void response.writeHead(200, types).end('<a>'.repeat(300_000)), 'failed'],
    [
      'has entities',
      (response) => void response.writeHead(200, types).end('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
      'failed',
    ],
  ])('an answer that %s costs callers nothing', async (_title, given, outcome) => {
    answer = given;
    const port = await comparing();
    expect((await send(port, call)).text).toContain('>x</string>');
    await compared(1);
    expect(outcomes).toEqual([outcome]);
  });

  it('long answers, whoever makes them long, take a part of the time only', async () => {
    here = 'x';
    const items = Array.from({ length: 60_000 }, (_, at) => `<i${at}/>`).join('');
    answer = (response) => void response.writeHead(200, types).end(`<string xmlns="urn:w">${items}</string>`);
    const port = await comparing();
    const calls = 40;
    for (let i = 0; i < calls; i++) {
      await send(port, call);
      await compared(i + 1);
    }
    expect(outcomes.filter((each) => each === 'skipped').length).toBeGreaterThan(calls / 4);
    expect(outcomes).toContain('different');
  });
});
