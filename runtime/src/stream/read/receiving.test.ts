import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type Order, type OrderList, type OrderMethods, Orders } from '../../../../tests/support/runtime/orders.js';
import { runs, thorough } from '../../../../tests/support/thorough.js';
import { SoapFaultError } from '../../client/errors/errors.js';
import { DynamicClient } from '../../dynamic-client.js';
import type { Transport } from '../../http/transport.js';
import { createServer } from '../../node/server.js';
import { createNodeTransport } from '../../node/transport.js';
import type { UnknownContent } from '../../schema/context/decoder.js';
import { registerService, type ServiceImplementation } from '../../server/handlers/registration.js';
import { createServer as createFetchServer } from '../../server/server.js';
import type { ServerOptions } from '../../server/settings/options.js';
import { stream } from '../client.js';
import type { BinaryStream } from '../package/binary-stream.js';
import { receiving } from './receiving.js';

const transport = createNodeTransport();
const closing: (() => unknown)[] = [() => transport.close()];
afterAll(async () => {
  for (const close of closing) {
    await close();
  }
});

interface Put {
  title: string;
  total: number | undefined;
  ids: number[];
  later: number | undefined;
}

/** An implementation that keeps what it read. */
function keeping(found: Put[], options: { readonly maxBytes?: number } = {}): ServiceImplementation<OrderMethods> {
  return {
    listOrders: ({ count }) => ({ title: 't', orders: [], total: count }),
    getOrders: () => [],
    putFile: ({ content }) => content.length,
    getFile: () => ({ content: new Uint8Array() }),
    putOrders: receiving(
      async (input) => {
        const put: Put = { title: input.title, total: input.total, ids: [], later: undefined };
        found.push(put);
        for await (const { id } of input.orders) {
          put.ids.push(id);
        }
        put.later = input.total;
        return put.ids.length;
      },
      { items: 'orders', ...options },
    ),
  };
}

const optionsOf = (
  implementation: ServiceImplementation<OrderMethods>,
  more: Partial<ServerOptions> = {},
): ServerOptions => ({
  services: [registerService(Orders, implementation)],
  ...more,
});

async function listening(options: ServerOptions): Promise<DynamicClient<OrderMethods>> {
  const { url, close } = await createServer(options).listen(0, '127.0.0.1');
  closing.push(() => close(0));
  return new DynamicClient(Orders, { address: `${url}/orders`, transport });
}

async function* orders(count: number, each?: (id: number) => unknown, note?: string): AsyncGenerator<Order> {
  for (let id = 0; id < count; id++) {
    await each?.(id);
    yield note === undefined ? { id } : { id, note };
  }
}

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const putXml = (items: string): string =>
  envelope(`<PutOrders xmlns="urn:orders"><title>t</title>${items}<total>9</total></PutOrders>`);

function streamOf(parts: string[]): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) {
        controller.close();
      } else {
        controller.enqueue(new TextEncoder().encode(part));
      }
    },
  });
}

