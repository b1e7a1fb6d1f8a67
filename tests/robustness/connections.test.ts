import { createServer, type ListeningServer, type NodeServerOptions } from '@wsdl-codegen/runtime/node';
import { ErrorsApiClient } from 'wallet-api';
import { apiNamespace, services } from '../support/wallet-services.js';
import { exchangeRaw, openRaw } from './raw-http.js';

let server: ListeningServer;

async function start(
  limits: NodeServerOptions['limits'],
  describe: (code: number) => unknown = (code) => `<${code}>`,
): Promise<void> {
  const methods = { getErrorDesc: ({ errorCode }: { errorCode: number }) => describe(errorCode) };
  server = await createServer({
    services: services(methods),
    namespaces: { api_namespace: apiNamespace, geo_namespace: 'http://geo.example/' },
    ...(limits !== undefined && { limits }),
  }).listen(0, '127.0.0.1');
}

afterEach(() => server.close(0));

function ask(errorCode: number): Promise<string | undefined> {
  const client = new ErrorsApiClient({ baseUrl: server.url, namespaces: { api_namespace: apiNamespace } });
  return client.getErrorDesc({ errorCode, cultureCode: 1 }) as Promise<string | undefined>;
}

const request = (code: number, more = ''): string =>
  `GET /ErrorsApi.asmx/GetErrorDesc?errorCode=${code}&cultureCode=1 HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
const body = '<x/>';
const post = (framing: string, more = ''): string =>
  `POST /ErrorsApi.asmx HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nSOAPAction: ""\r\n${framing}\r\n\r\n${more}`;

it('serves hundreds of callers at once, each with its own answer', async () => {
  await start({}, (code) => new Promise((resolve) => setTimeout(resolve, code % 20, `<${code}>`)));
  const codes = Array.from({ length: 400 }, (_, index) => index + 1);
  expect(await Promise.all(codes.map(ask))).toEqual(codes.map((code) => `<${code}>`));
});

it('serves the others while hundreds of connections are open and say nothing, half a head, or half a body', async () => {
  await start({ headersTimeoutMs: 600, requestTimeoutMs: 600 });
  const beginnings = [
    '',
    'POST /Err',
    post('Content-Length: 100', 'half'),
    post('Transfer-Encoding: chunked', '5\r\nab'),
  ];
  const sockets = await Promise.all(
    Array.from({ length: 300 }, (_, index) => openRaw(server.port, beginnings[index % 4] ?? '')),
  );
  const ended = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve).resume()));
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual(['<1>', '<2>', '<3>']);
  // None of them is waited for: those with a beginning get 408, and all are closed.
  await Promise.all(ended);
}, 30_000);

it('gives up callers that send drop by drop, however long they go on', async () => {
  await start({ headersTimeoutMs: 400, requestTimeoutMs: 400 });
  const sockets = await Promise.all(['POST /', post('Content-Length: 1000')].map((text) => openRaw(server.port, text)));
  const drip = setInterval(() => sockets.map((socket) => socket.write('x')), 50);
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve).resume())));
  clearInterval(drip);
}, 20_000);

it('gives up callers that do not read their answers, and those alone', async () => {
  await start({ answerTimeoutMs: 300 }, (code) => (code === 1 ? 'x'.repeat(20_000_000) : `<${code}>`));
  const idle = await Promise.all(Array.from({ length: 2 }, () => openRaw(server.port, request(1))));
  for (const socket of idle) {
    socket.pause();
  }
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const cut = idle.map(
    (socket) =>
      new Promise<number>((resolve) => {
        let bytes = 0;
        socket.on('data', (chunk: Buffer | string) => {
          bytes += chunk.length;
        });
        socket.once('close', () => resolve(bytes)).resume();
      }),
  );
  for (const bytes of await Promise.all(cut)) {
    expect(bytes).toBeLessThan(20_000_000);
  }
  expect(await ask(2)).toBe('<2>');
}, 30_000);

it('answers a hundred pipelined requests in their order, though later ones are ready first', async () => {
  await start({}, (code) => new Promise((resolve) => setTimeout(resolve, 100 - code, `<${code}>`)));
  const codes = Array.from({ length: 100 }, (_, index) => index);
  const found = (text: string): string[] => [...text.matchAll(/&lt;(\d+)&gt;/g)].map((match) => match[1] ?? '');
  const { text } = await exchangeRaw(
    server.port,
    codes.map((code) => request(code)).join(''),
    (given) => found(given).length === 100,
  );
  expect(found(text)).toEqual(codes.map(String));
});

it.each([
  ['two lengths', post('Content-Length: 4\r\nContent-Length: 5', body)],
  ['length and chunks', post('Content-Length: 4\r\nTransfer-Encoding: chunked', '4\r\n<x/>\r\n0\r\n\r\n')],
  ['a length that is none', post('Content-Length: 4x', body)],
  ['a negative length', post('Content-Length: -1', body)],
  ['chunks that are none', post('Transfer-Encoding: chunked', 'zz\r\n')],
  ['a header with a NUL', request(1, 'X: a\0b\r\n')],
  ['two hosts', `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nX\r\n\r\n`],
])('refuses %s, and lives on', async (_, bytes) => {
  await start({ headersTimeoutMs: 500, requestTimeoutMs: 500 });
  const { text } = await exchangeRaw(server.port, bytes, (given) => given.includes('\r\n\r\n'));
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(await ask(7)).toBe('<7>');
});

it('frees what broken connections held', async () => {
  await start({ maxBodyBytes: 4_000_000 });
  const heap = (): number => process.memoryUsage().arrayBuffers;
  const before = heap();
  const half = post('Content-Length: 3000000', 'x'.repeat(1_000_000));
  for (let round = 0; round < 20; round++) {
    const sockets = await Promise.all(Array.from({ length: 5 }, () => openRaw(server.port, half)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const socket of sockets) {
      socket.resetAndDestroy();
    }
  }
  expect(await ask(1)).toBe('<1>');
  // A hundred bodies of a megabyte came in; were they kept, they would be here.
  expect(heap() - before).toBeLessThan(60_000_000);
}, 30_000);

it('closes while callers are waiting, and answers them first', async () => {
  await start({}, (code) => new Promise((resolve) => setTimeout(resolve, 150, `<${code}>`)));
  const waiting = Promise.all([1, 2, 3, 4, 5].map(ask));
  await new Promise((resolve) => setTimeout(resolve, 60));
  const closed = server.close();
  expect(await waiting).toEqual(['<1>', '<2>', '<3>', '<4>', '<5>']);
  await closed;
  await expect(ask(6)).rejects.toThrow();
});
