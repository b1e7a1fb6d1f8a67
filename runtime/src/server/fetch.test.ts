import { ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  envelope,
  exchangeBody,
  exchangeInput,
  headers11,
  namespaces,
  walletServer,
} from '../../../tests/support/runtime/server.js';
import { createServer, registerService } from './index.js';

const url = 'https://wallet.test/ExchangerApi.asmx';

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request(url, {
    method: 'POST',
    headers: { ...headers11(), ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
}

/** A body that never ends. */
function endless(): { readonly stream: ReadableStream<Uint8Array>; readonly read: () => number } {
  let read = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += 1000;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  return { stream, read: () => read };
}

it('answers Fetch requests', async () => {
  const { server, calls } = walletServer();
  const answer = await server.fetch(post(envelope(env11, exchangeBody)));
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
  expect(answer.headers.get('content-length')).toBe(String(new TextEncoder().encode(text).length));
  expect(calls.map((call) => call.input)).toEqual([exchangeInput]);
});

it('takes the address from the request', async () => {
  const { server } = walletServer();
  const text = await (await server.fetch(new Request(`${url}?wsdl`))).text();
  expect(text).toContain(`location="${url}"`);
});

it('stops reading a body that is too long', async () => {
  const { server } = walletServer({ limits: { maxBodyBytes: 10_000 } });
  const { stream, read } = endless();
  expect((await server.fetch(post(stream))).status).toBe(413);
  expect(read()).toBeLessThan(20_000);
  expect((await server.fetch(post('x'.repeat(20_000), { 'Content-Length': '20000' }))).status).toBe(413);
});

it('answers requests without a body', async () => {
  const { server } = walletServer();
  expect((await server.fetch(new Request(url, { method: 'HEAD' }))).status).toBe(405);
  expect((await server.fetch(new Request('https://wallet.test/nothing'))).status).toBe(404);
});

it('refuses bodies in a way that an allowed page can read', async () => {
  const { server } = walletServer({ limits: { maxBodyBytes: 100 }, cors: { origins: ['https://shop.example'] } });
  const refused = await server.fetch(
    post('x'.repeat(200), { Origin: 'https://shop.example', 'Content-Length': '200' }),
  );
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([413, 'https://shop.example']);
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
});

it('uses the scheme and the host of the address as its own', async () => {
  const { server } = walletServer();
  const call = (origin: string): Promise<Response> => {
    const body = new URLSearchParams('sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1');
    return server.fetch(new Request(`${url}/Exchange`, { method: 'POST', headers: { Origin: origin }, body }));
  };
  expect((await call('https://wallet.test')).status).toBe(200);
  expect((await call('http://wallet.test')).status).toBe(403);
  expect((await call('https://evil.test')).status).toBe(403);
});

it('says what to do when somebody else has read the body', async () => {
  const { server, calls } = walletServer();
  const used = post(envelope(env11, exchangeBody));
  await used.text();
  const locked = post(envelope(env11, exchangeBody));
  locked.body?.getReader();
  for (const request of [used, locked]) {
    const answer = await server.fetch(request);
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('request.clone()')]);
  }
  expect(calls).toEqual([]);
});

it('bounds the bodies that are arriving, the oldest first', async () => {
  const { server, calls } = walletServer({ limits: { maxIncomingBytes: 1_000_000 } });
  const half = (): Request => post(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(600_000)) }));
  const oldest = server.fetch(half());
  await new Promise((resolve) => setTimeout(resolve, 20));
  void server.fetch(half());
  const refused = await oldest;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  const large = exchangeBody.replace('>s<', `>${'s'.repeat(100_000)}<`);
  expect((await server.fetch(post(envelope(env11, large)))).status).toBe(200);
  expect(calls).toHaveLength(1);
});

it('does not reject for a header of a handler that HTTP cannot carry', async () => {
  const service = registerService(ExchangerApi, {
    exchange: (_, context) => {
      context.responseHeaders['X-Bad'] = 'a\r\nSet-Cookie: b';
      return 1;
    },
  });
  const server = createServer({ services: [service], namespaces });
  expect((await server.fetch(post(envelope(env11, exchangeBody)))).status).toBe(500);
});

it('lets many requests at once take turns', async () => {
  const { server, calls } = walletServer();
  const body = envelope(env11, exchangeBody.replace('>s<', `>${'&#115;'.repeat(50_000)}s<`));
  const answers = await Promise.all(Array.from({ length: 12 }, () => server.fetch(post(body))));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(calls).toHaveLength(12);
});
