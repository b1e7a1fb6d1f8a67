import { writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createServer as createSoapServer, type ListeningServer } from '@wsdl-codegen/runtime/node';
import { errorsApi } from 'wallet-api';
import { authorityWithHost } from '../support/certificates.js';
import { Recipe, type RunningProgram } from './recipe.js';

const recipe = new Recipe('tls-and-proxies');
const { authority, host } = authorityWithHost(['127.0.0.1', 'wallet.test']);

const asked: string[] = [];
const sockets = new Set<Duplex>();
let secure: RunningProgram;
let plain: ListeningServer;
let proxy: Server;
let proxyUrl: string;

beforeAll(async () => {
  const files = { authority, server: host, client: host };
  for (const [name, { cert, key }] of Object.entries(files)) {
    writeFileSync(join(recipe.folder, `${name}.pem`), cert);
    writeFileSync(join(recipe.folder, `${name}-key.pem`), key);
  }
  secure = await recipe.start('A server over TLS', { env: { PORT: '0' } });
  const services = [errorsApi({ getErrorDesc: ({ errorCode }) => `plain error ${errorCode}` })];
  const server = createSoapServer({
    services,
    namespaces: { api_namespace: 'http://wallet.example/api' },
    hosts: ['wallet.test'],
  });
  plain = await server.listen(0, '127.0.0.1');
  await startProxy();
});
afterAll(async () => {
  await secure.stop();
  await plain.close(0);
  for (const socket of sockets) {
    socket.destroy();
  }
  await new Promise((resolve) => proxy.close(resolve));
  recipe.remove();
  expect(recipe.notRun()).toEqual([]);
});

/** A proxy that finds every host on this machine. */
async function startProxy(): Promise<void> {
  proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { port, pathname } = new URL(request.url ?? '');
    const { method, headers } = request;
    request.pipe(
      httpRequest({ host: '127.0.0.1', port, path: pathname, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  proxy.on('connection', (socket) => sockets.add(socket));
  proxy.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const inner = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

it('a client certificate is let in, and the handler sees whose it is', async () => {
  expect(secure.url).toMatch(/^https:/);
  expect(await recipe.run('A client certificate', { baseUrl: secure.url })).toEqual(['error 2 for Test host']);
});

it('an authority of your own is believed, but a client without a certificate is not let in here', async () => {
  await expect(recipe.run('An authority of your own', { baseUrl: secure.url })).rejects.toMatchObject({
    stderr: expect.stringContaining('TransportError'),
  });
  const open = createSoapServer({
    services: [errorsApi({ getErrorDesc: () => 'open' })],
    namespaces: { api_namespace: 'http://wallet.example/api' },
    tls: host,
  });
  const listening = await open.listen(0, '127.0.0.1');
  expect(await recipe.run('An authority of your own', { baseUrl: listening.url })).toEqual(['open']);
  await listening.close(0);
});

it('a server behind a proxy knows its callers', async () => {
  const program = await recipe.start('A server behind a proxy', { env: { PORT: '0' } });
  const headers = { 'X-Forwarded-For': '6.6.6.6, 192.0.2.7, 10.0.0.3', 'X-Forwarded-Host': 'wallet.example' };
  const answer = await fetch(`${program.url}/ErrorsApi.asmx/GetErrorDesc?errorCode=3&cultureCode=1`, { headers });
  expect(await answer.text()).toContain('error 3 for 192.0.2.7');
  await program.stop();
});

it('the proxy of the environment is used, but for the exceptions', async () => {
  const baseUrl = `http://wallet.test:${plain.port}`;
  const env = { http_proxy: proxyUrl, NO_PROXY: 'other.test' };
  expect(await recipe.run('The proxy of the environment', { baseUrl, env })).toEqual(['plain error 3']);
  expect(asked).toContain(`POST ${baseUrl}/ErrorsApi.asmx`);
  await expect(
    recipe.run('The proxy of the environment', { baseUrl, env: { ...env, NO_PROXY: 'wallet.test' } }),
  ).rejects.toMatchObject({ stderr: expect.stringContaining('ENOTFOUND') });
});

it('certificates go through a proxy by name', async () => {
  const baseUrl = secure.url.replace('127.0.0.1', 'wallet.test');
  expect(await recipe.run('A proxy by name', { baseUrl, env: { PROXY: proxyUrl } })).toEqual(['error 4 for Test host']);
  expect(asked.at(-1)).toBe(`CONNECT ${new URL(baseUrl).host}`);
});
