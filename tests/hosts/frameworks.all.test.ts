import type { Server } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ServerInterceptor } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import express from 'express';
import fastify, { type FastifyRequest } from 'fastify';
import {
  env11,
  envelope,
  exchangeBody,
  exchangeInput,
  headers11,
  namespaces,
  type RecordedCall,
  walletServices,
} from '../support/runtime/server.js';

const path = '/ExchangerApi.asmx';
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';

let calls: RecordedCall[];
let stop: () => unknown;

/** An interceptor that keeps the requests of the host. */
function seeing(seen: unknown[]): ServerInterceptor {
  return (call, next) => {
    seen.push(call.request);
    return next();
  };
}

/** One call over SOAP. */
async function callsSoap(base: string): Promise<void> {
  const soap = await fetch(base + path, { method: 'POST', headers: headers11(), body: envelope(env11, exchangeBody) });
  expect([soap.status, (await soap.text()).includes('<ExchangeResult>123<')]).toEqual([200, true]);
}

function wallet(basePath = '', ...interceptors: ServerInterceptor[]): ReturnType<typeof createServer> {
  calls = [];
  const cors = { origins: ['https://shop.example'] };
  const limits = { maxBodyBytes: 4000 };
  return createServer({ services: walletServices(calls), namespaces, basePath, cors, limits, interceptors });
}

afterEach(async () => {
  await stop();
});

