import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { registerService } from '../server/index.js';
import { ExchangerApi } from '../testing/fixture.js';
import { env11, envelope, exchangeBody, headers11, namespaces } from '../testing/server.js';
import { createServer, type NodeServer } from './index.js';

/** Handlers see the asynchronous context of the code in front of the server: the user, the tenant, the log of a request. */

const path = '/ExchangerApi.asmx';
const store = new AsyncLocalStorage<string>();
const soap = envelope(env11, exchangeBody);
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';
const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' };

let seen: (string | undefined)[];
let server: NodeServer;
let stop: () => unknown;

beforeEach(() => {
  seen = [];
  const exchange = async (): Promise<number> => {
    seen.push(store.getStore());
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(store.getStore());
    return 1;
  };
  server = createServer({ services: [registerService(ExchangerApi, { exchange })], namespaces });
});

afterEach(() => stop());

async function start(handle: RequestListener): Promise<string> {
  const http: Server = createHttpServer(handle);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  stop = () => {
    http.closeAllConnections();
    return new Promise((resolve) => http.close(resolve));
  };
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/** Several requests at once in several bindings, each with a body of several chunks where it has one: each sees its own context. */
async function keepsContext(base: string): Promise<void> {
  const large = soap.replace('>s<', `>${'s'.repeat(200_000)}<`);
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  await Promise.all(
    names.map(async (name, index) => {
      const context = { 'X-Context': name };
      const answer = await [
        () => fetch(base + path, { method: 'POST', headers: { ...headers11(), ...context }, body: soap }),
        () => fetch(base + path, { method: 'POST', headers: { ...headers11(), ...context }, body: large }),
        () => fetch(`${base + path}/Exchange?${form}`, { headers: context }),
        () => fetch(`${base + path}/Exchange`, { method: 'POST', headers: { ...formHeaders, ...context }, body: form }),
      ][index % 4]?.();
      expect(answer?.status).toBe(200);
    }),
  );
  expect([...seen].sort()).toEqual([...names, ...names].sort());
}

const contextOf = (header: unknown): string => String(header);

describe('the context of the framework in front', () => {
  it('is kept by http.createServer', async () => {
    await keepsContext(
      await start((request, response) =>
        store.run(contextOf(request.headers['x-context']), () => server.nodeListener(request, response)),
      ),
    );
  });

  it('is kept when the server is busy and requests take turns', async () => {
    const slow = registerService(ExchangerApi, {
      exchange: () => {
        const end = performance.now() + 30;
        while (performance.now() < end) {
          // Enough to postpone the next requests.
        }
        seen.push(store.getStore(), store.getStore());
        return 1;
      },
    });
    server = createServer({ services: [slow], namespaces });
    await keepsContext(
      await start((request, response) =>
        store.run(contextOf(request.headers['x-context']), () => server.nodeListener(request, response)),
      ),
    );
  });

  it.each<[string, readonly express.RequestHandler[]]>([
    ['without a parser', []],
    ['after parsers of JSON and forms', [express.json(), express.urlencoded({ extended: true })]],
    ['after a parser of bytes', [express.raw({ type: () => true, limit: '1mb' })]],
    ['after a parser of text', [express.text({ type: () => true, limit: '1mb' })]],
  ])('is kept by Express %s', async (_, parsers) => {
    const app = express();
    if (parsers.length > 0) {
      app.use(...parsers);
    }
    app.use((request, _response, next) => store.run(contextOf(request.headers['x-context']), next));
    app.use(server.nodeListener);
    await keepsContext(await start(app));
  });

  it('is kept by Fastify', async () => {
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.addHook('onRequest', (request, _reply, done) => store.run(contextOf(request.headers['x-context']), done));
    app.all('/*', (request, reply) => {
      reply.hijack();
      server.nodeListener(request.raw, reply.raw);
    });
    stop = () => app.close();
    await keepsContext(await app.listen({ port: 0, host: '127.0.0.1' }));
  });

  it('is kept by Fetch', async () => {
    stop = () => undefined;
    await Promise.all(
      ['a', 'b'].map((name) =>
        store.run(name, async () => {
          const request = new Request(`http://x${path}`, { method: 'POST', headers: headers11(), body: soap });
          expect((await server.fetch(request)).status).toBe(200);
        }),
      ),
    );
    expect([...seen].sort()).toEqual(['a', 'a', 'b', 'b']);
  });
});
