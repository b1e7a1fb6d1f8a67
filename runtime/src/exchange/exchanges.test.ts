import { type NoteMethods, Notes, noteBindings } from '../../../tests/support/runtime/notes.js';
import { type OrderMethods, Orders } from '../../../tests/support/runtime/orders.js';
import { AbortError } from '../client/errors/errors.js';
import { createFetchTransport } from '../client/fetch-transport.js';
import type { ClientExchange } from '../client/messages/exchange-message.js';
import { type OperationsClient, operationsClient } from '../client/operations-client.js';
import type { ClientOptions } from '../client/options/options.js';
import { httpGetCalls, httpPostCalls, soap11Calls, soap12Calls } from '../client/plans/bindings.js';
import { createServer as createNodeServer } from '../node/server.js';
import { registerService, type ServiceImplementation } from '../server/handlers/registration.js';
import { createServer, type SoapServer } from '../server/server.js';
import type { ServerOptions } from '../server/settings/options.js';
import type { BindingKind } from '../service/descriptor.js';
import type { SoapHeaderExtension } from '../soap/extension.js';
import { SoapFault } from '../soap/soap-fault.js';
import { receiving } from '../stream/read/receiving.js';
import { callRequest } from './call-request.js';
import { curlCommand } from './curl-command.js';
import { type ServerExchange, serverExchanges } from './server-exchanges.js';

const calls = { soap11: soap11Calls, soap12: soap12Calls, httpGet: httpGetCalls, httpPost: httpPostCalls };
const implementation: ServiceImplementation<NoteMethods> = {
  add: ({ text }) => `added ${text}`,
  list: ({ text }) => text,
  notify: () => undefined,
};

function serve(
  methods: Partial<ServiceImplementation<NoteMethods>> = {},
  options: Partial<ServerOptions> = {},
): SoapServer {
  return createServer({ services: [registerService(Notes, { ...implementation, ...methods })], ...options });
}

function clientOf(server: SoapServer, options: ClientOptions = {}): OperationsClient<NoteMethods> {
  const transport = createFetchTransport((input, init) => server.fetch(new Request(input, init)));
  const all = { transport, address: 'http://localhost/notes', ...options };
  return operationsClient<NoteMethods, BindingKind>(Notes, Notes.operations, all, calls);
}

