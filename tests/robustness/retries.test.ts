import { createFetchTransport, type RetryPolicy } from '@wsdl-codegen/runtime';
import { createNodeTransport } from '@wsdl-codegen/runtime/node';
import { ErrorsApiClient, type ErrorsApiClientOptions } from 'wallet-api';
import { answer, type Behaviour, type FaultServer, head, startFaultServer } from './fault-server.js';

/** How often a request reaches the service, over real connections. */

const api = 'http://wallet.example/api';
const node = createNodeTransport({ idleTimeoutMs: 500 });
const transports = { node, fetch: createFetchTransport() };
const xml = { 'Content-Type': 'text/xml; charset=utf-8' };
const good = answer(200, xml, `<string xmlns="${api}">ok</string>`);
const busy = (after: string): Behaviour => answer(503, { 'Retry-After': after });

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(async () => {
  node.close();
  await server.close();
});

/** The result of a call, how many requests reached the service, and after how many milliseconds. */
async function run(
  behaviours: readonly Behaviour[],
  retry: RetryPolicy | undefined,
  options: Partial<ErrorsApiClientOptions> = {},
  signal?: AbortSignal,
): Promise<readonly [outcome: string | undefined, sent: number, tookMs: number]> {
  server.behave(...behaviours);
  const client = new ErrorsApiClient({
    baseUrl: server.url,
    namespaces: { api_namespace: api },
    binding: 'httpGet',
    ...(retry && { retry }),
    ...options,
  });
  const start = performance.now();
  const outcome = await client
    .getErrorDesc({ errorCode: 1, cultureCode: 1 }, signal && { signal })
    .catch((error: Error) => error.name);
  return [outcome, server.requests.length, performance.now() - start];
}

describe.each(Object.keys(transports) as (keyof typeof transports)[])('over %s', (name) => {
  const transport = { transport: transports[name] };
  const lost: readonly Behaviour[] = [
    { finish: 'reset' },
    { finish: 'end' },
    { write: [head(200, { ...xml, 'Content-Length': '100' }), 'half'], finish: 'end' },
    answer(503, {}),
  ];

  it('nothing is sent twice by itself, GET neither', async () => {
    for (const behaviour of lost) {
      expect((await run([behaviour, good], undefined, transport))[1]).toBe(1);
      expect((await run([behaviour, good], { attempts: 3, delayMs: () => 1 }, transport))[1]).toBe(1);
    }
  });

  it('what may have arrived is sent again for idempotent methods, so often as was asked for', async () => {
    const retry: RetryPolicy = { attempts: 3, delayMs: () => 1, idempotent: ['getErrorDesc'] };
    for (const behaviour of lost) {
      expect((await run([behaviour, good], retry, transport)).slice(0, 2)).toEqual(['ok', 2]);
    }
    expect((await run([busy('0')], retry, transport)).slice(0, 2)).toEqual(['HttpStatusError', 3]);
  });

  it('faults, pages and answers that cannot be read are final', async () => {
    const retry: RetryPolicy = { attempts: 3, delayMs: () => 1, idempotent: true };
    const final = [
      answer(500, {}),
      answer(302, { Location: '/' }),
      answer(401, {}),
      answer(200, xml, '<a'),
      answer(200, {}),
    ];
    for (const behaviour of [
      ...final,
      answer(200, { ...xml, 'Content-Encoding': 'gzip' }, 'no'),
      { finish: 'hang' } as const,
    ]) {
      expect((await run([behaviour, good], retry, { ...transport, timeoutMs: 200 }))[1]).toBe(1);
    }
  });
});

describe('the wait', () => {
  const retry: RetryPolicy = { attempts: 2, delayMs: () => 1, idempotent: true };

  it('is as long as the service asks, in seconds or as a date', async () => {
    const [outcome, sent, took] = await run([busy('1'), good], retry, { transport: node });
    expect([outcome, sent, took >= 995]).toEqual(['ok', 2, true]);
    const date = new Date(Date.now() + 2000).toUTCString();
    const [later, again, waited] = await run([busy(date), good], retry, { transport: node });
    // A date has no fractions of seconds.
    expect([later, again, waited >= 900]).toEqual(['ok', 2, true]);
  });

  it('grows from 100 milliseconds when nothing else is said', async () => {
    const [outcome, sent, took] = await run(
      [busy('0'), busy('x'), good],
      { attempts: 3, idempotent: true },
      { transport: node },
    );
    expect([outcome, sent, took >= 295]).toEqual(['ok', 3, true]);
  });

  it('is not begun when it would outlast the call, and ends when the caller gives up', async () => {
    const [outcome, sent, took] = await run([busy('60'), good], retry, { transport: node, timeoutMs: 2000 });
    expect([outcome, sent, took < 1000]).toEqual(['HttpStatusError', 1, true]);
    const [aborted, once, soon] = await run([busy('30'), good], retry, { transport: node }, AbortSignal.timeout(50));
    expect([aborted, once, soon < 1000]).toEqual(['AbortError', 1, true]);
  });
});
