import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamicClient } from '@wsdl-codegen/runtime';
import { createServer, frontDoor } from '@wsdl-codegen/runtime/node';
import { receiving, streamed } from '@wsdl-codegen/runtime/stream';
import { json, orderGateway, orderService, problemOf } from '../../../tests/support/runtime/gateway.js';
import { type OrderList, Orders } from '../../../tests/support/runtime/orders.js';
import { createGateway } from './index.js';

const lines = { Accept: 'application/x-ndjson' };
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** A list that counts how many of its items were asked for, and whether it was let go of. */
function counted(most = Number.POSITIVE_INFINITY) {
  const seen = { asked: 0, ended: false };
  async function* items(): AsyncGenerator<{ readonly id: number }> {
    try {
      while (seen.asked < most) {
        yield { id: seen.asked++ };
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, items };
}

/** True as soon as a number stays the same for a while: buffers on the way are full. False if it never does. */
async function comesToRest(read: () => number): Promise<boolean> {
  let still = 0;
  for (let i = 0, before = -1; i < 2000 && still < 100; i++) {
    await later();
    still = read() === before ? still + 1 : 0;
    before = read();
  }
  return still >= 100;
}

const requestOf = (path: string, request: RequestInit): Request =>
  new Request(`http://localhost${path}`, { method: 'POST', ...request });

/** A service over SOAP on a port, and a client of it. */
async function remote(methods: Parameters<typeof orderService>[0]) {
  const server = createServer({ services: [orderService(methods)], limits: { requestTimeoutMs: 0 } });
  const listening = await server.listen(0, '127.0.0.1');
  const client = new DynamicClient(Orders, { address: `http://127.0.0.1:${listening.port}/orders` });
  return { client, close: () => listening.close(0) };
}

describe.each(['class', 'client'] as const)('answers of a %s', (way) => {
  it('are asked for as fast as the caller takes them, and let go of when it goes', async () => {
    const { seen, items } = counted();
    const listOrders = () => streamed<OrderList>({ title: 't', orders: items() });
    const { client, close } = await remote({ listOrders });
    const gateway = createGateway({
      services: [way === 'class' ? { service: orderService({ listOrders }) } : { client }],
    });
    const answer = await gateway.fetch(requestOf('/Orders/listOrders', json({ count: 1 }, lines)));
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('{"id":0}\n');
    expect(await comesToRest(() => seen.asked)).toBe(true);
    await reader?.cancel();
    for (let i = 0; i < 200 && !seen.ended; i++) {
      await later();
    }
    expect(seen.ended).toBe(true);
    await close();
  });
});

it('an error before the first item is a problem, a later one cuts the answer and is reported', async () => {
  const errors: unknown[] = [];
  async function* broken(good: number): AsyncGenerator<{ readonly id: number }> {
    for (let id = 0; id < good; id++) {
      yield { id };
    }
    throw new Error('secret');
  }
  const listOrders = ({ count }: { readonly count: number }) =>
    streamed<OrderList>({ title: 't', orders: broken(count) });
  const send = orderGateway({ listOrders }, { onError: (error) => errors.push(error) });
  const early = await send('/Orders/listOrders', json({ count: 0 }, lines));
  expect([early.status, problemOf(early).detail]).toEqual([500, 'The operation failed.']);
  await expect(send('/Orders/listOrders', json({ count: 2 }, lines))).rejects.toThrow();
  expect(errors).toHaveLength(2);
});

it('a list that comes item by item is a whole one for a caller who wants JSON', async () => {
  const listOrders = () => streamed<OrderList>({ title: 't', orders: counted(2).items() });
  const answer = await orderGateway({ listOrders })('/Orders/listOrders', json({ count: 1 }));
  expect(JSON.parse(answer.text)).toEqual({ title: 't', orders: [{ id: 0 }, { id: 1 }] });
});

describe.each(['class', 'client'] as const)('requests to a %s', (way) => {
  it('are read as fast as the service takes them, and may be longer than others', async () => {
    let count = 0;
    const putOrders = receiving(
      async ({ orders }: { readonly orders: AsyncIterable<{ readonly id: number }> }) => {
        for await (const { id } of orders) {
          expect(id).toBe(count);
          count++;
        }
        return count;
      },
      { maxBytes: 1e9 },
    ) as never;
    const { client, close } = await remote({ putOrders });
    const gateway = createGateway({
      services: [way === 'class' ? { service: orderService({ putOrders }) } : { client }],
      limits: { maxBodyBytes: 1000, maxStreamBytes: 1e9 },
    });
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (sent === 1000) {
          controller.close();
        } else {
          controller.enqueue(new TextEncoder().encode(`{"id":${sent++}}\n`));
        }
      },
    });
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const answer = await gateway.fetch(
      requestOf('/Orders/putOrders?title=t', { body, headers, duplex: 'half' } as RequestInit),
    );
    expect([answer.status, await answer.text()]).toEqual([200, '1000']);
    await close();
  });

  it('end with the problem of the first item that is wrong', async () => {
    const putOrders = receiving(async ({ orders }: { readonly orders: AsyncIterable<unknown> }) => {
      let count = 0;
      for await (const _ of orders) {
        count++;
      }
      return count;
    }) as never;
    const { client, close } = await remote({ putOrders });
    const gateway = createGateway({
      services: [way === 'class' ? { service: orderService({ putOrders }) } : { client }],
      limits: { maxBodyBytes: 50, maxStreamBytes: 100 },
    });
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const put = async (body: string): Promise<readonly [number, string]> => {
      const answer = await gateway.fetch(requestOf('/Orders/putOrders?title=t', { body, headers }));
      return [answer.status, await answer.text()];
    };
    expect(await put('{"id":1}\n{"idd":1}\n')).toEqual([422, expect.stringContaining('"/orders/1/idd"')]);
    expect(await put('{"id":1}\n{')).toEqual([400, expect.stringContaining('not JSON')]);
    expect((await put(`{"id":1,"note":"${'x'.repeat(60)}"}`))[0]).toBe(413);
    expect((await put('{"id":1}\n'.repeat(20)))[0]).toBe(413);
    await close();
  });
});

describe('over Node', () => {
  let server: Server;
  let address: string;

  beforeAll(async () => {
    const gateway = createGateway({ services: [{ service: orderService() }], door: frontDoor });
    server = createHttpServer(gateway.nodeListener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('calls, streams and refusals are the same', async () => {
    const call = await fetch(`${address}/Orders/listOrders`, { method: 'POST', ...json({ count: 1 }) });
    expect(await call.json()).toEqual({ title: 'all', orders: [{ id: 0 }] });
    const items = await fetch(`${address}/Orders/getOrders`, { method: 'POST', ...json({ count: 2 }, lines) });
    expect(await items.text()).toBe('{"id":0}\n{"id":1}\n');
    const put = await fetch(`${address}/Orders/putOrders?title=t`, {
      method: 'POST',
      body: '{"id":1}\n',
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    expect(await put.text()).toBe('1');
    const long = await fetch(`${address}/Orders/listOrders`, { method: 'POST', ...json('x'.repeat(2_000_000)) });
    expect([long.status, long.headers.get('content-type')]).toEqual([413, 'application/problem+json']);
  });
});
