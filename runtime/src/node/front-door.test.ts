import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  envelope,
  exchangeBody,
  headers11,
  namespaces,
  type RecordedCall,
  walletServices,
} from '../../../tests/support/runtime/server.js';
import { thorough } from '../../../tests/support/thorough.js';
import { registerService, type WireRequest, type WireResponse } from '../server/index.js';
import { createServer, frontDoor, type NodeServer, type NodeServerOptions } from './index.js';

const path = '/ExchangerApi.asmx';
const operation = `${path}/Exchange`;
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';

/** The head of a request, and its body. */
interface Sent {
  readonly method?: string;
  readonly target?: string;
  /** Fields in the order in which they are sent, one more than once, too. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly host?: string | undefined;
  readonly body?: string;
}

/** A way into a server. */
interface Way {
  /** The status of the answer to a request. */
  send(sent: Sent): Promise<number>;
  close(): Promise<void>;
}

/** Writes a request to a socket as it is; the status of the answer, 0 without one. */
function sendRaw(port: number, { method = 'GET', target = '/', fields = [], host, body = '' }: Sent): Promise<number> {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
  ];
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)));
  });
}

function recordOf(sent: Sent): Record<string, string> {
  const fields = (sent.fields ?? []).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...(sent.host !== undefined && { host: sent.host }), ...Object.fromEntries(fields) };
}

/** A listener under a path of an Express application. */
async function inExpress(server: NodeServer): Promise<Way> {
  const express = jest.requireActual<() => { use(path: string, listener: RequestListener): Server }>('express');
  const listening = express().use('/soap', server.nodeListener).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as { port: number };
  return {
    send: ({ target = '/', ...sent }) =>
      sendRaw(port, { ...sent, target: target.startsWith('/') ? `/soap${target}` : target }),
    close: () => new Promise((resolve) => listening.close(() => resolve())),
  };
}

const ways: Readonly<Record<string, (server: NodeServer) => Promise<Way>>> = {
  listen: async (server) => {
    const { port, close } = await server.listen(0, '127.0.0.1');
    return { send: (sent) => sendRaw(port, sent), close: () => close(0) };
  },
  nodeListener: async (server) => {
    const listening = createHttpServer(server.nodeListener);
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as { port: number };
    return {
      send: (sent) => sendRaw(port, sent),
      close: () => new Promise((resolve) => listening.close(() => resolve())),
    };
  },
  ...(thorough && { 'nodeListener in Express': inExpress }),
  handle: async (server) => ({
    send: async (sent) => {
      const { method = 'GET', target: url = '/', body = '' } = sent;
      const bytes = new TextEncoder().encode(body);
      const request = { method, url, headers: recordOf(sent), body: bytes, listensAt: '127.0.0.1' };
      return (await server.handle(request)).status;
    },
    close: async () => undefined,
  }),
  fetch: async (server) => ({
    send: async (sent) => {
      const { method = 'GET', target = '/', body } = sent;
      const request = new Request(`http://localhost${target}`, {
        method,
        headers: recordOf(sent),
        ...(body !== undefined && { body }),
      });
      return (await server.fetch(request, { listensAt: '127.0.0.1' })).status;
    },
    close: async () => undefined,
  }),
};

const local = 'localhost:8080';
const get = { target: `${operation}?${form}`, host: local };
const post: Sent = { method: 'POST', target: operation, host: local, body: form };
const soapFields = Object.entries(headers11());
const soap: Sent = {
  method: 'POST',
  target: path,
  host: local,
  fields: soapFields,
  body: envelope(env11, exchangeBody),
};
const formType = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
const crossSite = ['Sec-Fetch-Site', 'cross-site'] as const;
const evil = ['Origin', 'https://evil.example'] as const;

let calls: RecordedCall[];
const nowhere: Way = { send: async () => 0, close: async () => undefined };
let way: Way = nowhere;

