import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerOptions, SoapFault, serverExchanges } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { AccountApiClient, accountApi, ErrorsApiClient, type ErrorsApiService, errorsApi } from 'wallet-api';
import { type ShadowOptions, type ShadowReport, shadow, unfinished } from './index.js';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type GetErrorDesc = ErrorsApiService['getErrorDesc'];

interface Pair {
  readonly client: ErrorsApiClient;
  readonly reports: ShadowReport[];
  readonly outcomes: string[];
  /** Resolves when so many calls are compared. */
  compared(count: number): Promise<void>;
}

/** Two services, the one a comparison with the other. */
async function pair(
  here: GetErrorDesc,
  older: GetErrorDesc | RequestListener,
  options: Partial<ShadowOptions> = {},
  server: Partial<ServerOptions> = {},
): Promise<Pair> {
  const isListener = (each: GetErrorDesc | RequestListener): each is RequestListener => each.length === 2;
  const old = isListener(older)
    ? older
    : createServer({ services: [errorsApi({ getErrorDesc: older })], namespaces, prefixes: { soap: 'old' } })
        .nodeListener;
  const reports: ShadowReport[] = [];
  const outcomes: string[] = [];
  const compare = shadow({
    baseUrl: await listening(old),
    operations: ['GetErrorDesc'],
    onDifference: (report) => reports.push(report),
    onCompared: (_, outcome) => outcomes.push(outcome),
    ...options,
  });
  const made = createServer({ services: [errorsApi({ getErrorDesc: here })], namespaces, shadow: compare, ...server });
  const client = new ErrorsApiClient({ baseUrl: await listening(made.nodeListener), namespaces });
  const compared = async (count: number): Promise<void> => {
    while (outcomes.length < count) {
      await sleep(5);
    }
  };
  return { client, reports, outcomes, compared };
}

const input = { errorCode: 5, cultureCode: 1033 };

