import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { fakeTransport } from '../../../tests/support/runtime/fake-transport.js';
import { type Order, type OrderMethods, Orders } from '../../../tests/support/runtime/orders.js';
import {
  AbortError,
  HttpStatusError,
  MalformedResponseError,
  ResponseDecodeError,
  ResponseTooLargeError,
  ResponseTruncatedError,
  SoapFaultError,
  TimeoutError,
} from '../client/errors/errors.js';
import { createFetchTransport } from '../client/fetch-transport.js';
import type { ClientOptions } from '../client/options/options.js';
import { DynamicClient } from '../dynamic-client.js';
import type { Transport } from '../http/transport.js';
import { createServer } from '../node/server.js';
import { createNodeTransport } from '../node/transport.js';
import { registerService, type ServiceImplementation } from '../server/handlers/registration.js';
import { SoapFault } from '../soap/soap-fault.js';
import { type AnswerItems, stream } from './client.js';

const nodeTransport = createNodeTransport();
const closing: (() => unknown)[] = [() => nodeTransport.close()];
afterAll(async () => {
  for (const close of closing) {
    await close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
}

const clientAt = (address: string, options: ClientOptions = {}): DynamicClient<OrderMethods> =>
  new DynamicClient(Orders, { address, transport: nodeTransport, ...options });

const implementation: ServiceImplementation<OrderMethods> = {
  listOrders: ({ count }) => ({
    title: 'all',
    orders: Array.from({ length: count }, (_each, id) => ({ id })),
    total: count,
  }),
  getOrders: () => [],
  putOrders: () => 0,
  putFile: ({ content }) => content.length,
  getFile: () => ({ content: new Uint8Array() }),
};

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}

const envelope = (body: string): string =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><h>1</h></s:Header><s:Body>${body}</s:Body></s:Envelope>`;
const list = (orders: string): string =>
  envelope(`<ListOrdersResponse xmlns="urn:orders"><title>t</title>${orders}<total>9</total></ListOrdersResponse>`);
const begun = (orders: string): string => list(orders).split('<total>')[0] ?? '';
const orderXml = (id: number | string): string => `<order><id>${id}</id></order>`;
const xml = { 'Content-Type': 'text/xml; charset=utf-8' };

describe.each<[string, Transport]>([
  ['the transport of Node', nodeTransport],
  ['fetch', createFetchTransport()],
])('over %s', (_, transport) => {
  it.each(['soap11', 'soap12'] as const)('reads the items of an answer over %s, and then the rest', async (binding) => {
    const server = createServer({
      services: [registerService(Orders, implementation)],
    });
    const { url, close } = await server.listen(0, '127.0.0.1');
    closing.push(close);
    const client = clientAt(`${url}/orders`, { transport });
    let status = 0;
    const items: AnswerItems<Order, unknown> = stream(client).listOrders(
      { count: 3 },
      { binding, items: 'orders', onResponse: (answer) => (status = answer.status) },
    );
    expect(await all(items)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
    expect(await items.answer).toEqual({ title: 'all', orders: [], total: 3 });
    expect(status).toBe(200);
    expect(await all(stream(client).listOrders({ count: 1 }))).toEqual([{ id: 0 }]);
  });

  it('gives items while the answer is on its way', async () => {
    let goOn: (() => void) | undefined;
    const address = await serve((_request, response) => {
      response.writeHead(200, xml);
      const text = list(orderXml(1) + orderXml(2));
      const at = text.indexOf(orderXml(2)) + 5;
      response.write(text.slice(0, at));
      goOn = () => response.end(text.slice(at));
    });
    const items = stream(clientAt(address, { transport })).listOrders({ count: 2 });
    expect((await items.next()).value).toEqual({ id: 1 });
    goOn?.();
    expect((await items.next()).value).toEqual({ id: 2 });
    expect((await items.next()).done).toBe(true);
  });

  it('ends the request when the loop ends early', async () => {
    const closed = new Promise<void>((resolve) => {
      void serve((_request, response) => {
        response.on('close', resolve);
        response.writeHead(200, xml);
        response.write(begun(orderXml(1)));
      }).then(async (address) => {
        const items = stream(clientAt(address, { transport })).listOrders({ count: 2 });
        for await (const item of items) {
          expect(item).toEqual({ id: 1 });
          break;
        }
        await expect(items.answer).rejects.toThrow(AbortError);
      });
    });
    await closed;
  });

  it('says after how many items the connection broke', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(200, { ...xml, 'Content-Length': '100000' });
      response.write(begun(orderXml(1) + orderXml(2)), () => setTimeout(() => response.destroy(), 20));
    });
    const items = stream(clientAt(address, { transport })).listOrders({ count: 2 });
    expect((await items.next()).value).toEqual({ id: 1 });
    expect((await items.next()).value).toEqual({ id: 2 });
    const error = (await items.next().catch((reason: unknown) => reason)) as ResponseTruncatedError;
    expect(error).toBeInstanceOf(ResponseTruncatedError);
    expect(error.message).toMatch(/Orders\.ListOrders \(soap11\).*\(after 2 items\)$/);
    expect(error.operation).toBe('ListOrders');
    await expect(items.answer).rejects.toBe(error);
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  it('ends with the signal of the caller, and with the time of a wait', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(200, xml);
      response.write(begun(orderXml(1)));
    });
    const controller = new AbortController();
    const aborted = stream(clientAt(address, { transport })).listOrders({ count: 2 }, { signal: controller.signal });
    await aborted.next();
    const waiting = aborted.next();
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow(AbortError);
    const slow = stream(clientAt(address, { transport })).listOrders({ count: 2 }, { timeoutMs: 500 });
    await slow.next();
    await expect(slow.next()).rejects.toThrow(TimeoutError);
    const silent = await serve(() => undefined);
    const never = stream(clientAt(silent, { transport })).listOrders({ count: 2 }, { timeoutMs: 50 });
    await expect(never.next()).rejects.toThrow('Orders.ListOrders (soap11): No answer within 50 ms');
  });

  it('reads compressed answers', async () => {
    const orders = Array.from({ length: 5000 }, (_each, id) => orderXml(id)).join('');
    const address = await serve((_request, response) => {
      response.writeHead(200, { ...xml, 'Content-Encoding': 'gzip' });
      response.end(gzipSync(list(orders)));
    });
    expect(await all(stream(clientAt(address, { transport })).listOrders({ count: 2 }))).toHaveLength(5000);
    const broken = await serve((_request, response) => {
      response.writeHead(200, { ...xml, 'Content-Encoding': 'gzip' });
      response.end(gzipSync(list(orders)).subarray(0, 3000));
    });
    await expect(all(stream(clientAt(broken, { transport })).listOrders({ count: 2 }))).rejects.toThrow();
  });
});

describe('stream', () => {
  it.each(['httpGet', 'httpPost'] as const)('reads the document that answers over %s', async (binding) => {
    const address = await serve((_request, response) => {
      response.writeHead(200, xml);
      response.end(
        '<ArrayOfOrder xmlns="urn:orders"><Order><id>1</id></Order><Order><id>2</id></Order></ArrayOfOrder>',
      );
    });
    const items = stream(clientAt(address)).getOrders({ count: 2 }, { binding });
    expect(await all(items)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await items.answer).toEqual([]);
  });

  it('reads a result that is a list itself', async () => {
    const body =
      '<GetOrdersResponse xmlns="urn:orders"><GetOrdersResult><Order><id>1</id></Order></GetOrdersResult></GetOrdersResponse>';
    const transport = fakeTransport({ body: envelope(body) });
    const address = await serve((_request, response) => response.writeHead(200, xml).end(envelope(body)));
    for (const client of [clientAt(address), clientAt(address, { transport })]) {
      const items = stream(client).getOrders({ count: 2 });
      expect(await all(items)).toEqual([{ id: 1 }]);
      expect(await items.answer).toEqual([]);
    }
  });

  it('rejects with the faults and the errors of ordinary calls', async () => {
    const answers: [number, string, object][] = [
      [
        500,
        envelope(
          '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><Broken xmlns="urn:orders"><why>w</why></Broken></detail></s:Fault>',
        ),
        xml,
      ],
      [200, envelope('<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>'), xml],
      [404, 'gone', { 'Content-Type': 'text/plain' }],
      [200, '<html><title>Login</title></html>', { 'Content-Type': 'text/html' }],
      [200, '', xml],
      [200, '<other/>', xml],
      [200, envelope('<other/>'), xml],
      [200, `${list(orderXml(1))}<more/>`, xml],
      [200, list(orderXml('x')), xml],
    ];
    for (const [status, body, headers] of answers) {
      const address = await serve((_request, response) => response.writeHead(status, { ...headers }).end(body));
      const client = clientAt(address);
      const [streamed, ordinary] = await Promise.all([
        all(stream(client).listOrders({ count: 1 })).catch((error: unknown) => error),
        client.call('listOrders', { count: 1 }).catch((error: unknown) => error),
      ]);
      expect(streamed).toBeInstanceOf(Error);
      expect((streamed as Error).name).toBe((ordinary as Error).name);
      // What surrounds the items is shown without them.
      const where = / \(line.*/s;
      expect((streamed as Error).message.replace(where, '')).toBe((ordinary as Error).message.replace(where, ''));
      if (ordinary instanceof SoapFaultError) {
        expect((streamed as SoapFaultError).detail).toEqual(ordinary.detail);
      }
    }
  });

  it('gives a fault of a service after the calls of its interceptors', async () => {
    const server = createServer({
      services: [
        registerService(Orders, {
          ...implementation,
          listOrders: () => {
            throw new SoapFault('no', { code: 'Client' });
          },
        }),
      ],
    });
    const { url, close } = await server.listen(0, '127.0.0.1');
    closing.push(close);
    const seen: unknown[] = [];
    const client = clientAt(`${url}/orders`, {
      interceptors: [
        async (call, next) => {
          seen.push(call.operation.name);
          return next(call);
        },
      ],
    });
    await expect(all(stream(client).listOrders({ count: 1 }))).rejects.toThrow(SoapFaultError);
    expect(seen).toEqual(['ListOrders']);
  });

  it('says where an error in an item is', async () => {
    const address = await serve((_request, response) =>
      response.writeHead(200, xml).end(list(`${orderXml(1)}\n${orderXml('two')}`)),
    );
    const items = stream(clientAt(address)).listOrders({ count: 1 });
    await items.next();
    const error = (await items.next().catch((reason: unknown) => reason)) as ResponseDecodeError;
    expect(error).toBeInstanceOf(ResponseDecodeError);
    expect(error.path).toBe('/ListOrdersResponse/orders[1]/id');
    expect(error.message).toMatch(/line 2, column 15.*\(after 1 item\)$/s);
  });

  it.each([
    ['text/xml; charset=x-nothing', ''],
    ['text/xml', '<?xml version="1.0" encoding="x-nothing"?>'],
  ])('in an encoding that nobody knows is not guessed: %s %s', async (type, declaration) => {
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Type': type });
      const text = declaration + list(orderXml(1));
      response.write(text.slice(0, 20));
      setTimeout(() => response.end(text.slice(20)), 20);
    });
    const error = await all(stream(clientAt(address)).listOrders({ count: 1 })).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MalformedResponseError);
    expect((error as Error).message).toContain('The encoding "x-nothing" is not known');
  });

  it('has no limit for the whole answer unless there is one in the options', async () => {
    const orders = Array.from({ length: 2000 }, (_each, id) => orderXml(id)).join('');
    const address = await serve((_request, response) => response.writeHead(200, xml).end(list(orders)));
    const small = clientAt(address, { limits: { maxResponseBytes: 10_000 } });
    await expect(all(stream(small).listOrders({ count: 1 }))).rejects.toThrow(ResponseTooLargeError);
    const raised = stream(small).listOrders({ count: 1 }, { maxResponseBytes: Number.POSITIVE_INFINITY });
    expect(await all(raised)).toHaveLength(2000);
    const items = stream(clientAt(address)).listOrders({ count: 1 }, { window: { maxItemLength: 10 } });
    await expect(all(items)).rejects.toThrow(MalformedResponseError);
    const page = await serve((_request, response) => response.writeHead(500, xml).end('x'.repeat(20_000)));
    await expect(
      all(stream(clientAt(page, { limits: { maxResponseBytes: 10_000 } })).listOrders({ count: 1 })),
    ).rejects.toThrow(ResponseTooLargeError);
  });

  it('sends again only what gave nothing', async () => {
    let requests = 0;
    const address = await serve((_request, response) => {
      requests++;
      if (requests === 1) {
        response.writeHead(503).end();
      } else {
        response.writeHead(200, xml);
        response.write(begun(orderXml(1)), () => setTimeout(() => response.destroy(), 20));
      }
    });
    const client = clientAt(address, { retry: { attempts: 4, idempotent: true, delayMs: () => 1 } });
    await expect(all(stream(client).listOrders({ count: 1 }))).rejects.toThrow('(after 1 item)');
    expect(requests).toBe(2);
    await expect(all(stream(clientAt(address)).listOrders({ count: 1 }))).rejects.not.toThrow(HttpStatusError);
  });

  it('reads no faster than its items are taken', async () => {
    let sent = 0;
    const address = await serve((_request, response) => {
      response.writeHead(200, xml);
      const [head, tail] = list('|').split('|') as [string, string];
      response.write(head);
      const chunk = orderXml(1).repeat(4000);
      const send = (): void => {
        while (sent < 100_000_000) {
          sent += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', send);
            return;
          }
        }
        response.end(tail);
      };
      send();
    });
    const items = stream(clientAt(address)).listOrders({ count: 1 });
    await items.next();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await items.next();
    expect(sent).toBeLessThan(50_000_000);
    await items.return();
  });

  it('writes the list of a request while it is read', async () => {
    const address = await serve((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      request.on('end', () => {
        const count = text.split('<id>').length - 1;
        const body = `<PutOrdersResponse xmlns="urn:orders"><PutOrdersResult>${count}</PutOrdersResult></PutOrdersResponse>`;
        response.writeHead(200, xml).end(envelope(body));
      });
    });
    async function* orders(): AsyncGenerator<Order> {
      for (let id = 0; id < 10_000; id++) {
        yield { id };
      }
    }
    expect(await stream(clientAt(address)).putOrders({ title: 't', orders: orders() }).answer).toBe(10_000);
  });

  it('refuses paths that name no list before it sends anything', () => {
    const calls = stream(clientAt('http://localhost/orders'));
    // @ts-expect-error: the compiler knows the paths, too.
    expect(() => calls.listOrders({ count: 1 }, { items: 'order' })).toThrow('did you mean "orders"?');
  });

  it('gives the answer of an operation without lists', async () => {
    const body = '<GetFileResponse xmlns="urn:orders"><content>AQI=</content></GetFileResponse>';
    const address = await serve((_request, response) => response.writeHead(200, xml).end(envelope(body)));
    const { answer } = stream(clientAt(address)).getFile({ count: 1 });
    expect(await answer).toEqual({ content: new Uint8Array([1, 2]) });
  });
});
