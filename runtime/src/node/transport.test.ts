import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { answer, get, post, RawServers, readBody, text } from '../../../tests/support/runtime/raw-servers.js';
import { describeTransport } from '../../../tests/support/runtime/transport-rules.js';
import { AbortError } from '../client/errors/errors.js';
import type { TransportRequest } from '../http/transport.js';
import { createNodeTransport, type NodeTransport } from './transport.js';

const servers = new RawServers();
let transport: NodeTransport;

beforeEach(() => {
  transport = createNodeTransport({ idleTimeoutMs: 1000 });
});
afterEach(async () => {
  transport.close();
  await servers.close();
});

describeTransport({ transport: () => transport, servers, connections: 1 });

describe('the request', () => {
  it('begins with Host, and has Content-Length 0 without a body', async () => {
    const url = await servers.serve((request, response) => response.end(JSON.stringify(request.rawHeaders)));
    const headersOf = async (request: TransportRequest): Promise<string[]> =>
      JSON.parse(text((await transport(request)).body));
    const sent = ['Content-Type', 'text/xml; charset=utf-8', 'SOAPAction', '"x"', 'Content-Length', '4'];
    expect((await headersOf(post(url))).slice(0, 8)).toEqual(['Host', url.slice('http://'.length), ...sent]);
    expect((await headersOf(get(url))).slice(0, 4)).toEqual([
      'Host',
      url.slice('http://'.length),
      'Content-Length',
      '0',
    ]);
  });
});

describe('the answer', () => {
  it('shows its headers to those who print it', async () => {
    const url = await servers.serve((_request, response) => response.setHeader('X-Thing', 'yes').end());
    const { headers } = await transport(get(url));
    expect(inspect(headers)).toMatch(/^IncomingHeaders \{[^}]*'x-thing': 'yes'/);
  });

  it('counts as cut short when somebody else destroys it, as a tracing agent may', async () => {
    const url = await servers.serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'));
    const destroy = (message: unknown): void => void (message as { response: IncomingMessage }).response.destroy();
    subscribe('http.client.response.finish', destroy);
    try {
      await expect(transport(post(url))).rejects.toMatchObject({ name: 'ResponseTruncatedError', expected: 100 });
    } finally {
      unsubscribe('http.client.response.finish', destroy);
    }
  });
});

describe('the connection', () => {
  it('kept alive and lost: the error says so', async () => {
    const url = await servers.serveRaw((socket, count) =>
      count === 1 ? socket.write(answer('ok')) : socket.destroy(),
    );
    await transport(post(url));
    await expect(transport(post(url))).rejects.toThrow('The kept-alive connection was closed before an answer came');
  });

  it('that lay unused longer than idleTimeoutMs is not used again, while a slow answer may take longer', async () => {
    transport.close();
    transport = createNodeTransport({ idleTimeoutMs: 50 });
    const ports = new Set<number | undefined>();
    const url = await servers.serve((request: IncomingMessage, response: ServerResponse) => {
      ports.add(request.socket.remotePort);
      setTimeout(() => response.end('ok'), 150);
    });
    await transport(get(url));
    await new Promise((done) => setTimeout(done, 150));
    expect(text((await transport(get(url))).body)).toBe('ok');
    expect(ports.size).toBe(2);
  });
});

describe('many at once', () => {
  it('each gets its own answer, also when some fail or are given up', async () => {
    const url = await servers.serve(async (request, response) => {
      const body = await readBody(request);
      const number = Number(body);
      setTimeout(() => (number % 7 === 3 ? request.socket.destroy() : response.end(body)), (number * 37) % 50);
    });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, number) => {
        const signal = number % 11 === 5 ? AbortSignal.timeout(10) : undefined;
        return transport(post(url, { body: String(number), signal })).then(
          (response) => [number, text(response.body)],
          (error) => [number, error.name],
        );
      }),
    );
    for (const [number, outcome] of outcomes) {
      expect(['TransportError', 'AbortError', String(number)]).toContain(outcome);
    }
    expect(outcomes.filter(([number, outcome]) => outcome === String(number)).length).toBeGreaterThan(140);
  });
});

describe('aborting', () => {
  it('in the middle of the answer', async () => {
    const url = await servers.serve((_, response) => {
      response.write('begin');
    });
    const controller = new AbortController();
    const rejected = transport(get(url, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    await expect(rejected).rejects.toThrow(AbortError);
  });
});