async function start(name: string, options: Partial<NodeServerOptions> = {}): Promise<void> {
  calls = [];
  const made = ways[name];
  if (made !== undefined) {
    way = await made(createServer({ services: walletServices(calls), namespaces, ...options }));
  }
}

afterEach(async () => {
  await way.close();
  way = nowhere;
});

describe.each(Object.keys(ways))('%s', (name) => {
  it.each<[string, Sent]>([
    ['the name of the machine', get],
    ['another letter case, and a point at the end', { ...get, host: 'LOCALHOST.:1' }],
    ['a name below it', { ...get, host: 'wallet.localhost' }],
    ['its address', { ...get, host: '127.0.0.1' }],
    ['another address of it', { ...get, host: '127.1.2.3:99' }],
    ['its address in IPv6', { ...get, host: '[::1]:8080' }],
    ['a form of its own page', { ...post, fields: [formType, ['Sec-Fetch-Site', 'same-origin']] }],
    ['a form of its own page in an older browser', { ...post, fields: [formType, ['Origin', `http://${local}`]] }],
    ['SOAP', soap],
  ])('lets in: %s', async (_, sent) => {
    await start(name);
    expect([await way.send(sent), calls.length]).toEqual([200, 1]);
  });

  it.each<[string, Sent, number]>([
    ['another name, which leads here (DNS rebinding)', { ...get, host: 'evil.example' }, 421],
    ['its own name in front of another', { ...get, host: 'localhost.evil.example' }, 421],
    ['another name with an address in it', { ...get, host: '127.0.0.1.evil.example' }, 421],
    ['another address', { ...get, host: '192.168.1.7' }, 421],
    ['another name in IPv6', { ...get, host: '[2001:db8::1]' }, 421],
    ['SOAP to another name', { ...soap, host: 'evil.example:80' }, 421],
    [
      'a form to another name, with its origin',
      { ...post, host: 'evil.example', fields: [formType, ['Origin', 'http://evil.example']] },
      421,
    ],
    ['a page at another name', { target: path, host: 'evil.example' }, 421],
    ['a host that is none', { ...get, host: 'localhost:80/x' }, 400],
    ['a host with a user', { ...get, host: 'localhost@evil.example' }, 400],
    ['two hosts', { ...get, host: 'localhost, evil.example' }, 400],
    ['GET of another site', { ...get, fields: [crossSite, ['Sec-Fetch-Dest', 'image']] }, 403],
    ['GET by a link of another site', { ...get, fields: [crossSite, ['Sec-Fetch-Mode', 'navigate']] }, 403],
    ['GET of another site in an older browser', { ...get, fields: [evil] }, 403],
    ['a form of another site', { ...post, fields: [formType, crossSite, evil] }, 403],
    ['text of another site', { ...post, fields: [['Content-Type', 'text/plain'], crossSite, evil] }, 403],
    ['SOAP as text of another site', { ...soap, fields: [['Content-Type', 'text/plain'], evil] }, 403],
    ['SOAP without a type, of another site', { ...soap, fields: [['Content-Type', ''], evil] }, 403],
    [
      'a body that is announced too long',
      { ...soap, body: '', fields: [...soapFields, ['Content-Length', '9999999']] },
      413,
    ],
    ['a body in a coding that nobody knows', { ...soap, fields: [...soapFields, ['Content-Encoding', 'x']] }, 415],
    ['a body in too many', { ...soap, fields: [...soapFields, ['Content-Encoding', 'gzip, gzip, gzip, gzip']] }, 415],
    ['TRACE', { ...get, method: 'TRACE' }, 405],
  ])('turns away: %s', async (_, sent, status) => {
    // A request of Fetch has fields that are joined, and no method TRACE.
    if (name !== 'fetch' || status !== 405) {
      await start(name);
      expect([await way.send(sent), calls.length]).toEqual([status, 0]);
    }
  });

  it.each<[string, Sent]>([
    ['a page', { target: path, host: local, fields: [crossSite, ['Sec-Fetch-Mode', 'navigate']] }],
    ['the WSDL', { target: `${path}?WSDL`, host: local, fields: [crossSite] }],
    ['the list of services', { target: '/', host: local, fields: [crossSite] }],
  ])('opens to links of other sites: %s', async (_, sent) => {
    await start(name);
    // Express asks for paths of services alone.
    expect(await way.send(sent)).toBe(name.endsWith('Express') && sent.target === '/' ? 404 : 200);
  });

  it('answers at the names that are listed', async () => {
    await start(name, { hosts: ['shop.example', '*.wallet.example'] });
    const statuses = [
      'shop.example:81',
      'a.b.wallet.example',
      'wallet.example',
      'xwallet.example',
      'shop.example.evil',
      local,
    ];
    expect(await Promise.all(statuses.map((host) => way.send({ ...get, host })))).toEqual([
      200, 200, 421, 421, 421, 200,
    ]);
  });

  it('answers at the name of its public address, and at all if that is said', async () => {
    await start(name, { baseUrl: 'https://Shop.example:8443/soap' });
    expect(await way.send({ ...get, host: 'shop.example' })).toBe(200);
    await way.close();
    await start(name, { hosts: '*' });
    expect(await way.send({ ...get, host: 'any.example' })).toBe(200);
  });

  it('asks for both names behind a proxy', async () => {
    await start(name, { hosts: ['shop.example'], trustProxy: 1 });
    const statuses = await Promise.all([
      way.send({ ...get, fields: [['X-Forwarded-Host', 'shop.example']] }),
      way.send({ ...get, fields: [['X-Forwarded-Host', 'evil.example']] }),
      way.send({ ...get, host: 'evil.example', fields: [['X-Forwarded-Host', 'shop.example']] }),
    ]);
    expect(statuses).toEqual([200, 421, 421]);
  });
});

