import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  envelope,
  exchangeBody,
  headers11,
  namespaces,
  walletServices,
} from '../../../tests/support/runtime/server.js';
import { StoreServer } from '../../../tests/support/runtime/store-server.js';
import { registerService, type ServiceContext } from '../server/index.js';
import { createServer, type NodeListener, type NodeServerOptions } from './index.js';

/** Servers behind `node:http2`, with its requests and responses that look like those of `node:http`. */

const path = '/ExchangerApi.asmx';
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';

type Http2Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

let port: number;
let session: ClientHttp2Session;
let warnings: string[];
let stop: () => Promise<void>;

async function start(options: Partial<NodeServerOptions> = {}): Promise<void> {
  const listener: NodeListener = createServer({ services: walletServices([]), namespaces, ...options }).nodeListener;
  const server = createHttp2Server(listener as unknown as Http2Listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  session = connect(`http://127.0.0.1:${port}`);
  warnings = [];
  const warned = (warning: Error): void => {
    warnings.push(warning.message);
  };
  process.on('warning', warned);
  stop = async () => {
    session.destroy();
    await new Promise((resolve) => server.close(resolve));
    process.off('warning', warned);
  };
}
afterEach(() => stop());

function headersOf(stream: ClientHttp2Stream): Promise<IncomingHttpHeaders & { readonly ':status'?: number }> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve).once('error', reject);
  });
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function ask(fields: OutgoingHttpHeaders, body?: string): Promise<Answer> {
  const stream = session.request(fields, { endStream: body === undefined });
  if (body !== undefined) {
    stream.end(body);
  }
  const headers = await headersOf(stream);
  return { status: headers[':status'], headers, body: await text(stream) };
}

const soap = { ':method': 'POST', ':path': path, ...headers11() };
const call = envelope(env11, exchangeBody);

/** A service whose handler waits, with the context of its call. */
function waiting(): { readonly options: Partial<NodeServerOptions>; readonly called: Promise<ServiceContext> } {
  let tell: (context: ServiceContext) => void;
  const called = new Promise<ServiceContext>((resolve) => {
    tell = resolve;
  });
  const exchange = (_: unknown, context: ServiceContext): Promise<number> => {
    void context.signal;
    tell(context);
    return new Promise(() => {});
  };
  return { options: { services: [registerService(ExchangerApi, { exchange })] }, called };
}

/** A call of the store for so many entries. */
function entriesOf(count: number): [fields: OutgoingHttpHeaders, body: string] {
  const body = `<Fetch xmlns="urn:store"><name>n</name><count>${count}</count></Fetch>`;
  return [{ ':method': 'POST', ':path': '/store', ...headers11('urn:store/Entries') }, envelope(env11, body)];
}

it('reads bodies with and without a length', async () => {
  await start();
  for (const length of [{}, { 'content-length': Buffer.byteLength(call) }]) {
    expect((await ask({ ...soap, ...length }, call)).body).toContain('<ExchangeResult>123<');
  }
  expect((await ask({ ':path': `${path}/Exchange?${form}` })).body).toContain('>123</int>');
  expect((await ask({ ':path': path, ':method': 'HEAD' })).body).toBe('');
});

it('publishes the address that the request names as :authority', async () => {
  await start();
  const own = `http://127.0.0.1:${port}${path}`;
  expect((await ask({ ':path': `${path}?wsdl` })).body).toContain(`location="${own}"`);
  expect((await ask({ ':path': `${path}?wsdl`, ':authority': 'localhost:81' })).body).toContain(
    `location="http://localhost:81${path}"`,
  );
});

it('a request by hand may bring the headers of HTTP/2 as they are', async () => {
  await start();
  const { handle } = createServer({ services: walletServices([]), namespaces });
  const wsdl = async (headers: Record<string, string>): Promise<{ status: number; body: string | Uint8Array }> =>
    handle({ method: 'GET', url: `${path}?wsdl`, headers, body: new Uint8Array(0) });
  expect((await wsdl({ ':authority': 'localhost:81' })).body).toContain(`location="http://localhost:81${path}"`);
  const { status } = await wsdl({ ':authority': 'localhost:81', host: 'localhost:82' });
  expect(status).toBe(400);
});

