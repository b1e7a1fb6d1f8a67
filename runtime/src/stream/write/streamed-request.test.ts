import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fakeTransport } from '../../../../tests/support/runtime/fake-transport.js';
import { type Entry, Store, type StoreMethods } from '../../../../tests/support/runtime/stream-fixture.js';
import { createFetchTransport } from '../../client/fetch-transport.js';
import type { ClientAnswer, ClientOptions } from '../../client/options/options.js';
import { httpPostCalls, soap11Calls, soap12Calls } from '../../client/plans/bindings.js';
import { ServiceClient } from '../../client/service-client.js';
import { createNodeTransport } from '../../node/transport.js';
import { openMessage } from '../../soap/xop.js';
import { decodeXmlBytes } from '../../xml/index.js';
import { StreamedRequest } from './streamed-request.js';

interface Arrived {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

let respond: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;
let arrived: Arrived[] = [];
let server: Server;
let address = '';
const transport = createNodeTransport();
const answer =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Loaded xmlns="urn:store"><name>n</name><count>3</count></Loaded></s:Body></s:Envelope>';

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      arrived.push({ url: request.url ?? '', headers: request.headers, body });
      respond(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/store`;
});
beforeEach(() => {
  arrived = [];
  respond = (_, response) => response.setHeader('Content-Type', 'text/xml; charset=utf-8').end(answer);
});
afterAll(() => {
  transport.close();
  server.closeAllConnections();
  server.close();
});

function client(options: Partial<ClientOptions> = {}): ServiceClient<StoreMethods> {
  const calls = { soap11: soap11Calls, soap12: soap12Calls, httpPost: httpPostCalls, httpGet: httpPostCalls };
  return new ServiceClient(Store, { address, transport, ...options }, calls);
}

async function load(
  from: ServiceClient<StoreMethods>,
  input: unknown,
  options?: Parameters<ServiceClient<StoreMethods>['$exchange']>[2],
): Promise<ClientAnswer> {
  const writing = new StreamedRequest();
  try {
    return await from.$exchange('load', input, options, { writing });
  } finally {
    writing.end();
  }
}

async function* entries(count: number): AsyncGenerator<Entry> {
  for (let id = 0; id < count; id++) {
    await Promise.resolve();
    yield { id, text: `entry ${id} ж` };
  }
}

const all = async (source: AsyncIterable<Entry>): Promise<Entry[]> => {
  const items: Entry[] = [];
  for await (const item of source) {
    items.push(item);
  }
  return items;
};

/** The body of the ordinary call with the same input. */
async function wholeBody(input: unknown, options: Partial<ClientOptions> = {}): Promise<string> {
  const fake = fakeTransport({ body: answer });
  await client({ ...options, transport: fake })
    .$exchange('load', input, undefined, {})
    .catch(() => undefined);
  return String(fake.requests[0]?.body);
}

describe('a request whose list comes from a source', () => {
  it.each(['soap11', 'soap12', 'httpPost'] as const)(
    'arrives over %s as the ordinary request, in chunks',
    async (binding) => {
      const name = 'a & b';
      const options = { binding };
      await load(client(options), { name, entries: entries(5000) }).catch(() => undefined);
      const [request] = arrived;
      expect(request?.headers['transfer-encoding']).toBe('chunked');
      expect(request?.body.toString()).toBe(await wholeBody({ name, entries: await all(entries(5000)) }, options));
    },
  );

  it('gets the ordinary answer', async () => {
    expect((await load(client(), { name: 'n', entries: entries(3) })).value).toEqual({ name: 'n', count: 3 });
  });

  it('has SOAP headers and extensions as an ordinary one', async () => {
    const tree = { namespace: 'urn:h', name: 'Trace', attributes: [], children: ['1'] };
    const soapHeaders = [{ tree, mustUnderstand: true }];
    await load(client(), { name: 'n', entries: entries(2) }, { soapHeaders });
    const whole = await wholeBody({ name: 'n', entries: await all(entries(2)) }, { soapHeaders });
    expect(arrived[0]?.body.toString()).toBe(whole);
    expect(whole).toContain('Trace');
  });

  it('has a Content-Length where the length is known', async () => {
    const content = new Uint8Array(1000).fill(9);
    await load(client(), { name: 'n', entries: [], file: new Blob([content]) });
    expect(arrived[0]?.headers['content-length']).toBe(String(arrived[0]?.body.length));
    expect(arrived[0]?.body.toString()).toBe(await wholeBody({ name: 'n', entries: [], file: content }));
  });

  it('is sent by fetch, too', async () => {
    await load(client({ transport: createFetchTransport() }), { name: 'n', entries: entries(3000) });
    expect(arrived[0]?.body.toString()).toBe(await wholeBody({ name: 'n', entries: await all(entries(3000)) }));
  });

  it('is refused where parameters are a form', async () => {
    const formLoad = {
      ...Store.operations.load,
      httpPost: { location: '/Load', input: 'form' as const, parameters: [] },
    };
    const service = { ...Store, operations: { ...Store.operations, load: formLoad } };
    const forms = new ServiceClient<StoreMethods>(
      service,
      { address, transport, binding: 'httpPost' },
      { soap11: soap11Calls, soap12: soap12Calls, httpPost: httpPostCalls, httpGet: httpPostCalls },
    );
    await expect(load(forms, { name: 'n', entries: entries(1) })).rejects.toMatchObject({ code: 'whole-list' });
  });

  it('needs a transport that sends streams', async () => {
    const call = load(client({ transport: fakeTransport() }), { name: 'n', entries: entries(1) });
    await expect(call).rejects.toThrow('does not send streams');
  });

  it('rejects with the error of an item, and the connection is cut', async () => {
    async function* wrong(): AsyncGenerator<unknown> {
      yield { id: 1, text: 'a' };
      yield { id: 'two', text: 'b' };
    }
    const call = load(client(), { name: 'n', entries: wrong() });
    await expect(call).rejects.toMatchObject({ name: 'XmlEncodeError', path: '/Load/entries[1]/id' });
    expect(arrived).toEqual([]);
  });

  it('rejects with the error of its source', async () => {
    async function* broken(): AsyncGenerator<Entry> {
      yield* entries(2000);
      throw new Error('the cursor is closed');
    }
    const call = load(client(), { name: 'n', entries: broken() });
    await expect(call).rejects.toMatchObject({ name: 'SourceError', path: '/Load/entries', count: 2000 });
  });

  it('stops reading its source when the call is aborted', async () => {
    let returned = false;
    const controller = new AbortController();
    async function* endless(): AsyncGenerator<Entry> {
      try {
        for (let id = 0; ; id++) {
          if (id === 5000) {
            controller.abort(new Error('enough'));
          }
          await new Promise((resolve) => setImmediate(resolve));
          yield { id: id % 1000, text: 'x'.repeat(100) };
        }
      } finally {
        returned = true;
      }
    }
    const call = load(client(), { name: 'n', entries: endless() }, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(returned).toBe(true);
  });

  it('is not sent again when something of it was read', async () => {
    respond = (_, response) => response.writeHead(503).end();
    const retry = { attempts: 3, idempotent: true as const, delayMs: () => 0 };
    await expect(load(client({ retry }), { name: 'n', entries: entries(1) })).rejects.toMatchObject({ status: 503 });
    expect(arrived).toHaveLength(1);
  });

  it('is sent again when there was no connection, and its source is untouched', async () => {
    const other = createServer((_, response) => response.end(answer));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    const addresses = [`http://127.0.0.1:${port}/store`, address];
    const retry = { attempts: 2, delayMs: () => 0 };
    const moved = client({
      retry,
      transport: Object.assign(
        (request: Parameters<typeof transport>[0]) => transport({ ...request, url: addresses.shift() ?? address }),
        { listensToOnCancel: true, sendsStreams: true },
      ),
    });
    expect((await load(moved, { name: 'n', entries: entries(3) })).value).toEqual({ name: 'n', count: 3 });
    expect(arrived[0]?.body.toString()).toContain('entry 2');
  });

  it('ends its sources when the service answers before it has read them', async () => {
    let returned = false;
    const early = createServer((_, response) => {
      response.writeHead(500, { 'Content-Type': 'text/plain', Connection: 'close' }).end('no');
    });
    await new Promise<void>((resolve) => early.listen(0, '127.0.0.1', resolve));
    const { port } = early.address() as AddressInfo;
    async function* slow(): AsyncGenerator<Entry> {
      try {
        for (;;) {
          yield { id: 1, text: 'a' };
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      } finally {
        returned = true;
      }
    }
    const call = load(client({ address: `http://127.0.0.1:${port}/store` }), { name: 'n', entries: slow() });
    await expect(call).rejects.toMatchObject({ status: 500 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(returned).toBe(true);
    early.closeAllConnections();
    early.close();
  });
});

describe('a package whose binary content comes from a source', () => {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let piece = 0; piece < 40; piece++) {
      yield new Uint8Array(5000).fill(piece);
    }
  }
  const whole = new Uint8Array(200_000).map((_, at) => Math.floor(at / 5000));
  const read = (request: Arrived | undefined): string | undefined => {
    const opened = openMessage(request?.body ?? new Uint8Array(0), request?.headers['content-type']);
    return opened && decodeXmlBytes(opened.body, 'utf-8');
  };
  const same = async (request: Arrived | undefined, input: unknown): Promise<boolean> =>
    read(request) === (await wholeBody(input)).replace(' encoding="utf-8"', '');

  it('has the octets as a part of their own, and is read as the ordinary message', async () => {
    const input = { name: 'n', entries: [{ id: 1, text: 'a' }] };
    await load(client({ mtom: true }), { ...input, file: pieces() });
    const [request] = arrived;
    expect(request?.headers['content-type']).toContain('multipart/related');
    expect(request?.body.toString('latin1')).toContain('Include');
    expect(request?.body.includes(Buffer.from(whole))).toBe(true);
    expect(await same(request, { ...input, file: whole })).toBe(true);
  });

  it('has a list from a source in front of them', async () => {
    await load(client({ mtom: true }), { name: 'n', entries: entries(3000), file: new Blob([whole]) });
    expect(await same(arrived[0], { name: 'n', entries: await all(entries(3000)), file: whole })).toBe(true);
  });

  it('knows its length where the sources know theirs', async () => {
    await load(client({ mtom: true }), { name: 'n', entries: [], file: new Blob([whole]) });
    expect(arrived[0]?.headers['content-length']).toBe(String(arrived[0]?.body.length));
  });

  it('rejects with the error of the source', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* pieces();
      throw new Error('the disk is gone');
    }
    const call = load(client({ mtom: true }), { name: 'n', entries: [], file: broken() });
    await expect(call).rejects.toMatchObject({ name: 'SourceError', path: '/Load/file', count: 40 });
  });
});