describe.each(Object.keys(ways).filter((name) => name !== 'fetch'))('%s, targets', (name) => {
  it.each([
    '*',
    'x://y',
    'http:',
    '//evil.example/x',
    '/../admin',
    '/a/../../admin',
    '/%2e%2e/admin',
    '/.%2E/admin',
    '/%252e%252e/admin',
    '/a%2f..%2f..%2fadmin',
    '/..%5cadmin',
    '/\\..\\admin',
    '/..;/admin',
    '/%c0%ae%c0%ae/admin',
    '/%u002e%u002e/admin',
    `${path}/./Exchange?${form}`,
    `${path}\\Exchange?${form}`,
    'http://localhost/../admin',
  ])('%s is 400', async (target) => {
    await start(name);
    const status = await way.send({ method: 'POST', target, host: 'localhost', body: 'x' });
    // Express has its own answer to what is no path of a service.
    expect(name.endsWith('Express') ? [400, 404] : [400]).toContain(status);
    expect(calls).toEqual([]);
  });

  it('serves a whole address as its path, if it names the same host', async () => {
    await start(name);
    const target = `http://localhost${name.endsWith('Express') ? '/soap' : ''}${operation}?${form}`;
    expect(await way.send({ target, host: 'localhost' })).toBe(200);
  });
});

describe('listen', () => {
  it('answers OPTIONS for the whole server, at its own names', async () => {
    await start('listen');
    const asked = { method: 'OPTIONS', target: '*' } as const;
    const statuses = [
      await way.send({ ...asked, host: 'localhost' }),
      await way.send({ ...asked, host: 'evil.example' }),
    ];
    expect([statuses, calls.length]).toEqual([[204, 421], 0]);
  });

  it.each<[string, Sent]>([
    ['another host in a whole address', { target: `http://evil.example${operation}?${form}`, host: 'localhost' }],
    ['two fields', { ...get, fields: [['Host', 'localhost']] }],
    ['two different fields', { ...get, fields: [['Host', 'evil.example']] }],
    ['none', { ...get, host: undefined }],
    ['an empty one', { ...get, host: '' }],
  ])('a host that is not one is 400: %s', async (_, sent) => {
    await start('listen');
    expect([await way.send(sent), calls.length]).toEqual([400, 0]);
  });

  it('does not ask for the body of a request that is turned away', async () => {
    await start('listen');
    const expecting = { ...post, fields: [formType, ['Expect', '100-continue'] as const] };
    expect(await way.send({ ...expecting, host: 'evil.example' })).toBe(421);
    expect(await way.send(expecting)).toBe(100);
  });
});