it('answers have no fields of the connection', async () => {
  await start({ limits: { maxBodyBytes: 1000 } });
  const answers = [await ask(soap, call), await ask(soap, call.padEnd(20_000)), await ask({ ':path': '/nothing' })];
  expect(answers.map(({ status }) => status)).toEqual([200, 413, 404]);
  for (const { headers } of answers) {
    expect(headers).not.toHaveProperty('connection');
    expect(headers).not.toHaveProperty('transfer-encoding');
  }
  await delay(10);
  expect(warnings).toEqual([]);
});

it.each<[string, (stream: ClientHttp2Stream) => void]>([
  ['its stream is cancelled', (stream) => stream.close(8)],
  ['its stream is destroyed', (stream) => void stream.destroy()],
  ['its connection is lost', () => session.destroy()],
])('the signal of a call aborts when %s', async (_, leave) => {
  const { options, called } = waiting();
  await start(options);
  const stream = session.request(soap);
  stream.on('error', () => {});
  stream.end(call);
  const { signal } = await called;
  expect(signal.aborted).toBe(false);
  const aborted = new Promise((resolve) => {
    signal.addEventListener('abort', resolve);
  });
  leave(stream);
  await aborted;
});

it.each<[string, (stream: ClientHttp2Stream) => void]>([
  ['stream', (stream) => void stream.destroy(new Error('cut off'))],
  ['connection', () => session.destroy()],
])('a handler is not called for a body that was cut off with its %s', async (_, cut) => {
  const seen: unknown[] = [];
  const exchange = (input: unknown): number => seen.push(input);
  await start({ services: [registerService(ExchangerApi, { exchange })] });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const stream = session.request({ ':method': 'POST', ':path': `${path}/Exchange`, ...type });
  stream.on('error', () => {});
  stream.write(form);
  await delay(50);
  cut(stream);
  await delay(50);
  expect(seen).toEqual([]);
});

it('a request that is turned away does not end the connection, and its rest is not asked for', async () => {
  await start({ limits: { maxBodyBytes: 1000 } });
  const stream = session.request(soap);
  stream.on('error', () => {});
  stream.write(call.padEnd(20_000));
  const closed = new Promise((resolve) => {
    stream.once('close', resolve);
  });
  expect((await headersOf(stream))[':status']).toBe(413);
  stream.resume();
  await closed;
  expect((await ask(soap, call)).status).toBe(200);
});

describe('an answer that is made while it is sent', () => {
  it('ends', async () => {
    const store = new StoreServer();
    await start({ services: [store.service()], namespaces: {} });
    const { status, body } = await ask(...entriesOf(3));
    expect([status, body.match(/entry \d/g), store.ended]).toEqual([200, ['entry 0', 'entry 1', 'entry 2'], 1]);
  });

  it('ends its source when its stream is reset', async () => {
    const store = new StoreServer();
    await start({ services: [store.service()], namespaces: {} });
    const [fields, body] = entriesOf(10_000_000);
    const stream = session.request(fields);
    stream.on('error', () => {});
    stream.end(body);
    await headersOf(stream);
    stream.close(8);
    for (let tries = 0; tries < 100 && store.ended === 0; tries++) {
      await delay(10);
    }
    expect(store.ended).toBe(1);
  });
});

it('the signal of a call does not abort when it is answered', async () => {
  let signal: AbortSignal | undefined;
  const exchange = (_: unknown, context: ServiceContext): number => {
    signal = context.signal;
    return 1;
  };
  await start({ services: [registerService(ExchangerApi, { exchange })] });
  expect((await ask(soap, call)).status).toBe(200);
  await delay(20);
  expect(signal?.aborted).toBe(false);
});