describe('onExchange of a client', () => {
  it.each(noteBindings)('shows the request and the answer over %s', async (binding) => {
    const seen: ClientExchange[] = [];
    const onExchange = (exchange: ClientExchange): unknown => seen.push(exchange);
    await clientOf(serve(), { binding, onExchange }).add({ text: 'a' });
    expect(seen).toMatchObject([{ service: 'Notes', operation: 'Add', binding, attempt: 1, error: undefined }]);
    const [{ request, response, durationMs } = {} as ClientExchange] = seen;
    const isGet = binding === 'httpGet';
    expect([request.method, request.url.startsWith('http://localhost/notes')]).toEqual([isGet ? 'GET' : 'POST', true]);
    expect(isGet ? request.url : request.text()).toMatch(/text>?=?a/);
    expect([response?.status, response?.text().includes('added a')]).toEqual([200, true]);
    expect(new TextDecoder().decode(response?.bytes())).toBe(response?.text());
    expect(response?.headers['content-type']).toContain('xml');
    expect(durationMs).toBeGreaterThanOrEqual(0);
  });

  it('hides credentials as errors do, but for the bytes', async () => {
    const seen: ClientExchange[] = [];
    const server = serve({ add: () => 'yes: s3cret' });
    const client = clientOf(server, { onExchange: (exchange) => seen.push(exchange) });
    await client.add(
      { text: 'a' },
      { headers: { Authorization: 'Bearer s3cret' }, soapHeaders: { session: 'abc123' } },
    );
    const [exchange] = seen;
    expect(exchange?.request.headers.Authorization).toBe('***');
    expect(exchange?.request.text()).toMatch(/Session[^>]*>\*\*\*</);
    expect(exchange?.response?.text()).toContain('yes: ***');
    expect(new TextDecoder().decode(exchange?.request.bytes())).toContain('abc123');
    const logged = JSON.parse(JSON.stringify(exchange)) as ClientExchange;
    expect(logged).toMatchObject({
      operation: 'Add',
      request: { method: 'POST', url: 'http://localhost/notes', headers: { Authorization: '***' } },
      response: { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' } },
    });
  });

  it('shows each attempt, faults and connections that fail', async () => {
    const seen: ClientExchange[] = [];
    const onExchange = (exchange: ClientExchange): unknown => seen.push(exchange);
    const failing = serve({
      add: () => {
        throw new SoapFault('No.');
      },
    });
    await clientOf(failing, { onExchange })
      .add({ text: 'a' })
      .catch(() => undefined);
    expect(seen).toMatchObject([{ attempt: 1, error: { name: 'SoapFaultError' }, response: { status: 500 } }]);
    seen.length = 0;
    const transport = (): Promise<never> => Promise.reject(new Error('gone'));
    const retry = { attempts: 3, delayMs: () => 0, retryOn: () => true };
    await clientOf(failing, { onExchange, transport, retry })
      .add({ text: 'a' })
      .catch(() => undefined);
    expect(seen.map(({ attempt, response, error }) => [attempt, response, String(error)])).toEqual([
      [1, undefined, expect.stringContaining('gone')],
      [2, undefined, expect.stringContaining('gone')],
      [3, undefined, expect.stringContaining('gone')],
    ]);
  });

  it('does not break calls by its own errors, now or later', async () => {
    const now = (): void => {
      throw new Error('broken');
    };
    const later = (() => Promise.reject(new Error('broken'))) as () => void;
    expect(await clientOf(serve(), { onExchange: now }).add({ text: 'a' })).toBe('added a');
    expect(await clientOf(serve(), { onExchange: later }).add({ text: 'a' })).toBe('added a');
  });
});

describe('onExchange of a server', () => {
  function watching(
    methods: Partial<ServiceImplementation<NoteMethods>> = {},
    options: Partial<ServerOptions> = {},
  ): readonly [SoapServer, ServerExchange[]] {
    const seen: ServerExchange[] = [];
    return [serve(methods, { ...options, onExchange: serverExchanges((exchange) => seen.push(exchange)) }), seen];
  }

  it.each(noteBindings)('shows the request and the answer over %s', async (binding) => {
    const [server, seen] = watching({}, { interceptors: [(_, next) => next({ principal: 'ann' })] });
    await clientOf(server, { binding }).add({ text: 'a' }, { headers: { 'X-Api-Key': 's3cret' } });
    expect(seen).toMatchObject([{ service: 'Notes', operation: 'Add', binding, principal: 'ann', error: undefined }]);
    const [{ request, response } = {} as ServerExchange] = seen;
    expect(binding === 'httpGet' ? request.url : request.text()).toMatch(/text>?=?a/);
    expect([response.status, response.text().includes('added a'), request.headers['x-api-key']]).toEqual([
      200,
      true,
      '***',
    ]);
  });

  it.each(noteBindings)('shows errors of handlers over %s', async (binding) => {
    const [server, seen] = watching({ add: () => Promise.reject(new Error('broken')) });
    await clientOf(server, { binding })
      .add({ text: 'a' })
      .catch(() => undefined);
    expect(seen).toMatchObject([{ operation: 'Add', error: new Error('broken'), response: { status: 500 } }]);
  });

  it('shows requests that cannot be read, and not pages', async () => {
    const [server, seen] = watching();
    const headers = { 'Content-Type': 'text/xml' };
    await server.fetch(new Request('http://localhost/notes', { method: 'POST', headers, body: '<broken' }));
    await server.fetch(new Request('http://localhost/notes'));
    expect(seen.map(({ operation, request, response }) => [operation, request.text(), response.status >= 400])).toEqual(
      [[undefined, '(7 characters)', true]],
    );
  });

  it('shows one-way operations and does not break calls by errors of the listener', async () => {
    const [server, seen] = watching();
    await clientOf(server).notify({ text: 'a' });
    expect(seen).toMatchObject([{ operation: 'Notify', response: { status: 202 } }]);
    const broken = serverExchanges(() => {
      throw new Error('broken');
    });
    expect(await clientOf(serve({}, { onExchange: broken })).add({ text: 'a' })).toBe('added a');
  });

  it('is a function for createServer of the entry node, and shows streams once', async () => {
    const seen: ServerExchange[] = [];
    const orders: ServiceImplementation<OrderMethods> = {
      listOrders: () => ({ title: 't', orders: [] }),
      getOrders: () => [],
      putFile: () => 0,
      getFile: () => ({ content: new Uint8Array() }),
      putOrders: receiving(async ({ orders: items }) => {
        let count = 0;
        for await (const _ of items) {
          count++;
        }
        return count;
      }),
    };
    const server = createNodeServer({
      services: [registerService(Orders, orders)],
      onExchange: (exchange) => seen.push(exchange),
    });
    const { url, close } = await server.listen(0, '127.0.0.1');
    try {
      const options = { address: `${url}/orders` };
      const client = operationsClient<Pick<OrderMethods, 'putOrders' | 'getOrders'>, BindingKind>(
        Orders,
        { putOrders: Orders.operations.putOrders, getOrders: Orders.operations.getOrders },
        options,
        calls,
      );
      expect(await client.putOrders({ title: 't', orders: [{ id: 1 }] })).toBe(1);
      await client.getOrders({ count: 1 });
      expect(seen.map(({ operation, request }) => [operation, request.text().slice(0, 10)])).toEqual([
        ['PutOrders', '(a stream)'],
        ['GetOrders', '<?xml vers'],
      ]);
    } finally {
      await close(0);
    }
  });

  it('needs serverExchanges in createServer of the main entry', () => {
    expect(() => serve({}, { onExchange: (() => undefined) as never })).toThrow('serverExchanges');
  });
});

describe('callRequest', () => {
  it.each(noteBindings)('gives the request of a call over %s, and sends nothing', async (binding) => {
    const transport = jest.fn();
    const seen: unknown[] = [];
    const client = clientOf(serve(), {
      binding,
      transport,
      retry: { attempts: 3, retryOn: () => true },
      onExchange: (exchange) => seen.push(exchange),
      headers: { 'X-A': 'a' },
      interceptors: [(call, next) => next({ ...call, headers: { ...call.headers, 'X-B': 'b' } })],
    });
    const request = await callRequest(client, 'add', { text: 'a' }, { headers: { 'X-C': 'c' } });
    expect(request.headers).toMatchObject({ 'X-A': 'a', 'X-B': 'b', 'X-C': 'c' });
    expect([transport.mock.calls, seen]).toEqual([[], []]);
    const { url, body, method } = request;
    expect([method, url.startsWith('http://localhost/notes')]).toEqual([binding === 'httpGet' ? 'GET' : 'POST', true]);
    expect(binding === 'httpGet' ? url : body).toMatch(/text>?=?a/);
    expect(curlCommand(request)).toContain(url);
  });

  it('has the blocks of extensions, and is what is sent', async () => {
    const bodies: unknown[] = [];
    const stamping: SoapHeaderExtension = {
      understands: [],
      write: () => [{ tree: { namespace: 'urn:x', name: 'Stamp', attributes: [], children: ['now'] } }],
    };
    const server = serve();
    const transport = createFetchTransport((input, init) => {
      bodies.push(init?.body);
      return server.fetch(new Request(input, init));
    });
    const client = clientOf(server, { extensions: [stamping], transport });
    const request = await callRequest(client, 'add', { text: 'a' });
    await client.add({ text: 'a' });
    expect(request.body).toContain('now');
    expect(bodies).toEqual([request.body]);
  });

  it.each([undefined, new AbortController().signal])('ends as an aborted call to interceptors', async (signal) => {
    const seen: unknown[] = [];
    const client = clientOf(serve(), {
      interceptors: [
        (call, next) =>
          next(call).catch((error: unknown) => {
            seen.push(error, call.signal?.aborted);
            throw error;
          }),
      ],
    });
    expect((await callRequest(client, 'add', { text: 'a' }, signal && { signal })).method).toBe('POST');
    expect(seen).toEqual([expect.any(AbortError), true]);
    expect(signal?.aborted ?? false).toBe(false);
  });

  it('rejects for an input that does not fit, and for a call that an interceptor answers', async () => {
    await expect(callRequest(clientOf(serve()), 'add', {} as never)).rejects.toThrow('"text" is missing');
    const answering = clientOf(serve(), {
      interceptors: [async () => ({ value: '', status: 200, statusText: '', headers: new Headers(), soapHeaders: {} })],
    });
    await expect(callRequest(answering, 'add', { text: 'a' })).rejects.toThrow('an interceptor answers it');
  });
});
