import { StoreServer } from '../../../tests/support/runtime/store-server.js';
import { type Entry, Store, type StoreMethods } from '../../../tests/support/runtime/stream-fixture.js';
import { thorough } from '../../../tests/support/thorough.js';
import type { ClientOptions } from '../client/options/options.js';
import { soap11Calls, soap12Calls } from '../client/plans/bindings.js';
import { ServiceClient } from '../client/service-client.js';
import type { ListeningServer } from '../node/listen.js';
import { createServer } from '../node/server.js';
import { createNodeTransport } from '../node/transport.js';
import { registerService } from '../server/handlers/registration.js';
import { type StreamCalls, stream } from './client.js';
import { receiving } from './read/receiving.js';
import { streamed } from './write/streamed.js';

const transport = createNodeTransport();
let listening: ListeningServer;
let other: ListeningServer | undefined;
const store = new StoreServer();

beforeAll(async () => {
  listening = await store.listen();
});
beforeEach(() => {
  store.ended = 0;
});
afterAll(async () => {
  transport.close();
  await listening.close(0);
  await other?.close(0);
});

function calls(options: Partial<ClientOptions> = {}): StreamCalls<StoreMethods, 'soap11' | 'soap12'> {
  const bindings = { soap11: soap11Calls, soap12: soap12Calls };
  const address = `${listening.url}/store`;
  return stream(
    new ServiceClient<StoreMethods, 'soap11' | 'soap12'>(Store, { address, transport, ...options } as never, bindings),
  );
}

describe('a client and a server with streams', () => {
  it('pass an answer on item by item', async () => {
    const answer = calls().fetch({ name: 'n', count: 5000 });
    let count = 0;
    for await (const entry of answer) {
      expect(entry.id).toBe(count++);
    }
    expect([count, store.ended]).toEqual([5000, 1]);
    expect(await answer.answer).toEqual({ name: 'n', entries: [] });
  });

  it('end the source of the handler when the loop over the answer is left', async () => {
    for await (const entry of calls().entries({ name: 'n', count: thorough ? 10_000_000 : 200_000 })) {
      if (entry.id === 10) {
        break;
      }
    }
    while (store.ended === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(store.ended).toBe(1);
  });

  it('send a request whose list and octets come from sources', async () => {
    async function* octets(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1000);
      yield new Uint8Array(500);
    }
    const { answer } = calls({ mtom: true }).load({ name: 'n', entries: store.entries(500), file: octets() });
    expect(await answer).toEqual({ name: 'n', count: 2000 });
    const { answer: known } = calls().load({ name: 'n', entries: [], file: new Blob(['abc']) });
    expect(await known).toEqual({ name: 'n', count: 3 });
  });

  it('answer with a list while that of the request arrives', async () => {
    const echo = registerService(Store, {
      load: () => ({ name: '', count: 0 }),
      entries: () => [],
      fetch: () => ({ name: '', entries: [] }),
      echo: receiving(
        async ({ name, entries: given }) => {
          async function* doubled(): AsyncGenerator<Entry> {
            for await (const { id, text } of given) {
              yield { id: id * 2, text };
            }
          }
          return streamed({ name, entries: doubled() });
        },
        { items: 'entries', maxBytes: 10_000_000 },
      ),
    });
    other = await createServer({ services: [echo] }).listen(0, '127.0.0.1');
    const address = `${other.url}/store`;
    let count = 0;
    for await (const { id } of calls({ address }).echo(
      { name: 'n', entries: store.entries(5000) },
      { items: 'entries' },
    )) {
      expect(id).toBe(2 * count++);
    }
    expect(count).toBe(5000);
  });

  it.each([
    ['text/xml; charset=x-nothing', '', 415, 'The charset "x-nothing" of the request is not known.'],
    ['text/xml', '<?xml version="1.0" encoding="x-nothing"?>', 500, 'The encoding "x-nothing" is not known'],
  ])('do not guess an encoding that nobody knows: %s %s', async (type, declaration, status, words) => {
    const seen: unknown[] = [];
    const echo = registerService(Store, {
      load: () => ({ name: '', count: 0 }),
      entries: () => [],
      fetch: () => ({ name: '', entries: [] }),
      echo: receiving(
        async (request) => {
          seen.push(request);
          return { name: '', entries: [] };
        },
        { items: 'entries' },
      ),
    });
    const server = createServer({ services: [echo] });
    const entry = '<Echo xmlns="urn:store"><name>n</name><entries><id>1</id><text>x</text></entries></Echo>';
    const body = `${declaration}<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${entry}</s:Body></s:Envelope>`;
    const answer = await server.fetch(
      new Request('http://localhost/store', {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      }),
    );
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)]);
    expect(seen).toEqual([]);
  });

  it('let no time pass while a source of the request is slow', async () => {
    async function* slow(): AsyncGenerator<Entry> {
      for (let id = 0; id < 4; id++) {
        await new Promise((resolve) => setTimeout(resolve, 120));
        yield { id, text: 'x' };
      }
    }
    const { answer } = calls().load({ name: 'n', entries: slow() }, { timeoutMs: 300 });
    expect(await answer).toEqual({ name: 'n', count: 4 });
  });
});