it('over HTTP/2, :authority is the host', async () => {
  calls = [];
  const server = createServer({ services: walletServices(calls), namespaces });
  type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;
  const listening = createHttp2Server(server.nodeListener as unknown as Listener);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const session = connectHttp2(`http://127.0.0.1:${(listening.address() as { port: number }).port}`);
  const ask = async (target: string, fields: Readonly<Record<string, string>>): Promise<readonly [number, string]> => {
    const stream = session.request({ ':path': target, ...fields });
    const status = await new Promise<number>((resolve) => {
      stream.once('response', (headers) => resolve(headers[':status'] ?? 0));
    });
    return [status, await textOf(stream)];
  };
  const statuses = [];
  for (const fields of [
    { ':authority': 'localhost:8080' },
    { ':authority': 'evil.example' },
    { ':authority': 'localhost', host: 'evil.example' },
    { ':authority': 'localhost', host: 'localhost' },
    { ':authority': 'localhost', ...Object.fromEntries([crossSite]) },
  ]) {
    const [status] = await ask(`${operation}?${form}`, fields);
    statuses.push(status);
  }
  expect([statuses, calls.length]).toEqual([[200, 421, 400, 200, 403], 2]);
  expect((await ask(`${path}?WSDL`, { ':authority': 'localhost:81' }))[1]).toContain(`http://localhost:81${path}`);
  session.destroy();
  await new Promise((resolve) => listening.close(resolve));
});

it('a request by hand may leave out what it does not have', async () => {
  const server = createServer({ services: walletServices([]), namespaces });
  const bare = { method: 'POST', url: path, headers: {} };
  expect((await server.handle(bare as never)).status).toBe(415);
  expect((await server.handle({} as never)).status).toBe(200);
});

it.each<[string, Partial<NodeServerOptions>, RegExp]>([
  ['a scheme', { hosts: ['https://shop.example'] }, /hosts: "https:\/\/shop.example" is not the name of a host/],
  ['a port', { hosts: ['shop.example:81'] }, /is not the name of a host/],
  ['a pattern within', { hosts: ['shop.*'] }, /is not the name of a host/],
  ['one name', { hosts: 'shop.example' as never }, /hosts: "shop.example" is not a list/],
  ['a text', { trustProxy: 'loopback' as never }, /trustProxy: "loopback" is not a number/],
  ['half a proxy', { trustProxy: 0.5 }, /trustProxy: 0.5 is not/],
  ['no address', { trustProxy: ['10.0.0.0/33'] }, /trustProxy: "10.0.0.0\/33" is not an address/],
])('an option that cannot be meant is an error: %s', (_, options, message) => {
  expect(() => createServer({ services: walletServices([]), namespaces, ...options })).toThrow(message);
});

