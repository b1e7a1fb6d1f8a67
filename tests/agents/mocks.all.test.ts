import { join } from 'node:path';
import { repository } from '../support/repository.js';
import { buildClients, type ClientFormat, type Clients, runProgram } from './run.mjs';

/** Libraries that mock HTTP see the calls of a client, whichever of both is loaded first. */

interface Output {
  readonly seen: readonly {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
  readonly outcomes: Readonly<Record<string, readonly (readonly [path: string, outcome: unknown])[]>>;
  readonly thrown: readonly string[];
}

let clients: Clients;
beforeAll(async () => {
  clients = await buildClients(repository);
}, 60_000);
afterAll(() => clients.remove());

const both = ['node', 'fetch'];
const answered = ['/good', '/fault', '/gone', '/zipped'];

describe.each<[string, ClientFormat, string, string, readonly string[]]>([
  ['nock, loaded before a client of ES modules', 'mjs', 'nock', 'first', both],
  ['nock, loaded after a client of ES modules', 'mjs', 'nock', 'last', both],
  ['nock, loaded after a client that uses require', 'cjs', 'nock', 'last', both],
  // It does not know fetch.
  ['nock 13, loaded before a client that uses require', 'cjs', 'nock-13', 'first', ['node']],
  ['nock 13, loaded after a client of ES modules', 'mjs', 'nock-13', 'last', ['node']],
  ['MSW, loaded before a client of ES modules', 'mjs', 'msw', 'first', both],
  ['MSW, loaded after a client of ES modules', 'mjs', 'msw', 'last', both],
  ['MSW, loaded after a client that uses require', 'cjs', 'msw', 'last', both],
])('%s', (_, format, library, order, transports) => {
  let output: Output;
  beforeAll(async () => {
    output = await runProgram<Output>(join(repository, 'tests/agents/mocks.mjs'), [
      clients.file(format),
      library,
      order,
      ...transports,
    ]);
  }, 60_000);

  it('sees each request as it would go out', () => {
    expect(output.seen.map(({ url }) => url)).toEqual(
      transports.flatMap(() => answered.map((path) => `https://soap.test${path}`)),
    );
    for (const { method, headers, body } of output.seen) {
      expect(method).toBe('POST');
      expect(headers).toMatchObject({
        'content-type': 'text/xml; charset=utf-8',
        soapaction: '"http://wallet.example/api/Exchange"',
      });
      expect(body).toContain('<sessionId>ж</sessionId><CurrencyToBuy>122</CurrencyToBuy>');
    }
    for (const { headers, body } of output.seen.slice(0, answered.length)) {
      expect(headers).toMatchObject({ host: 'soap.test', 'content-length': String(Buffer.byteLength(body)) });
    }
  });

  it('answers calls: results, faults, statuses, compressed answers, connections that fail', () => {
    for (const transport of transports) {
      expect(output.outcomes[transport]).toEqual(
        expect.arrayContaining([
          ['/good', 7],
          ['/fault', 'SoapFaultError'],
          ['/gone', 'HttpStatusError'],
          ['/zipped', 7],
          ['/broken', 'TransportError'],
        ]),
      );
    }
  });

  it('does not keep deadlines and signals from ending a call, and throws no other error', () => {
    for (const transport of transports) {
      const late = output.outcomes[transport]?.filter(([path]) => path === '/slow' || path === '/stuck');
      expect(late).toEqual([
        ['/slow', 'TimeoutError'],
        ['/slow', 'AbortError'],
        ['/stuck', 'TimeoutError'],
        ['/stuck', 'AbortError'],
      ]);
    }
    expect(output.thrown).toEqual([]);
  });
});
