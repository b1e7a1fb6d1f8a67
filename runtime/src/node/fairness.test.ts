import { Agent, createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import { namespaces } from '../../../tests/support/runtime/server.js';
import { registerService } from '../server/index.js';
import { createServer, type ListeningServer, type NodeServer, type NodeServerOptions } from './index.js';

const path = '/ExchangerApi.asmx/Exchange';
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';
const [much, little] = ['127.0.0.2', '127.0.0.3'];

/** What `performance.now` says: only the calls of `much` take time. */
let clock = 0;
let listening: ListeningServer;
const agents: Agent[] = [];

beforeEach(() => {
  clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const agent of agents.splice(0)) {
    agent.destroy();
  }
  await listening.close(0);
});

function serverWith(options: Omit<NodeServerOptions, 'services'>): NodeServer {
  const exchange = (_: unknown, { callerAddress }: { readonly callerAddress: string | undefined }): number => {
    clock += callerAddress === much ? 900 : 0;
    return 1;
  };
  return createServer({ services: [registerService(ExchangerApi, { exchange })], namespaces, ...options });
}

async function start(options: Omit<NodeServerOptions, 'services'> = {}): Promise<void> {
  listening = await serverWith(options).listen(0, '127.0.0.1');
}

/** The same behind a listener of Node's own. */
async function mount(options: Omit<NodeServerOptions, 'services'>): Promise<void> {
  const host = createHttpServer(serverWith(options).nodeListener);
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  const { port } = host.address() as AddressInfo;
  listening = {
    port,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      host.closeAllConnections();
      host.close();
    },
  };
}

interface Asked {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
}

/** A call from an address, over a connection that stays open. */
function caller(
  localAddress: string,
  fields: Readonly<Record<string, string>> = {},
): (body?: string) => Promise<Asked> {
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  return (body = form) =>
    new Promise((resolve, reject) => {
      const headers = { ...fields, 'Content-Type': 'application/x-www-form-urlencoded' };
      request(`${listening.url}${path}`, { method: 'POST', agent, localAddress, headers }, (answer) => {
        const { statusCode: status, headers: sent } = answer;
        answer.resume().on('end', () => resolve({ status, retryAfter: sent['retry-after'] }));
      })
        .on('error', reject)
        .end(body);
    });
}

const served = { status: 200, retryAfter: undefined };
const refused = { status: 429, retryAfter: '1' };

it('a caller that has used much is told to come again when too many of its requests wait, and others are served', async () => {
  await mount({ fairness: { maxWaiting: 0 } });
  const [heavy, light] = [caller(much), caller(little)];
  expect([await heavy(), await light()]).toEqual([served, served]);
  expect([await heavy(), await light()]).toEqual([refused, served]);
  expect(await heavy(`${form}&${'x'.repeat(100_000)}`)).toEqual(refused);
  clock += 10_000;
  expect(await heavy()).toEqual(served);
});

it('its requests and its new connections wait until nobody else has called for as long as its last one took', async () => {
  await start();
  const [heavy, second, third, light] = [caller(much), caller(much), caller(much), caller(little)];
  await heavy();
  await light();
  let answers = 0;
  const waiting = [heavy(), heavy(`${form}&x=${'y'.repeat(100_000)}`), second(), third()];
  for (const each of waiting) {
    void each.then(() => answers++);
  }
  for (let count = 0; count < 20; count++) {
    expect(await light()).toEqual(served);
  }
  expect(answers).toBe(0);
  const forward = setInterval(() => {
    clock += 10_000;
  }, 10);
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  clearInterval(forward);
});

it('nothing is read from its idle connections, which stay open in the meantime', async () => {
  await start({ limits: { keepAliveTimeoutMs: 50 } });
  const [heavy, light] = [caller(much), caller(little)];
  const idle = Array.from({ length: 10 }, () => caller(much));
  await Promise.all(idle.map((each) => each()));
  clock += 100_000;
  expect([await light(), await heavy()]).toEqual([served, served]);
  let answers = 0;
  const waiting = idle.map(async (each) => {
    const { status } = await each();
    answers++;
    return status;
  });
  for (let count = 0; count < 50; count++) {
    expect(await light()).toEqual(served);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(answers).toBe(0);
  const forward = setInterval(() => {
    clock += 10_000;
  }, 5);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  clearInterval(forward);
});

it('trusted proxies say whose requests they pass on', async () => {
  await start({ fairness: { maxWaiting: 0 }, trustProxy: ['127.0.0.9'] });
  const [heavy, light] = [much, little].map((address) => caller('127.0.0.9', { 'X-Forwarded-For': address }));
  expect([await heavy?.(), await light?.(), await heavy?.(), await light?.()]).toEqual([
    served,
    served,
    refused,
    served,
  ]);
});

it('all callers are one where fairness is off', async () => {
  await start({ fairness: false });
  const [heavy, light] = [caller(much), caller(little)];
  expect([await heavy(), await light(), await heavy(), await light()]).toEqual([served, served, served, served]);
});

it('one address has four fifths of all connections, and others are served', async () => {
  await start({ limits: { maxConnections: 10 } });
  const open: Socket[] = [];
  let closed = 0;
  for (let count = 0; count < 15; count++) {
    await new Promise<void>((resolve) => {
      const socket = connect({ port: listening.port, host: '127.0.0.1', localAddress: much }, resolve);
      socket.on('error', () => undefined).on('close', () => closed++);
      open.push(socket.resume());
    });
  }
  expect(await caller(little)()).toEqual(served);
  while (closed < 7) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(closed).toBe(7);
  for (const socket of open) {
    socket.destroy();
  }
});
