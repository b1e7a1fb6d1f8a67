import { ExchangerApi } from '../../../../tests/support/runtime/fixture.js';
import {
  env11,
  env12,
  envelope,
  exchangeBody,
  headers11,
  headers12,
  namespaces,
  send,
} from '../../../../tests/support/runtime/server.js';
import { createServer, registerService, type ServerLimits, type SoapServer } from '../index.js';
import type { WireResponse } from '../wire/wire.js';
import { RunningCalls } from './running-calls.js';

const path = '/ExchangerApi.asmx';
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';

/** A server whose calls end when the test ends them. */
function gatedServer(limits: ServerLimits): {
  readonly server: SoapServer;
  readonly end: ((result: number) => void)[];
} {
  const end: ((result: number) => void)[] = [];
  const service = registerService(ExchangerApi, {
    exchange: () => new Promise<number>((resolve) => end.push(resolve)),
  });
  return { server: createServer({ services: [service], namespaces, limits }), end };
}

/** Resolves when so many calls have begun: what comes after much work waits for the event loop. */
async function begun(end: readonly unknown[], count: number): Promise<void> {
  while (end.length < count) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(end).toHaveLength(count);
}

type Ask = (server: SoapServer, sessionId?: string) => ReturnType<typeof send>;

const soap11: Ask = (server, sessionId = 's') =>
  send(server, 'POST', path, headers11(), envelope(env11, exchangeBody.replace('>s<', `>${sessionId}<`)));
const soap12: Ask = (server) => send(server, 'POST', path, headers12(), envelope(env12, exchangeBody));
const httpGet: Ask = (server) => send(server, 'GET', `${path}/Exchange?${form}`);
const httpPost: Ask = (server) =>
  send(server, 'POST', `${path}/Exchange`, { 'Content-Type': 'application/x-www-form-urlencoded' }, form);
const bindings: readonly [string, Ask][] = [
  ['SOAP 1.1', soap11],
  ['SOAP 1.2', soap12],
  ['GET', httpGet],
  ['POST', httpPost],
];

describe('calls at once', () => {
  it.each(bindings)('over %s: one too many gets 503, and is served when there is room', async (_, ask) => {
    const { server, end } = gatedServer({ maxConcurrentCalls: 2 });
    const running = [ask(server), ask(server)];
    const refused = await ask(server);
    expect([refused.status, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
      503,
      '1',
      'text/plain; charset=utf-8',
    ]);
    expect(end).toHaveLength(2);
    end[0]?.(5);
    await running[0];
    const late = ask(server);
    await begun(end, 3);
    end[1]?.(6);
    end[2]?.(7);
    expect((await Promise.all([...running, late])).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('does not count pages, documents, and handlers that answer at once', async () => {
    const { server, end } = gatedServer({ maxConcurrentCalls: 1 });
    const running = soap11(server);
    await begun(end, 1);
    expect((await send(server, 'GET', path)).status).toBe(200);
    expect((await send(server, 'GET', `${path}?op=Exchange`)).status).toBe(200);
    end[0]?.(1);
    await running;
    const quick = createServer({
      services: [registerService(ExchangerApi, { exchange: () => 1 })],
      namespaces,
      limits: { maxConcurrentCalls: 1 },
    });
    expect((await Promise.all([soap11(quick), soap11(quick)])).map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each<[string, (reject: (error: Error) => void, resolve: (value: number) => void) => void]>([
    ['fails', (reject) => reject(new Error('no'))],
    ['gives a result that does not fit', (_, resolve) => resolve('x' as unknown as number)],
  ])('frees the place of a call that %s', async (_, settle) => {
    const exchange = (): Promise<number> => new Promise((resolve, reject) => settle(reject, resolve));
    const services = [registerService(ExchangerApi, { exchange })];
    const server = createServer({ services, namespaces, limits: { maxConcurrentCalls: 1 } });
    for (let count = 0; count < 3; count++) {
      expect((await soap11(server)).status).toBe(500);
    }
  });

  it('frees the place of a handler that returns a foreign promise, which throws when it is awaited', async () => {
    const exchange = (): Promise<number> =>
      ({
        // biome-ignore lint/suspicious/noThenProperty: that is what is tested
        then: () => {
          throw new Error('no');
        },
      }) as unknown as Promise<number>;
    const services = [registerService(ExchangerApi, { exchange })];
    const server = createServer({ services, namespaces, limits: { maxConcurrentCalls: 1 } });
    for (let count = 0; count < 3; count++) {
      expect((await soap11(server)).status).toBe(500);
    }
  });

  it('counts a call whose time is over until its handler ends, and no longer than for as long again', async () => {
    const { server, end } = gatedServer({ maxConcurrentCalls: 1, handlerTimeoutMs: 100 });
    expect((await soap11(server)).status).toBe(500);
    expect((await soap11(server)).status).toBe(503);
    end[0]?.(1);
    await Promise.resolve();
    // Its place is free: this one runs, and does not end by itself.
    expect((await soap11(server)).status).toBe(500);
    expect((await soap11(server)).status).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await soap11(server)).status).toBe(500);
    expect(end).toHaveLength(3);
  });

  it('counts calls of one-way operations, for which nobody waits', async () => {
    const operation = { ...ExchangerApi.operations.exchange, oneWay: true };
    const end: ((result: number) => void)[] = [];
    const service = registerService({ ...ExchangerApi, operations: { exchange: operation } }, {
      exchange: () => new Promise<number>((resolve) => end.push(resolve)),
    } as never);
    const server = createServer({ services: [service], namespaces, limits: { maxConcurrentCalls: 1 } });
    expect((await soap11(server)).status).toBe(202);
    expect((await soap11(server)).status).toBe(503);
    end[0]?.(1);
    await Promise.resolve();
    expect((await soap11(server)).status).toBe(202);
  });
});

describe('memory of calls at once', () => {
  const large = 'x'.repeat(100_000);

  it('is bounded, and large messages leave some of it to small ones', async () => {
    const { server, end } = gatedServer({ maxConcurrentBytes: 500_000 });
    const running = [soap11(server, large)];
    // Another call may need 250,000 bytes in addition to the 200,000 of the first, and then one more is too much.
    running.push(soap11(server, large));
    await begun(end, 2);
    expect((await soap11(server, large)).status).toBe(503);
    running.push(soap11(server), soap11(server));
    await begun(end, 4);
    for (const resolve of end) {
      resolve(1);
    }
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const late = soap11(server, large);
    await begun(end, 5);
    end[4]?.(1);
    expect((await late).status).toBe(200);
  });

  it('does not keep a message out that is larger by itself', async () => {
    const { server, end } = gatedServer({ maxConcurrentBytes: 1000 });
    const running: Promise<Pick<WireResponse, 'status'>> = soap11(server, large);
    await begun(end, 1);
    end[0]?.(1);
    expect((await running).status).toBe(200);
  });

  it('looks at the input of a call only when another one might have no room', () => {
    let looks = 0;
    const input = {
      get text(): string {
        looks++;
        return 'x'.repeat(2000);
      },
    };
    const calls = new RunningCalls(10, 200_000);
    const leave = calls.begin(2000, input);
    expect([calls.admits(2000), looks]).toEqual([true, 0]);
    expect([calls.admits(5000), looks]).toEqual([true, 0]);
    const leaveToo = calls.begin(2000, input);
    expect([calls.admits(5000), looks]).toEqual([true, 2]);
    expect([calls.admits(5000), looks]).toEqual([true, 2]);
    leave();
    leaveToo();
  });
});