describe('receiving', () => {
  it.each(['soap11', 'soap12'] as const)('reads the list of a request while it arrives over %s', async (binding) => {
    const found: Put[] = [];
    const client = await listening(optionsOf(keeping(found)));
    const sent: number[] = [];
    const input = {
      title: 'big',
      orders: orders(3, async (id) => {
        // The handler has the items before.
        while (id > 0 && found[0]?.ids.length !== id) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        sent.push(id);
      }),
      total: 3,
    };
    expect(await stream(client).putOrders(input, { binding }).answer).toBe(3);
    expect(found).toEqual([{ title: 'big', total: undefined, ids: [0, 1, 2], later: 3 }]);
    expect(sent).toEqual([0, 1, 2]);
  });

  it('gives a handler the same stream for requests that come as a whole', async () => {
    const found: Put[] = [];
    const server = createServer(optionsOf(keeping(found)));
    const { status } = await server.handle({
      method: 'POST',
      url: '/orders',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:orders/Put"' },
      body: new TextEncoder().encode(putXml('<order><id>1</id></order>')),
    });
    expect(status).toBe(200);
    const client = await listening(optionsOf(keeping(found)));
    expect(await client.call('putOrders', { title: 'none', orders: [] })).toBe(0);
    expect(await client.call('listOrders', { count: 4 })).toEqual({ title: 't', orders: [], total: 4 });
    expect(found).toEqual([
      { title: 't', total: 9, ids: [1], later: 9 },
      { title: 'none', total: undefined, ids: [], later: undefined },
    ]);
  });

  it('works over fetch and as a listener of Node', async () => {
    const found: Put[] = [];
    const server = createFetchServer(optionsOf(keeping(found)));
    const parts = putXml('<order><id>1</id></order><order><id>2</id></order>').match(/.{1,7}/gs) ?? [];
    const body = streamOf(parts);
    const request = new Request('http://localhost/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml' },
      body,
      duplex: 'half',
    } as RequestInit);
    const response = await server.fetch(request);
    expect(await response.text()).toContain('<PutOrdersResult>2</PutOrdersResult>');
    const host = createHttpServer(createServer(optionsOf(keeping(found))).nodeListener);
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    closing.push(() => host.close());
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/orders`;
    const client = new DynamicClient(Orders, { address, transport });
    expect(await stream(client).putOrders({ title: 'n', orders: orders(5) }).answer).toBe(5);
    expect(found.map(({ ids }) => ids.length)).toEqual([2, 5]);
  });

  it('answers with a fault for an item and for a rest that do not fit', async () => {
    const found: Put[] = [];
    const client = await listening(optionsOf(keeping(found)));
    const send = async (body: string, headers: object = {}): Promise<[number, string]> => {
      const response = await fetch(client.$options.address ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml; charset=utf-8', ...headers },
        body,
      });
      return [response.status, await response.text()];
    };
    const bad = await send(putXml('<order><id>1</id></order><order><id>two</id></order>'));
    expect(bad[0]).toBe(500);
    expect(bad[1]).toMatch(/Client<.*orders\[1\]\/id.*two.* is not a valid int/s);
    expect(found[0]?.ids).toEqual([1]);
    const first = await send(putXml('<order><id>one</id></order>'));
    expect(first[1]).toMatch(/orders\[0\]\/id/);
    const rest = await send(putXml('<order><id>1</id></order>').replace('<total>9', '<total>nine'));
    expect(rest[1]).toMatch(/Client<.*total.*nine/s);
    const cut = await send(putXml('<order><id>1</id></order>').slice(0, -30));
    expect(cut[0]).toBe(500);
    const before = await send(putXml('').replace('<title>', '<title'));
    expect(before[1]).toMatch(/Client</);
    const other = await send(putXml('<order><id>1</id></order>'), { SOAPAction: '"urn:orders/List"' });
    expect(other[1]).toMatch(/Fault/);
  });

  it('refuses more bytes than are allowed, and allows those that the operation raises', async () => {
    const small = await listening(optionsOf(keeping([]), { limits: { maxBodyBytes: 5000 } }));
    const call = stream(small).putOrders({ title: 't', orders: orders(1000) });
    await expect(call.answer).rejects.toThrow('The request has more than 5000 bytes.');
    const long = stream(small).putOrders({ title: 't'.repeat(10_000), orders: orders(1) });
    await expect(long.answer).rejects.toThrow();
    const raised = await listening(optionsOf(keeping([], { maxBytes: 1e9 }), { limits: { maxBodyBytes: 5000 } }));
    expect(await stream(raised).putOrders({ title: 't', orders: orders(20_000) }).answer).toBe(20_000);
    await expect(raised.call('getOrders', { count: 1 })).resolves.toEqual([]);
  });

  it('gives the same items and the same rest, however a request is cut', async () => {
    const found: Put[] = [];
    const server = createFetchServer(optionsOf(keeping(found)));
    const whole = putXml(
      '<order><id>1</id><note>é &lt; €</note></order> <!-- > --><order ><id>2</id></order>\n<order><id>3</id></order>',
    );
    const bytes = new TextEncoder().encode(whole);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 }), async (sizes) => {
        let at = 0;
        let index = 0;
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            const size = sizes[index++ % sizes.length] ?? 1;
            if (at >= bytes.length) {
              controller.close();
            } else {
              controller.enqueue(bytes.slice(at, at + size));
              at += size;
            }
          },
        });
        const headers = { 'Content-Type': 'text/xml; charset=utf-8' };
        const request = new Request('http://localhost/orders', {
          method: 'POST',
          headers,
          body,
          duplex: 'half',
        } as RequestInit);
        const response = await server.fetch(request);
        expect(await response.text()).toContain('<PutOrdersResult>3</PutOrdersResult>');
        expect(found.pop()).toEqual({ title: 't', total: undefined, ids: [1, 2, 3], later: 9 });
      }),
      { numRuns: runs(100) },
    );
  });

  it('decodes compressed requests', async () => {
    const found: Put[] = [];
    const client = await listening(optionsOf(keeping(found)));
    const text = putXml(Array.from({ length: 2000 }, (_, id) => `<order><id>${id}</id></order>`).join(''));
    const response = await fetch(client.$options.address ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml', 'Content-Encoding': 'gzip' },
      body: gzipSync(text),
    });
    expect(await response.text()).toContain('>2000<');
    const broken = await fetch(client.$options.address ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml', 'Content-Encoding': 'gzip' },
      body: 'no gzip',
    });
    expect(broken.status).toBe(400);
  });

  it('ends the connection when a handler answers before it has read everything', async () => {
    const implementation: ServiceImplementation<OrderMethods> = {
      ...keeping([]),
      putOrders: receiving<OrderList, Promise<number>, unknown, 'orders'>(
        async ({ orders: items }) => {
          for await (const { id } of items) {
            return id + 100;
          }
          return 0;
        },
        { items: 'orders', maxBytes: 1e9 },
      ),
    };
    const client = await listening(optionsOf(implementation));
    const input: { title: string; orders: AsyncGenerator<Order> } = {
      title: 't',
      orders: orders(thorough ? 200_000 : 50_000),
    };
    const answer = await stream(client)
      .putOrders(input)
      .answer.catch((error: unknown) => error);
    // Whether the client sees the answer while it sends is a matter of its host.
    expect(answer === 100 || answer instanceof Error).toBe(true);
  });

  it('makes the client wait while the handler does not read', async () => {
    let goOn: (() => void) | undefined;
    const implementation: ServiceImplementation<OrderMethods> = {
      ...keeping([]),
      putOrders: receiving<OrderList, Promise<number>, unknown, 'orders'>(
        async ({ orders: items }) => {
          await items.next();
          await new Promise<void>((resolve) => {
            goOn = resolve;
          });
          let count = 1;
          for await (const _ of items) {
            count++;
          }
          return count;
        },
        { items: 'orders', maxBytes: 1e9 },
      ),
    };
    const client = await listening(optionsOf(implementation));
    // Much more than what hosts keep between the two.
    const count = thorough ? 40_000 : 16_000;
    let sent = 0;
    const call = stream(client).putOrders({
      title: 't',
      orders: orders(count, () => sent++, 'x'.repeat(1000)),
    }).answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
    const waiting = sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sent).toBe(waiting);
    expect(sent).toBeLessThan(count - 1000);
    goOn?.();
    expect(await call).toBe(count);
  });

  it('tells the handler when the client goes away', async () => {
    const failed = new Promise<unknown>((resolve) => {
      const implementation: ServiceImplementation<OrderMethods> = {
        ...keeping([]),
        putOrders: receiving<OrderList, Promise<number>, unknown, 'orders'>(async ({ orders: items }) => {
          try {
            for await (const _ of items) {
            }
          } catch (error) {
            resolve(error);
          }
          return 0;
        }),
      };
      void listening(optionsOf(implementation)).then((client) => {
        const request = httpRequest(client.$options.address ?? '', {
          method: 'POST',
          headers: { 'Content-Type': 'text/xml' },
        });
        request.on('error', () => undefined);
        request.write(putXml('<order><id>1</id></order>|').split('|')[0], () =>
          setTimeout(() => request.destroy(), 50),
        );
      });
    });
    expect((await failed) as Error).toHaveProperty('message', 'aborted');
  });

  it('passes faults of handlers on', async () => {
    const client = await listening(
      optionsOf({
        ...keeping([]),
        putOrders: receiving<OrderList, Promise<number>, unknown, 'orders'>(async ({ orders: items }) => {
          await items.next();
          throw new Error('secret');
        }),
      }),
    );
    const error = await stream(client)
      .putOrders({ title: 't', orders: orders(2) })
      .answer.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SoapFaultError);
    expect((error as Error).message).not.toContain('secret');
  });
});

describe('receiving what a contract does not declare', () => {
  /** What a server tells and answers, of a request that comes a few bytes at a time. */
  async function told(body: string, putOrders: ServiceImplementation<OrderMethods>['putOrders']): Promise<unknown> {
    const found: string[] = [];
    const onUnknown = ({ kind, path, offset }: UnknownContent): number => found.push(`${kind} ${path} ${offset}`);
    const implementation = { ...keeping([]), putOrders };
    const server = createFetchServer(optionsOf(implementation, { tolerate: 'common', onUnknown }));
    const parts = envelope(`<PutOrders xmlns="urn:orders">${body}</PutOrders>`).match(/.{1,7}/gs) ?? [];
    const headers = { 'Content-Type': 'text/xml' };
    const request = { method: 'POST', headers, body: streamOf(parts), duplex: 'half' } as RequestInit;
    const response = await server.fetch(new Request('http://localhost/orders', request));
    return { found: found.sort(), answer: await response.text() };
  }

  it.each([
    ['around items', '<a/><title>t</title><b/><order><id>1</id><c/></order><d/><total>9</total><e/>'],
    ['without items', '<a/><title>t</title>text<b/><total>9</total><c/>'],
    ['before a mistake after the items', '<a/><title>t</title><order><id>1</id></order><b/><total>x</total>'],
    ['before a mistake where there are no items', '<a/><title>t</title>text<b/><total>x</total>'],
    ['before a mistake before the items', 'text<a/><title>t<b/></title><total>9</total>'],
  ])('tells it once, with its place in the request, as for a whole request: %s', async (_, body) => {
    expect(await told(body, keeping([]).putOrders)).toEqual(await told(body, ({ orders: { length } }) => length));
  });
});

describe('receiving with binaries', () => {
  const received: { ids: number[]; lengths: number[] } = { ids: [], lengths: [] };
  const implementation: ServiceImplementation<OrderMethods> = {
    ...keeping([]),
    putFile: receiving(
      async ({ name, content }) => {
        let length = 0;
        for await (const chunk of content) {
          length += chunk.length;
        }
        return name === 'big' ? length : -1;
      },
      { binaries: 'streams', maxBytes: 1e9 },
    ),
    putOrders: receiving(
      async ({ orders: items }) => {
        const scans: (BinaryStream | undefined)[] = [];
        for await (const { id, scan } of items) {
          received.ids.push(id);
          scans.push(scan);
        }
        for (const scan of scans) {
          received.lengths.push((await scan?.bytes())?.length ?? -1);
        }
        return scans.length;
      },
      { items: 'orders', binaries: 'streams' },
    ),
  };
  const octets = async function* (count: number): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < count; index++) {
      yield new Uint8Array(65_536).fill(index);
    }
  };

  it.each([true, false])('reads the binary value of a request as it arrives (MTOM: %s)', async (mtom) => {
    const { $options } = await listening(optionsOf(implementation));
    const client = new DynamicClient(Orders, { address: $options.address ?? '', transport, mtom });
    const count = mtom ? 200 : 5;
    const { answer } = stream(client).putFile({ name: 'big', content: octets(count) });
    expect(await answer.catch((error: Error) => error.message)).toBe(count * 65_536);
    expect(await client.call('putFile', { name: 'big', content: new Uint8Array(1000) })).toBe(1000);
  });

  it('reads the items of a request, and then the binary values in them', async () => {
    const { $options } = await listening(optionsOf(implementation));
    const types: (string | null)[] = [];
    const seen: Transport = async (request) => {
      const answer = await transport(request);
      types.push(answer.headers.get('content-type'));
      return answer;
    };
    const client = new DynamicClient(Orders, { address: $options.address ?? '', transport: seen, mtom: true });
    const put = Array.from({ length: 3 }, (_, id) => ({ id, scan: new Uint8Array(1000 * id).fill(id) }));
    expect(await client.call('putOrders', { title: 't', orders: put })).toBe(3);
    expect(received).toEqual({ ids: [0, 1, 2], lengths: [0, 1000, 2000] });
    expect(await client.call('getOrders', { count: 1 })).toEqual([]);
    expect(types).toEqual([
      expect.stringMatching(/^multipart\/related; /),
      expect.stringMatching(/^multipart\/related; /),
    ]);
  });
});
