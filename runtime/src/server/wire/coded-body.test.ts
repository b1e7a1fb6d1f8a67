import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  env11,
  envelope,
  exchangeBody,
  exchangeInput,
  headers11,
  namespaces,
  type RecordedCall,
  send,
  type TextAnswer,
  walletServices,
} from '../../../../tests/support/runtime/server.js';
import { createServer as createNodeServer } from '../../node/index.js';
import { createServer, type ServerOptions } from '../index.js';

const path = '/ExchangerApi.asmx';
const query = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const soap = envelope(env11, exchangeBody);

const hosts = [
  { host: 'of the Node entry', create: createNodeServer, accepted: 'gzip, deflate, br' },
  { host: 'of the main entry', create: createServer, accepted: 'gzip, deflate' },
];

describe.each(hosts)('a server $host', ({ create, accepted }) => {
  const calls: RecordedCall[] = [];
  const post = (
    body: Uint8Array | string,
    headers: Readonly<Record<string, string>>,
    options: Partial<ServerOptions> = {},
    url = path,
  ): Promise<TextAnswer> => {
    calls.length = 0;
    const server = create({ services: walletServices(calls), namespaces, ...options });
    return send(server, 'POST', url, headers, body);
  };
  const coded = (coding: string): Readonly<Record<string, string>> => ({ ...headers11(), 'Content-Encoding': coding });

  it.each<[string, (bytes: string) => Uint8Array]>([
    ['gzip', (text) => gzipSync(text)],
    ['X-Gzip', (text) => gzipSync(text)],
    ['deflate', (text) => deflateSync(text)],
    ['identity', (text) => Buffer.from(text)],
    ['deflate, gzip', (text) => gzipSync(deflateSync(text))],
  ])('takes a message in %s', async (coding, encode) => {
    const got = await post(encode(soap), coded(coding));
    expect([got.status, got.text.includes('<ExchangeResult>123<')]).toEqual([200, true]);
    expect(calls.map(({ input }) => input)).toEqual([exchangeInput]);
  });

  it('takes a form in gzip', async () => {
    const got = await post(gzipSync(query), { ...form, 'Content-Encoding': 'gzip' }, {}, `${path}/Exchange`);
    expect([got.status, calls.map(({ input }) => input)]).toEqual([200, [exchangeInput]]);
  });

  it.each(['zstd', 'compress', 'gzip, zstd', 'gzip,gzip,gzip,gzip', 'gzip;q=1', 'aes128gcm'])(
    'does not support %s, and lists the codings that it supports',
    async (coding) => {
      const got = await post(soap, coded(coding));
      expect([got.status, got.headers['accept-encoding'], got.text]).toEqual([
        415,
        accepted,
        `The Content-Encoding of the request is not supported. Supported: ${accepted}.`,
      ]);
      expect(calls).toEqual([]);
    },
  );

  it.each<[string, Uint8Array]>([
    ['is plain', Buffer.from(soap)],
    ['is cut short', gzipSync(soap).subarray(0, -5)],
    ['is damaged', Buffer.from(gzipSync(soap).map((byte, index) => (index === 40 ? byte ^ 0xff : byte)))],
  ])('refuses a gzip body that %s', async (_, body) => {
    const got = await post(body, coded('gzip'));
    expect([got.status, got.text]).toEqual([
      400,
      'The body of the request is not what its Content-Encoding says, or it is not complete.',
    ]);
    expect(calls).toEqual([]);
  });

  it('holds the decoded body to the limit', async () => {
    const limits = { maxBodyBytes: 5000 };
    expect((await post(gzipSync(soap.padEnd(5000)), coded('gzip'), { limits })).status).toBe(200);
    expect((await post(gzipSync(soap.padEnd(5001)), coded('gzip'), { limits })).status).toBe(413);
    expect(
      (await post(gzipSync(Buffer.alloc(20_000_000)), coded('gzip'), { limits: { maxBodyBytes: 30_000 } })).status,
    ).toBe(413);
    const nested = gzipSync(gzipSync(Buffer.alloc(20_000_000)));
    expect((await post(nested, coded('gzip, gzip'))).status).toBe(413);
    expect(calls).toEqual([]);
  });

  it('says so to a page that may read it, and forbids browsers to run it', async () => {
    const cors = { origins: ['https://shop.example'] };
    for (const [coding, status] of [
      ['zstd', 415],
      ['gzip', 400],
    ] as const) {
      const got = await post(soap, { ...coded(coding), Origin: 'https://shop.example' }, { cors });
      expect(got.status).toBe(status);
      expect(got.headers).toMatchObject({
        'access-control-allow-origin': 'https://shop.example',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('does not look at the coding of no body, nor where no operation is called', async () => {
    const server = create({ services: walletServices(calls), namespaces });
    const header = { 'Content-Encoding': 'zstd' };
    expect((await send(server, 'GET', `${path}/Exchange?${query}`, header)).status).toBe(200);
    expect((await send(server, 'GET', path, header, 'x')).status).toBe(200);
    expect((await send(server, 'POST', '/nothing', header, 'x')).status).toBe(404);
  });
});

it('Node accepts br as well', async () => {
  const calls: RecordedCall[] = [];
  const server = createNodeServer({ services: walletServices(calls), namespaces });
  const headers = { ...headers11(), 'Content-Encoding': 'br' };
  expect((await send(server, 'POST', path, headers, brotliCompressSync(soap))).status).toBe(200);
  expect(calls.length).toBe(1);
});

it('where the host has no streams for it, the answer is that no coding is known', async () => {
  const { DecompressionStream: known } = globalThis;
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
  try {
    const server = createServer({ services: walletServices([]), namespaces });
    const got = await send(server, 'POST', path, { ...headers11(), 'Content-Encoding': 'gzip' }, gzipSync(soap));
    expect([got.status, got.headers['accept-encoding']]).toEqual([415, 'identity']);
  } finally {
    globalThis.DecompressionStream = known;
  }
});

it('bodies that a host decodes little by little count among those that arrive', async () => {
  const limits = { maxBodyBytes: 1_000_000, maxIncomingBytes: 300_000 };
  const calls: RecordedCall[] = [];
  const server = createServer({ services: walletServices(calls), namespaces, limits });
  const body = gzipSync(soap.padEnd(200_000));
  const headers = { ...headers11(), 'Content-Encoding': 'gzip' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(server, 'POST', path, headers, body)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses).toContain(503);
  expect(statuses.filter((status) => status === 200).length).toBe(calls.length);
  expect((await send(server, 'POST', path, headers, body)).status).toBe(200);
});
