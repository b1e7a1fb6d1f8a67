import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createGateway } from '@wsdl-codegen/gateway';
import { frontDoor } from '@wsdl-codegen/runtime/node';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { ts } from 'ts-morph';
import { programsOf } from '../docs/fences.js';
import { textOf } from '../support/repository.js';
import { orderService } from '../support/runtime/gateway.js';

/** A gateway in the applications that docs/gateway.md names: it answers there as alone. */
const gateway = createGateway({ services: [{ service: orderService() }], door: frontDoor });

async function at(server: Server, prefix: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
}

type Send = (request: Request) => Response | Promise<Response>;

async function answers(address: string, send: Send = (request) => fetch(request)): Promise<readonly unknown[]> {
  const post = (path: string, body: string, type: string, accept = 'application/json') =>
    send(new Request(address + path, { method: 'POST', body, headers: { 'Content-Type': type, Accept: accept } }));
  const call = await post('/Orders/listOrders', '{"count":1}', 'application/json');
  const items = await post('/Orders/getOrders', '{"count":2}', 'application/json', 'application/x-ndjson');
  const put = await post('/Orders/putOrders?title=t', '{"id":1}\n{"id":2}\n', 'application/x-ndjson');
  const file = await post('/Orders/getFile', '{"count":3}', 'application/json', 'application/octet-stream');
  const wrong = await post('/Orders/listOrders', '{"count":"x"}', 'application/json');
  const document = await send(new Request(`${address}/openapi.json`));
  const bytes = [...new Uint8Array(await file.arrayBuffer())];
  return [await call.json(), await items.text(), await put.text(), bytes, wrong.status, document.status];
}

const expected = [{ title: 'all', orders: [{ id: 0 }] }, '{"id":0}\n{"id":1}\n', '2', [7, 7, 7], 422, 200];

it('in Express, below a path', async () => {
  const server = createServer(express().use('/json', gateway.nodeListener) as RequestListener);
  expect(await answers(await at(server, '/json'))).toEqual(expected);
  server.closeAllConnections();
  server.close();
});

it('in Fastify, with a parser that leaves bodies alone', async () => {
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all('/*', (request, reply) => {
    reply.hijack();
    gateway.nodeListener(request.raw, reply.raw);
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  expect(await answers(address)).toEqual(expected);
  app.server.closeAllConnections();
  await app.close();
});

it('in Hono, on Node and by its fetch', async () => {
  const below = createGateway({ services: [{ service: orderService() }], basePath: '/json' });
  const app = new Hono().all('/json/*', ({ req }) => below.fetch(req.raw));
  expect(await answers('http://localhost/json', (request) => app.fetch(request))).toEqual(expected);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  expect(await answers(`http://127.0.0.1:${(server.address() as AddressInfo).port}/json`)).toEqual(expected);
  server.closeAllConnections();
  server.close();
});

it('in a worker, whose module exports fetch', async () => {
  const { fetch: send } = createGateway({ services: [{ service: orderService() }] });
  const worker = { fetch: send };
  expect(await answers('https://worker.example', (request) => worker.fetch(request))).toEqual(expected);
});

/** What the program of docs/gateway.md for Lambda exports. */
type LambdaHandler = (of: { readonly fetch: Send }) => (event: object) => Promise<{
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}>;

it.each([true, false])(
  'in Lambda, by the program of docs/gateway.md, with bodies in base64: %s',
  async (isBase64Encoded) => {
    const program = programsOf(textOf('docs/gateway.md')).find(({ text }) => text.includes('rawPath'));
    const { outputText } = ts.transpileModule(program?.text ?? '', {
      compilerOptions: { module: ts.ModuleKind.CommonJS },
    });
    const exported: { lambdaHandler?: LambdaHandler } = {};
    new Function('exports', outputText)(exported);
    const handle = exported.lambdaHandler?.(gateway);
    const send: Send = async (request) => {
      const { pathname, search, hostname } = new URL(request.url);
      const body = Buffer.from(await request.arrayBuffer());
      const answer = await handle?.({
        version: '2.0',
        rawPath: pathname,
        rawQueryString: search.slice(1),
        headers: { ...Object.fromEntries(request.headers), host: hostname },
        requestContext: { domainName: hostname, http: { method: request.method } },
        ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
        isBase64Encoded,
      });
      return new Response(Buffer.from(answer?.body ?? '', 'base64'), {
        status: answer?.statusCode ?? 0,
        headers: answer?.headers ?? {},
      });
    };
    expect(await answers('https://function.example', send)).toEqual(expected);
  },
);
