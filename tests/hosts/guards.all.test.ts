import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@wsdl-codegen/runtime/node';
import express from 'express';
import { exchangerApi } from 'wallet-api';
import { exchangeRaw } from '../robustness/raw-http.js';
import { path, query, targets } from '../robustness/spellings.js';
import { apiNamespace } from '../support/wallet-services.js';

let calls = 0;
let server: Server;
let port: number;

beforeAll(async () => {
  const services = [exchangerApi({ exchange: () => ++calls })];
  const wallet = createServer({ services, namespaces: { api_namespace: apiNamespace } });
  const app = express();
  app.use(path, (_, response) => {
    response.status(403).end('denied');
  });
  app.use(wallet.nodeListener);
  server = await new Promise<Server>((resolve) => {
    const started: Server = app.listen(0, '127.0.0.1', () => resolve(started));
  });
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it('nothing that a guard in front does not see reaches the operation', async () => {
  const past: string[] = [];
  for (const target of targets) {
    calls = 0;
    const request = `GET ${target}?${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    await exchangeRaw(port, request, () => false);
    if (calls > 0) {
      past.push(target);
    }
  }
  expect(targets.length).toBeGreaterThan(700);
  expect(past).toEqual([]);
}, 60_000);
