import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway } from '@wsdl-codegen/gateway';
import { frontDoor } from '@wsdl-codegen/runtime/node';
import express from 'express';
import { fastify } from 'fastify';
import { orderService } from '../support/runtime/gateway.js';

/** A gateway in the applications that docs/gateway.md names: it answers there as alone. */
const gateway = createGateway({ services: [{ service: orderService() }], door: frontDoor });

async function at(server: Server, prefix: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
}

async function answers(address: string): Promise<readonly unknown[]> {
  const post = (path: string, body: string, type: string, accept = 'application/json'): Promise<Response> =>
    fetch(address + path, { method: 'POST', body, headers: { 'Content-Type': type, Accept: accept } });
  const call = await post('/Orders/listOrders', '{"count":1}', 'application/json');
  const items = await post('/Orders/getOrders', '{"count":2}', 'application/json', 'application/x-ndjson');
  const put = await post('/Orders/putOrders?title=t', '{"id":1}\n{"id":2}\n', 'application/x-ndjson');
  const document = await fetch(`${address}/openapi.json`);
  return [await call.json(), await items.text(), await put.text(), document.status];
}

const expected = [{ title: 'all', orders: [{ id: 0 }] }, '{"id":0}\n{"id":1}\n', '2', 200];

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
