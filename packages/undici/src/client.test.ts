import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ClientOptions,
  ServiceClient,
  soap11Calls,
  soap12Calls,
  TimeoutError,
  type TransportError,
} from '@wsdl-codegen/runtime';
import type { ListeningServer } from '@wsdl-codegen/runtime/node';
import { type StreamCalls, stream } from '@wsdl-codegen/runtime/stream';
import { Agent } from 'undici';
import { StoreServer } from '../../../tests/support/runtime/store-server.js';
import { Store, type StoreMethods } from '../../../tests/support/runtime/stream-fixture.js';
import { thorough } from '../../../tests/support/thorough.js';
import { createUndiciTransport } from './index.js';

/** Clients over the transport, against servers. */

const agent = new Agent();
const transport = createUndiciTransport(agent);
const others: Server[] = [];
let listening: ListeningServer;
const store = new StoreServer();

beforeAll(async () => {
  listening = await store.listen();
});
beforeEach(() => {
  store.ended = 0;
});
afterAll(async () => {
  await agent.destroy();
  await listening.close(0);
  for (const server of others) {
    server.close();
  }
});

function calls(options: Partial<ClientOptions> = {}): StreamCalls<StoreMethods, 'soap11' | 'soap12'> {
  const bindings = { soap11: soap11Calls, soap12: soap12Calls };
  const address = `${listening.url}/store`;
  return stream(
    new ServiceClient<StoreMethods, 'soap11' | 'soap12'>(Store, { address, transport, ...options } as never, bindings),
  );
}

/** Calls `entries` as a whole. */
function wholeCall(options: Partial<ClientOptions> = {}): Promise<unknown> {
  const bindings = { soap11: soap11Calls, soap12: soap12Calls };
  const address = `${listening.url}/store`;
  const client = new ServiceClient<StoreMethods, 'soap11' | 'soap12'>(
    Store,
    { address, transport, ...options } as never,
    bindings,
  );
  return client.$exchange('entries', { name: 'n', count: 2 }, undefined, {}).then(({ value }) => value);
}

async function listen(server: Server): Promise<string> {
  others.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a client over undici', () => {
  it('calls', async () => {
    expect(await wholeCall()).toEqual([
      { id: 0, text: 'entry 0' },
      { id: 1, text: 'entry 1' },
    ]);
  });

  it('reads answers item by item, and ends the source of the handler when it leaves the loop', async () => {
    let count = 0;
    for await (const entry of calls().entries({ name: 'n', count: 5000 })) {
      expect(entry.id).toBe(count++);
    }
    expect([count, store.ended]).toEqual([5000, 1]);
    for await (const entry of calls().entries({ name: 'n', count: thorough ? 10_000_000 : 50_000 })) {
      if (entry.id === 10) {
        break;
      }
    }
    while (store.ended === 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(store.ended).toBe(2);
  });

  it('sends lists and octets from sources', async () => {
    async function* octets(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1000);
      yield new Uint8Array(500);
    }
    const { answer } = calls({ mtom: true }).load({ name: 'n', entries: store.entries(500), file: octets() });
    expect(await answer).toEqual({ name: 'n', count: 2000 });
  });

  it('gives up after its time, with the part of the answer that came', async () => {
    const url = await listen(
      createHttpServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/xml' });
        response.write('<begun');
      }),
    );
    const error = await wholeCall({ address: `${url}/store`, timeoutMs: 300 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as TimeoutError).response).toMatchObject({ status: 200, bodyLength: 6 });
  });

  it('hides credentials in its errors', async () => {
    const url = await listen(createHttpServer((request) => request.socket.destroy()));
    const address = `${url.replace('http://', 'http://me:very-secret@')}/store`;
    const headers = { Authorization: 'Bearer token-of-the-caller' };
    const error = (await wholeCall({ address, headers }).catch((reason: unknown) => reason)) as TransportError;
    expect(error).toMatchObject({ name: 'TransportError', service: 'Store', operation: 'Entries', phase: 'send' });
    expect(JSON.stringify([error, error.request, error.message, String(error.cause)])).not.toMatch(
      /very-secret|token-of-the-caller/,
    );
  });

  it('dispatches each request in the asynchronous context of its caller, repeated ones too', async () => {
    let count = 0;
    const url = await listen(
      createHttpServer((request, response) => {
        if (++count % 2 === 1) {
          request.socket.destroy();
        } else {
          response.setHeader('Content-Type', 'text/xml');
          response.end('<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body/></Envelope>');
        }
      }),
    );
    const store = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const note = (): void => {
      seen.push(store.getStore());
    };
    subscribe('undici:request:create', note);
    try {
      for (const name of ['a', 'b']) {
        await store.run(name, () =>
          wholeCall({ address: `${url}/store`, retry: { attempts: 1, idempotent: true } }).catch(() => undefined),
        );
      }
    } finally {
      unsubscribe('undici:request:create', note);
    }
    expect(seen).toEqual(['a', 'a', 'b', 'b']);
  });
});
