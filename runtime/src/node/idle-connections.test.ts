import http, { type ClientRequest, type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { authorityWithHost } from '../../../tests/support/certificates.js';
import { keepIdle } from './idle-connections.js';

let server: Server | undefined;
const agents: http.Agent[] = [];

afterEach(async () => {
  jest.restoreAllMocks();
  for (const agent of agents.splice(0)) {
    agent.destroy();
  }
  await new Promise((done) => (server === undefined ? done(undefined) : server.close(done)));
  server = undefined;
});

/** An agent that keeps connections, and is closed after the test. */
function agentOf(options: http.AgentOptions = {}, idleMs = 60_000): http.Agent {
  const agent = keepIdle(new http.Agent({ keepAlive: true, ...options }), idleMs);
  agents.push(agent);
  return agent;
}

async function listening(started: Server): Promise<number> {
  server = started;
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done));
  return (started.address() as AddressInfo).port;
}

/** A server whose connections stay open, and that answers with the number of the connection. */
async function serve(listener: RequestListener = () => undefined): Promise<number> {
  const numbers = new Map<unknown, number>();
  const started = http.createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (!numbers.has(request.socket)) {
      numbers.set(request.socket, numbers.size + 1);
    }
    listener(request, response);
    if (!response.writableEnded) {
      response.end(String(numbers.get(request.socket)));
    }
  });
  return listening(started);
}

interface Sent {
  readonly request: ClientRequest;
  readonly answer: Promise<string>;
}

function send(options: https.RequestOptions): Sent {
  const module = options.protocol === 'https:' ? https : http;
  const request = module.request({ hostname: '127.0.0.1', ...options });
  const answer = new Promise<string>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (incoming: IncomingMessage) => {
      let text = '';
      incoming.on('data', (data) => {
        text += data;
      });
      // The connection is free when the request is closed.
      request.on('close', () => setImmediate(resolve, text));
    });
  });
  request.end();
  return { request, answer };
}

describe('an idle connection', () => {
  it('is used again, the last one first, and never by two requests at a time', async () => {
    const port = await serve();
    const agent = agentOf();
    const both = [send({ port, agent }), send({ port, agent })];
    const first = await Promise.all(both.map(({ answer }) => answer));
    expect(first.sort()).toEqual(['1', '2']);
    const again = [send({ port, agent }), send({ port, agent })];
    expect((await Promise.all(again.map(({ answer }) => answer))).sort()).toEqual(['1', '2']);
    expect(again.map(({ request }) => request.reusedSocket)).toEqual([true, true]);
  });

  it('is not used by requests to another host or port', async () => {
    const port = await serve();
    const agent = agentOf();
    expect(await send({ port, agent }).answer).toBe('1');
    expect(await send({ port, agent, hostname: 'localhost', family: 4 }).answer).toBe('2');
    expect(await send({ port, agent }).answer).toBe('1');
    expect(await send({ port, agent, hostname: 'localhost', family: 4 }).answer).toBe('2');
  });

  it('is closed when it is too old', async () => {
    const port = await serve();
    const agent = agentOf({}, 5000);
    const start = performance.now();
    const now = jest.spyOn(performance, 'now').mockReturnValue(start);
    await send({ port, agent }).answer;
    now.mockReturnValue(start + 4999);
    expect(await send({ port, agent }).answer).toBe('1');
    now.mockReturnValue(start + 9999);
    expect(await send({ port, agent }).answer).toBe('2');
  });

  it('is closed by itself after its time', async () => {
    const port = await serve();
    const agent = agentOf({}, 20);
    const { request, answer } = send({ port, agent });
    const closed = new Promise((done) => request.on('socket', (socket) => socket.on('close', done)));
    await answer;
    await closed;
    expect(Object.keys(agent.sockets)).toEqual([]);
  });

  it('is kept no longer than the server announces', async () => {
    const announcements = ['timeout=600', 'timeout=1', 'max=5', ''];
    const port = await serve((_, response) => response.setHeader('Keep-Alive', announcements.shift() ?? ''));
    const agent = agentOf();
    const numbers: string[] = [];
    for (let count = 0; count < 4; count++) {
      numbers.push(await send({ port, agent }).answer);
    }
    expect(numbers).toEqual(['1', '1', '2', '2']);
  });

  it('that the server closes or resets is forgotten', async () => {
    const port = await serve((request, response) => {
      response.end('closing', () => setImmediate(() => request.socket.resetAndDestroy()));
    });
    const agent = agentOf();
    const { request, answer } = send({ port, agent });
    const closed = new Promise((done) => request.on('socket', (socket) => socket.on('close', done)));
    await answer;
    await closed;
    const next = send({ port, agent });
    await next.answer;
    expect(next.request.reusedSocket).toBe(false);
  });

  it('is not given on when the answer asks to close it', async () => {
    const port = await serve((_, response) => response.setHeader('Connection', 'close'));
    const agent = agentOf();
    expect(await send({ port, agent }).answer).toBe('1');
    expect(await send({ port, agent }).answer).toBe('2');
  });

  it('goes to the request that waits for it', async () => {
    const port = await serve();
    const agent = agentOf({ maxSockets: 1 });
    const all = Array.from({ length: 5 }, () => send({ port, agent }).answer);
    expect(await Promise.all(all)).toEqual(['1', '1', '1', '1', '1']);
    expect(await send({ port, agent }).answer).toBe('1');
  });

  it('of a request that is given up before it is sent does not come back', async () => {
    const port = await serve();
    const agent = agentOf();
    await send({ port, agent }).answer;
    const { request, answer } = send({ port, agent });
    request.destroy();
    await expect(answer).rejects.toThrow('socket hang up');
    expect(await send({ port, agent }).answer).toBe('2');
  });

  it('has the timeout of the request that uses it', async () => {
    const port = await serve();
    const agent = agentOf();
    await send({ port, agent }).answer;
    const { request, answer } = send({ port, agent, timeout: 7000 });
    const timeout = new Promise((resolve) =>
      request.on('socket', (socket) => setImmediate(() => resolve(socket.timeout))),
    );
    expect(await timeout).toBe(7000);
    await answer;
  });
});

it('connections over TLS are used again for the same name of the host alone', async () => {
  const { authority, host } = authorityWithHost(['127.0.0.1', 'shop.example', 'bank.example']);
  const sockets = new Set();
  const started = https.createServer({ key: host.key, cert: host.cert, keepAliveTimeout: 0 }, (request, response) => {
    sockets.add(request.socket);
    response.end(String(sockets.size));
  });
  const port = await listening(started);
  const agent = keepIdle(new https.Agent({ keepAlive: true, ca: authority.cert }), 60_000);
  agents.push(agent);
  const to = (name: string): Promise<string> =>
    send({ protocol: 'https:', port, agent, headers: { Host: name } }).answer;
  expect(await to('shop.example')).toBe('1');
  expect(await to('shop.example')).toBe('1');
  expect(await to('bank.example')).toBe('2');
  await expect(to('other.example')).rejects.toThrow(/altnames/);
});

it('an agent that works in another way is left as it is', () => {
  const agent = new http.Agent({ keepAlive: true });
  const [own] = agent.listeners('free');
  agent.on('free', () => undefined);
  keepIdle(agent, 1000);
  expect(agent.listeners('free')[0]).toBe(own);
  expect(Object.hasOwn(agent, 'addRequest')).toBe(false);
});
