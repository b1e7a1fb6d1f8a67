import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createFetchTransport,
  type Interceptor,
  type Transport,
  TransportError,
  type TransportResponse,
} from '@wsdl-codegen/runtime';
import { createNodeTransport } from '@wsdl-codegen/runtime/node';
import { ErrorsApiClient, type ErrorsApiClientOptions } from 'wallet-api';
import { answer, type FaultServer, startFaultServer } from './fault-server.js';

/** Everything that runs for a call runs in the asynchronous context of its caller: requests, tenants and spans are kept there. */

const api = 'http://wallet.example/api';
const good = answer(
  200,
  { 'Content-Type': 'text/xml; charset=utf-8' },
  `<string xmlns="${api}">${'ok'.repeat(9)}</string>`,
);
const storage = new AsyncLocalStorage<string>();
const input = { errorCode: 1, cultureCode: 1 };

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

function client(options: Partial<ErrorsApiClientOptions>): ErrorsApiClient {
  return new ErrorsApiClient({
    baseUrl: server.url,
    namespaces: { api_namespace: api },
    binding: 'httpGet',
    ...options,
  });
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe.each([
  ['node', createNodeTransport({ maxSockets: 1 })],
  ['fetch', createFetchTransport()],
] as const)('over %s', (_, transport: Transport) => {
  it('interceptors, transport, callbacks and what awaits the call are in its context, whatever shares the connection', async () => {
    server.behave(good);
    const seen: string[] = [];
    const note = (where: string) => seen.push(`${where} in ${storage.getStore()}`);
    const interceptor: Interceptor = async (call, next) => {
      note('interceptor');
      const result = await next(call);
      note('after next');
      return result;
    };
    const calls = client({
      interceptors: [interceptor],
      transport: Object.assign(
        async (request: Parameters<Transport>[0]) => {
          note('transport');
          const response = await transport(request);
          note('answered');
          return response;
        },
        { listensToOnCancel: true },
      ),
    });
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        storage.run(name, async () => {
          await calls.getErrorDesc(input, { onResponse: () => note('onResponse') });
          note('caller');
        }),
      ),
    );
    const steps = ['interceptor', 'transport', 'answered', 'after next', 'onResponse', 'caller'];
    expect(seen.sort()).toEqual(steps.flatMap((step) => ['a', 'b', 'c', 'd'].map((c) => `${step} in ${c}`)).sort());
  });
});

/** A transport that never answers, and records the context in which it is stopped. */
function deaf(how: 'onCancel' | 'signal', seen: unknown[]): Transport {
  const transport: Transport = ({ onCancel, signal }) => {
    const name = storage.getStore();
    const stopped = (): void => void seen.push([name, storage.getStore()]);
    onCancel?.(stopped);
    signal?.addEventListener('abort', stopped);
    return new Promise<TransportResponse>(() => undefined);
  };
  return Object.assign(transport, { listensToOnCancel: how === 'onCancel' });
}

describe.each(['onCancel', 'signal'] as const)('a transport that is told by %s', (how) => {
  it('is stopped in the context of its own call when time is over, though calls share a clock', async () => {
    const seen: unknown[] = [];
    const calls = client({ transport: deaf(how, seen), timeoutMs: 30 });
    const names = ['a', 'b', 'c'];
    const outcomes = names.map((name) =>
      storage.run(name, () => calls.getErrorDesc(input).catch((error: Error) => [error.name, storage.getStore()])),
    );
    expect(await Promise.all(outcomes)).toEqual(names.map((name) => ['TimeoutError', name]));
    expect(seen).toEqual(names.map((name) => [name, name]));
  });

  it('is stopped in the context of its own call when a signal is aborted from somewhere else', async () => {
    const seen: unknown[] = [];
    const calls = client({ transport: deaf(how, seen) });
    const controller = new AbortController();
    const outcome = storage.run('the call', () => calls.getErrorDesc(input, { signal: controller.signal }));
    const rejected = expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
    storage.run('somewhere else', () => controller.abort());
    await rejected;
    expect(seen).toEqual([['the call', 'the call']]);
  });

  it('ends with the error of the call even when stopping fails', async () => {
    const transport: Transport = ({ onCancel }) => {
      onCancel?.(() => {
        throw new Error('cannot be stopped');
      });
      return new Promise<TransportResponse>(() => undefined);
    };
    const calls = client({ transport: Object.assign(transport, { listensToOnCancel: true }), timeoutMs: 10 });
    await expect(calls.getErrorDesc(input)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

it('retries are sent in the context of their call', async () => {
  const seen: unknown[] = [];
  const transport: Transport = async () => {
    seen.push(storage.getStore());
    throw await storage.run('the transport', async () => {
      await pause(1);
      return new TransportError('refused', { phase: 'connect', code: 'ECONNREFUSED' });
    });
  };
  const calls = client({ transport, retry: { attempts: 3, delayMs: () => 1 } });
  const names = ['a', 'b'];
  await Promise.all(names.map((name) => storage.run(name, () => calls.getErrorDesc(input).catch(() => undefined))));
  expect(seen.sort()).toEqual(['a', 'a', 'a', 'b', 'b', 'b']);
});
