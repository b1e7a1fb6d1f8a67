import { join } from 'node:path';
import { repository } from '../support/repository.js';
import { buildClients, type Captured, type ClientFormat, type Clients, header, runProgram, seen } from './run.mjs';

/** A tracing agent sees every call, and changes nothing of it but the headers that are its own. */

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
}

interface Output extends Captured {
  readonly outcomes: readonly unknown[];
  readonly spans: readonly Span[];
}

const fileOf = (name: string): string => join(repository, 'tests/agents', name);
const calls = fileOf('calls.mjs');

let clients: Clients;
let plain: Record<ClientFormat, Output>;
beforeAll(async () => {
  clients = await buildClients(repository);
  const [mjs, cjs] = await Promise.all([
    runProgram<Output>(calls, [clients.file('mjs')]),
    runProgram<Output>(calls, [clients.file('cjs')]),
  ]);
  plain = { mjs, cjs };
}, 60_000);
afterAll(() => clients.remove());

it('without an agent, calls arrive with their content type, action and body', () => {
  for (const { requests } of Object.values(plain)) {
    expect(requests).toHaveLength(12);
    for (const transport of ['node', 'fetch', 'undici']) {
      const soap11 = requests.find((request) => header(request, 'X-Call') === `${transport} soap11`);
      expect(soap11 && header(soap11, 'Content-Type')).toBe('text/xml; charset=utf-8');
      expect(soap11 && header(soap11, 'SOAPAction')).toBe('"http://wallet.example/api/Exchange"');
      expect(soap11?.body).toContain('<amountToPay>12.5</amountToPay>');
    }
  }
});

describe.each<[string, ClientFormat, readonly string[], readonly string[]]>([
  ['loaded by --require, for a program that uses require', 'cjs', ['--require', fileOf('otel.cjs')], []],
  ['loaded by --require, for a program of ES modules', 'mjs', ['--require', fileOf('otel.cjs')], []],
  ['with its hook for imports', 'mjs', ['--import', fileOf('otel-for-modules.mjs')], []],
  ['loaded after the client, which uses require', 'cjs', [], [fileOf('otel.cjs')]],
  ['loaded after the client, of ES modules', 'mjs', [], [fileOf('otel.cjs')]],
])('OpenTelemetry %s', (_, format, nodeOptions, late) => {
  let output: Output;
  beforeAll(async () => {
    output = await runProgram<Output>(calls, [clients.file(format), ...late], { nodeOptions });
  }, 60_000);

  it('leaves every request and every result as they are without it', () => {
    expect(seen(output)).toEqual(seen(plain[format]));
    expect([...output.outcomes].sort()).toEqual([...plain[format].outcomes].sort());
    expect(output.outcomes).toEqual(output.outcomes.map(() => expect.any(Number)));
  });

  it('has one client span for each call, within the span of the caller, and the service is told which', () => {
    const callers = new Map(output.spans.filter(({ kind }) => kind === 0).map((span) => [span.name, span]));
    expect(callers.size).toBe(12);
    for (const request of output.requests) {
      const caller = callers.get(header(request, 'X-Call') ?? '');
      const inside = output.spans.filter(({ kind, parentId }) => kind === 2 && parentId === caller?.spanId);
      expect(inside).toHaveLength(1);
      const [span] = inside;
      expect(span).toMatchObject({ traceId: caller?.traceId });
      const { attributes } = span as Span;
      expect(attributes['http.status_code'] ?? attributes['http.response.status_code']).toBe(200);
      expect(header(request, 'traceparent')).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
    }
  });
});