describe('shadow', () => {
  it('finds no difference where only the writing differs, over every binding', async () => {
    const { client, reports, outcomes, compared } = await pair(
      () => 'same',
      () => 'same',
    );
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      expect(await client.getErrorDesc(input, { binding })).toBe('same');
    }
    await compared(4);
    expect([reports, outcomes]).toEqual([[], ['same', 'same', 'same', 'same']]);
  });

  it.each(['here', 'older'] as const)('answers with that of %s, and reports the difference', async (answer) => {
    const { client, reports, compared } = await pair(
      () => 'new',
      () => 'old',
      { answer },
    );
    expect(await client.getErrorDesc(input)).toBe(answer === 'here' ? 'new' : 'old');
    await compared(1);
    const difference = { kind: 'value', path: '/GetErrorDescResponse/GetErrorDescResult', here: 'new', there: 'old' };
    expect(reports).toEqual([{ operation: 'GetErrorDesc', differences: [difference] }]);
  });

  it.each(['here', 'older'] as const)('with the answer of %s, the exchange is that of the caller', async (answer) => {
    const seen: unknown[] = [];
    const { client, compared } = await pair(
      () => 'new',
      () => 'old',
      { answer },
      {
        onExchange: serverExchanges(({ operation, passedOn, response }) => {
          seen.push([operation, passedOn, response.status]);
        }),
      },
    );
    await client.getErrorDesc(input);
    await compared(1);
    expect(seen).toEqual([['GetErrorDesc', answer === 'older', 200]]);
  });

  it('compares faults', async () => {
    const { client, reports, compared } = await pair(
      () => {
        throw new SoapFault('no', { code: 'Client' });
      },
      () => {
        throw new SoapFault('never', { code: 'Server' });
      },
    );
    await expect(client.getErrorDesc(input)).rejects.toMatchObject({ reason: 'no' });
    await compared(1);
    expect(reports[0]?.differences.map(({ path }) => path)).toEqual(['/Fault/faultcode', '/Fault/faultstring']);
  });

  it('compares by rules of paths', async () => {
    const rules = [{ path: '//GetErrorDescResult', as: 'number' as const }];
    const { client, reports, compared } = await pair(
      () => '1.0',
      () => '1.00',
      { rules },
    );
    await client.getErrorDesc(input);
    await client.getErrorDesc(input, { binding: 'httpGet' });
    await compared(2);
    // Over GET the result is the root element itself.
    expect(reports.map(({ differences }) => differences.map(({ path }) => path))).toEqual([['/string']]);
  });

  it('neither delays nor breaks answers, whatever the older service does', async () => {
    const never: RequestListener = (_request, _response) => undefined;
    const waiting = await pair(() => 'new', never);
    expect(await waiting.client.getErrorDesc(input)).toBe('new');
    expect(waiting.outcomes).toEqual([]);
    const late = await pair(() => 'new', never, { timeoutMs: 20 });
    expect(await late.client.getErrorDesc(input)).toBe('new');
    await late.compared(1);
    expect(late.outcomes).toEqual(['failed']);
    const rude: RequestListener = (request, _response) => request.socket.destroy();
    const second = await pair(() => 'new', rude, {
      onDifference: () => {
        throw new Error('mine');
      },
    });
    expect(await second.client.getErrorDesc(input)).toBe('new');
    await second.compared(1);
  });

  it('is bounded, and takes samples', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: GetErrorDesc = async () => {
      await released;
      return 'old';
    };
    const { client, outcomes, compared } = await pair(() => 'new', slow, { maxComparisons: 2 });
    await Promise.all(Array.from({ length: 10 }, () => client.getErrorDesc(input)));
    release();
    await compared(10);
    expect(outcomes.filter((each) => each === 'different')).toHaveLength(2);
    expect(outcomes.filter((each) => each === 'skipped')).toHaveLength(8);
    const none = await pair(
      () => 'new',
      () => 'old',
      { sample: 0 },
    );
    await none.client.getErrorDesc(input);
    await none.compared(1);
    expect(none.outcomes).toEqual(['skipped']);
    const long = await pair(
      () => 'x'.repeat(2000),
      () => 'x'.repeat(2000),
      { maxBytes: 1000 },
    );
    await long.client.getErrorDesc(input);
    await long.compared(1);
    expect(long.outcomes).toEqual(['skipped']);
  });

  it('runs no other operation twice', async () => {
    let calls = 0;
    const old: RequestListener = (_request, response) => {
      calls++;
      response.end();
    };
    const baseUrl = await listening(old);
    const compare = shadow({ baseUrl, operations: ['GetErrorDesc'], onDifference: () => undefined });
    const services = [accountApi(unfinished({ markOperationAsRead: () => 1 })), errorsApi({ getErrorDesc: () => 'x' })];
    const fallback = { pages: false, otherPaths: false, answer: () => Promise.reject(new Error('not called')) };
    const server = createServer({ services, namespaces, shadow: compare, fallback });
    const client = new AccountApiClient({ baseUrl: await listening(server.nodeListener), namespaces });
    expect(await client.markOperationAsRead({ sessionId: 's', id: 1n })).toBe(1);
    await sleep(50);
    expect(calls).toBe(0);
  });

  it('refuses operations that are not implemented, and rules that are none', () => {
    const options = { baseUrl: 'http://127.0.0.1:9', operations: ['GetErrorDesc'], onDifference: () => undefined };
    const fallback = { pages: false, otherPaths: false, answer: () => Promise.reject(new Error('not called')) };
    const services = [errorsApi(unfinished({}))];
    expect(() => createServer({ services, namespaces, fallback, shadow: shadow(options) })).toThrow(
      'GetErrorDesc is not implemented, so shadow cannot compare it.',
    );
    expect(() => shadow({ ...options, rules: [{ path: 'a', as: 'ignored' }] })).toThrow('does not begin with "/"');
  });
});
