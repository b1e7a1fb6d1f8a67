import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import * as runtime from '@wsdl-codegen/runtime';
import { type BindingKind, type CallOptions, createFetchTransport, type ServiceError } from '@wsdl-codegen/runtime';
import { createNodeTransport } from '@wsdl-codegen/runtime/node';
import { ErrorsApiClient, ExchangerApiClient } from 'wallet-api';
import { selfSigned } from '../support/certificates.js';
import { textOf } from '../support/repository.js';
import { api, type Expected, type Row, rows, secret, xml } from './client-fault-rows.js';
import { answer, type Behaviour, type FaultServer, head, startFaultServer } from './fault-server.js';

/** Each way in which an answer can fail to come, or be none, over real connections: both transports, all bindings. */

const input = { sessionId: secret, CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1 };
const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const satisfies readonly BindingKind[];
const node = createNodeTransport({ idleTimeoutMs: 500 });
const transports = { node, fetch: createFetchTransport() };

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
  // The first call of a process loads much of Node, which may take longer than the short deadlines below.
  await failureOf('node', 'soap11', {});
  await failureOf('fetch', 'soap11', {});
});
afterAll(async () => {
  node.close();
  await server.close();
});

/** The error of a call. */
async function failureOf(
  transport: keyof typeof transports,
  binding: BindingKind,
  row: Partial<Row>,
  baseUrl = server.url,
): Promise<ServiceError> {
  const client = new ExchangerApiClient({
    baseUrl,
    namespaces: { api_namespace: api },
    binding,
    transport: transports[transport],
    ...row.options,
  });
  return client.exchange(input, row.call?.() as CallOptions).then(
    (value) => {
      throw new Error(`resolved with ${value}`);
    },
    (error) => error,
  );
}

function check(error: ServiceError, { type, facts, says = [] }: Expected, binding: BindingKind): void {
  expect([error.name, error.constructor.name]).toEqual([type, type]);
  expect(error).toBeInstanceOf(runtime.ServiceError);
  expect(error).toMatchObject({ service: 'ExchangerApi', operation: 'Exchange', binding, ...facts });
  expect(error.message).toMatch(`ExchangerApi.Exchange (${binding}): `);
  for (const text of says) {
    expect(error.message).toMatch(text);
  }
  expect(error.request).toMatchObject({ method: binding === 'httpGet' ? 'GET' : 'POST' });
  expect(`${inspect(error, { depth: Number.POSITIVE_INFINITY })} ${JSON.stringify(error)}`).not.toContain('s3cret');
}

describe.each(Object.keys(transports) as (keyof typeof transports)[])('over %s', (transport) => {
  it.each(Object.entries(rows))('%s', async (_, row) => {
    for (const binding of row.only ?? bindings) {
      server.behave(row.behaviour);
      const error = await failureOf(transport, binding, row);
      const { expected } = row;
      check(error, typeof expected === 'function' ? expected(binding, transport) : expected, binding);
      // Nothing is sent again, and nothing is sent elsewhere.
      expect(server.requests).toHaveLength(1);
    }
  });

  it('refused', async () => {
    const closed = createServer();
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    for (const binding of bindings) {
      const facts = { kind: 'unreachable', phase: 'connect', code: 'ECONNREFUSED', response: undefined };
      check(
        await failureOf(transport, binding, {}, `http://127.0.0.1:${port}`),
        { type: 'TransportError', facts },
        binding,
      );
    }
  });

  it('a name that nobody knows', async () => {
    const error = await failureOf(transport, 'soap11', {}, 'http://no-such-host.invalid');
    check(error, { type: 'TransportError', facts: { kind: 'name', phase: 'connect' } }, 'soap11');
  });

  it('no TLS at the other end, or a certificate of nobody', async () => {
    server.behave({ write: ['HTTP/1.1 400 Bad Request\r\n\r\n'], finish: 'end' });
    const secure = createTlsServer(selfSigned(['localhost']), (_, response) => response.end());
    await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done));
    const addresses = [
      server.url.replace('http', 'https'),
      `https://127.0.0.1:${(secure.address() as AddressInfo).port}`,
    ];
    const plain = createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n')),
    );
    await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
    addresses[0] = `https://127.0.0.1:${(plain.address() as AddressInfo).port}`;
    for (const address of addresses) {
      const error = await failureOf(transport, 'soap11', {}, address);
      check(error, { type: 'TransportError', facts: { kind: 'tls', phase: 'connect' } }, 'soap11');
    }
    await Promise.all([secure, plain].map((each) => new Promise((done) => each.close(done))));
  });

  it('answers that are right in another form are read', async () => {
    const text = 'Fehler: ä, Ж, 😀';
    const result = `<string xmlns="${api}">${text}</string>`;
    const utf16 = (mark: string): Buffer => Buffer.from(mark + result, 'utf16le');
    const answers: readonly Behaviour[] = [
      answer(200, xml, `\ufeff${result}`),
      answer(200, { 'Content-Type': 'text/xml' }, utf16('\ufeff')),
      answer(200, { 'Content-Type': 'text/xml' }, utf16('\ufeff').swap16()),
      answer(200, { 'Content-Type': 'text/xml; charset=utf-16' }, utf16('\ufeff')),
      // The header wins over the declaration.
      answer(200, xml, `<?xml version="1.0" encoding="iso-8859-1"?>${result}`),
      answer(200, {}, result),
      answer(200, { ...xml, 'Content-Encoding': 'gzip' }, gzipSync(result)),
      answer(200, { ...xml, 'Content-Encoding': 'deflate' }, deflateSync(result)),
      answer(200, { ...xml, 'Content-Encoding': 'deflate' }, deflateRawSync(result)),
      answer(200, { ...xml, 'Content-Encoding': 'br' }, brotliCompressSync(result)),
      {
        write: [
          head(200, { ...xml, 'Transfer-Encoding': 'chunked' }),
          `${Buffer.byteLength(result).toString(16)}\r\n${result}\r\n0\r\n\r\n`,
        ],
      },
      { write: [head(200, { ...xml, Connection: 'close' }), result], finish: 'end' },
    ];
    const options = { baseUrl: server.url, namespaces: { api_namespace: api }, transport: transports[transport] };
    const client = new ErrorsApiClient({ ...options, binding: 'httpGet' });
    for (const behaviour of answers) {
      server.behave(behaviour);
      expect(await client.getErrorDesc({ errorCode: 1, cultureCode: 1 })).toBe(text);
    }
  });
});

it('each class of error that a call can end in is in the guide', () => {
  const guide = textOf('docs/guide/errors.md');
  const types = Object.values(rows).flatMap(({ expected }) => (typeof expected === 'function' ? [] : [expected.type]));
  for (const type of new Set([...types, 'XmlEncodeError'])) {
    expect(guide).toContain(`\`${type}\``);
  }
});