async function listen(app: express.Express): Promise<string> {
  const server = await new Promise<Server>((resolve) => {
    const started: Server = app.listen(0, '127.0.0.1', () => resolve(started));
  });
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The service below `base` works in SOAP, GET and POST. */
async function works(base: string): Promise<void> {
  await callsSoap(base);
  const get = await fetch(`${base + path}/Exchange?${form}`);
  expect([get.status, (await get.text()).includes('>123</int>')]).toEqual([200, true]);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const post = await fetch(`${base + path}/Exchange`, { method: 'POST', headers, body: form });
  expect([post.status, (await post.text()).includes('>123</int>')]).toEqual([200, true]);
  await decodes(base);
  expect(calls.map((call) => call.input)).toEqual(Array.from({ length: 3 + 6 }, () => exchangeInput));
  const wsdl = await (await fetch(`${base + path}?wsdl`)).text();
  expect(wsdl).toContain(`location="${base + path}"`);
}

/** Compressed bodies work, whether the server or a framework decodes them. */
async function decodes(base: string): Promise<void> {
  const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
  const messages = [
    [path, headers11(), envelope(env11, exchangeBody.padEnd(2000))],
    [`${path}/Exchange`, { 'Content-Type': 'application/x-www-form-urlencoded' }, form],
  ] as const;
  for (const [coding, encode] of Object.entries(codings)) {
    for (const [url, headers, text] of messages) {
      const coded = { ...headers, 'Content-Encoding': coding };
      const answer = await fetch(base + url, { method: 'POST', headers: coded, body: encode(text) as BodyInit });
      expect([coding, url, answer.status]).toEqual([coding, url, 200]);
    }
  }
}

/** Pages of other sites are refused, except for those that CORS allows, whatever the host does with `OPTIONS`. */
async function keepsOthersOut(base: string): Promise<void> {
  const shop = { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site' };
  const evil = { ...shop, Origin: 'https://evil.example' };
  const asks = { 'Access-Control-Request-Method': 'POST' };
  const allowed = ({ headers }: Response): string | null => headers.get('access-control-allow-origin');
  const preflight = await fetch(base + path, { method: 'OPTIONS', headers: { ...shop, ...asks } });
  expect([preflight.status, allowed(preflight), await preflight.text()]).toEqual([204, shop.Origin, '']);
  expect(allowed(await fetch(base + path, { method: 'OPTIONS', headers: { ...evil, ...asks } }))).toBeNull();
  const read = await fetch(`${base + path}/Exchange?${form}`, { headers: shop });
  expect([read.status, allowed(read)]).toEqual([200, shop.Origin]);
  const refused = await fetch(`${base + path}/Exchange?${form}`, { headers: evil });
  expect([refused.status, allowed(refused)]).toEqual([403, null]);
  const own = await fetch(`${base + path}/Exchange?${form}`, { headers: { Origin: new URL(base).origin } });
  expect(own.status).toBe(200);
  const long = await fetch(base + path, {
    method: 'POST',
    headers: { ...shop, ...headers11() },
    body: ' '.repeat(5000),
  });
  expect([long.status, allowed(long)]).toEqual([413, shop.Origin]);
}

describe('Express', () => {
  it('takes it as middleware, other paths go on', async () => {
    const app = express();
    app.use(wallet().nodeListener);
    app.get('/other', (_, response) => {
      response.send('other');
    });
    const base = await listen(app);
    await works(base);
    await keepsOthersOut(base);
    expect(await (await fetch(`${base}/other`)).text()).toBe('other');
  });

  it('gives its request to interceptors and handlers', async () => {
    const seen: unknown[] = [];
    const app = express();
    app.use((request, _, next) => {
      Object.assign(request, { user: 'ann' });
      next();
    });
    app.use(wallet('', seeing(seen)).nodeListener);
    await callsSoap(await listen(app));
    expect(seen).toEqual([expect.objectContaining({ user: 'ann', originalUrl: path })]);
  });

  it('takes it under a path', async () => {
    const app = express();
    app.use('/soap/v1', wallet().nodeListener);
    const base = `${await listen(app)}/soap/v1`;
    await works(base);
    await keepsOthersOut(base);
  });

  it('takes it as a route', async () => {
    const app = express();
    app.all('/*splat', wallet().nodeListener);
    await works(await listen(app));
  });

  it.each([
    ['bytes', express.raw({ type: () => true })],
    ['text', express.text({ type: () => true })],
    ['forms and JSON', [express.urlencoded(), express.json()]],
  ])('takes it behind a parser of %s', async (_, parser) => {
    const app = express();
    app.use(parser, wallet().nodeListener);
    const base = await listen(app);
    await works(base);
    await keepsOthersOut(base);
  });
});

describe('Fastify', () => {
  async function start(app: ReturnType<typeof fastify>): Promise<string> {
    stop = () => app.close();
    return app.listen({ port: 0, host: '127.0.0.1' });
  }

  it('takes it with its body left unread', async () => {
    const { nodeListener } = wallet();
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.all('/*', (request, reply) => {
      reply.hijack();
      nodeListener(request.raw, reply.raw);
    });
    const base = await start(app);
    await works(base);
    await keepsOthersOut(base);
  });

  it('gives its own request to interceptors and handlers', async () => {
    const seen: unknown[] = [];
    const { nodeListener } = wallet('', seeing(seen));
    const app = fastify();
    app.decorateRequest('user', '');
    app.addHook('onRequest', async (request) => {
      Object.assign(request, { user: 'ann' });
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.all('/*', (request, reply) => {
      reply.hijack();
      nodeListener(request, reply);
    });
    await callsSoap(await start(app));
    expect(
      (seen as FastifyRequest[]).map((request) => [Reflect.get(request, 'user'), request.routeOptions.url]),
    ).toEqual([['ann', '/*']]);
  });

  it('takes it with the body that Fastify read', async () => {
    const { nodeListener } = wallet();
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.all('/*', (request, reply) => {
      reply.hijack();
      nodeListener(Object.assign(request.raw, { body: request.body }), reply.raw);
    });
    const base = await start(app);
    await works(base);
    await keepsOthersOut(base);
  });

  it('takes it under a prefix', async () => {
    const { nodeListener } = wallet('/soap');
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.all('/soap/*', (request, reply) => {
      reply.hijack();
      nodeListener(request.raw, reply.raw);
    });
    await works(`${await start(app)}/soap`);
  });
});

describe('Fastify over HTTP/2', () => {
  it('takes it on the raw stream', async () => {
    const { nodeListener } = wallet();
    const app = fastify({ http2: true });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.all('/*', (request, reply) => {
      reply.hijack();
      (nodeListener as unknown as (request: unknown, response: unknown) => void)(request, reply);
    });
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    const session = connectHttp2(base);
    stop = async () => {
      session.destroy();
      await app.close();
    };
    const post = session.request({ ':method': 'POST', ':path': path, ...headers11() });
    post.end(envelope(env11, exchangeBody));
    expect(await text(post)).toContain('<ExchangeResult>123<');
    expect(await text(session.request({ ':path': `${path}/Exchange?${form}` }))).toContain('>123</int>');
    expect(calls.map((call) => call.input)).toEqual([exchangeInput, exchangeInput]);
    expect(await text(session.request({ ':path': `${path}?wsdl` }))).toContain(`location="${base + path}"`);
  });
});

describe('hostile fields that parsers of Express have read', () => {
  const jsonHeaders = { 'Content-Type': 'application/json' };
  const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const bodies: readonly [string, string][] = [
    ['toString', '{"sessionId":{"toString":1}}'],
    ['lone surrogate', '{"sessionId":"\\ud800"}'],
    ['nested arrays', `{"sessionId":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['nested objects', `{"sessionId":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`],
    ['prototype', '{"__proto__":{"sessionId":"x"},"constructor":{"prototype":1}}'],
    ['an array', '[1,2,3]'],
  ];

  it.each(bodies)('JSON: %s', async (_, json) => {
    const app = express();
    app.use(express.json(), express.urlencoded({ extended: true }), wallet().nodeListener);
    const base = await listen(app);
    for (const below of ['', '/Exchange', '/Nothing']) {
      const answer = await fetch(base + path + below, { method: 'POST', headers: jsonHeaders, body: json });
      expect([400, 413, 415, 500]).toContain(answer.status);
      expect(await answer.text()).not.toContain('at Object');
    }
    expect(calls).toEqual([]);
  });

  it.each(['sessionId[toString]=1', 'sessionId[__proto__]=1', 'sessionId[a][b][c]=1'])('a form: %s', async (text) => {
    const app = express();
    app.use(express.urlencoded({ extended: true }), wallet().nodeListener);
    const answer = await fetch(`${await listen(app)}${path}/Exchange`, {
      method: 'POST',
      headers: formHeaders,
      body: text,
    });
    expect([400, 500]).toContain(answer.status);
    expect(await answer.text()).toContain('Missing parameter');
  });
});