describe('an older service behind the door', () => {
  const local = { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' };

  it.each<[string, string, Readonly<Record<string, string>>, number, number]>([
    ['GET', operation, local, 200, 1],
    ['GET', operation, { ...local, 'sec-fetch-site': 'cross-site' }, 403, 0],
    ['POST', operation, { ...local, origin: 'https://evil.example' }, 403, 0],
    ['POST', path, { ...local, 'content-type': 'text/plain', origin: 'https://evil.example' }, 403, 0],
    ['POST', path, { ...local, 'content-type': 'text/xml', origin: 'https://evil.example' }, 200, 1],
    ['GET', path, local, 200, 1],
    ['GET', path, { ...local, 'sec-fetch-site': 'cross-site' }, 403, 0],
    ['OPTIONS', path, { ...local, origin: 'https://evil.example', 'access-control-request-method': 'POST' }, 204, 0],
    ['GET', '/other', local, 200, 1],
    ['GET', '/other', { ...local, 'sec-fetch-site': 'same-site' }, 403, 0],
    ['PUT', '/other', { ...local, origin: 'null' }, 403, 0],
    ['OPTIONS', '/other', { ...local, origin: 'https://evil.example', 'access-control-request-method': 'PUT' }, 204, 0],
    ['OPTIONS', '/other', { ...local, origin: 'https://shop.example', 'access-control-request-method': 'PUT' }, 204, 0],
    ['TRACE', '/other', local, 405, 0],
    ['GET', '/other/%2e%2e/admin', local, 400, 0],
    ['GET', '/other', { host: 'evil.example' }, 421, 0],
  ])('%s %s with %j: %d', async (method, url, headers, status, passed) => {
    const seen: string[] = [];
    const older = (request: WireRequest): Promise<WireResponse> => {
      seen.push(request.url);
      return Promise.resolve({ status: 200, headers: {}, body: 'older' });
    };
    const server = createServer({
      services: [registerService(ExchangerApi, { exchange: Object.assign(() => 0, { $passesOn: true as const }) })],
      namespaces,
      hosts: ['localhost'],
      cors: { origins: ['https://shop.example'] },
      fallback: { pages: true, otherPaths: true, answer: older },
    });
    expect([(await server.handle({ method, url, headers, body: new Uint8Array() })).status, seen.length]).toEqual([
      status,
      passed,
    ]);
  });
});

describe('any handler behind the door', () => {
  const answer: WireResponse = { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'in' };

  it('sees only what is let in', async () => {
    const seen: string[] = [];
    const door = frontDoor(
      (request) => {
        seen.push(`${request.method} ${request.admission?.target.path} ${request.admission?.caller}`);
        return answer;
      },
      { isOpen: ({ url }) => url === '/open', limits: { maxBodyBytes: 100 } },
    );
    const { port, close } = await door.listen(0, '127.0.0.1');
    const statuses = [];
    for (const sent of [
      { target: '/a?b', host: 'localhost' },
      { target: '/a', host: 'evil.example' },
      { target: '/a', host: 'localhost', fields: [crossSite] },
      { target: '/open', host: 'localhost', fields: [crossSite] },
      { target: '/../a', host: 'localhost' },
      { target: '/a', host: 'localhost', method: 'POST', body: 'x'.repeat(101) },
    ]) {
      statuses.push(await sendRaw(port, sent));
    }
    await close();
    expect(statuses).toEqual([200, 421, 403, 200, 400, 413]);
    expect(seen).toEqual(['GET /a 127.0.0.1', 'GET /open 127.0.0.1']);
  });

  it('may fail, and answer preflights', async () => {
    const errors: unknown[] = [];
    const door = frontDoor(
      () => {
        throw new Error('broken');
      },
      { onError: (error, { path }) => errors.push([String(error), path]), cors: { origins: ['https://shop.example'] } },
    );
    const headers = { origin: 'https://shop.example' };
    const failed = await door.handle({ method: 'GET', url: '/a?secret', headers, body: new Uint8Array() });
    expect([failed.status, failed.headers['Access-Control-Allow-Origin']]).toEqual([500, 'https://shop.example']);
    expect(errors).toEqual([['Error: broken', '/a']]);
    const asks = { ...headers, 'access-control-request-method': 'PUT' };
    const asked = await door.fetch(new Request('http://x/a', { method: 'OPTIONS', headers: asks }));
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, POST']);
  });
});
